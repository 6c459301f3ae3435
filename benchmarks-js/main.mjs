// Runs one benchmark of the suite and prints what it took.
//
//   scripts/grcuda run [--grcuda.OPTION=VALUE ...] benchmarks-js/main.mjs BENCHMARK [--OPTION=VALUE ...]

import { run, UsageError } from './suite.mjs';

try {
  console.log(run(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) {
    throw error;
  }
  console.error(`main.mjs: ${error.message}`);
  process.exit(1);
}
