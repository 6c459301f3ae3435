// Device arrays as JavaScript arrays; the module grcuda.
import cu, { array, kernel, toArray, typedView, types, DeviceArray, GrCudaError } from 'grcuda';
import * as grcuda from 'grcuda';

const x = array(new Float32Array([1, 2, 3, 4]));
const m = array([[1, 2], [3, 4]], 'int');

const scope = { x, m, grcuda, cu, toArray, typedView, DeviceArray, types };
function show(...expressions) {
  for (const expression of expressions) {
    const f = new Function(...Object.keys(scope), `return ${expression}`);
    console.log(expression, '->', f(...Object.values(scope)));
  }
}

console.log('-- arrays');
show('x', 'String(m)', 'x + ""', '[...x]', 'x.length', 'x.at(-1)', 'x[9 - 10]', 'Array.isArray(x)', 'JSON.stringify({ x })',
  'x.map((v) => v * 2)', 'x.includes(3)', 'x.join("|")', 'x.reduce((a, b) => a + b)', 'Math.max(...x)', 'Array.from(x)',
  '[...m].map((row) => row[0])', 'm.view([0, 2], 1)', 'x.slice(-2)', 'x.slice(0, -1)', 'x.slice(0, 4, 2)');
const [first, ...rest] = x;
console.log(first, rest);
let sum = 0;
for (const v of x) {
  sum += v;
}
console.log('sum', sum);

console.log('-- without a copy');
const view = typedView(x);
view[0] = 10;
x[1] = 20;
console.log(view, x, new Float32Array(m[0].length).length);
show('new Int32Array(m)', 'typedView(m)');

console.log('-- constructors');
show('grcuda.array([1, 2])', 'grcuda.array([1n, 2n])', 'grcuda.array([true])', 'grcuda.array(new Set([1, 2]))',
  'grcuda.array(x)', 'grcuda.array(x, "int")', 'grcuda.array([[[1, 2]], [[3, 4]]], "complex64")',
  'grcuda.array([new Float32Array([1, 2]), new Float32Array([3, 4])])', 'grcuda.array([[1, 2], [3, 4]], "float", "F")',
  'grcuda.zeros(2)', 'grcuda.zeros([2, 2], "int")', 'grcuda.zeros(1, "complex64")', 'grcuda.ones(2, "uchar")',
  'grcuda.full(2, true)', 'grcuda.arange(3)', 'grcuda.arange(1, 2, 0.5, "float")', 'grcuda.zerosLike(m)',
  'new cu.DeviceArray("short", 2).dtype', 'toArray(m)', 'toArray(grcuda.zeros(2, "complex64"))');

console.log('-- classes');
show('x instanceof DeviceArray', 'x instanceof cu.DeviceArray', '[] instanceof DeviceArray', 'm[0] instanceof types.DeviceArray',
  'types.display(m)', 'cu === grcuda.cu', 'cu', 'cu.getdevices', 'x.fill');
const square = kernel(`
  extern "C" __global__ void square(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= x[i];
  }`, 'square(x: inout pointer float, n: sint32)');
square(1, 32)(x, x.length);
grcuda.synchronize();
console.log(view, square, square instanceof types.Kernel, grcuda.devices().length);

console.log('-- copies');
x.copyFrom((function* () { for (let i = 0; ; i++) yield i; })());
console.log(x);
const nested = [[0, 0], [0, 0]];
m.copyTo(nested);
console.log(nested);

console.log('-- errors');
const cases = [
  'x[4]', 'x[0] = "a"', 'x.push(1)', 'x.slice(1, 9)', 'x.foo()', 'm[0] = 1', 'm.copyFrom([[1, 2], [3]])', 'm.copyFrom([[1, 2], 3])',
  'm.view(0, 2)', 'm.view(0, 0, 0)', 'm.view([0, 1, 2, 3])', 'x.copyFrom(new Set([1]))', 'new DeviceArray("flot", 1)',
  'new cu.getdevices()', 'grcuda.array("abc")', 'grcuda.array([])', 'grcuda.array(["a"])', 'grcuda.array([[1], [2, 3]])',
  'grcuda.arange(0)', 'typedView(grcuda.zeros(1, "half"))', 'grcuda.kernel("")'];
for (const code of cases) {
  try {
    new Function(...Object.keys(scope), code)(...Object.values(scope));
    console.log(code, '-> no error');
  } catch (e) {
    const kind = Object.keys(types).find((name) => name !== 'GrCudaError' && name.endsWith('Error') && e instanceof types[name]);
    console.log(code, '->', e.constructor.name, kind, e instanceof GrCudaError, e.message);
  }
}
try {
  throw new types.ValueError('of my own');
} catch (e) {
  console.log(e.message, e instanceof types.ValueError, e instanceof types.IndexError, e instanceof Error);
}
