const cu = Polyglot.eval('grcuda', 'CU');
const yes = truth => truth ? 'yes' : 'no';

const devices = [...cu.getdevices()];
const count = cu.cudaGetDeviceCount();
console.log(yes(devices.length === count));
console.log(yes(String(count) === cu.getoptions().NumberOfGPUs));
console.log(yes(devices.every((device, i) => device.id === i)));
const p = devices[0].properties;
console.log(p.warpSize, p.maxThreadsPerBlock, p.maxBlockDimX, p.maxSharedMemoryPerBlock);
console.log(yes(p.totalDeviceMemory >= p.freeDeviceMemory), yes(p.freeDeviceMemory > 0));
console.log(yes(p.deviceName.length > 0), yes(cu.getdevice(0).property.warpSize === 32));
