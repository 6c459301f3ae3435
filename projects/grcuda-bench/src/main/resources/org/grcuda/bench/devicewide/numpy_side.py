"""Answers each line "OPERATION TYPE FILE" with the milliseconds that NumPy took for the numbers of the file."""
import sys
import time

import numpy

print(numpy.__version__, flush=True)
numbers = {}
for line in sys.stdin:
    operation, kind, file = line.split(maxsplit=2)
    if file not in numbers:
        numbers[file] = numpy.fromfile(file.strip(), dtype=kind)
    x = numbers[file]
    start = time.perf_counter()
    if operation == "sort":
        numpy.sort(x)
    elif operation == "scan":
        numpy.cumsum(x, dtype=kind)
    else:
        numpy.sum(x, dtype=kind)
    print((time.perf_counter() - start) * 1e3, flush=True)
