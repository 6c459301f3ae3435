"""Times of files, shapes and types: with grcuda where its package can be imported, else with NumPy.

measure.py FOLDER: prints a line "operation seconds" for each; the median of the rounds, after as many for warming up.
FOLDER keeps the file of numbers from one run to the next.
"""

import os
import sys
import time

ROWS = 1_000_000
COLUMNS = 4
ROUNDS = 7

try:
    import grcuda as arrays
except ImportError:
    import numpy as arrays


def measure(name, run):
    """Prints the median time of run(), whose result is used: what is asynchronous has to end."""
    times = []
    for _ in range(2 * ROUNDS):
        start = time.perf_counter()
        result = run()
        if result is not None:
            result[-1][-1] if result.ndim == 2 else result[-1]
        times.append(time.perf_counter() - start)
    print(name, sorted(times[ROUNDS:])[ROUNDS // 2], flush=True)


def write_numbers(path):
    """A text file of ROWS rows of COLUMNS doubles, of 16 digits each."""
    state = 12345
    with open(path + ".part", "w") as file:
        for _ in range(ROWS):
            row = []
            for _ in range(COLUMNS):
                state = (state * 1103515245 + 12345) % 2147483648
                row.append(repr(state / 2147483648 * 10 - 5))
            file.write(",".join(row) + "\n")
    os.rename(path + ".part", path)


def main():
    folder = sys.argv[1]
    text, npy = os.path.join(folder, "numbers.csv"), os.path.join(folder, f"{arrays.__name__}.npy")
    if not os.path.exists(text):
        write_numbers(text)
    matrix = arrays.loadtxt(text, delimiter=",", max_rows=10)
    assert matrix.shape == (10, COLUMNS)
    measure("loadtxt", lambda: arrays.loadtxt(text, delimiter=","))
    matrix = arrays.loadtxt(text, delimiter=",")
    measure("save", lambda: arrays.save(npy, matrix))
    measure("load", lambda: arrays.load(npy))
    measure("reshape", lambda: matrix.reshape(COLUMNS, ROWS))
    measure("astype-float32", lambda: matrix.astype("float32"))
    measure("astype-int64", lambda: matrix.astype("int64"))
    measure("transposed-copy", lambda: matrix.T.copy("C"))


main()
