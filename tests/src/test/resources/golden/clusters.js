const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const shift = cu.buildkernel(source, 'shift(x: in pointer sint32, y: out pointer sint32)');
const pairs = cu.buildkernel(source, 'pairs(y: out pointer sint32)');
const show = array => console.log([...array].join(' '));

const x = cu.DeviceArray('int', 256);
const y = cu.DeviceArray('int', 8);
for (let i = 0; i < 256; i++) {
  x[i] = Math.floor(i / 32);
}

// The launch gives the size of the clusters: blocks of a cluster reach each other's shared memory.
for (const blocks of [1, 2, 4, [8]]) {
  shift(8, 32).clusters(blocks)(x, y);
  show(y);
}
console.log(shift(8, 32).clusters([4, 1, 1]).toString());

// Or the kernel declares them.
pairs(8, 1)(y);
show(y);
