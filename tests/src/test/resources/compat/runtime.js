const grcuda = name => Polyglot.eval('grcuda', name);
const cu = grcuda('CU');
const kernel = cu.buildkernel(`
extern "C" __global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] *= 2;
  }
}`, 'twice', 'pointer, sint32');

const stream = grcuda('cudaStreamCreate')();
const [start, end] = [grcuda('cudaEventCreate')(), grcuda('cudaEventCreate')()];
const x = grcuda('float[4]');
x.copyFrom([1, 2, 3, 4]);
cu.cudaStreamAttachMemAsync(stream, x);
cu.cudaEventRecord(start, stream);
kernel(1, 32, stream)(x, 4);
kernel(1, 32, 0, stream)(x, 4);
cu.cudaEventRecord(end, stream);
const other = cu.cudaStreamCreate();
cu.cudaStreamWaitEvent(other, end);
kernel(1, 32, other)(x, 4);
cu.cudaStreamSynchronize(stream);
cu.cudaStreamSynchronize(other);
console.log([...x].join(), cu.cudaEventElapsedTime(start, end) >= 0);
cu.cudaEventDestroy(start);
cu.cudaEventDestroy(end);
cu.cudaStreamDestroy(stream);
cu.cudaStreamDestroy(other);

const memory = grcuda('cudaMalloc(16)');
const y = cu.DeviceArray('float', 4);
cu.cudaMemcpy(memory, x, 16, 3);
kernel(1, 32)(memory, 4);
cu.cudaMemcpy(y, memory, 16, 3);
console.log([...y].join());
y.copyTo(memory, 2);
x.copyFrom(memory, 2);
console.log([...x].join());
grcuda('cudaFree')(memory);
cu.cudaFree(cu.cudaMallocManaged(100));

grcuda('cudaProfilerStart')();
grcuda('cudaProfilerStop')();
const device = grcuda('getdevice(0)');
device.setCurrent();
console.log(device.isCurrent(), cu.cudaGetDevice(), cu.cudaGetErrorString(0));
cu.cudaSetDevice(0);
cu.cudaDeviceSynchronize();
