const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const add = cu.buildkernel(source, 'add', 'pointer, sint32, sint32');
const square = cu.buildkernel(source, 'square', 'const pointer, pointer, sint32');
const say = (...values) => console.log(values.join(' '));
const show = array => say([...array].join(' '));

// Streams order their own work; data orders the rest.
const x = cu.DeviceArray('int', 6);
const y = cu.DeviceArray('int', 6);
const s = cu.cudaStreamCreate();
const t = cu.cudaStreamCreate();
x.fill(1);
add(1, 32, s)(x, 2, 6);
square(1, 32, 0, t)(x, y, 6);
add(1, 32, s)(x, 1, 6);
show(y);
show(x);

// Events: waiting, and time.
const start = cu.cudaEventCreate();
const end = cu.cudaEventCreate();
cu.cudaEventRecord(start, s);
add(1, 32, s)(x, 5, 6);
cu.cudaEventRecord(end, s);
cu.cudaStreamWaitEvent(t, end);
square(1, 32, t)(x, y, 6);
cu.cudaStreamSynchronize(t);
say(cu.cudaEventQuery(end), cu.cudaEventElapsedTime(start, end) >= 0);
show(y);

// Memory by address, with no array around it.
const p = cu.cudaMalloc(24);
cu.cudaMemcpy(p, x, 24);
add(1, 32)(p, 100, 6);
add(1, 32, s)(p.pointer + 8, 1000, 2);
add(1, 32, t)(x.pointer + 16, 7, 2);
cu.cudaMemcpyAsync(y, p, 24, t);
show(y);
show(x);
cu.cudaMemset(p.at(8), 0, 8);
cu.cudaMemcpy(y, p, 24, 3);
show(y);
cu.cudaFree(p);
say(p.isMemoryFreed);

// Hints change nothing.
cu.cudaMemPrefetchAsync(x, x.nbytes, 0, s);
cu.cudaMemAdvise(x, x.nbytes, 1, 0);
cu.cudaStreamAttachMemAsync(s, x);
cu.cudaMemPrefetchAsync(x, x.nbytes, -1);
show(x);

// Devices are current for one thread, and own the streams made meanwhile.
const last = cu.cudaGetDeviceCount() - 1;
cu.getdevice(last).setCurrent();
say(cu.getdevice(last).isCurrent(), cu.cudaGetDevice() === last, cu.cudaStreamCreate().device === last);
cu.cudaSetDevice(0);
say(cu.cudaDeviceGetAttribute('warpSize', last), cu.cudaDeviceGetAttribute(10, 0), cu.cudaGetErrorString(700));
say(cu.cudaDeviceCanAccessPeer(0, 0), cu.cudaMemGetInfo().free > 0);
cu.cudaProfilerStart();
cu.cudaProfilerStop();

// Destroying keeps the work; a reset keeps nothing but kernels.
add(1, 32, s)(x, 1, 6);
cu.cudaStreamDestroy(s);
show(x);
cu.cudaEventDestroy(start);
cu.cudaDeviceReset();
say(x.isMemoryFreed, t.isDestroyed);
const z = cu.DeviceArray('int', 2);
z.fill(4);
add(1, 32)(z, 1, 2);
show(z);
