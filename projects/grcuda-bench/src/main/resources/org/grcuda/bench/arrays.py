# Element access from Python: a device array, the least foreign array there can be, and array.array.
# The file evaluates to the function that runs the comparison.

import polyglot
from array import array
from time import perf_counter

RUNS = 11

LOOP = """
def loop(x, n):
    total = 0.0
    for i in range(n):
        total += x[i]
    return total
"""


def new_loop():
    """Each kind of array gets a loop of its own, as in a user's program."""
    scope = {}
    exec(LOOP, scope)
    return scope["loop"]


def compare(minimal, n):
    cu = polyglot.eval(language="grcuda", string="CU")
    device = cu.DeviceArray("double", n)
    device.fill(0)
    arrays = {"device array": device, "minimal foreign array": minimal, "array.array": array("d", [0]) * n}
    loops = {name: new_loop() for name in arrays}
    times = {name: [] for name in arrays}
    for run in range(2 * RUNS):
        for name, x in arrays.items():
            start = perf_counter()
            loops[name](x, n)
            if run >= RUNS:
                times[name].append(1000 * (perf_counter() - start))
    medians = {name: sorted(values)[RUNS // 2] for name, values in times.items()}
    print(f"\nPython, loop summing x[i], {n:,} doubles, median of {RUNS}")
    for name, median in medians.items():
        print(f"{name:44} {median:9.2f} ms   device array: {medians['device array'] / median:.2f} x the time")


compare
