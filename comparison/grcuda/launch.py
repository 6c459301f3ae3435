"""What a launch costs from Python: of a kernel that does nothing, with no argument and with four.

    scripts/grcuda run comparison/grcuda/launch.py [--launches=N] [--rounds=N]

Prints, as one line of JSON, the median over the rounds of nanoseconds per launch: until the last launch has
returned ("submit"), and until all are done ("done").
"""

import json
import sys
import time

import grcuda

SOURCE = """
extern "C" __global__ void nothing() {}
extern "C" __global__ void touch(const float *x, const float *y, float *z, int n) {}
"""

nothing = grcuda.kernel(SOURCE, "nothing()")(4, 256)
touch = grcuda.kernel(
    SOURCE, "touch(x: in pointer float, y: in pointer float, z: inout pointer float, n: sint32)"
)(4, 256)
x, y, z = (grcuda.zeros(1024, grcuda.float32) for _ in range(3))


def none(launches):
    for _ in range(launches):
        nothing()


def four(launches):
    for _ in range(launches):
        touch(x, y, z, 1024)


def median(values):
    return sorted(values)[len(values) // 2]


def cost(loop, launches, rounds):
    submit, done = [], []
    for number in range(2 * rounds):  # the first half compiles the loops
        grcuda.synchronize()
        start = time.perf_counter_ns()
        loop(launches)
        submitted = time.perf_counter_ns()
        grcuda.synchronize()
        end = time.perf_counter_ns()
        if number >= rounds:
            submit.append((submitted - start) / launches)
            done.append((end - start) / launches)
    return {"submit": median(submit), "done": median(done)}


settings = {"launches": 10000, "rounds": 31}
for argument in sys.argv[1:]:
    option, _, value = argument.partition("=")
    if option[2:] not in settings or not value.isdigit() or int(value) < 1:
        sys.exit(f"launch.py: expected --launches=N, --rounds=N, given '{argument}'")
    settings[option[2:]] = int(value)
nanos = {"none": cost(none, **settings), "four": cost(four, **settings)}
print(json.dumps({"benchmark": "launch", "host": "python", **settings, "nanos": nanos}))
