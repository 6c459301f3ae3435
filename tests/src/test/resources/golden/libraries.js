const cu = Polyglot.eval('grcuda', 'CU');
const text = a => [...a].join(' ');
const of = (type, values) => {
  const array = cu.DeviceArray(type, values.length);
  array.copyFrom(values);
  return array;
};

// As a program of GrCUDA calls it: enumerators as integers, factors in device arrays.
const x = of('float', [1, 2, 3, 4]);
const y = of('float', [10, 20, 30, 40]);
const alpha = of('float', [2]);
const beta = of('float', [0]);
const saxpy = Polyglot.eval('grcuda', 'BLAS::cublasSaxpy');
console.log(saxpy(4, alpha, x, 1, y, 1), text(y));
Polyglot.eval('grcuda', 'BLAS::cublasSaxpy_v2')(4, alpha, x, 1, y, -1);
console.log(text(y));
const m = cu.DeviceArray('float', 2, 3, 'F');
for (let i = 0; i < 2; i++) {
  for (let j = 0; j < 3; j++) {
    m[i][j] = 10 * i + j;
  }
}
const z = cu.DeviceArray('float', 2);
cu.BLAS.cublasSgemv(0, 2, 3, alpha, m, 2, x, 1, beta, z, 1);
console.log(text(z));
const square = cu.DeviceArray('float', 9);
cu.BLAS.cublasSgemm(1, 0, 3, 3, 2, alpha, m, 2, m, 2, beta, square, 3);
console.log(text(square));

// Factors as numbers; complex ones as lists of two.
const d = of('double', [3, 4]);
const result = cu.DeviceArray('double', 2);
cu.BLAS.cublasDscal(2, 0.5, d, 1);
cu.BLAS.cublasDnrm2(2, d, 1, result);
console.log(text(d), result[0]);
const c = cu.DeviceArray('complex64', 2);
c[0].copyFrom([1, 2]);
c[1].copyFrom([3, -1]);
cu.BLAS.cublasCscal(2, [0, 1], c, 1);
console.log(text(c[0]), text(c[1]));
cu.BLAS.cublasZdotc(1, d, 1, d, 1, result);
console.log(text(result));
const batches = of('double', [1, 2, 3, 4, 5, 6, 7, 8]);
const products = cu.DeviceArray('double', 8);
cu.BLAS.cublasDgemmStridedBatched(
    0, 0, 2, 2, 2, 1, batches, 2, 4, batches, 2, 4, 0, products, 2, 4, 2);
console.log(text(products));

// Sparse matrices, in both formats.
const rows = of('int', [0, 0, 1]);
const columns = of('int', [0, 2, 1]);
const values = of('float', [1, 2, 3]);
const starts = cu.DeviceArray('int', 3);
cu.SPARSE.cusparseXcoo2csr(rows, 3, 2, starts, 0);
console.log(text(starts));
cu.SPARSE.cusparseSpMV(
    0, alpha, 2, 3, 3, rows, columns, values, 2, 0, 0, x, 0, beta, z, 0, 0);
console.log(text(z));
cu.SPARSE.cusparseSpMV(
    0, alpha, 2, 3, 3, starts, columns, values, 2, 0, 0, x, 0, beta, z, 0, 1);
console.log(text(z));
cu.SPARSE.cusparseSpMM(
    0, 0, 1, 2, 3, 3, starts, columns, values, 2, 0, 0, 2, m, 3, 0, square, 2, 1, 0, 1);
console.log(text(square.slice(0, 4)));
const positions = of('int', [2, 0]);
cu.SPARSE.cusparseSgemvi(0, 2, 3, alpha, m, 2, 2, x, positions, beta, z, 0, 'S');
console.log(text(z));
console.log(Object.keys(cu.ML).join(' '));

// Algorithms over whole arrays.
const keys = of('int', [5, -3, 9, 0, -3]);
const places = of('int', [0, 1, 2, 3, 4]);
const sortedKeys = cu.DeviceArray('int', 5);
const sortedPlaces = cu.DeviceArray('int', 5);
cu.CUB.DeviceRadixSortSortPairs(keys, sortedKeys, places, sortedPlaces, 5);
console.log(text(sortedKeys), '/', text(sortedPlaces));
const total = cu.DeviceArray('long', 1);
cu.CUB.DeviceReduceSum(keys, total, 5);
cu.CUB.DeviceScanInclusiveSum(keys, sortedKeys, 5);
console.log(text(total), '/', text(sortedKeys));
