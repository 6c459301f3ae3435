const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const x = cu.DeviceArray('float', 3);
x.copyFrom([0.5, 1.25, -2]);
const report = cu.buildkernel(source, 'report(x: in pointer float, n: sint32, mark: char)');
console.log('before');
report(1, 1)(x, 3, 42);
cu.cudaDeviceSynchronize();
console.log('after');
