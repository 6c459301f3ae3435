const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');

const show = (name, values) => console.log(name, [...values].map(String).join(' '));
const decimals = values => [...values].map(value => value.toFixed(2));
const parts = values => [...values].map(([re, im]) => `${re.toFixed(2)},${im.toFixed(2)}`);

const unsigned = ['uchar', 'ushort', 'uint', 'ulong'].map(type => cu.DeviceArray(type, 2));
for (const x of unsigned) {
  x.fill(0);
  x[1] = 100;
}
const countDown = cu.buildkernel(source,
    'countDown(bytes: inout pointer uint8, shorts: inout pointer uint16,'
    + ' ints: inout pointer uint32, longs: inout pointer uint64)');
countDown(1, 2)(...unsigned);
unsigned.forEach(x => show(x.dtype, x));

const half = cu.DeviceArray('half', 4);
half.copyFrom([1.5, -0.1, 40000, 1e-8]);
show('half', decimals(half));
cu.buildkernel(source, 'twice(x: inout pointer half)')(1, 2)(half);
show('half', decimals(half));

const flags = cu.DeviceArray('boolean', 3);
const inverted = cu.DeviceArray('boolean', 3);
flags.copyFrom([true, false, true]);
cu.buildkernel(source, 'invert(x: in pointer bool, y: out pointer bool)')(1, 3)(flags, inverted);
show('boolean', [...inverted].map(flag => flag ? 'yes' : 'no'));

const x = cu.DeviceArray('complex64', 3);
const y = cu.DeviceArray('complex128', 3);
const z = cu.DeviceArray('complex128', 3);
x.copyFrom([[1, 2], 3, [0, -1]]);
y.fill([0.5, 1]);
y[2] = [4, 4];
y[2][1] = -4;
const multiply = cu.buildkernel(
    source, 'multiply(x: in pointer float, y: in pointer double, z: out pointer double)');
multiply(1, 3)(x, y, z);
show('complex64', parts(x));
show('complex128', parts(z));
z.slice(0, 2).copyFrom(y.slice(1, 3));
show('complex128', parts(z));

const columns = cu.DeviceArray('complex64', 2, 2, 'F');
for (let i = 0; i < 2; i++) {
  for (let j = 0; j < 2; j++) {
    columns[i][j] = [i, j];
  }
}
const pairs = new Array(4).fill(null);
columns.copyTo(pairs);
show('memory', parts(pairs));
