// Squares ten numbers on the device.
//
//     scripts/grcuda run examples/hello.js

const cu = Polyglot.eval('grcuda', 'CU');
const square = cu.buildkernel(`
  extern "C" __global__ void square(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * x[i];
  }`, 'square(x: inout pointer float, n: sint32)');

const n = 10;
const x = cu.DeviceArray('float', n);
for (let i = 0; i < n; i++) {
  x[i] = i;
}
square(1, 32)(x, n);

const device = cu.getdevice(0).properties.deviceName;
console.log(`square of ${n} floats on ${device}: ${[...x].join(' ')}`);
if (![...x].every((value, i) => value === i * i)) {
  throw new Error('validation failed');
}
console.log('validated');
