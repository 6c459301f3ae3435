import polyglot

cu = polyglot.eval(language="grcuda", string="CU")


def text(a):
    return " ".join("%g" % v for v in a)


def of(type, values):
    array = cu.DeviceArray(type, len(values))
    array.copyFrom(values)
    return array


# As a program of GrCUDA calls it: enumerators as integers, factors in device arrays.
x = of("float", [1, 2, 3, 4])
y = of("float", [10, 20, 30, 40])
alpha = of("float", [2])
beta = of("float", [0])
saxpy = polyglot.eval(language="grcuda", string="BLAS::cublasSaxpy")
print(saxpy(4, alpha, x, 1, y, 1), text(y))
polyglot.eval(language="grcuda", string="BLAS::cublasSaxpy_v2")(4, alpha, x, 1, y, -1)
print(text(y))
m = cu.DeviceArray("float", 2, 3, "F")
for i in range(2):
    for j in range(3):
        m[i][j] = 10 * i + j
z = cu.DeviceArray("float", 2)
cu.BLAS.cublasSgemv(0, 2, 3, alpha, m, 2, x, 1, beta, z, 1)
print(text(z))
square = cu.DeviceArray("float", 9)
cu.BLAS.cublasSgemm(1, 0, 3, 3, 2, alpha, m, 2, m, 2, beta, square, 3)
print(text(square))

# Factors as numbers; complex ones as lists of two, or as Python's own.
d = of("double", [3, 4])
result = cu.DeviceArray("double", 2)
cu.BLAS.cublasDscal(2, 0.5, d, 1)
cu.BLAS.cublasDnrm2(2, d, 1, result)
print(text(d), result[0])
c = cu.DeviceArray("complex64", 2)
c[0].copyFrom([1, 2])
c[1].copyFrom([3, -1])
cu.BLAS.cublasCscal(2, [0, 1], c, 1)
cu.BLAS.cublasCscal(2, 0.5j, c, 1)
cu.BLAS.cublasCscal(2, -2j, c, 1)
print(text(c[0]), text(c[1]))
cu.BLAS.cublasZdotc(1, d, 1, d, 1, result)
print(text(result))
batches = of("double", [1, 2, 3, 4, 5, 6, 7, 8])
products = cu.DeviceArray("double", 8)
cu.BLAS.cublasDgemmStridedBatched(
    0, 0, 2, 2, 2, 1, batches, 2, 4, batches, 2, 4, 0, products, 2, 4, 2
)
print(text(products))

# Sparse matrices, in both formats.
rows = of("int", [0, 0, 1])
columns = of("int", [0, 2, 1])
values = of("float", [1, 2, 3])
starts = cu.DeviceArray("int", 3)
cu.SPARSE.cusparseXcoo2csr(rows, 3, 2, starts, 0)
print(text(starts))
cu.SPARSE.cusparseSpMV(0, alpha, 2, 3, 3, rows, columns, values, 2, 0, 0, x, 0, beta, z, 0, 0)
print(text(z))
cu.SPARSE.cusparseSpMV(0, alpha, 2, 3, 3, starts, columns, values, 2, 0, 0, x, 0, beta, z, 0, 1)
print(text(z))
cu.SPARSE.cusparseSpMM(
    0, 0, 1, 2, 3, 3, starts, columns, values, 2, 0, 0, 2, m, 3, 0, square, 2, 1, 0, 1
)
print(text(square.slice(0, 4)))
positions = of("int", [2, 0])
cu.SPARSE.cusparseSgemvi(0, 2, 3, alpha, m, 2, 2, x, positions, beta, z, 0, "S")
print(text(z))
print(" ".join(sorted((n for n in dir(cu.ML) if n.startswith("cuml")), reverse=True)))

# Algorithms over whole arrays.
keys = of("int", [5, -3, 9, 0, -3])
places = of("int", [0, 1, 2, 3, 4])
sorted_keys = cu.DeviceArray("int", 5)
sorted_places = cu.DeviceArray("int", 5)
cu.CUB.DeviceRadixSortSortPairs(keys, sorted_keys, places, sorted_places, 5)
print(text(sorted_keys), "/", text(sorted_places))
total = cu.DeviceArray("long", 1)
cu.CUB.DeviceReduceSum(keys, total, 5)
cu.CUB.DeviceScanInclusiveSum(keys, sorted_keys, 5)
print(text(total), "/", text(sorted_keys))
