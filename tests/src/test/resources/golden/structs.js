const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const show = values => console.log([...values].join(' '));

const line = cu.buildkernel(
    source, 'line(l: struct {slope: float, start: float, n: sint32}, y: out pointer float)');
const x = cu.DeviceArray('float', 6);
const y = cu.DeviceArray('float', 6);
line(1, 32)({slope: 2, start: 1, n: 6}, x);
show(x);
line(1, 32)([-1, 0.5, 3], x);
show(x);
const bytes = new ArrayBuffer(12);
new Float32Array(bytes).set([3, 10]);
new Int32Array(bytes)[2] = 2;
line(1, 32)(bytes, x);
show(x);

class Line {
  constructor(slope, start, n) {
    Object.assign(this, {slope, start, n});
  }
}

line(1, 32)(new Line(1, 0, 6), x);
const combine = cu.buildkernel(
    source,
    'combine(s: struct {to: struct {y: out pointer float, x: in pointer float},' +
        ' negative: char, n: sint16, factors: float[2]})');
combine(1, 32)({to: {y, x}, negative: 0, n: 6, factors: [2, 5]});
combine(1, 32)(new Map(Object.entries({to: [x, y], negative: 1, n: 4, factors: [1, 0]})));
show(y);
show(x);

const plain = cu.buildkernel(source, 'combine');
console.log(plain.signature);
const span = new DataView(new ArrayBuffer(32));
span.setBigUint64(0, BigInt(y.pointer), true);
span.setBigUint64(8, BigInt(x.pointer), true);
span.setInt16(18, 6, true);
span.setFloat32(20, 0.5, true);
span.setFloat32(24, 1, true);
plain(1, 32)(span.buffer);
show(y);

const n = 20000;
const turn = cu.buildkernel(source, 'turn(step: struct, x: inout pointer sint32, n: sint32)');
const many = cu.DeviceArray('int', n);
many.copyFrom(Int32Array.from({length: n}, (_, i) => i));
const step = new Int32Array([7, 0, 0, 5]);
turn(1, 256, 4 * n)(step, many, n);
turn(1, 256, 4 * n)(new Uint32Array([1, 0, 0, 2]), many, n);
console.log(many[0] - 12, many[n - 1] - 12);
