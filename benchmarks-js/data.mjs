// Input data: the same numbers in every language.

const CYCLE = 997;  // a prime, so that it does not fall in with the sizes of partitions and blocks
const MODULUS = 2 ** 31 - 1;  // Lehmer's generator; the products fit into a double
const MULTIPLIER = 48271;

/** count whole numbers below MODULUS. */
export function draws(count, seed) {
  let state = seed * 7919 + 1;
  return Array.from({ length: count }, () => (state = state * MULTIPLIER % MODULUS));
}

/** count numbers from low to below high, in a typed array of class Type: a cycle over and over. */
export function values(Type, count, seed, low, high) {
  const cycle = draws(Math.min(CYCLE, count), seed).map((k) => low + (high - low) * (k % 1024) / 1024);
  const all = new Type(count);
  for (let i = 0; i < count; i++) {
    all[i] = cycle[i % CYCLE];
  }
  return all;
}

export function floats(count, seed, low, high) {
  return values(Float32Array, count, seed, low, high);
}

/** What a device array holds, in a typed array of class Type. */
export function toHost(device, Type) {
  const host = new Type(device.length);
  device.copyTo(host);
  return host;
}

/** A symmetric matrix of n x n floats, positive definite: 4 on the diagonal, falling off. */
export function toeplitz(n, seed) {
  const scale = draws(CYCLE, seed);
  const row = Float32Array.from({ length: n }, (_, k) => k === 0 ? 4 : scale[k % CYCLE] % 1024 / 1024 / (k * k));
  const matrix = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      matrix[i * n + j] = row[Math.abs(i - j)];
    }
  }
  return matrix;
}
