import assert, { AssertionError } from 'node:assert';
import { EventEmitter, once } from 'node:events';
import * as fs from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import util from 'node:util';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'files-'));
const at = (...names) => path.join(folder, ...names);
const failure = (action) => {
  try {
    return action();
  } catch (e) {
    return `${e.name} ${e.code} ${e.message.replaceAll(folder, '')}`;
  }
};

// Text.
fs.writeFileSync(at('a.txt'), 'grün\n');
fs.appendFileSync(at('a.txt'), 'two\n');
console.log(fs.readFileSync(at('a.txt'), 'utf8').split('\n'), fs.readFileSync(at('a.txt'), { encoding: 'latin1' }).length);
console.log(fs.readFileSync(at('a.txt')), fs.readFileSync(pathToFileURL(at('a.txt'))).toString('base64'));
await writeFile(at('b.txt'), 'x');
console.log(await readFile(at('b.txt'), 'utf8'), await readFile(at('c')).catch((e) => e.code));
await new Promise((done) => {
  fs.readFile(at('b.txt'), 'utf8', (error, text) => done(console.log('callback', error, text)));
});
await wait(5);

// Numbers.
const numbers = Float32Array.from({ length: 1000 }, (_, i) => i / 2);
fs.writeFileSync(at('n.bin'), numbers.subarray(1));
const bytes = fs.readFileSync(at('n.bin'));
const back = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
console.log(back.length, back[0], back[998], bytes.readFloatLE(4), bytes.readUInt8(3), bytes.constructor.name);

// Folders.
console.log(fs.mkdirSync(at('d/e/f'), { recursive: true }) === at('d'), fs.mkdirSync(at('d/e'), { recursive: true }));
fs.writeFileSync(at('d/e/g'), '');
console.log(fs.readdirSync(folder), fs.readdirSync(at('d'), { withFileTypes: true }).map((e) => [e.name, e.isDirectory()]));
console.log(fs.readdirSync(at('d'), { recursive: true }), fs.existsSync(at('d/e/g')), fs.existsSync(at('d/h')));
const stats = fs.statSync(at('a.txt'));
console.log(stats.isFile(), stats.isDirectory(), stats.size, stats.mtime instanceof Date, (stats.mode & 0o400) !== 0);
fs.renameSync(at('a.txt'), at('z.txt'));
fs.copyFileSync(at('z.txt'), at('y.txt'));
fs.unlinkSync(at('z.txt'));

// Errors.
console.log(failure(() => fs.readFileSync(at('nowhere'))));
console.log(failure(() => fs.writeFileSync(at('no/where'), '')));
console.log(failure(() => fs.mkdirSync(at('d'))));
console.log(failure(() => fs.rmdirSync(at('d'))));
console.log(failure(() => fs.statSync(at('nowhere'))), fs.statSync(at('nowhere'), { throwIfNoEntry: false }));
console.log(failure(() => fs.readdirSync(at('y.txt'))));
console.log(failure(() => fs.writeFileSync(at('y.txt'), '', { flag: 'wx' })));
await rm(folder, { recursive: true });
console.log(fs.existsSync(folder));

// Paths.
console.log(path.join('a', '..', '/b/', './c'), path.resolve('/a/b', '../c', 'd'), path.relative('/a/b/c', '/a/d'));
console.log(path.dirname('/a/b.c'), path.basename('/a/b.tar.gz', '.gz'), path.extname('x.csv'), path.extname('.rc'));
console.log(path.parse('/home/x.txt'), path.format({ dir: '/a', name: 'b', ext: '.c' }), path.normalize('a//b/../c/'));

// Buffers.
const b = Buffer.from('grün', 'utf8');
console.log(b, b.length, b.toString('hex'), Buffer.from('cmVk', 'base64').toString(), Buffer.from([1, 2, 300]));
console.log(Buffer.concat([b, Buffer.alloc(2, 'x')]).toString(), b.equals(Buffer.from(b)), Buffer.byteLength('ü'));
const w = Buffer.alloc(12);
w.writeDoubleBE(1.5, 0);
w.writeInt32LE(-2, 8);
console.log(w, w.readDoubleBE(0), w.readInt32LE(8), failure(() => w.readInt32LE(9)), b.slice(0, 2).toString());
console.log(util.inspect({ a: [1] }), util.format('%s=%d', 'x', 1), JSON.stringify(Buffer.from('a')));

// The rest.
const emitter = new EventEmitter();
emitter.once('a', (x) => console.log('once', x));
setTimeout(() => emitter.emit('b', 7), 1);
console.log(emitter.emit('a', 1), emitter.emit('a', 2), await once(emitter, 'b'));
assert(true);
assert.deepStrictEqual({ a: [1, new Map([[1, 2]])] }, { a: [1, new Map([[1, 2]])] });
assert.throws(() => assert.strictEqual(1, 2), AssertionError);
assert.throws(() => assert.deepStrictEqual([1], [1, 2]), { code: 'ERR_ASSERTION' });
await assert.rejects(Promise.reject(new TypeError('no')), /TypeError: no/);
console.log(performance.now() > 0, process.argv[2], process === globalThis.process, os.EOL === '\n', typeof os.cpus().length);
process.on('exit', (code) => console.log('exit', code));
