import polyglot


def grcuda(name):
    return polyglot.eval(language="grcuda", string=name)


def join(array):
    return ",".join("%g" % v for v in array)


cu = grcuda("CU")
kernel = cu.buildkernel("""
extern "C" __global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] *= 2;
  }
}""", "twice", "pointer, sint32")

stream = grcuda("cudaStreamCreate")()
start, end = grcuda("cudaEventCreate")(), grcuda("cudaEventCreate")()
x = grcuda("float[4]")
x.copyFrom([1, 2, 3, 4])
cu.cudaStreamAttachMemAsync(stream, x)
cu.cudaEventRecord(start, stream)
kernel(1, 32, stream)(x, 4)
kernel(1, 32, 0, stream)(x, 4)
cu.cudaEventRecord(end, stream)
other = cu.cudaStreamCreate()
cu.cudaStreamWaitEvent(other, end)
kernel(1, 32, other)(x, 4)
cu.cudaStreamSynchronize(stream)
cu.cudaStreamSynchronize(other)
print(join(x), str(cu.cudaEventElapsedTime(start, end) >= 0).lower())
cu.cudaEventDestroy(start)
cu.cudaEventDestroy(end)
cu.cudaStreamDestroy(stream)
cu.cudaStreamDestroy(other)

memory = grcuda("cudaMalloc(16)")
y = cu.DeviceArray("float", 4)
cu.cudaMemcpy(memory, x, 16, 3)
kernel(1, 32)(memory, 4)
cu.cudaMemcpy(y, memory, 16, 3)
print(join(y))
y.copyTo(memory, 2)
x.copyFrom(memory, 2)
print(join(x))
grcuda("cudaFree")(memory)
cu.cudaFree(cu.cudaMallocManaged(100))

grcuda("cudaProfilerStart")()
grcuda("cudaProfilerStop")()
device = grcuda("getdevice(0)")
device.setCurrent()
print(str(device.isCurrent()).lower(), cu.cudaGetDevice(), cu.cudaGetErrorString(0))
cu.cudaSetDevice(0)
cu.cudaDeviceSynchronize()
