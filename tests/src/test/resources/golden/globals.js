const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');

const n = 1000;
const x = cu.DeviceArray('float', n);
const y = cu.DeviceArray('float', n);
x.fill(2);
const apply = cu.buildkernel(source, 'apply(x: in pointer float, y: out pointer float, n: sint32)');
const launch = apply.forall(n);
launch(x, y, n);

// Variables are arrays. An access on the host waits for the kernels that use them, and they for it.
const weights = apply.global('filter::weights');
const applied = apply.global('filter::applied');
console.log(weights.dtype, weights.length, applied.dtype, applied.length);
console.log(`${y[1].toFixed(1)} ${applied[0]}`);
weights[1] = 0.25;
applied[0] = 0;
launch(x, y, n);
weights.fill(3);
launch(y, x, n);
console.log(`${y[0].toFixed(1)} ${y[1].toFixed(1)} ${x[1].toFixed(1)} ${applied[0]}`);
const values = cu.DeviceArray('float', 4);
values.copyFrom([4, 3, 2, 1]);
weights.copyFrom(values);
launch(y, x, n);
console.log(`${x[1].toFixed(1)} ${x[3].toFixed(1)}`);

// Kernels of one source share them.
const mark = cu.buildkernel(source, 'mark(which: sint32, value: sint32)');
const read = cu.buildkernel(source, 'read(out: out pointer double)');
mark.global('marks').fill(0);
mark(1, 1)(7, 200);
mark(1, 1)(0, 100);
const out = cu.DeviceArray('double', 1);
read(1, 1)(out);
console.log(`${out[0].toFixed(1)} ${read.global('total')[0].toFixed(1)}`);
const marks = read.global('marks', 'uchar');
console.log(marks[0], marks[7], marks.length);
const entry = mark.global('entry', 'int');
console.log(entry.length, entry[0]);

// Another block size, by dynamic shared memory; the smallest launch.
x[0] = 5;
apply.forall(1, 1024)(x, y, 1);
console.log(`${y[0].toFixed(1)} ${applied[0]}`);
