import polyglot

cu = polyglot.eval(language="grcuda", string="CU")


def yes(truth):
    return "yes" if truth else "no"


devices = cu.getdevices()
count = cu.cudaGetDeviceCount()
print(yes(len(devices) == count))
print(yes(str(count) == cu.getoptions().NumberOfGPUs))
print(yes([d.id for d in devices] == list(range(count))))
p = devices[0].properties
print(p.warpSize, p.maxThreadsPerBlock, p.maxBlockDimX, p.maxSharedMemoryPerBlock)
print(yes(p.totalDeviceMemory >= p.freeDeviceMemory), yes(p.freeDeviceMemory > 0))
print(yes(len(p.deviceName) > 0), yes(cu.getdevice(0).property.warpSize == 32))
