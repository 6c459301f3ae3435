const cu = Polyglot.eval('grcuda', 'CU');
const n = 10;
const values = cu.DeviceArray('int', n);

const addOne = cu.bind('libincrement.so',
    `cxx outer::inner::add_one(values: inout pointer sint32, n: sint32,
                               blocks: sint32, threads: sint32): sint32`);
const addTen = cu.bind('libincrement.so',
    'add_ten(values: inout pointer sint32, n: sint32, blocks: sint32, threads: sint32): sint32');
console.log(addOne(values, n, 32, 256), addTen(values, n, 32, 256), values[0], values[9]);

cu.bindall('host', 'libincrement.so', 'host.nidl');
console.log(cu.host.add_one(values, n, 2, 3), cu.host.add_ten(values, n, 2, 3), values[9]);

const kernelOne = cu.bindkernel('increment.ptx',
    'cxx outer::inner::add_one(values: inout pointer sint32, n: sint32)');
const kernelTen = cu.bindkernel('increment.ptx', 'add_ten(values: inout pointer sint32, n: sint32)');
kernelOne(32, 256)(values, n);
kernelTen(32, 256)(values, n);
console.log(values[0], values[9]);

cu.bindall('device', 'increment.ptx', 'kernels.nidl');
cu.device.add_one(32, 256)(values, n);
cu.device.add_ten(32, 256)(values, n);
console.log(values[0], Polyglot.eval('grcuda', 'device::add_ten')(1, 32)(values, n) === null, values[9]);

const bind = Polyglot.eval('grcuda', 'bind');
const saxpy = bind('libincrement.so',
    'saxpy(n: sint32, alpha: float, xs: in pointer float, ys: inout pointer float): void');
const xs = cu.DeviceArray('float', 3);
const ys = cu.DeviceArray('float', 3);
xs.copyFrom([1, 2, 3]);
ys.copyFrom([10, 20, 30]);
saxpy(3, 0.5, xs, ys);
console.log([...ys].join());
const nfi = bind('libincrement.so', 'add_ten', '(pointer, sint32, sint32, sint32): sint32');
console.log(nfi(values, n, 1, 1), values[0]);
