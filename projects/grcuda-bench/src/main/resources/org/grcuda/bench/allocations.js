// Loops that make arrays and drop them, for AllocationBenchmark. The file evaluates to the function
// that makes the loops.

((source, signature, n) => {
  const cu = Polyglot.eval('grcuda', 'CU');
  const touch = cu.buildkernel(source, signature)(1, 128);
  return [
    arrays => {
      for (let i = 0; i < arrays; i++) cu.DeviceArray('float', n);
    },
    arrays => {
      for (let i = 0; i < arrays; i++) touch(cu.DeviceArray('float', n), n);
    },
  ];
})
