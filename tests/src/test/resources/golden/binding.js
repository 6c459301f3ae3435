const cu = Polyglot.eval('grcuda', 'CU');
const folder = Polyglot.import('folder');
const file = folder + '/binding.ptx';

const n = 100;
const x = cu.DeviceArray('int', n);
const y = cu.DeviceArray('int', n);
const result = cu.DeviceArray('int', 1);
x.copyFrom([...Array(n).keys()]);

// NIDL, with a C++ name; name and NFI; name alone; one of two kernels of a name by its types.
const add = cu.bindkernel(
  file,
  'cxx tools::ints::add(x: inout pointer sint32, amount: sint32, n: sint32)',
);
const total = cu.bindkernel(file, 'sum', 'const pointer, pointer, sint32');
const bare = cu.bindkernel(file, 'sum');
const scale = cu.bindkernel(
  file,
  'cxx tools::scale(x: in pointer sint32, y: out pointer sint32, factor: sint32, n: sint32)',
);
add.forall(n)(x, 1, n);
result.fill(0);
total(1, 32)(x, result, n);
bare(1, 32)(x, result, n);
console.log(add.name, total.name, result[0]);
scale(4, 32)(x, y, -2, n);
console.log(y[0], y[99]);
console.log(bare.signature);

// A file is one module.
const other = cu.bindkernel(file, 'tools::ints::add');
other(4, 32)(x, 1, n);
console.log(add.global('calls')[0], other.launchCount);

// All that a NIDL file declares, in a namespace of one's own.
cu.bindall('my::tools', file, folder + '/binding.nidl');
const a = cu.DeviceArray('float', n);
const b = cu.DeviceArray('float', n);
a.fill(1.5);
cu.my.tools.scale(4, 32)(a, b, 3, n);
cu.my.tools.add(4, 32)(x, 1, n);
result.fill(0);
Polyglot.eval('grcuda', 'CU::my::tools::sum')(1, 32)(x, result, n);
console.log(`${b[99].toFixed(1)} ${result[0]} ${add.global('calls')[0]}`);
