"""What a launch costs with CuPy or Numba: of a kernel that does nothing, with no argument and with four.

    python3 comparison/python/launch.py cupy|numba [--launches=N] [--rounds=N]

Prints, as one line of JSON, the median over the rounds of nanoseconds per launch: until the last launch has
returned ("submit"), and until all are done ("done").
"""

import json
import statistics
import sys
import time

import numpy as np

SOURCE = """
extern "C" __global__ void nothing() {}
extern "C" __global__ void touch(const float *x, const float *y, float *z, int n) {}
"""


def cupy_loops():
    import cupy

    module = cupy.RawModule(code=SOURCE)
    nothing, touch = module.get_function("nothing"), module.get_function("touch")
    x, y, z = (cupy.empty(1024, np.float32) for _ in range(3))

    def none(launches):
        for _ in range(launches):
            nothing((4,), (256,), ())

    def four(launches):
        n = np.int32(1024)
        for _ in range(launches):
            touch((4,), (256,), (x, y, z, n))

    return none, four, cupy.cuda.runtime.deviceSynchronize


def numba_loops():
    from numba import cuda

    @cuda.jit
    def nothing():
        pass

    @cuda.jit
    def touch(x, y, z, n):
        pass

    x, y, z = (cuda.device_array(1024, np.float32) for _ in range(3))
    nothing_once, touch_once = nothing[4, 256], touch[4, 256]

    def none(launches):
        for _ in range(launches):
            nothing_once()

    def four(launches):
        n = np.int32(1024)
        for _ in range(launches):
            touch_once(x, y, z, n)

    return none, four, cuda.synchronize


def cost(loop, synchronize, launches, rounds):
    submit, done = [], []
    for number in range(rounds + 1):
        synchronize()
        start = time.perf_counter_ns()
        loop(launches)
        submitted = time.perf_counter_ns()
        synchronize()
        end = time.perf_counter_ns()
        if number > 0:
            submit.append((submitted - start) / launches)
            done.append((end - start) / launches)
    return {"submit": statistics.median(submit), "done": statistics.median(done)}


def main(arguments):
    loops = {"cupy": cupy_loops, "numba": numba_loops}
    if not arguments or arguments[0] not in loops:
        sys.exit(f"launch.py: expected {' or '.join(loops)}")
    settings = {"launches": 10000, "rounds": 31}
    for argument in arguments[1:]:
        option, _, value = argument.partition("=")
        if option[2:] not in settings or not value.isdigit() or int(value) < 1:
            sys.exit(f"launch.py: expected --launches=N, --rounds=N, given '{argument}'")
        settings[option[2:]] = int(value)
    none, four, synchronize = loops[arguments[0]]()
    nanos = {
        "none": cost(none, synchronize, **settings),
        "four": cost(four, synchronize, **settings),
    }
    print(json.dumps({"benchmark": "launch", "host": arguments[0], **settings, "nanos": nanos}))


if __name__ == "__main__":
    main(sys.argv[1:])
