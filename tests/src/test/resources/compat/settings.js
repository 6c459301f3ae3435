const options = Polyglot.eval('grcuda', 'getoptions')();
for (const name of ['ExecutionPolicy', 'DependencyPolicy', 'RetrieveNewStreamPolicy',
  'RetrieveParentStreamPolicy', 'InputPrefetch', 'ForceStreamAttach', 'MemAdvisePolicy',
  'EnableComputationTimers', 'NumberOfGPUs', 'DataThreshold']) {
  console.log(name, options.get('grcuda.' + name));
}
const devices = Polyglot.eval('grcuda', 'getdevices()');
const device = Polyglot.eval('grcuda', 'getdevice(0)');
console.log(devices.length === Polyglot.eval('grcuda', 'cudaGetDeviceCount()'), device.id);
for (const each of devices) {
  const { deviceName, multiProcessorCount, totalDeviceMemory, freeDeviceMemory } = each.properties;
  console.log(each.id, deviceName.length > 0, multiProcessorCount > 0,
      totalDeviceMemory >= freeDeviceMemory, each.properties.computeCapabilityMajor >= 3,
      each.property.warpSize);
}
