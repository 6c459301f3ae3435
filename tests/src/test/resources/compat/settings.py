import polyglot

options = polyglot.eval(language="grcuda", string="getoptions")()
for name in ["ExecutionPolicy", "DependencyPolicy", "RetrieveNewStreamPolicy",
             "RetrieveParentStreamPolicy", "InputPrefetch", "ForceStreamAttach", "MemAdvisePolicy",
             "EnableComputationTimers", "NumberOfGPUs", "DataThreshold"]:
    print(name, options["grcuda." + name])


def yes(truth):
    return str(truth).lower()


devices = polyglot.eval(language="grcuda", string="getdevices()")
device = polyglot.eval(language="grcuda", string="getdevice(0)")
count = polyglot.eval(language="grcuda", string="cudaGetDeviceCount()")
print(yes(len(devices) == count), device.id)
for each in devices:
    p = each.properties
    print(each.id, yes(len(p.deviceName) > 0), yes(p.multiProcessorCount > 0),
          yes(p.totalDeviceMemory >= p.freeDeviceMemory), yes(p.computeCapabilityMajor >= 3),
          each.property.warpSize)
