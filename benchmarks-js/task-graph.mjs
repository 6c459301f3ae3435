// A random graph, the same in every language: kernels that bring an array nearer to the mean of up to four others,
// eight for each array, with durations from one to four.

import { Benchmark, sum } from './benchmark.mjs';
import { draws, floats, toHost } from './data.mjs';

const TASKS_PER_ARRAY = 8;
const OTHERS = 4;
const DRAWS = OTHERS + 3;  // for a task: its array, how many others, these, its rounds
const LENGTHS = 4;
const ROUNDS = 500;

export class TaskGraph extends Benchmark {
  allocate() {
    const count = this.partitions;
    this.mix = this.kernel('tile_mix');
    this.length = Math.floor(this.size / count);
    this.arrays = Array.from({ length: count }, (_, i) =>
      this.input(`x${i}`, 'float', this.length, () => floats(this.length, 2 + i, 0, 1)));
    const tasks = count * TASKS_PER_ARRAY;
    const numbers = draws(tasks * DRAWS, 1);
    this.tasks = Array.from({ length: tasks }, (_, i) => this.task(numbers.slice(i * DRAWS, (i + 1) * DRAWS)));
  }

  /** What it changes, what it reads (some may be the same, or the array itself), its rounds. */
  task(numbers) {
    const array = numbers[0] % this.partitions;
    const inputs = numbers[1] % (OTHERS + 1);
    const others = numbers.slice(2, 2 + inputs).map((number) => number % this.partitions);
    while (others.length < OTHERS) {
      // Fewer than four: the last once more, or the array itself.
      others.push(others.at(-1) ?? array);
    }
    return { array, others, rounds: ROUNDS * (1 + numbers.at(-1) % LENGTHS) };
  }

  reset() {
    this.writeInputs();
  }

  run() {
    const mix = this.mix(...this.grid(this.length));
    for (const { array, others, rounds } of this.tasks) {
      mix(...others.map((other) => this.arrays[other]), this.arrays[array], this.length, rounds);
    }
    this.cu.cudaDeviceSynchronize();
    return this.arrays[0][0];
  }

  outputs() {
    return this.arrays.flatMap((array) => [...toHost(array, Float32Array)]);
  }

  expected() {
    const values = this.arrays.map((_, i) => [...this.host[`x${i}`]]);
    for (const { array, others, rounds } of this.tasks) {
      const left = (1 - 1 / rounds) ** rounds;
      values[array] = values[array].map((y, i) => {
        const mean = sum(others.map((other) => values[other][i])) / OTHERS;
        return mean + left * (y - mean);
      });
    }
    return values.flat();
  }
}
