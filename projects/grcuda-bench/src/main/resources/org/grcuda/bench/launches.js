// Loops of launches for LaunchBenchmark. The file evaluates to the function that makes them.

((source, touchSignature, addSignature, n) => {
  const cu = Polyglot.eval('grcuda', 'CU');
  const touch = cu.buildkernel(source, touchSignature);
  const add = cu.buildkernel(source, addSignature);
  const [x, y, z] = [cu.DeviceArray('float', n), cu.DeviceArray('float', n), cu.DeviceArray('float', n)];
  const touchOnce = touch(4, 256);
  const addOnce = add(4, 256);
  return [
    launches => {
      for (let i = 0; i < launches; i++) touchOnce(x);
    },
    launches => {
      for (let i = 0; i < launches; i++) touch(4, 256)(x);
    },
    launches => {
      for (let i = 0; i < launches; i++) addOnce(x, y, z, n);
    },
    launches => {
      for (let i = 0; i < launches; i++) add(4, 256)(x, y, z, n);
    },
  ];
})
