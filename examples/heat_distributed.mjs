// Heat spreads over a plate in parts, on all devices of all ranks: the result does not depend on
// the parts.
//
//     scripts/grcuda run --grcuda.CpuDevices=2 examples/heat_distributed.mjs [N [STEPS]]
//     scripts/grcuda mpirun -n 2 examples/heat_distributed.mjs [N [STEPS]]

import { cu, kernel, typedView } from 'grcuda';

const N = Number(process.argv[2] ?? 512);
const STEPS = Number(process.argv[3] ?? 200);

const w = cu.world(); // one rank, unless mpirun has started several
const step = kernel(`
  __global__ void step(const float *u, float *v, int rows, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (y >= rows || x >= n) return;
    const float *c = u + (y + 1) * n + x;  // u has a halo row above and below
    bool edge = x == 0 || x == n - 1;
    v[y * n + x] = edge ? *c : .25f * (c[-1] + c[1] + c[-n] + c[n]);
  }`, 'step(u: in pointer float, v: out pointer float, rows: sint32, n: sint32)');

/** The plate after some steps, as a typed array of all its points, and the sum of them. */
function heat(n, steps, parts) {
  const array = () => cu.DistributedArray('float', n, n, { parts, halo: 1 });
  let [u, v] = [array(), array()];
  for (const p of [...u.parts, ...v.parts]) { // those of this rank; all is 0 at first
    if (p.index === 0) {
      p.padded[0].fill(1); // above the plate it is hot
    }
  }
  for (let i = 0; i < steps; i++) {
    u.exchange(); // returns at once
    [...u.parts].forEach((a, j) => {
      step([Math.ceil(n / 256), a.rows], 256)(a.padded, v.parts[j].inner, a.rows, n);
    });
    [u, v] = [v, u];
  }
  return [typedView(u.gather()), u.sum()];
}

/** The same in plain JavaScript, bit for bit. */
function plain(n, steps) {
  let u = new Float32Array((n + 2) * n).fill(1, 0, n);
  for (let i = 0; i < steps; i++) {
    const v = u.slice();
    for (let y = 1; y <= n; y++) {
      for (let x = y * n + 1; x < (y + 1) * n - 1; x++) {
        const beside = Math.fround(u[x - 1] + u[x + 1]);
        v[x] = 0.25 * Math.fround(Math.fround(beside + u[x - n]) + u[x + n]);
      }
    }
    u = v;
  }
  return u.slice(n, (n + 1) * n);
}

const equal = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

const [plate, total] = heat(N, STEPS, 2 * w.size);
const [others] = heat(N, STEPS, 3 * w.size);
if (!equal(plate, others)) {
  throw new Error(`rank ${w.rank}: ${3 * w.size} parts give another plate than ${2 * w.size}`);
}
const [small] = heat(24, 30, 5 * w.size);
if (!equal(small, plain(24, 30))) {
  throw new Error(`rank ${w.rank}: the plate differs from that of plain JavaScript`);
}
console.log(`rank ${w.rank} of ${w.size}: ${STEPS} steps on ${N} x ${N} points, ` +
  `${total.toFixed(3)} in all: validated`);
