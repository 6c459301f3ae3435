// What all benchmarks share.

import { readKernelFile } from './files.mjs';

/**
 * A benchmark: allocate() makes its arrays, run() is what is timed and returns a number that waits for the
 * results, outputs() are these on the host, expected() what the host computes by itself.
 */
export class Benchmark {
  constructor(cu, kernels, settings) {
    this.cu = cu;
    this.kernels = kernels;
    this.settings = settings;
    this.size = settings.size;
    this.partitions = settings.partitions;
    this.inputs = [];
    // A host function that writes no byte: the host holds the array afterwards, whatever is in it.
    this.writeNothing = cu.bind('libc.so.6', 'bzero(s: out pointer void, n: uint64): void');
    this.host = {};
  }

  kernel(name) {
    const entry = this.kernels[name];
    const kernel = this.cu.buildkernel(readKernelFile(entry.source), entry.signature);
    kernel.cost = entry.cost;  // for simulated devices
    return kernel;
  }

  array(element, length) {
    return this.cu.DeviceArray(element, length);
  }

  /** An array that the host writes before the first iteration; values() makes its contents. */
  input(name, element, length, values) {
    const array = this.array(element, length);
    this.inputs.push({ name, array, values });
    return array;
  }

  writeInputs() {
    for (const { name, array, values } of this.inputs) {
      if (this.settings.data === 'touch') {
        this.writeNothing(array, 0);
      } else {
        this.host[name] ??= values();
        array.copyFrom(this.host[name]);
      }
    }
  }

  /** Sets what an iteration adds to; not timed. */
  reset() {}

  /** Where partitions begin and end. */
  parts() {
    const bound = (i) => Math.floor(i * this.size / this.partitions);
    return Array.from({ length: this.partitions }, (_, i) => [bound(i), bound(i + 1)]);
  }

  /** Blocks and threads of a block, for a launch of one dimension. */
  grid(threads) {
    const block = this.settings['block-size'];
    return [this.settings.blocks || Math.ceil(threads / block), block];
  }

  grid2d(columns, rows) {
    const block = this.settings['block-size-2d'];
    return [[Math.ceil(columns / block), Math.ceil(rows / block)], [block, block]];
  }
}

export function sum(values) {
  let total = 0;
  for (const value of values) {
    total += value;
  }
  return total;
}

/** The inner product of x from index at on with all of y. */
export function inner(x, y, at = 0) {
  let total = 0;
  for (let i = 0; i < y.length; i++) {
    total += x[at + i] * y[i];
  }
  return total;
}
