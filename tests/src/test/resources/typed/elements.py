# Does to arrays of one element type what programs do, and says what went wrong.
def run(cu, type, values, refused, code):
    n = len(values)
    wrong = []

    def same(a, b):
        if isinstance(b, list):
            return len(a) == len(b) and all(same(a[i], b[i]) for i in range(len(b)))
        if isinstance(b, complex):
            return a[0] == b.real and a[1] == b.imag
        return a == b or (a != a and b != b)

    def check(what, actual, expected):
        if not same(actual, expected):
            wrong.append(f"{what}: {actual}, expected {expected}")

    x = cu.DeviceArray(type, n)
    check("dtype", x.dtype, type)
    for i in range(n):
        x[i] = values[i]
    check("elements", x, values)
    check("iteration", [element for element in x], values)

    copied = cu.DeviceArray(type, n)
    copied.copyFrom(values)
    check("copy of a list", copied, values)
    copied.copyFrom(tuple(reversed(values)), 2)
    check("partial copy", [copied[0], copied[1], copied[2]], [values[-1], values[-2], values[2]])
    target = [None] * (n + 1)
    x.copyTo(target)
    check("copy to a list", target[:n], values)

    device = cu.DeviceArray(type, n + 1)
    for value in values:
        device.fill(value)
        check("fill", device[n], value)
    device.slice(1, n + 1).copyFrom(x)
    check("copy between devices", device.slice(1, n + 1), values)

    matrix = cu.DeviceArray(type, 2, n)
    columns = cu.DeviceArray(type, 2, n, "F")
    for i in range(n):
        matrix[1][i] = values[i]
        columns[1][i] = values[i]
    check("row", matrix[1], values)
    check("strided row", columns[1], values)

    data = bytearray(x.nbytes)
    x.copyTo(data)
    back = cu.DeviceArray(type, n)
    back.copyFrom(bytes(data))
    check("copy of bytes", back, values)
    if code:
        from array import array

        typed = array(code, data)
        back.fill(values[0])
        back.copyFrom(typed)
        check("copy of an array", back, values)
        target = array(code, bytes(len(data)))
        x.copyTo(target)
        check("copy to an array", target.tobytes(), bytes(data))

    before = str(x.toString())
    for value in refused:
        for store in (lambda: x.fill(value), lambda: x.copyFrom([value] * n), lambda: put(x, value)):
            try:
                store()
                wrong.append(f"took {value}")
            except BaseException as error:
                if type_name(error) != "ForeignException":
                    wrong.append(f"raised {error!r}")
    check("after refusals", str(x.toString()), before)
    return "\n".join(wrong)


def put(array, value):
    array[0] = value


def type_name(error):
    return error.__class__.__name__


run
