import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build as esbuild, type Metafile } from 'esbuild';
import { withChunks } from '../../scripts/chunks.ts';

/** A program that loads modules on demand: what they share is a class, a counter, a CommonJS module, and each other. */
const SOURCES = {
  'main.ts': `import './types.ts';
    import { even } from './pair.cjs';
    import { count } from './counter.ts';
    const loaders = {
      one: () => import('./one.ts'),
      two: () => import('./two.ts'),
      three: () => import('./three.ts'),
      four: () => import('./four.ts'),
      five: () => import('./five.ts'),
    };
    void run();
    async function run(): Promise<void> {
      for (const name of process.argv.slice(2)) {
        const { act } = await loaders[name as keyof typeof loaders]();
        console.log(name, await act(), count(), even);
      }
    }`,
  'types.ts': 'export interface Nothing {}',
  'counter.ts': `let value = 0;
    export function count(): number { return ++value; }`,
  'problem.ts': `export class Problem extends Error {}`,
  'one.ts': `import { count } from './counter.ts';
    import { Problem } from './problem.ts';
    import { own } from './own.ts';
    console.log('one is loaded');
    export function act(): string { return [count(), own(), new Problem('x') instanceof Problem].join(' '); }`,
  'own.ts': `export function own(): string { return 'only in one'; }`,
  'two.ts': `import { count } from './counter.ts';
    import { Problem } from './problem.ts';
    console.log('two is loaded');
    export async function act(): Promise<string> {
      const { deep } = await import('./deep.ts');
      try { return deep(); } catch (error) { return [count(), error instanceof Problem].join(' '); }
    }`,
  'deep.ts': `import { count } from './counter.ts';
    import { Problem } from './problem.ts';
    console.log('deep is loaded');
    export function deep(): never { count(); throw new Problem('deep'); }`,
  'three.ts': `import * as common from './common.ts';
    import { odd } from './odd.cjs';
    export async function act(): Promise<string> {
      const four = await import('./four.ts');
      return [common.common('three'), ...common.both(), common.text(), await odd(), await four.act()].join();
    }`,
  'four.ts': `import { both, common } from './common.ts';
    import { odd } from './odd.cjs';
    export async function act(): Promise<string> { return [common('four'), ...both(), await odd()].join(); }`,
  'common.ts': `import { count } from './counter.ts';
    export * from './more.ts';
    console.log('common is loaded');
    const prefix = 'shares ';
    export function common(name: string): string { return name + prefix + count(); }`,
  'more.ts': `export function* both(): Generator<string> { yield 'a'; yield 'b'; }
    export const text = (): string => \`
}
// four.ts
\`.trim().length + '';`,
  'odd.cjs': `const even = require('./even.cjs');
    console.log('odd is loaded');
    exports.odd = async function () { return even + 1; };`,
  'pair.cjs': `exports.even = require('./even.cjs');`,
  'even.cjs': `module.exports = 2;`,
  'five.ts': `import { back, six } from './six.ts';
    export const five = 5;
    export function sum(): number { return five + six; }
    export function act(): string { return 'sum ' + back(); }`,
  'six.ts': `import { sum } from './five.ts';
    export const six = 6;
    export function back(): number { return sum(); }`,
};

const NAMES = ['one', 'two', 'three', 'four', 'five'];

for (const minifyIdentifiers of [false, true])
  describe(`chunks of a bundle with ${minifyIdentifiers ? 'short' : 'the original'} names`, () => {
    let folder = '';
    let text = '';
    let metafile: Metafile;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'krm-variants-chunks-'));
      for (const [name, source] of Object.entries(SOURCES)) writeFileSync(join(folder, name), source);
      ({ text, metafile } = await bundleOf(join(folder, 'main.ts'), minifyIdentifiers));
      writeFileSync(join(folder, 'bundle.cjs'), text);
      writeFileSync(join(folder, 'chunks.cjs'), withChunks(text, metafile));
    });
    after(() => rmSync(folder, { recursive: true }));

    const run = (file: string, args: readonly string[]): string[] =>
      execFileSync(process.execPath, [join(folder, file), ...args], { encoding: 'utf8' })
        .trim()
        .split('\n');

    it('evaluates a module only when it is needed', () => {
      assert.deepEqual(run('chunks.cjs', ['one']), ['one is loaded', 'one 1 only in one true 2 2']);
      assert.deepEqual(run('chunks.cjs', ['one', 'two']).slice(2), [
        'two is loaded',
        'deep is loaded',
        'two 4 true 5 2',
      ]);
    });

    it('acts as the bundle does, in whatever order modules are loaded', () => {
      for (const first of NAMES)
        for (const second of NAMES) {
          const args = [first, second, ...NAMES];
          assert.deepEqual(run('chunks.cjs', args), run('bundle.cjs', args), args.join(' '));
        }
    });

    it('has everything once', () => {
      const chunked = readFileSync(join(folder, 'chunks.cjs'), 'utf8');
      for (const once of ['class extends Error', 'only in one', 'deep is loaded', 'odd is loaded'])
        assert.equal(chunked.split(once).length, 2, once);
    });
  });

describe('chunks', () => {
  it('declare what only they use', async () => {
    const { text, metafile } = await bundle({
      'main.ts': `void import('./a.ts'); void import('./b.ts');`,
      'a.ts': `import { shared } from './shared.ts'; function own() { shared(); } own();`,
      'b.ts': `import { shared } from './shared.ts'; shared();`,
      'shared.ts': `export function shared() { helper(); } function helper() { console.log('helped'); }`,
    });
    const chunked = withChunks(text, metafile);
    assert.match(chunked, /^var shared, /m);
    assert.match(chunked, /^shared = function\(\) \{$/m);
    assert.ok(chunked.indexOf('function helper()') > chunked.indexOf('function chunk_'));
    assert.equal(runText(chunked), 'helped\nhelped\n');
  });

  const faults: readonly (readonly [name: string, sources: Readonly<Record<string, string>>, RegExp])[] = [
    [
      'a name of a chunk that is taken',
      { 'main.ts': `void import('./a.ts');`, 'a.ts': `export const chunk_0 = 1;` },
      /the name chunk_0 must be free/,
    ],
  ];
  for (const [name, sources, message] of faults)
    it(`refuse ${name}`, async () => {
      const { text, metafile } = await bundle(sources);
      assert.throws(() => withChunks(text, metafile), message);
    });

  it('refuse a bundle that is not strict', async () => {
    const { text, metafile } = await bundle({ 'main.ts': `console.log(1);` });
    assert.throws(() => withChunks(text.replace('"use strict";', ''), metafile), /must be strict/);
  });

  it('refuse a module that is evaluated in another way', async () => {
    const { text, metafile } = await bundle({ 'main.ts': `void import('./a.ts');`, 'a.ts': `export const a = 1;` });
    const other = text.replace('(init_a(), a_exports)', 'init_a.call()');
    assert.notEqual(other, text);
    assert.throws(() => withChunks(other, metafile), /must be evaluated by a call: .*init_a\.call/);
  });

  it('refuse a module that waits at its top', async () => {
    const { text, metafile } = await bundle({ 'main.ts': `void import('./a.ts');`, 'a.ts': `export const a = 1;` });
    const waiting = text.replace('"a.ts"() {', 'async "a.ts"() {');
    assert.notEqual(waiting, text);
    assert.throws(() => withChunks(waiting, metafile), /a\.ts must not wait at its top/);
  });
});

/** Bundles sources from a temporary folder, whose names in the bundle have no folder. */
async function bundle(sources: Readonly<Record<string, string>>): Promise<{ text: string; metafile: Metafile }> {
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-chunks-'));
  try {
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
    return await bundleOf(join(folder, 'main.ts'), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundleOf(file: string, minifyIdentifiers: boolean): Promise<{ text: string; metafile: Metafile }> {
  const { outputFiles, metafile } = await esbuild({
    absWorkingDir: dirname(file),
    stdin: { contents: `import './main.ts';`, resolveDir: dirname(file), sourcefile: 'entry.js' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    supported: { 'dynamic-import': false },
    tsconfigRaw: { compilerOptions: { strict: true } },
    minifyIdentifiers,
    write: false,
    metafile: true,
  });
  return { text: outputFiles[0]?.text ?? '', metafile };
}

function runText(program: string): string {
  return execFileSync(process.execPath, ['-'], { encoding: 'utf8', input: program });
}
