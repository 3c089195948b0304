// Keeps the state of a game in the address, so that it survives a reload and a link can share it.

/** @param {Uint8Array} bytes */
function encode(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} text */
function decode(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {GenericTransformStream} through */
async function pipe(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Tests whether nothing has been done yet, so that the id is enough. @param {any} saved */
const untouched = (saved) =>
  Object.entries(saved).every(([name, value]) =>
    name === "id" || value === null || value === 0 || value === "" ||
    (typeof value === "object" && Object.keys(value).length === 0) ||
    !["moves", "undone", "seconds", "hints"].includes(name));

/**
 * Packs a saved game into a fragment. If nothing has been done, that's just the id.
 * @param {{id: string}} saved
 */
export async function toFragment(saved) {
  if (untouched(saved)) return `#id=${readable(saved.id)}`;
  const bytes = new TextEncoder().encode(JSON.stringify(saved));
  return `#s=${encode(await pipe(bytes, new CompressionStream("deflate-raw")))}`;
}

/** Encodes an id so that it stays readable in the address bar. @param {string} id */
export const readable = (id) => encodeURIComponent(id).replace(/%(3A|2C|2F|40|3D|3E|3C|2B)/g, unescapeOne);

/** @param {string} code */
const unescapeOne = (code) => decodeURIComponent(code);

/**
 * Unpacks a fragment: an id, a saved game, or null if it's empty.
 * @param {string} fragment
 * @returns {Promise<{id?: string, saved?: any} | null>}
 */
export async function fromFragment(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!text) return null;
  if (text.startsWith("s=")) {
    const bytes = await pipe(decode(text.slice(2)), new DecompressionStream("deflate-raw"));
    return { saved: JSON.parse(new TextDecoder().decode(bytes)) };
  }
  return { id: decodeURIComponent(text.replace(/^id=/, "")) };
}
