import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import type { Example } from './example.ts';

/** Package in a temporary folder, to be changed. */
export interface PackageCopy {
  readonly folder: string;
  /** Folder beside the package for other files of a test. */
  readonly aside: string;
  files(): Files;
  /** Returns the changes since it was copied, as printed by git; '' for none. */
  diff(): string;
}

/** Calls a test with a copy of a package, and removes the copy afterwards. */
export function inCopy<T>(source: Files, act: (copy: PackageCopy) => T | Promise<T>): Promise<T> {
  return inFolder({ 'aside/.keep': '' }, (parent) => {
    const folder = join(parent, 'b');
    writeFiles(join(parent, 'a'), source);
    writeFiles(folder, source);
    return act({
      folder,
      aside: join(parent, 'aside'),
      files: () => readFiles(folder),
      diff: () => gitDiff(parent),
    });
  });
}

/** Returns the diff. The folders are named as git names the two sides, so that the patch applies with `git apply`. */
function gitDiff(parent: string): string {
  // A user's configuration may reorder, color or convert.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const args = ['diff', '--no-index', '--no-prefix', 'a', 'b'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: parent, encoding: 'utf8', env });
  assert.ok(status === 0 || status === 1, stderr);
  return stdout;
}

const EXPECTED_NAMES = ['diff.patch', 'results.yaml', 'kpt.patch'] as const;

export type ExpectedName = (typeof EXPECTED_NAMES)[number];

/** Texts of files in an example's `.expected/`. */
export type Expected = Readonly<Partial<Record<ExpectedName, string>>>;

/**
 * Compares with files in an example's `.expected/`, where a missing file equals an empty one: without a `diff.patch` no
 * byte may change. Only the `shared` part of both is compared: by default, everything. With UPDATE in the environment,
 * files that differ are rewritten and the test fails once, so that somebody reads them.
 */
export function assertExpected(
  { folder, title }: Pick<Example, 'folder' | 'title'>,
  actual: Expected,
  shared: (name: ExpectedName, text: string) => string = (_, text) => text,
): void {
  const expected = (name: string): string => join(folder, '.expected', name);
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const names = EXPECTED_NAMES.filter((name) => actual[name] !== undefined);
  const differing = names.flatMap((name) => {
    const [is, want] = [actual[name] ?? '', read(expected(name))].map((text) => shared(name, text));
    return is === want ? [] : [{ name, is, want }];
  });
  if (differing.length > 0 && process.env['UPDATE'] !== undefined) {
    for (const { name } of differing) writeFileSync(expected(name), actual[name] ?? '');
    assert.fail(
      `${title}: rewritten: ${differing.map(({ name }) => name).join(', ')}; read the change, then run again`,
    );
  }
  for (const { name, is, want } of differing) assert.equal(is, want, `${title}: ${name}`);
}
