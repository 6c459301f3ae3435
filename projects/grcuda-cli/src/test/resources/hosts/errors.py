# Errors as Python's own exceptions.
import grcuda

cu = grcuda.cu
x = grcuda.zeros(5, grcuda.float32)
m = grcuda.zeros((3, 4), grcuda.int32)
k = grcuda.kernel('extern "C" __global__ void set(float *x, int v) { x[threadIdx.x] = v; }',
                  "set(x: out pointer float, v: sint32)")
freed = grcuda.zeros(2)
freed.free()

CASES = """
x[5]
x[-6]
x[5] = 1
x[2**64]
x[2**64] = 1
x['a']
x[1.5]
x[::-1]
x[0] = 'a'
x[0] = 1j
x[1:3] = [1, 2, 3]
x[1:3] = 'ab'
m[3]
m[0, 4]
m[0, 0, 0]
m[0] = [1, 2]
m[0] = 'abcd'
m[0, 0] = 0.5
m[0:2] = [[1, 2, 3, 4], [1, 2]]
m.copyFrom([[1, 2, 3, 4]] * 2)
m.copyFrom([[1, 2, 3, 4], 5, 6])
m.view(0, 0, 0)
m.view([0, 1, 0])
x.slice(0, 9)
x.append(1)
del x[0]
x + 1
x += 1
x.fill('a')
x.lenght
x.max()
x.map
grcuda.DeviceArray()
grcuda.DeviceArray("flot", 2)
x.copyFrom(5)
x.copyFrom({1, 2})
freed[0]
cu.DeviceArry('float', 5)
cu.BLAS.foo
cu.DeviceArray('flot', 5)
cu.DeviceArray('float', 0)
cu.buildkernel('x')
cu.buildkernel('__global__ void f() { undeclared; }', 'f')
cu.buildkernel('', 'f')
k(1)
k(0, 1)
k(1, 1)(x)
k(1, 1)(m, 1)
k(1, 4096)(x, 1)
cu.getdevice(99)
grcuda.array([])
grcuda.array('abc')
grcuda.array(['a'])
grcuda.array([[1, 2], [3]])
grcuda.array([300], grcuda.int8)
grcuda.array([1], 5)
grcuda.zeros(0)
grcuda.arange(0)
grcuda.arange(0, 5, 0)
grcuda.foo
grcuda._objects.polyglot.eval(language='grcuda', string='float[')
"""

for case in CASES.strip().splitlines():
    try:
        exec(case, globals())
        print(case, "-> no error")
    except Exception as e:
        kinds = [c.__name__ for c in (IndexError, TypeError, ValueError, LookupError, RuntimeError, AttributeError,
                                      grcuda.GrCudaError) if isinstance(e, c)]
        print(case, "->", type(e).__name__, kinds, str(e).splitlines()[0])
k(1, 5)(x, 3)
print(x)

# The message and the class of an error that comes straight from the language.
try:
    grcuda._objects._execute(cu.getdevices, 1)
except TypeError as e:
    print(type(e), repr(e), e)
