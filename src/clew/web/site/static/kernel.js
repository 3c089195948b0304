// @ts-check
// The kernel that learns, compiled to WebAssembly: what `clew._wasm` calls from Python.

/** A model and the searches over it share a memory, which goes with them. */
class Model {
  /** @param {WebAssembly.Module} module @param {number} variables @param {Uint8Array} rules */
  constructor(module, variables, rules) {
    const refused = (/** @type {number} */ at, /** @type {number} */ size) => {
      throw new RangeError(new TextDecoder().decode(new Uint8Array(this.kernel.memory.buffer, at, size)));
    };
    this.kernel = /** @type {any} */ (new WebAssembly.Instance(module, { env: { clew_refused: refused } }).exports);
    this.kernel._initialize();
    this.at = this.with(rules, (at, count) => this.kernel.model(variables, at, count));
  }

  /** Call with a copy of some numbers. A refusal leaves no trace. @param {Uint8Array} bytes @param {(at: number, count: number) => number} call */
  with(bytes, call) {
    const stack = this.kernel.__stack_pointer.value;
    const at = this.kernel.allocate(bytes.length);
    new Uint8Array(this.kernel.memory.buffer, at, bytes.length).set(bytes);
    try {
      return call(at, bytes.length / 8);
    } finally {
      this.kernel.__stack_pointer.value = stack;
      this.kernel.release(at);
    }
  }

  /** @param {Uint8Array} domains */
  search(domains) {
    return this.with(domains, (at, count) => this.kernel.search(this.at, at, count));
  }

  /** The answers, the values of each after those of the one before. @param {number} search @param {number} most @param {number} nodes */
  run(search, most, nodes) {
    const found = this.kernel.run(search, most, nodes) * this.kernel.width(search);
    return new Uint16Array(this.kernel.memory.buffer, this.kernel.answers(search), found).slice();
  }

  /** @param {string} name @param {number} search */
  count(name, search) {
    return this.kernel[name](search);
  }
}

/** The module `clew_kernel` of Python. @param {WebAssembly.Module} module */
export const kernelOf = (module) => ({
  model: (/** @type {number} */ variables, /** @type {Uint8Array} */ rules) => new Model(module, variables, rules),
});
