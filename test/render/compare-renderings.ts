import assert from 'node:assert/strict';
import type { Files } from '../cli/run-support.ts';
import { assertCommentsKept } from './comments.ts';
import { normalForm } from './normal-form.ts';
import type { CalledPackage } from './generate-package.ts';
import { sharedLines } from './render-lines.ts';
import type { Rendered } from './render-both.ts';
import { kptLines, readResults, sharedResults } from './results-file.ts';

/** Asserts that two renderings of a package end alike: exit code, lines on stderr, results. */
export function assertSameOutcome(drawn: CalledPackage, ours: Rendered, kpts: Rendered): void {
  const { failure, isHosted } = drawn;
  assert.equal(ours.exitCode, kpts.exitCode, `${ours.stderr}\n${kpts.stderr}`);
  if (failure?.isEarly === true && !(isHosted && failure.isOfProgram === true)) {
    // kpt runs the functions of packages before.
    assert.deepEqual(sharedLines(ours.stderr), []);
    return;
  }
  const [own, other] = [readResults(ours.results ?? ''), readResults(kpts.results ?? '')];
  assert.deepEqual(sharedLines(ours.stderr, kptLines(own)), sharedLines(kpts.stderr));
  assert.deepEqual(sharedResults(own, drawn, true), sharedResults(other, drawn, false));
}

/** Counts of all that was compared. */
export interface Compared {
  rendered: number;
  failed: number;
  /** Packages with what kpt refuses. */
  refused: number;
  /** Packages whose functions report something. */
  reporting: number;
  /** Files, those with equal bytes, those that were added or changed, and those that were removed. */
  files: number;
  bytes: number;
  changed: number;
  removed: number;
  /** Packages whose functions our program called as programs. */
  hosted: number;
}

/** Files of one package: as they were, after our rendering, and after kpt's. */
export interface Versions {
  readonly before: Files;
  readonly ours: Files;
  readonly kpts: Files;
}

/**
 * Asserts that two renderings of a package made the same files: as kpt formats them, without what it restores by
 * position. Where a file is in kpt's format, and has no comments, ours is in that format, too. Ours has every byte of a
 * file that did not change, and drawn comments. `formatted`: the files as kpt writes them, which changes nothing of
 * their data.
 */
export function assertSameFiles(raw: Versions, formatted: Versions, count: Compared): void {
  assert.deepEqual(Object.keys(raw.ours), Object.keys(raw.kpts));
  count.removed += Object.keys(raw.before).filter((path) => raw.ours[path] === undefined).length;
  for (const path of Object.keys(raw.ours)) {
    const [before = '', ours = '', kpts] = [raw.before, raw.ours, raw.kpts].map((files) => String(files[path] ?? ''));
    const [old = '', own = '', other = ''] = [formatted.before, formatted.ours, formatted.kpts].map((files) =>
      String(files[path] ?? ''),
    );
    count.files++;
    if (ours === kpts) count.bytes++;
    else {
      if (own !== other) assert.equal(normalForm(own), normalForm(other), path);
      // What kpt restores by position is all that differs.
      if (before !== '' && old === before && ![before, ours, kpts].join('').includes('#'))
        assert.equal(ours, own, path);
    }
    const isChanged = old !== other && normalForm(old) !== normalForm(other);
    if (isChanged) count.changed++;
    else assert.equal(ours, before, `${path} did not change`);
    assertCommentsKept(before, ours);
  }
}
