# Loops of launches for LaunchBenchmark. The file evaluates to the function that makes them.

import polyglot


def loops(source, touch_signature, add_signature, n):
    cu = polyglot.eval(language="grcuda", string="CU")
    touch = cu.buildkernel(source, touch_signature)
    add = cu.buildkernel(source, add_signature)
    x, y, z = cu.DeviceArray("float", n), cu.DeviceArray("float", n), cu.DeviceArray("float", n)
    touch_once = touch(4, 256)
    add_once = add(4, 256)

    def touch_configured(launches):
        for i in range(launches):
            touch_once(x)

    def touch_configuring(launches):
        for i in range(launches):
            touch(4, 256)(x)

    def add_configured(launches):
        for i in range(launches):
            add_once(x, y, z, n)

    def add_configuring(launches):
        for i in range(launches):
            add(4, 256)(x, y, z, n)

    return [touch_configured, touch_configuring, add_configured, add_configuring]


loops
