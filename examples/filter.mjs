// Keeps the numbers whose sine is above a half: packets go to whichever device has room, and what is found comes back.
//
//     scripts/grcuda run --grcuda.CpuDevices=2 examples/filter.mjs

import { Router, arrivals, devices, host, kernel, linspace } from 'grcuda';

const keep = kernel(`
  extern "C" __global__ void keep(const float *x, int n, float *y, unsigned *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && sinf(x[i]) > 0.5f) y[atomicAdd(count, 1u)] = x[i];
  }`, 'keep(x: in pointer float, n: sint32, y: inout pointer float, count: inout pointer uint32)');

function select(x, packet = 1 << 14) {
  const all = devices();
  const scatter = Router('float', 'scatter', host, all, { packet });
  const gather = Router('float', 'gather', all, host, { packet });
  const work = all.map((device) => scatter.receiver(device));
  const back = all.map((device, i) => gather.sender(device, { until: work[i] }));
  const results = gather.receiver(host, { buffers: 2 * all.length });
  scatter.sender(host).send(x, { last: true });
  const found = [];
  for (const segment of arrivals(...work, results)) {
    if (segment.target === host) {
      found.push(...segment);
    } else {
      const sender = back[segment.target.index];
      const out = sender.buffer();
      keep.forall(segment.length)(segment, segment.length, out, out.counter);
      sender.send(out, out.counter);
    }
  }
  return found;
}

const n = 1_000_000;
const numbers = linspace(0, 1000, n, 'float');
const found = select(numbers);
const expected = [...numbers].filter((x) => Math.sin(x) > 0.5).length;
console.log(`${found.length} of ${n} numbers on ${devices().length} devices`);
// A sine of the device may be rounded otherwise than JavaScript's, where it is close to a half.
if (!found.every((x) => Math.sin(x) > 0.499999) || Math.abs(found.length - expected) > 5) {
  throw new Error('validation failed');
}
console.log('validated');
