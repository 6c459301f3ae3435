const arrays = [
    "float[3]",
    " int [ 2 ] [ 3 + 1 ] ",
    "double[2 * (1 + 2)]",
    "char[17 / 5][17 % 5]",
    "long[0x10]",
    "DeviceArray(\"int\", 100)",
    "DeviceArray('short', 2, 3, 'F')",
    "CU::DeviceArray(\"float\", 7 - 2) // a comment",
    "/* before */ uint[/* inside */ 4]",
    "DeviceArray(\"\\u0064ouble\", -1 + 3)",
    "complex64[2]",
];
for (const text of arrays) {
  const a = Polyglot.eval('grcuda', text);
  console.log(a.dtype, [...a.shape].join('x'), a.order, a.nbytes);
}

for (const text of ['CU', 'DeviceArray', 'CU::buildkernel', 'getdevices()', 'CU::cudaGetDeviceCount()', 'getoptions()']) {
  console.log(text, Polyglot.eval('grcuda', text) === null ? 'null' : 'found');
}

const byType = Polyglot.eval('grcuda', 'DeviceArray("ushort")');
console.log(byType(4).nbytes);

const wrong = [
    "float[",
    "float[0]",
    "float[2] x",
    "flaot[3]",
    "DeviceArray(\"int\" 3)",
    "DeviceArray(\"int, 3)",
    "CU::DeviceAray(\"int\", 3)",
    "CU::",
    "int[3\n  }",
    "",
    "int[2 / 0]",
];
for (const text of wrong) {
  try {
    Polyglot.eval('grcuda', text);
    console.log('no error');
  } catch (e) {
    console.log(e.message);
  }
}
