import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { inPairs } from '../support/in-pairs.ts';
import { assertSameFiles, assertSameOutcome, type Compared, type Versions } from './compare-renderings.ts';
import type { CalledPackage } from './generate-package.ts';
import { readResults } from './results-file.ts';
import { format, functionPath, kptFiles, ownFiles, renderKpts, renderOurs, type Rendered } from './render-both.ts';

/** Options to call all functions as programs. */
const AS_PROGRAMS = ['--in-process', 'none', '--allow-exec'];

/** Two renderings of a package that succeeded. */
interface RenderedPair {
  readonly drawn: CalledPackage;
  readonly versions: Versions;
}

/** Renders packages with our program and with kpt, and compares what they make. */
export class Comparison {
  readonly count: Compared = {
    rendered: 0,
    failed: 0,
    refused: 0,
    reporting: 0,
    files: 0,
    bytes: 0,
    changed: 0,
    removed: 0,
    hosted: 0,
  };
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  /** `folder`: an empty one. */
  constructor(folder: string) {
    this.#folder = join(folder, 'packages');
    this.#env = functionPath(join(folder, 'bin'));
  }

  /** Compares the renderings of packages, two at a time. Throws an `AssertionError` that has the package. */
  async compare(all: readonly CalledPackage[]): Promise<void> {
    const pairs: RenderedPair[] = [];
    await inPairs(all, async (drawn, index) => {
      const versions = await about(drawn, () => this.#render(drawn, join(this.#folder, String(index))));
      if (versions !== undefined) pairs.push({ drawn, versions });
    });
    await this.#compareFiles(pairs);
    rmSync(this.#folder, { recursive: true });
  }

  /** Renders a package in a new folder. Returns its files if that succeeds. */
  async #render(drawn: CalledPackage, folder: string): Promise<Versions | undefined> {
    const before = kptFiles(drawn.files, drawn);
    const ours = await renderOurs(join(folder, 'ours'), drawn, drawn.isHosted ? AS_PROGRAMS : [], this.#env);
    const kpts = await renderKpts(join(folder, 'kpt'), before, this.#env);
    assertSameOutcome(drawn, ours, kpts);
    this.#countOutcome(ours);
    if (drawn.isHosted) this.count.hosted++;
    if (drawn.extra?.isRefused === true) await this.#assertRefused(drawn, join(folder, 'refused'));
    for (const [path, text] of Object.entries(drawn.extra?.files ?? {})) assert.equal(ours.files[path], text, path);
    const shared = kptFiles(ours.files, drawn);
    if (ours.exitCode === 0) return { before, ours: shared, kpts: kpts.files };
    assert.deepEqual([shared, kpts.files], [before, before].map(sorted), 'a failure changes nothing');
    return undefined;
  }

  async #assertRefused(drawn: CalledPackage, folder: string): Promise<void> {
    const { exitCode, stderr } = await renderKpts(folder, ownFiles(drawn), this.#env);
    assert.equal(exitCode, 1, stderr);
    this.count.refused++;
  }

  #countOutcome({ exitCode, results }: Rendered): void {
    if (exitCode === 0) this.count.rendered++;
    else this.count.failed++;
    const { items = [] } = readResults(results ?? '');
    if (items.some((item) => item.results !== undefined)) this.count.reporting++;
  }

  /** Compares the files of rendered packages, all of which kpt formats in one call. */
  async #compareFiles(pairs: readonly RenderedPair[]): Promise<void> {
    if (pairs.length === 0) return;
    const folder = join(this.#folder, 'formatted');
    for (const [index, { versions }] of pairs.entries())
      for (const [name, files] of Object.entries(versions))
        writeFiles(join(folder, String(index), name), files as Files);
    await format(folder, this.#env);
    for (const [index, { drawn, versions }] of pairs.entries()) {
      const read = (name: string): Files => readFiles(join(folder, String(index), name));
      const texts = { before: read('before'), ours: read('ours'), kpts: read('kpts') };
      await about(drawn, () => assertSameFiles(versions, texts, this.count));
    }
  }
}

function sorted(files: Files): Files {
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Calls a test of a package; an error that it throws gets the package. */
async function about<T>(drawn: CalledPackage, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error) error.message += `\n${JSON.stringify(drawn)}`;
    throw error;
  }
}
