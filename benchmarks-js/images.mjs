// IMG: an image is sharpened where it has edges, and blurred elsewhere.

import { Benchmark, sum } from './benchmark.mjs';
import { floats, toHost } from './data.mjs';

const MASKS = {
  small: { diameter: 3, deviation: 1 },
  large: { diameter: 5, deviation: 10 },
  unsharp: { diameter: 3, deviation: 5 },
};
const GAIN = 5;
const AMOUNT = 0.5;
const INFINITY = 1e30;

export class Images extends Benchmark {
  allocate() {
    const pixels = this.size ** 2;
    this.gaussianBlur = this.kernel('gaussian_blur');
    this.sobel = this.kernel('sobel');
    this.extrema = this.kernel('extrema');
    this.stretch = this.kernel('stretch');
    this.unsharpen = this.kernel('unsharpen');
    this.blend = this.kernel('blend');
    this.image = this.input('image', 'float', pixels, () => floats(pixels, 1, 0, 1));
    this.masks = {};
    for (const [name, { diameter, deviation }] of Object.entries(MASKS)) {
      this.masks[name] = this.input(name, 'float', diameter ** 2, () => gaussian(diameter, deviation));
    }
    for (const name of ['small', 'large', 'unsharp', 'smallEdges', 'largeEdges', 'sharp', 'coarse', 'result']) {
      this[name] = this.array('float', pixels);
    }
    this.bounds = this.array('float', 2);
  }

  reset() {
    this.bounds.slice(0, 1).fill(INFINITY);
    this.bounds.slice(1, 2).fill(0);
  }

  run() {
    const n = this.size;
    const pixels = n * n;
    const grid = this.grid2d(n, n);
    const flat = this.grid(pixels);
    for (const [name, { diameter }] of Object.entries(MASKS)) {
      this.gaussianBlur(...grid, 4 * diameter ** 2)(this[name], this.image, n, n, this.masks[name], diameter);
    }
    this.sobel(...grid)(this.smallEdges, this.small, n, n);
    this.sobel(...grid)(this.largeEdges, this.large, n, n);
    this.extrema(...flat)(this.bounds, this.largeEdges, pixels);
    this.stretch(...flat)(this.largeEdges, this.bounds, GAIN, pixels);
    this.unsharpen(...flat)(this.sharp, this.image, this.unsharp, AMOUNT, pixels);
    this.blend(...flat)(this.coarse, this.sharp, this.large, this.largeEdges, pixels);
    this.blend(...flat)(this.result, this.coarse, this.small, this.smallEdges, pixels);
    return this.result[0];
  }

  outputs() {
    return toHost(this.result, Float32Array);
  }

  expected() {
    const { image, small, large, unsharp } = this.host;
    const n = this.size;
    const [s, l, u] = [small, large, unsharp].map((weights) => convolved(image, n, weights));
    const lEdges = edges(l, n);
    const low = lEdges.reduce((a, b) => Math.min(a, b));
    const high = lEdges.reduce((a, b) => Math.max(a, b));
    const scale = high > low ? GAIN / (high - low) : 0;
    const stretched = lEdges.map((edge) => Math.min((edge - low) * scale, 1));
    const sharp = u.map((blurred, i) => Math.min(Math.max(image[i] + AMOUNT * (image[i] - blurred), 0), 1));
    return mixed(mixed(sharp, l, stretched), s, edges(s, n));
  }
}

/** The weights of a blur, of sum 1. */
function gaussian(diameter, deviation) {
  const radius = diameter >> 1;
  const weights = Array.from({ length: diameter ** 2 }, (_, i) => {
    const [x, y] = [i % diameter - radius, Math.floor(i / diameter) - radius];
    return Math.exp(-(x * x + y * y) / (2 * deviation * deviation));
  });
  const total = sum(weights);
  return Float32Array.from(weights, (weight) => weight / total);
}

function convolved(image, n, weights) {
  const diameter = Math.sqrt(weights.length);
  const radius = diameter >> 1;
  const clamp = (i) => Math.min(Math.max(i, 0), n - 1);
  return Array.from({ length: n * n }, (_, at) => {
    let total = 0;
    for (let i = 0; i < weights.length; i++) {
      const row = clamp(Math.floor(at / n) + Math.floor(i / diameter) - radius);
      const column = clamp(at % n + i % diameter - radius);
      total += weights[i] * image[row * n + column];
    }
    return total;
  });
}

function edges(image, n) {
  const across = convolved(image, n, [-1, 0, 1, -2, 0, 2, -1, 0, 1]);
  const down = convolved(image, n, [-1, -2, -1, 0, 0, 0, 1, 2, 1]);
  return across.map((value, i) => Math.sqrt(value * value + down[i] * down[i]));
}

function mixed(a, b, weights) {
  return a.map((value, i) => value * weights[i] + b[i] * (1 - weights[i]));
}
