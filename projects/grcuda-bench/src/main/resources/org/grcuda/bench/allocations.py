# Loops that make arrays and drop them, for AllocationBenchmark. The file evaluates to the function
# that makes the loops.

import polyglot


def loops(source, signature, n):
    cu = polyglot.eval(language="grcuda", string="CU")
    touch = cu.buildkernel(source, signature)(1, 128)

    def create(arrays):
        for i in range(arrays):
            cu.DeviceArray("float", n)

    def launch(arrays):
        for i in range(arrays):
            touch(cu.DeviceArray("float", n), n)

    return [create, launch]


loops
