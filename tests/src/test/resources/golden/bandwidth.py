import polyglot

cu = polyglot.eval(language="grcuda", string="CU")


def yes(truth):
    return "yes" if truth else "no"


HOST = -1
count = cu.cudaGetDeviceCount()
before = cu.bandwidth()
print(yes(before.devices == count), yes(len(before) == count + 1), yes(len(before.origin) > 0))

measured = cu.profilebandwidth()
print(measured.origin, yes(cu.bandwidth().origin == "measured"))
print(yes(list(measured.keys()) == list(range(HOST, count))))
print(yes(all(bandwidth > 0 for row in measured.values() for bandwidth in row.values())))
print(yes(measured[HOST][0] == measured.between(HOST, 0)))
print(yes(cu.bandwidth()[0][HOST] == measured[0][HOST]), yes(count in measured))

lines = measured.csv.strip().split("\n")
print(lines[0], yes(len(lines) == (count + 1) ** 2), lines[1].split(",")[0])
