import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build as esbuild, type BuildOptions } from 'esbuild';
import { root } from '../../scripts/functions.ts';
import { withNestedParts } from '../../scripts/nested-parts.ts';

/** A program whose parts share a class and a counter, and whose second part has a part of its own. */
const SOURCES = {
  'main.ts': `import { count } from './counter.ts';
    const loaders = { one: () => import('./one.ts'), two: () => import('./two.ts') };
    void run();
    async function run(): Promise<void> {
      for (const name of process.argv.slice(2)) {
        const { act } = await loaders[name as 'one' | 'two']();
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
};

describe('nested parts of a bundle', () => {
  let folder = '';
  let bundle = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'krm-variants-parts-'));
    for (const [name, source] of Object.entries(SOURCES)) writeFileSync(join(folder, name), source);
    bundle = join(folder, 'bundle.cjs');
    const part = (name: string): string => relative(root, join(folder, name));
    const options: BuildOptions = {
      absWorkingDir: root,
      stdin: { contents: `import './main.ts';`, resolveDir: folder, sourcefile: 'entry.js' },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      supported: { 'dynamic-import': false },
      outfile: bundle,
    };
    const { metafile } = await esbuild({ ...options, write: false, metafile: true });
    const parts = [{ head: part('one.ts') }, { head: part('two.ts'), parts: [{ head: part('deep.ts') }] }];
    await esbuild(await withNestedParts(options, metafile, parts));
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
    const text = readFileSync(bundle, 'utf8');
    for (const once of ['class extends Error', 'only in one', 'deep is loaded'])
      assert.equal(text.split(once).length, 2, once);
  });
});
