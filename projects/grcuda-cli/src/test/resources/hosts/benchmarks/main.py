# Ten programs in the shapes of GrCUDA's Python benchmarks, and what runs and times them.
import argparse
import json
from distutils.util import strtobool

import numpy as np
from java.lang import System

import harness
from programs import linear, networks, vectors

PROGRAMS = {
    "squares": vectors.Squares, "branches": vectors.Branches, "iterations": vectors.Iterations,
    "increments": vectors.Increments, "options": vectors.Options, "ensemble": networks.Ensemble, "hits": linear.Hits,
    "images": networks.Images, "gradients": linear.Gradients, "network": networks.Network}

parser = argparse.ArgumentParser()
parser.add_argument("-i", "--num_iter", type=int, default=2)
parser.add_argument("-b", "--benchmark", nargs="*", default=list(PROGRAMS))
parser.add_argument("-g", "--number_of_blocks", type=int, default=3)
parser.add_argument("--block_size_1d", type=int, default=32)
parser.add_argument("--reinit", type=lambda x: bool(strtobool(x)), nargs="*", default=[False])
parser.add_argument("-o", "--output_path", default=None)
args = parser.parse_args()

results = {}
for name in args.benchmark:
    program = PROGRAMS[name](args.number_of_blocks, args.block_size_1d)
    times, differences = [], []
    for reinit in args.reinit:
        for iteration in range(args.num_iter):
            if iteration == 0:
                program.alloc()
            if iteration == 0 or reinit:
                program.init()
            program.reset()
            start = System.nanoTime()
            result = program.execute()
            times.append((System.nanoTime() - start) / 1_000_000_000)
            differences.append(harness.difference(result, program.expected()))
    phases = [phase["name"] for phase in program.phases]
    results[name] = {
        "mean": np.mean(times), "std": np.std(times) if len(times) > 1 else np.nan, "phases": phases,
        "difference": max(differences)}
    print(f"{name}: {len(times)} iterations, {len(result)} numbers, difference {max(differences):.4f}")

if args.output_path:
    with open(args.output_path, "w+") as file:
        json.dump(results, file, indent=4)
    with open(args.output_path) as file:
        print(len(json.load(file)), all(r["mean"] > 0 and r["std"] >= 0 for r in results.values()))
