// DL: two images go through two branches of convolutions, and one decision is made of both.

import { Benchmark, inner, sum } from './benchmark.mjs';
import { floats } from './data.mjs';

const [C0, C1, C2] = [1, 4, 8];  // channels of the image, and after each convolution

export class Dl extends Benchmark {
  allocate() {
    this.convolve = this.kernel('convolve');
    this.pool = this.kernel('pool');
    this.channelMeans = this.kernel('channel_means');
    this.decide = this.kernel('decide');
    this.branches = [0, 1].map((i) => this.branch(i));
    this.weights = this.input('weights', 'float', 2 * C2, () => floats(2 * C2, 9, -1, 1));
    this.result = this.array('float', 1);
  }

  /** The arrays of one branch: image, first and second masks, and what each layer gives. */
  branch(i) {
    const n = this.size;
    const [first, second] = [9 * C0 * C1, 9 * C1 * C2];
    const [s1, s2, s3] = sides(n);
    return {
      image: this.input(`image${i}`, 'float', n * n, () => floats(n * n, 3 * i + 1, 0, 1)),
      first: this.input(`first${i}`, 'float', first, () => floats(first, 3 * i + 2, -0.25, 0.5)),
      second: this.input(`second${i}`, 'float', second, () => floats(second, 3 * i + 3, -0.25, 0.5)),
      a: this.array('float', C1 * s1 * s1),
      b: this.array('float', C1 * s2 * s2),
      c: this.array('float', C2 * s3 * s3),
      features: this.array('float', C2),
    };
  }

  run() {
    const n = this.size;
    const [s1, s2, s3] = sides(n);
    for (const { image, first, second, a, b, c, features } of this.branches) {
      this.convolve(...this.grid(C1 * s1 * s1))(image, first, a, n, C0, C1);
      this.pool(...this.grid(C1 * s2 * s2))(a, b, s1, C1);
      this.convolve(...this.grid(C2 * s3 * s3))(b, second, c, s2, C1, C2);
      this.channelMeans(...this.grid(C2))(c, features, s3 * s3, C2);
    }
    const [x, y] = this.branches;
    this.decide(1, 32)(x.features, y.features, this.weights, this.result, C2);
    return this.result[0];
  }

  outputs() {
    return [this.result[0], ...this.branches.flatMap(({ features }) => [...features])];
  }

  expected() {
    const [s1, s2, s3] = sides(this.size);
    const features = [0, 1].flatMap((i) => {
      const a = convolved(this.host[`image${i}`], this.host[`first${i}`], this.size, C0, C1);
      const c = convolved(pooled(a, s1, C1), this.host[`second${i}`], s2, C1, C2);
      return Array.from({ length: C2 }, (_, k) => sum(c.slice(k * s3 * s3, (k + 1) * s3 * s3)) / (s3 * s3));
    });
    return [1 / (1 + Math.exp(-inner(this.host.weights, features))), ...features];
  }
}

/** Pixels along a side after the first convolution, the pool, the second convolution. */
function sides(n) {
  const first = (n + 1) >> 1;
  return [first, first >> 1, ((first >> 1) + 1) >> 1];
}

function convolved(x, weights, side, inChannels, outChannels) {
  const half = (side + 1) >> 1;
  const result = [];
  for (let i = 0; i < outChannels * half * half; i++) {
    const channel = Math.floor(i / (half * half));
    const row = Math.floor(i / half) % half * 2;
    const column = i % half * 2;
    let total = 0;
    for (let c = 0; c < inChannels; c++) {
      for (let k = 0; k < 9; k++) {
        const [r, s] = [row + Math.floor(k / 3) - 1, column + k % 3 - 1];
        if (r >= 0 && r < side && s >= 0 && s < side) {
          total += weights[(channel * inChannels + c) * 9 + k] * x[(c * side + r) * side + s];
        }
      }
    }
    result.push(Math.max(total, 0));
  }
  return result;
}

function pooled(x, side, channels) {
  const half = side >> 1;
  return Array.from({ length: channels * half * half }, (_, i) => {
    const channel = Math.floor(i / (half * half));
    const at = (channel * side + Math.floor(i / half) % half * 2) * side + i % half * 2;
    return (x[at] + x[at + 1] + x[at + side] + x[at + side + 1]) / 4;
  });
}
