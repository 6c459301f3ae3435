import fs, { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import both from '@scope/both';
import data from '@scope/both/data' with { type: 'json' };
import { feature } from '@scope/both/features/fast';
import Indexed, { size } from 'indexed';
import * as modern from 'modern';
import plain, { twice, version } from 'plain';
import local from './lib/data.json' with { type: 'json' };
import { detected } from './lib/detected.js';

console.log(twice(21), version, plain.file, plain.folder, plain.isMain, plain.same);
console.log(both, data.answer, feature, new Indexed() instanceof Indexed, size);
console.log(modern.plain === plain, modern.isSelf(), modern.readFileSync === fs.readFileSync);
console.log(local, detected, readFileSync(fileURLToPath(import.meta.url), 'utf8').startsWith('import fs'));

const require = createRequire(import.meta.url);
console.log(require('plain') === plain, require('@scope/both'), require('@scope/both/data').answer);
console.log(require('./lib/a').both, require('./lib').name, require('./lib/detected').detected);
console.log(require.resolve('indexed').endsWith('/node_modules/indexed/index.js'), require.resolve('node:fs'));

const told = async (name, load = (n) => import(n)) => {
  try {
    await load(name);
  } catch (e) {
    console.log(e instanceof Error, e.code, e.message.split('\n')[0].replaceAll(process.argv[1].slice(0, -"program/main.mjs".length), ''));
  }
};
await told('nowhere');
await told('nowhere', require);
await told('./lib/data');
await told('./lib');
await told('@scope/both/other');
await told('@scope/both/features/internal');
await told('node:http');
await told('http', require);
await told('./lib/broken.json', require);
