const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const produce = cu.buildkernel(
    source, 'produce(y: out pointer sint32, part: sint32, n: sint32)');
const mirror = cu.buildkernel(
    source, 'mirror(x: in pointer sint32, y: out pointer sint32, n: sint32)');

const parts = 8, size = 500;
const x = cu.DeviceArray('int', parts * size);
const y = cu.DeviceArray('int', parts * size);
const slices = Array.from({length: parts}, (_, p) => x.slice(p * size, (p + 1) * size));
// Each writes its own slice: nothing orders them but the reader of all.
slices.forEach((slice, p) => produce(2, 64)(slice, p, size));
mirror(4, 64)(x, y, parts * size);
for (let p = 0; p < parts; p++) {
  console.log(p, slices[p][0], x[p * size + 499], y[p * size]);
}

// The halves of y are overwritten apart; x is read as a whole afterwards.
for (let p = 0; p < 2; p++) {
  produce(2, 64)(y.slice(p * 2000, (p + 1) * 2000), p + 100, 2000);
}
x.copyFrom(y);
console.log(x.reduce((a, b) => a + b), x[1999], x[2000]);
