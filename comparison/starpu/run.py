#!/usr/bin/env python3
"""run.py FOLDER [tiles a side ...]: simulates Cholesky on one V100 and LU on four with StarPU, as build.sh made it in FOLDER.

Prints a row for each scheduler. The machines are those of docs/out-of-core-results.md.
"""
import os
import subprocess
import sys

LATENCY = 10.0  # us
HOST = 12000.0  # MB/s in each direction, to each GPU
SWITCH = 22000.0  # of two GPUs together
MEMORY = 29491  # MiB: nine tenths of 32 GiB, 932 tiles
SETTINGS = {
    "defaults": ({}, []),
    # What StarPU's documentation recommends for darts, and what its examples tell it of data.
    "recommended": (
        {
            "STARPU_SCHED_READY": "1",
            "STARPU_SIMGRID_CUDA_MALLOC_COST": "0",
            "STARPU_EXPECTED_TRANSFER_TIME_WRITEBACK": "0",
            "STARPU_NTASKS_THRESHOLD": "30",
            "STARPU_CUDA_PIPELINE": "5",
            "STARPU_MINIMUM_CLEAN_BUFFERS": "0",
            "STARPU_TARGET_CLEAN_BUFFERS": "0",
        },
        ["hints"],
    ),
}
RUNS = [
    ("cholesky", 1, [30, 45, 60, 75, 90]),
    ("lu", 4, [24, 36, 48, 60, 72]),
]
SCHEDULERS = {"defaults": ["darts", "dmdas", "eager", "lws"], "recommended": ["darts", "dmdas"]}


def peer(i, j):
    """MB/s between two GPUs: NVLink."""
    return 48400.0 if {i, j} in ({0, 3}, {1, 2}, {2, 3}) else 24200.0


def write_machine(folder, name, gpus):
    """The files from which StarPU takes a machine."""

    def table(value):
        # StarPU's reader drops the last column and the last line.
        nodes = range(gpus + 1)
        lines = ("".join("%e\t" % value(i, j) for j in nodes) + "nan\n" for i in nodes)
        return "".join(lines) + "nan\tnan\n"

    def bandwidth(i, j):
        return 0 if i == j else HOST if 0 in (i, j) else peer(i - 1, j - 1)

    files = {
        "bandwidth": "# MB/s\n" + table(bandwidth),
        "latency": "# us\n" + table(lambda i, j: 0 if i == j else LATENCY),
        "config": "# Current configuration\n4 # Number of CPUs\n1 # Number of CPU_RAM nodes\n"
        "%d # Number of CUDA nodes\n0 # Number of HIP nodes\n0 # OpenCL\n" % gpus,
        "affinity": "# GPU\tNUMA0\n" + "".join("%d\t0\n" % i for i in range(gpus)),
        "platform.v4.xml": platform(gpus),
    }
    for suffix, text in files.items():
        with open(os.path.join(folder, name + "." + suffix), "w") as out:
            out.write(text)


def platform(gpus):
    """SimGrid's description: hosts, links and routes."""
    lines = [
        "<?xml version='1.0'?>",
        '<!DOCTYPE platform SYSTEM "http://simgrid.gforge.inria.fr/simgrid/simgrid.dtd">',
        '<platform version="4">',
        '<config id="General">',
        *(
            ' <prop id="network/%s" value="%s"></prop>' % setting
            for setting in [
                ("TCP-gamma", "-1"),
                ("latency-factor", "1"),
                ("bandwidth-factor", "1"),
                ("weight-S", "0.0"),
                ("crosstraffic", "0"),
            ]
        ),
        "</config>",
        '<AS id="AS0" routing="Full">',
        ' <host id="MAIN" speed="1f"/>',
        *(' <host id="CPU%d" speed="2000000000f"/>' % i for i in range(4)),
    ]
    for i in range(gpus):
        lines += [
            ' <host id="CUDA%d" speed="2000000000f">' % i,
            '  <prop id="model" value="V100"/>',
            '  <prop id="memsize" value="34359738368"/>',
            '  <prop id="memcpy_peer" value="1"/>',
            " </host>",
        ]
    lines.append(' <host id="RAM" speed="1f"/>')
    routes = []

    def link(name, rate, latency=0.0):
        form = ' <link id="%s" bandwidth="%fBps" latency="%fs"/>'
        lines.append(form % (name, rate * 1e6, latency / 1e6))

    def route(source, target, *links):
        routes.append(' <route src="%s" dst="%s" symmetrical="NO">' % (source, target))
        routes.extend('  <link_ctn id="%s"/>' % one for one in links)
        routes.append(" </route>")

    for switch in range(gpus // 2):
        link("Switch%d-down" % switch, SWITCH)
        link("Switch%d-up" % switch, SWITCH)
    for i in range(gpus):
        gpu = "CUDA%d" % i
        link("RAM-" + gpu, HOST, LATENCY)
        link(gpu + "-RAM", HOST, LATENCY)
        shared = "Switch%d" % (i // 2)
        route("RAM", gpu, "RAM-" + gpu, *([shared + "-down"] if gpus > 1 else []))
        route(gpu, "RAM", gpu + "-RAM", *([shared + "-up"] if gpus > 1 else []))
        for j in range(gpus):
            if i != j:
                other = "CUDA%d" % j
                link(gpu + "-" + other, peer(i, j), LATENCY)
                route(gpu, other, gpu + "-" + other)
    return "\n".join(lines + routes + ["</AS>", "</platform>"]) + "\n"


def run(folder, program, gpus, tiles, settings, scheduler):
    """What tiles prints, by name."""
    variables, arguments = SETTINGS[settings]
    environment = {
        **os.environ,
        **variables,
        "STARPU_PERF_MODEL_DIR": os.path.join(folder, "perf"),
        "STARPU_HOME": folder,
        "STARPU_HOSTNAME": "v100x%d" % gpus,
        "STARPU_NCPU": "0",
        "STARPU_NCUDA": str(gpus),
        "STARPU_LIMIT_CUDA_MEM": str(MEMORY),
        "STARPU_SCHED": scheduler,
    }
    command = [os.path.join(folder, "tiles"), program, str(tiles), *arguments]
    output = subprocess.run(
        command, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout
    line = next(line for line in output.splitlines() if line.startswith("seconds="))
    return dict(pair.split("=") for pair in line.split())


def main(folder, *sizes):
    folder = os.path.abspath(folder)
    if not os.access(os.path.join(folder, "tiles"), os.X_OK):
        sys.exit("run.py: no program 'tiles' in %s: build.sh makes it" % folder)
    if not all(size.isdigit() and int(size) > 0 for size in sizes):
        sys.exit("run.py: tiles a side: expected whole numbers from 1, given %s" % " ".join(sizes))
    machines = os.path.join(folder, "perf", "bus")
    os.makedirs(machines, exist_ok=True)
    names = ["gflops", "peak", "loads", "peers", "writes"]
    print("| program | tiles | StarPU | scheduler | GFlop/s | % of peak | loads from the host, GB | from devices, GB | write-backs, GB |")
    print("|---|---|---|---|---|---|---|---|---|")
    for program, gpus, usual in RUNS:
        write_machine(machines, "v100x%d" % gpus, gpus)
        for tiles in map(int, sizes) if sizes else usual:
            for settings, schedulers in SCHEDULERS.items():
                for scheduler in schedulers:
                    found = run(folder, program, gpus, tiles, settings, scheduler)
                    cells = [program, str(tiles), settings, scheduler, *(found[name] for name in names)]
                    print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
