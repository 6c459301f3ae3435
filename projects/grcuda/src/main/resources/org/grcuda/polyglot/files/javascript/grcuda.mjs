// CUDA kernels and device arrays for JavaScript:
//
//     import { array, kernel } from 'grcuda';
//
// grcuda.d.ts, beside this file, declares and describes everything. A script that is no module finds
// the same names in the global `grcuda`.

/** The root namespace. */
export const cu = Polyglot.eval('grcuda', 'CU');

/** The classes of objects and errors, for instanceof. */
export const types = cu.types;
export const DeviceArray = cu.DeviceArray;
export const GrCudaError = types.GrCudaError;

const TYPED_ARRAYS = {
  Int8Array: 'byte',
  Uint8Array: 'uchar',
  Uint8ClampedArray: 'uchar',
  Int16Array: 'short',
  Uint16Array: 'ushort',
  Int32Array: 'int',
  Uint32Array: 'uint',
  BigInt64Array: 'long',
  BigUint64Array: 'ulong',
  Float16Array: 'half',
  Float32Array: 'float',
  Float64Array: 'double',
};

const fail = (name, message) => {
  throw new types[name](message);
};

const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

function describe(value) {
  return typeof value === 'string' ? `the string '${value}'` : String(value);
}

/** The shape of nested arrays, by the first of each; copyFrom checks the others. */
function shapeOf(data) {
  const shape = [];
  for (let part = data; isList(part); part = part[0]) {
    if (part.length === 0) {
      fail('ValueError', 'array: an array has at least one element in every dimension');
    }
    shape.push(part.length);
  }
  return shape;
}

function typeOf(data) {
  let first = data;
  while (isList(first)) {
    const name = TYPED_ARRAYS[first.constructor?.name];
    if (name || first instanceof DeviceArray) {
      return name ?? first.dtype;
    }
    first = first[0];
  }
  switch (typeof first) {
    case 'number':
      return 'double';
    case 'bigint':
      return 'long';
    case 'boolean':
      return 'boolean';
    default:
      return fail('TypeError', `array: expected numbers, given ${describe(first)}`);
  }
}

function listOf(data) {
  if (isList(data)) {
    return data;
  }
  if (data === null || data === undefined || typeof data === 'string' || !data[Symbol.iterator]) {
    fail('TypeError', `array: expected numbers in an array or an iterable, given ${describe(data)}`);
  }
  return [...data];
}

export function array(data, dtype = undefined, order = 'C') {
  if (data instanceof DeviceArray && (dtype === undefined || dtype === data.dtype)) {
    const copy = emptyLike(data);
    copy.copyFrom(data);
    return copy;
  }
  const list = listOf(data);
  const shape = list instanceof DeviceArray ? [...list.shape] : shapeOf(list);
  const type = dtype ?? typeOf(list);
  const isComplex = types.elementType(type).startsWith('complex');
  const result = cu.DeviceArray(type, ...(isComplex ? shape.slice(0, -1) : shape), order);
  result.copyFrom(list instanceof DeviceArray ? toArray(list) : list);
  return result;
}

export function empty(shape, dtype = 'double', order = 'C') {
  return cu.DeviceArray(dtype, ...(Array.isArray(shape) ? shape : [shape]), order);
}

export function full(shape, value, dtype = typeOf(value), order = 'C') {
  const result = empty(shape, dtype, order);
  result.fill(value);
  return result;
}

export const zeros = (shape, dtype = 'double', order = 'C') => full(shape, 0, dtype, order);
export const ones = (shape, dtype = 'double', order = 'C') => full(shape, 1, dtype, order);
export const emptyLike = (other) => empty([...other.shape], other.dtype, other.order);
export const zerosLike = (other) => zeros([...other.shape], other.dtype, other.order);

export function arange(start, stop = undefined, step = 1, dtype = 'double') {
  const [from, to] = stop === undefined ? [0, start] : [start, stop];
  const length = Math.ceil((to - from) / step);
  if (!(length >= 1 && length < Infinity)) {
    fail('ValueError', `arange from ${from} to ${to} by ${step}: an array has at least one element`);
  }
  return array(Array.from({ length }, (_, i) => from + i * step), dtype);
}

export function linspace(start, stop, num = 50, dtype = 'double') {
  const step = num > 1 ? (stop - start) / (num - 1) : 0;
  return array(Array.from({ length: num }, (_, i) => (i === num - 1 && i > 0 ? stop : start + i * step)), dtype);
}

export const loadtxt = (path, options = {}) => cu.loadtxt(path, options);
export const savetxt = (path, data, options = {}) => void cu.savetxt(path, data, options);
export const load = (path) => cu.load(path);
export const save = (path, data) => void cu.save(path, data);
export const fromfile = (path, dtype = 'double', count = -1, offset = 0) => cu.fromfile(path, dtype, count, offset);
export const tofile = (path, data) => void cu.tofile(path, data);

export function toArray(deviceArray) {
  const nested = deviceArray.shape.length > 1 || deviceArray.dtype.startsWith('complex');
  return Array.from(deviceArray, nested ? (row) => (typeof row === 'object' ? toArray(row) : row) : undefined);
}

const VIEWS = {
  byte: Int8Array,
  char: Int8Array,
  uchar: Uint8Array,
  short: Int16Array,
  ushort: Uint16Array,
  int: Int32Array,
  uint: Uint32Array,
  long: BigInt64Array,
  ulong: BigUint64Array,
  float: Float32Array,
  double: Float64Array,
};

export function typedView(deviceArray) {
  const View = VIEWS[deviceArray.dtype];
  return View
    ? new View(deviceArray)
    : fail('TypeError', `typedView: no typed array has elements of type ${deviceArray.dtype}`);
}

export function kernel(source, signature, ...rest) {
  return cu.buildkernel(source, signature, ...rest);
}

/** An array as kernels read it by coordinates. */
export const Texture = (x, options = {}) => cu.Texture(x, options);

/** An array as kernels read and write it by coordinates. */
export const Surface = (x, options = {}) => cu.Surface(x, options);

export const buildkernel = kernel;
export const host = cu.hostEndpoint;
export const Router = (type, policy, sources, targets, options = {}) =>
  cu.Router(type, policy, sources, targets, options);
export const DistributedArray = (type, ...rest) => cu.DistributedArray(type, ...rest);
export const endpoints = (n) => [...cu.endpoints(n)];
export const arrivals = (...receivers) => cu.arrivals(...receivers);

export function Link(type, source, target, { buffers = 2, ...options } = {}) {
  const router = cu.Router(type, 'direct', source, target, options);
  return { sender: router.sender(source), receiver: router.receiver(target, { buffers }) };
}

export const synchronize = () => void cu.cudaDeviceSynchronize();
export const synchronizeAsync = () => cu.synchronizeAsync().then(() => undefined);
export const devices = () => [...cu.getdevices()];

export function withDevice(ordinal, action) {
  const previous = cu.cudaGetDevice();
  cu.cudaSetDevice(ordinal);
  try {
    return action();
  } finally {
    cu.cudaSetDevice(previous);
  }
}

export default cu;
