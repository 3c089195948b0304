// @ts-check
// The learning kernel in WebAssembly, which `clew._wasm` calls from Python.

/** A kernel with more memory than this gets no more models. */
const LARGE = 1 << 27;

/** Creates an instance of the kernel. Its models and searches share a memory. @param {WebAssembly.Module} module */
function instance(module) {
  const refused = (/** @type {number} */ at, /** @type {number} */ size) => {
    throw new RangeError(new TextDecoder().decode(new Uint8Array(kernel.memory.buffer, at, size)));
  };
  const kernel = /** @type {any} */ (new WebAssembly.Instance(module, { env: { clew_refused: refused } }).exports);
  kernel._initialize();
  return kernel;
}

/** Calls a function with a copy of some numbers. @param {any} kernel @param {Uint8Array} bytes @param {(at: number, count: number) => number} call */
function withNumbers(kernel, bytes, call) {
  const stack = kernel.__stack_pointer.value;
  const at = kernel.allocate(bytes.length);
  new Uint8Array(kernel.memory.buffer, at, bytes.length).set(bytes);
  try {
    return call(at, bytes.length / 8);
  } finally {
    kernel.__stack_pointer.value = stack; // restore it even after an error
    kernel.release(at);
  }
}

class Model {
  /** @param {any} kernel @param {number} variables @param {Uint8Array} rules */
  constructor(kernel, variables, rules) {
    this.kernel = kernel;
    this.at = withNumbers(kernel, rules, (at, count) => kernel.model(variables, at, count));
  }

  forget() {
    this.kernel.forget_model(this.at);
  }

  /** @param {Uint8Array} domains */
  search(domains) {
    return withNumbers(this.kernel, domains, (at, count) => this.kernel.search(this.at, at, count));
  }

  /** Returns the solutions, the values of each after those of the one before. @param {number} search @param {number} most @param {number} nodes */
  run(search, most, nodes) {
    const found = this.kernel.run(search, most, nodes) * this.kernel.width(search);
    return new Uint16Array(this.kernel.memory.buffer, this.kernel.answers(search), found).slice();
  }

  /** @param {string} name @param {number} search */
  count(name, search) {
    return this.kernel[name](search);
  }
}

/** Builds Python's module `clew_kernel`. @param {WebAssembly.Module} module */
export function kernelOf(module) {
  let kernel = instance(module);
  return {
    model: (/** @type {number} */ variables, /** @type {Uint8Array} */ rules) => {
      // A memory grows until it breaks, so another one takes over before that.
      if (kernel.memory.buffer.byteLength > LARGE) kernel = instance(module);
      return new Model(kernel, variables, rules);
    },
  };
}
