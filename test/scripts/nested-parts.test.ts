import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build as esbuild, type Metafile } from 'esbuild';
import { root } from '../../scripts/functions.ts';
import { withNestedParts, type Part } from '../../scripts/nested-parts.ts';

/** A program whose parts share a class and a counter, whose second part has a part of its own, and whose last two share a module. */
const SOURCES = {
  'main.ts': `import { count } from './counter.ts';
    const loaders = {
      one: () => import('./one.ts'),
      two: () => import('./two.ts'),
      three: () => import('./three.ts'),
      four: () => import('./four.ts'),
    };
    void run();
    async function run(): Promise<void> {
      for (const name of process.argv.slice(2)) {
        const { act } = await loaders[name as keyof typeof loaders]();
        console.log(name, await act(), count());
      }
    }`,
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
  'three.ts': `import { common } from './common.ts';
    export async function act(): Promise<string> {
      const four = await import('./four.ts');
      return common('three') + await four.act();
    }`,
  'four.ts': `import { common } from './common.ts';
    export function act(): string { return common('four'); }`,
  'common.ts': `import { count } from './counter.ts';
    console.log('common is loaded');
    export function common(name: string): string { return name + ' shares ' + count(); }`,
};

describe('nested parts of a bundle', () => {
  let folder = '';
  let bundle = '';
  let text = '';
  let metafile: Metafile;
  const part = (name: string): string => relative(root, join(folder, name));
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'krm-variants-parts-'));
    for (const [name, source] of Object.entries(SOURCES)) writeFileSync(join(folder, name), source);
    bundle = join(folder, 'bundle.cjs');
    const { outputFiles, metafile: inputs } = await esbuild({
      absWorkingDir: root,
      stdin: { contents: `import './main.ts';`, resolveDir: folder, sourcefile: 'entry.js' },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      supported: { 'dynamic-import': false },
      outfile: bundle,
      write: false,
      metafile: true,
    });
    [text, metafile] = [outputFiles[0]?.text ?? '', inputs];
    const four = [{ head: part('three.ts') }, { head: part('four.ts') }];
    const two = { head: part('two.ts'), parts: [{ head: part('deep.ts') }] };
    writeFileSync(bundle, withNestedParts(text, metafile, [{ head: part('one.ts') }, two, { parts: four }]));
  });
  after(() => rmSync(folder, { recursive: true }));

  function run(...args: readonly string[]): string[] {
    return execFileSync(process.execPath, [bundle, ...args], { encoding: 'utf8' })
      .trim()
      .split('\n');
  }

  it('loads a part only when it is needed', () => {
    assert.deepEqual(run('one'), ['one is loaded', 'one 1 only in one true 2']);
  });

  it('has what parts share once: its state, and its classes', () => {
    assert.deepEqual(run('one', 'two'), [
      'one is loaded',
      'one 1 only in one true 2',
      'two is loaded',
      'deep is loaded',
      'two 4 true 5',
    ]);
    const nested = readFileSync(bundle, 'utf8');
    for (const once of ['class extends Error', 'only in one', 'deep is loaded'])
      assert.equal(nested.split(once).length, 2, once);
  });

  it('loads what a group of parts shares with the first of them', () => {
    assert.deepEqual(run('one', 'three', 'four'), [
      'one is loaded',
      'one 1 only in one true 2',
      'common is loaded',
      'three three shares 3four shares 4 5',
      'four four shares 6 7',
    ]);
  });

  it('keeps what only a part needs out of the scope around it', () => {
    const nested = readFileSync(bundle, 'utf8');
    assert.match(nested, /^function count\(\)/m);
    assert.ok(nested.indexOf('function own()') > nested.indexOf('function load_one_exports()'));
    assert.ok(nested.indexOf('function common(') > nested.indexOf('function group_of_'));
  });

  const faults: readonly (readonly [name: string, parts: () => readonly Part[], RegExp])[] = [
    ['a part that is no module', () => [{ head: 'none.ts' }], /none.ts is not loaded on demand/],
    ['a part that is imported', () => [{ head: part('common.ts') }], /must load .*common.ts by a call/],
  ];
  for (const [name, parts, message] of faults)
    it(`refuses ${name}`, () => {
      assert.throws(() => withNestedParts(text, metafile, parts()), message);
    });
});
