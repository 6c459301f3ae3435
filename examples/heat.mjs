// Heat spreads from one edge of a plate: a stencil between two buffers, checked against plain
// JavaScript.
//
//     scripts/grcuda run examples/heat.mjs [STEPS]

import { devices, kernel, typedView, zeros } from 'grcuda';

const [rows, columns] = [256, 384];
const steps = Number(process.argv[2] ?? 500);
const RATE = 0.2; // of a difference that flows to a neighbour in one step
const TOLERANCE = 1e-3; // of 100 degrees; the device computes in single precision

const step = kernel(`
  __global__ void step(const float *t, float *next, int rows, int columns, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < 1 || row >= rows - 1 || column < 1 || column >= columns - 1) return;
    int i = row * columns + column;
    next[i] = t[i] + rate * (t[i - 1] + t[i + 1] + t[i - columns] + t[i + columns] - 4 * t[i]);
  }`, 'step');

function onDevice() {
  const start = performance.now();
  let [now, next] = [zeros([rows, columns], 'float'), zeros([rows, columns], 'float')];
  now[0].fill(100);
  next[0].fill(100);
  const launch = step([Math.ceil(columns / 16), Math.ceil(rows / 16)], [16, 16]);
  for (let i = 0; i < steps; i++) {
    launch(now, next, rows, columns, RATE); // returns at once; the next step waits for it
    [now, next] = [next, now];
  }
  const plate = typedView(now); // waits, and copies nothing
  return { plate, millis: performance.now() - start };
}

function onHost() {
  const start = performance.now();
  let [now, next] = [new Float64Array(rows * columns), new Float64Array(rows * columns)];
  now.fill(100, 0, columns);
  next.fill(100, 0, columns);
  for (let i = 0; i < steps; i++) {
    for (let row = 1; row < rows - 1; row++) {
      for (let j = row * columns + 1; j < (row + 1) * columns - 1; j++) {
        next[j] = now[j] +
          RATE * (now[j - 1] + now[j + 1] + now[j - columns] + now[j + columns] - 4 * now[j]);
      }
    }
    [now, next] = [next, now];
  }
  return { plate: now, millis: performance.now() - start };
}

const device = onDevice();
const host = onHost();
const error = device.plate.reduce(
  (most, value, i) => Math.max(most, Math.abs(value - host.plate[i])), 0); // NaN stays NaN

console.log([...devices()].join('\n'));
console.log(`heat on ${rows} x ${columns} points, ${steps} steps: ${device.millis.toFixed(0)} ms; ` +
  `the check in plain JavaScript: ${host.millis.toFixed(0)} ms`);
const middle = 20 * columns + columns / 2;
console.log(`20 points from the hot edge: ${device.plate[middle].toFixed(3)} degrees`);
if (!(error <= TOLERANCE)) {
  throw new Error(`largest error ${error.toExponential(1)}: validation failed`);
}
console.log(`largest error ${error.toExponential(1)}: validated`);
