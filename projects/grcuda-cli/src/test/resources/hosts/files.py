# Arrays in files. The first argument is a folder.
import os
import struct
import sys
from pathlib import Path

import grcuda

folder = Path(sys.argv[1])
os.chdir(folder)


def show(*expressions):
    for expression in expressions:
        try:
            print(expression, "->", eval(expression))
        except Exception as e:
            print(expression, "->", type(e).__name__ + ":", e)


def write(name, text):
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


print("-- text")
write("a.csv", "# made by hand\nname,b,c\n1,2.5,-3e2 # comment\n\n  4 , nan, inf\r\n7,8,9")
write("b.txt", "1 2\t3\n 4  5 6 \n")
write("bits.txt", "True 0\nfalse 2\n")
write("complex.txt", "1+2j (3-4j) 5 1e-3-2.5e+1j -j\n")
show("grcuda.loadtxt('a.csv', delimiter=',', skiprows=2)", "grcuda.loadtxt('b.txt')", "grcuda.loadtxt('b.txt', dtype='i4')",
     "grcuda.loadtxt('b.txt', usecols=1)", "grcuda.loadtxt('b.txt', usecols=(-1, 0)).tolist()", "grcuda.loadtxt('b.txt', max_rows=1)",
     "grcuda.loadtxt('b.txt', ndmin=2, max_rows=1).shape", "grcuda.loadtxt('bits.txt', dtype=bool)",
     "grcuda.loadtxt(folder / 'complex.txt', dtype=complex, usecols=(0, 1, 2, 3))",
     "grcuda.loadtxt('a.csv', delimiter=',', skiprows=3, comments=None)")
x, y = grcuda.loadtxt("b.txt", usecols=(0, 2), unpack=True)
print(x, y, x.isContiguous)
write("wide.txt", "x" + "0" * 5_000_000 + "1\n" * 300_000)
show("grcuda.loadtxt('wide.txt', skiprows=1, dtype='u1').size", "grcuda.loadtxt('wide.txt')")
write("long.txt", "".join(f"{i} {i / 7!r}\n" for i in range(200_000)))
m = grcuda.loadtxt("long.txt")
print(m.shape, all(m[i].tolist() == [i, i / 7] for i in (0, 99_999, 150_001, 199_999)))

print("-- what is wrong, and where")
write("late.txt", "1 2\n" * 700_000 + "3 4x\n")
write("ragged.csv", "1,2\n3,4,5\n")
write("short.csv", "1,2,3\n3\n")
write("empty.csv", "# nothing\n\n")
write("gap.csv", "1,,3\n")
write("wild.txt", "0x10\n")
write("suffix.txt", "1d\n")
show("grcuda.loadtxt('late.txt')", "grcuda.loadtxt('a.csv', delimiter=',')", "grcuda.loadtxt('ragged.csv', delimiter=',')",
     "grcuda.loadtxt('short.csv', delimiter=',', usecols=1)", "grcuda.loadtxt('empty.csv')", "grcuda.loadtxt('gap.csv', delimiter=',')",
     "grcuda.loadtxt('wild.txt')", "grcuda.loadtxt('suffix.txt')", "grcuda.loadtxt('b.txt', usecols=3)",
     "grcuda.loadtxt('b.txt', delimiter='::')", "grcuda.loadtxt('b.txt', dtype='i1', skiprows=-1)",
     "grcuda.loadtxt('a.csv', delimiter=',', skiprows=2, dtype=int)", "grcuda.loadtxt('complex.txt', dtype='u1')",
     "grcuda.loadtxt('none.csv')", "grcuda.loadtxt(5)", "grcuda.loadtxt('.')", "grcuda.cu.loadtxt('b.txt', {'delimeter': ','})")

print("-- written text")
grcuda.savetxt("out.txt", [[1, -2.5], [1e300, 0]], fmt=["%d", "%8.3f"], delimiter=";", header="a;b", footer="end")
print(Path("out.txt").read_text())
grcuda.savetxt("out.txt", grcuda.array([0.1, -0.0, float("nan"), 1e-320]))
print(Path("out.txt").read_text(), grcuda.loadtxt("out.txt"))
grcuda.savetxt("out.txt", grcuda.array([1 + 2j, -1j], "c8"), fmt="%.2g")
print(Path("out.txt").read_text(), grcuda.loadtxt("out.txt", dtype="c8"))
grcuda.savetxt("out.txt", grcuda.array([[1, 2], [3, 4]]).T)
print(Path("out.txt").read_text())
show("grcuda.savetxt('out.txt', [1], fmt='%s')", "grcuda.savetxt('out.txt', [[1, 2]], fmt=['%d'] * 3)",
     "grcuda.savetxt('out.txt', grcuda.zeros((1, 1, 1)))", "grcuda.savetxt('none/out.txt', [1])")

print("-- .npy, byte for byte as NumPy writes it")
NUMPY = b"\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" + b" " * 58 + b"\n"
a = grcuda.array([[1, 2, 3], [4, 5, 6]], "f4")
grcuda.save("a", a)
print(Path("a.npy").read_bytes() == NUMPY[:128] + struct.pack("<6f", 1, 2, 3, 4, 5, 6), len(NUMPY))
grcuda.save("f.npy", a.T)
print(Path("f.npy").read_bytes()[:60], grcuda.load("f.npy").order, grcuda.load("f.npy").tolist())
grcuda.save("strided", a[:, ::2])
print(grcuda.load("strided.npy"))
for dtype in "?bBhHiIlLefdFD":
    array = grcuda.array([0, 1, 1]).astype(dtype)
    grcuda.save("t.npy", array)
    back = grcuda.load("t.npy")
    print(dtype, Path("t.npy").read_bytes()[21:24].decode(), back.dtype == array.dtype and back.tolist() == array.tolist())
write("v2.npy", b"\x93NUMPY\x02\x00" + struct.pack("<I", 116) + NUMPY[10:126] + struct.pack("<6f", *range(6)))
write("v3.npy", b"\x93NUMPY\x03\x00" + struct.pack("<I", 116) + NUMPY[10:126] + struct.pack("<6f", *range(6)))
write("big.npy", NUMPY[:128].replace(b"<f4", b">f4") + struct.pack(">6f", *range(6)))
write("scalar.npy", NUMPY[:128].replace(b"(2, 3)", b"()    ") + struct.pack("<f", 5))
show("grcuda.load('v2.npy')", "grcuda.load('v3.npy')", "grcuda.load('big.npy')", "grcuda.load('scalar.npy')")
write("cut.npy", NUMPY[:128] + struct.pack("<5f", *range(5)))
write("header.npy", NUMPY[:50])
write("version.npy", NUMPY[:6] + b"\x09" + NUMPY[7:])
write("text.npy", NUMPY[:128].replace(b"<f4", b"<U4"))
write("record.npy", NUMPY[:128].replace(b"'<f4'", b"[('a')]"[:5]))
write("none.npy", NUMPY[:128].replace(b"(2, 3)", b"(0, 3)"))
show("grcuda.load('cut.npy')", "grcuda.load('header.npy')", "grcuda.load('version.npy')", "grcuda.load('text.npy')",
     "grcuda.load('record.npy')", "grcuda.load('none.npy')", "grcuda.load('b.txt')", "grcuda.load('nothing.npy')")

print("-- bare elements")
a[:, 1].tofile("bare")
print(Path("bare").read_bytes() == struct.pack("<2f", 2, 5), grcuda.fromfile("bare", "f4"), grcuda.fromfile("bare", "f4", 1, 4))
show("grcuda.fromfile('bare')", "grcuda.fromfile('bare').size", "grcuda.fromfile('bare', 'i1', 9)", "grcuda.fromfile('bare', 'i1', 1, -1)")
