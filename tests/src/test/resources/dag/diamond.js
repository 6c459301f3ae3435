const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const next = cu.buildkernel(source, 'next', 'const pointer, pointer, sint32');
const sum = cu.buildkernel(source, 'sum', 'const pointer, const pointer, pointer, sint32');

const x = cu.DeviceArray('int', 8);
const y = cu.DeviceArray('int', 9);
const z = cu.DeviceArray('int', 2, 4);
x.fill(1);
next(1, 8)(x, y, 8);
next(1, 8)(x, z, 8);
sum(1, 8)(y, z, x, 8);
next(1, 8)(x.slice(0, 4), z[1], 4);
y.fill(0);
x.copyFrom(z[0], 4);
y.free();
