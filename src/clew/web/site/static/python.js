// @ts-check
// Starts Python and Clew, either from scratch or, much faster, from a snapshot of an earlier start.

import { loadPyodide } from "./pyodide/pyodide.js";
import createPyodideModule from "./pyodide/pyodide.asm.js";
import { kernelOf } from "./kernel.js";

/** @typedef {Record<string, string>} Files */

/**
 * Starts Python with the package in its file system.
 * @param {string} folder the folder of Pyodide @param {Files} files @param {Uint8Array} [memory] a snapshot from `memoryOf`
 */
export async function started(folder, files, memory) {
  const options = { indexURL: folder, ...(memory ? restored(memory) : { _makeSnapshot: true }) };
  const python = await Promise.race([loadPyodide(options), broken()]);
  for (const [name, text] of Object.entries(files)) {
    const path = `/clew/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  python.runPython(memory ? "import random; random.seed()" : "import sys; sys.path.insert(0, '/clew')");
  return python;
}

/** Rejects if Pyodide's WebAssembly fails to load. Pyodide itself would wait forever. @returns {Promise<never>} */
function broken() {
  return new Promise((_, reject) => {
    const plain = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = (source, given) => {
      const found = plain(source, given);
      found.catch(reject);
      return found;
    };
  });
}

/** Returns the module that answers requests, with a kernel if there is one. @param {any} python @param {WebAssembly.Module} [kernel] */
export function answering(python, kernel) {
  if (kernel) python.registerJsModule("clew_kernel", kernelOf(kernel));
  return python.pyimport("clew.web.site.local");
}

/** Returns the options for a start from a snapshot. Pyodide copies it into its own memory, which must be large enough. @param {Uint8Array} memory */
function restored(memory) {
  const large = async (/** @type {any} */ settings) => {
    const made = await createPyodideModule(settings);
    while (made.HEAP8.length < memory.length) made._malloc(1 << 22);
    return made;
  };
  return { _loadSnapshot: memory, createPyodideModule: large };
}

/** Takes a snapshot of a Python that has imported all of Clew but hasn't answered anything yet. @param {any} python */
export function memoryOf(python) {
  python.runPython("from clew.web.site import local; local.import_all()");
  return /** @type {Uint8Array} */ (python.makeMemorySnapshot());
}
