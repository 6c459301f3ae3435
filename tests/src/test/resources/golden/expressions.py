import polyglot

arrays = [
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
]
for text in arrays:
    a = polyglot.eval(language="grcuda", string=text)
    print(a.dtype, "x".join(str(n) for n in a.shape), a.order, a.nbytes)

for text in ["CU", "DeviceArray", "CU::buildkernel", "getdevices()", "CU::cudaGetDeviceCount()", "getoptions()"]:
    print(text, "found" if polyglot.eval(language="grcuda", string=text) is not None else "null")

by_type = polyglot.eval(language="grcuda", string="DeviceArray(\"ushort\")")
print(by_type(4).nbytes)

wrong = [
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
]
for text in wrong:
    try:
        polyglot.eval(language="grcuda", string=text)
        print("no error")
    except polyglot.ForeignException as e:
        text = str(e)  # GraalPy puts the class of the error first, unless package grcuda is there
        print(text.partition(": ")[2] if text.startswith("grcuda.") else text)
