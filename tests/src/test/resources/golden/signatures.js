const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');

const n = 100;
const x = cu.DeviceArray('float', n);
for (let i = 0; i < n; i++) {
  x[i] = i;
}

const nidl = cu.buildkernel(source, 'scale(x: inout pointer float, factor: float, n: sint32)');
const nfi = cu.buildkernel(source, 'scale', 'pointer, float, sint32');
const bare = cu.buildkernel(source, 'scale');
for (const kernel of [nidl, nfi, bare]) {
  kernel(4, 32)(x, 0.5, n);
}
console.log(`${nidl.name} ${x[1].toFixed(3)} ${x[99].toFixed(3)}`);
console.log(nidl.signature);

const total = cu.DeviceArray('float', n);
const add = cu.buildkernel(source, 'add', 'const pointer, const pointer, pointer, sint32');
const launch = add(4, 32);
launch(x, x, total, n);
launch(x, total, total, n);
console.log(`${total[99].toFixed(3)} ${add.launchCount}`);

const counter = cu.DeviceArray('int', 1);
counter.fill(0);
const count = cu.buildkernel(source, 'count(counter: inout pointer sint32)');
count([2, 3], [4, 5, 2])(counter);
console.log(counter[0]);

const y = cu.DeviceArray('int', n);
y.fill(7);
const times = cu.buildkernel(source, 'times<int, 6>(x: inout pointer sint32, n: sint32)');
times(1, 128)(y, n - 1);
console.log(y[0], y[98], y[99]);
