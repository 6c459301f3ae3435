const cu = Polyglot.eval('grcuda', 'CU');
const text = values => [...values].join(',');

const x = cu.DeviceArray('float', 4);
x.copyFrom([1, 2.5, -3, 4]);
console.log(text(x));

x.copyFrom(new Float32Array([8, 7, 6, 5]));
console.log(text(x));

const y = cu.DeviceArray('float', 4);
y.copyFrom(x);
x[0] = 0;
console.log(text(y));

y.copyFrom(new Float32Array([1, 1, 1, 1]), 2);
console.log(text(y));

const back = new Float32Array(4);
y.copyTo(back);
console.log(text(back));
const values = [0, 0, 0];
y.copyTo(values, 3);
console.log(text(values));

x.slice(1, 3).copyTo(y.slice(2, 4));
console.log(text(y));

const m = cu.DeviceArray('double', 2, 3);
m.copyFrom(new Float64Array([1, 2, 3, 4, 5, 6]));
m[0].copyFrom(m[1]);
console.log(text(m[0]), text(m[1]));

const b = cu.DeviceArray('uchar', 3);
b.copyFrom(new Uint8Array([1, 2, 255]));
console.log(text(b));
