// The suite in JavaScript: command line, measurement, report. What is measured is in the benchmarks' own
// files; names, sizes and kernels are in kernels/suite/suite.json, for all languages.

import { Bs } from './bs.mjs';
import { Cg } from './cg.mjs';
import { CgDense } from './cg-dense.mjs';
import { Chain } from './chain.mjs';
import { CholeskyTiles } from './cholesky-tiles.mjs';
import { Dl } from './dl.mjs';
import { ForkJoin } from './fork-join.mjs';
import { Hits } from './hits.mjs';
import { Images } from './images.mjs';
import { readKernelFile } from './files.mjs';
import { Lanczos } from './lanczos.mjs';
import { LuTiles } from './lu-tiles.mjs';
import { Matmul } from './matmul.mjs';
import { Matmul2d } from './matmul-2d.mjs';
import { Matmul3d } from './matmul-3d.mjs';
import { Ml } from './ml.mjs';
import { Mul } from './mul.mjs';
import { TaskGraph } from './task-graph.mjs';
import { Tree } from './tree.mjs';
import { Vec } from './vec.mjs';

const PROGRAMS = {
  bs: Bs, cg: Cg, 'cg-dense': CgDense, chain: Chain, 'cholesky-tiles': CholeskyTiles, dl: Dl,
  'fork-join': ForkJoin, hits: Hits, images: Images, lanczos: Lanczos, 'lu-tiles': LuTiles, matmul: Matmul,
  'matmul-2d': Matmul2d, 'matmul-3d': Matmul3d, ml: Ml, mul: Mul, 'task-graph': TaskGraph, tree: Tree, vec: Vec,
};

const OPTIONS = {
  size: null,
  iterations: 30,
  'warm-up': 3,
  partitions: null,
  'block-size': 256,
  'block-size-2d': 16,
  blocks: 0,
  density: 100,
  reinit: false,
  validate: true,
  data: 'full',
  json: false,
};

export class UsageError extends Error {}

/** Runs the benchmark of a command line; returns the report. */
export function run(args) {
  const table = JSON.parse(readKernelFile('suite/suite.json'));
  const { name, settings } = parse(table, Array.from(args));
  const entry = table.benchmarks[name];
  const cu = Polyglot.eval('grcuda', 'CU');
  const benchmark = new PROGRAMS[entry.program](cu, table.kernels, settings);
  const result = { benchmark: name, host: 'js', settings, ...measure(cu, benchmark, entry.tolerance) };
  return settings.json ? JSON.stringify(result) : report(result);
}

function parse(table, args) {
  const names = Object.keys(table.benchmarks).join(', ');
  if (args.length === 0) {
    throw new UsageError(`expected the name of a benchmark: ${names}`);
  }
  const [name, ...rest] = args;
  if (!Object.hasOwn(table.benchmarks, name)) {
    throw new UsageError(`unknown benchmark '${name}': there are ${names}`);
  }
  const entry = table.benchmarks[name];
  const settings = { ...OPTIONS, size: entry.size, partitions: entry.partitions ?? 1 };
  for (const argument of rest) {
    const [, option, key, , value = ''] = argument.match(/^((?:--)?([^=]*))(=(.*))?$/s);
    if (!option.startsWith('--') || !Object.hasOwn(OPTIONS, key)) {
      const known = Object.keys(OPTIONS).map((each) => `--${each}`).join(', ');
      throw new UsageError(`unknown option '${option}': there are ${known}`);
    }
    settings[key] = parsed(key, value);
  }
  if (settings.iterations < 1 || settings.size < 1) {
    throw new UsageError('--size, --iterations: expected a whole number from 1');
  }
  if (settings.density < 1 || settings.density > 100) {
    throw new UsageError(`--density: expected a whole number from 1 to 100, given '${settings.density}'`);
  }
  checkPartitions(name, entry, settings);
  return { name, settings };
}

function parsed(key, value) {
  if (['reinit', 'validate', 'json'].includes(key)) {
    if (!['', 'true', 'false'].includes(value)) {
      throw new UsageError(`--${key}: expected true or false, given '${value}'`);
    }
    return value !== 'false';
  }
  if (key === 'data') {
    if (!['full', 'touch'].includes(value)) {
      throw new UsageError(`--data: expected full or touch, given '${value}'`);
    }
    return value;
  }
  if (!/^[0-9]+$/.test(value)) {
    throw new UsageError(`--${key}: expected a whole number, given '${value}'`);
  }
  return Number(value);
}

function checkPartitions(name, entry, { partitions, size }) {
  const most = 'partitions' in entry ? size : 1;
  if (partitions < 1 || partitions > most) {
    throw new UsageError(
        `--partitions: ${name} of size ${size} has 1 to ${most} partitions, given '${partitions}'`);
  }
}

/** Runs the iterations. A time is from the first launch to the result on the host. */
function measure(cu, benchmark, tolerance) {
  const { settings } = benchmark;
  benchmark.allocate();
  const seconds = [];
  const validate = settings.validate && settings.data === 'full';
  let error = 0;
  let expected = null;
  let value = null;
  for (let iteration = 0; iteration < settings['warm-up'] + settings.iterations; iteration++) {
    if (iteration === 0 || settings.reinit) {
      benchmark.writeInputs();
    }
    benchmark.reset();
    cu.cudaDeviceSynchronize();
    const start = cu.nanotime();
    value = benchmark.run();
    seconds.push((cu.nanotime() - start) / 1e9);
    if (validate) {
      expected ??= benchmark.expected();
      error = Math.max(error, difference(expected, benchmark.outputs()));
    }
  }
  const options = cu.getoptions();
  return {
    devices: cu.cudaGetDeviceCount(),
    policy: options.DeviceSelectionPolicy,
    execution: options.ExecutionPolicy,
    seconds: seconds.slice(settings['warm-up']),
    warmUpSeconds: seconds.slice(0, settings['warm-up']),
    result: value,
    error: validate && error < Infinity ? error : null,
    valid: validate ? error <= tolerance : null,
  };
}

/** The largest difference, relative for values above 1; infinite where one is no number. */
function difference(expected, actual) {
  if (expected.length !== actual.length) {
    throw new Error(`${actual.length} values, expected ${expected.length}`);
  }
  let largest = 0;
  for (let i = 0; i < expected.length; i++) {
    const error = Math.abs(actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
    largest = Number.isNaN(error) ? Infinity : Math.max(largest, error);
  }
  return largest;
}

function report({ benchmark, settings, devices, execution, policy, seconds, valid }) {
  const median = [...seconds].sort((a, b) => a - b)[seconds.length >> 1];
  const validity = valid === null ? 'not validated' : valid ? 'valid' : 'NOT VALID';
  return `${benchmark} in js, size ${settings.size.toLocaleString('en')}, ${settings.partitions} partitions, `
      + `${devices} devices, ${execution}, ${policy}: ${(1000 * median).toFixed(3)} ms (median of ${seconds.length}), ${validity}`;
}
