const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const affine = cu.buildkernel(
    source,
    'affine(x: in pointer sint32, y: out pointer sint32, a: sint32, b: sint32, n: sint32)');
const join = cu.buildkernel(source, 'join', 'const pointer, const pointer, pointer, sint32');

const n = 1000;
const [x, left, right] = [1, 2, 3].map(() => cu.DeviceArray('int', n));
for (let i = 0; i < n; i++) {
  x[i] = i;
}
// A diamond per step: x to left and right, both back to x.
for (let step = 0; step < 20; step++) {
  affine(8, 128)(x, left, 3, step, n);
  affine(8, 128)(x, right, 5, -step, n);
  join(8, 128)(left, right, x, n);
  if (step % 5 === 0) {
    console.log(step, x[0], x[1], x[999]);
  }
}
console.log(x.reduce((a, b) => a + b));
console.log(affine.launchCount, join.launchCount);
