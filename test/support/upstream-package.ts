import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { readFiles, shortened, writeFiles, type Files } from '../cli/run-support.ts';
import { GitRepository } from './git-repository.ts';
import { get, update } from './package-commands.ts';
import { inUpstream, type UpstreamSetting } from './upstream-repository.ts';

/** Returns a Deployment. */
export const web = (replicas: number, paused: boolean, rest = ''): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas} # for now\n  paused: ${paused}\n${rest}`;

/** A package that came from `shop` at `v1`; upstream has `v2`, too. */
export interface PackageSetting extends UpstreamSetting {
  readonly mine: string;
  readonly files: () => Record<string, string>;
  /** Updates the package. `@` in messages stands for its folder. */
  readonly update: (ref?: string, ...args: readonly string[]) => Promise<FolderOutcome>;
}

/** Versions of a package. `undefined` in `local` removes a file. */
export interface Versions {
  readonly base: Files;
  readonly new: Files;
  readonly local?: Readonly<Record<string, string | undefined>>;
  readonly get?: readonly string[];
}

/** Commits a package in a repository of its own, and checks it out as git does on Windows: with CRLF. */
export function checkOutWithCrlf({ mine, folder, files }: Pick<PackageSetting, 'mine' | 'folder' | 'files'>): void {
  const own = new GitRepository(mine, folder);
  own.git('-c', 'init.defaultBranch=main', 'init', '--quiet');
  own.commit({});
  own.git('config', 'core.autocrlf', 'true');
  own.git('rm', '-r', '--cached', '--quiet', '.');
  own.git('reset', '--hard', '--quiet');
  assert.match(files()['web.yaml'] ?? '', /\r\n/);
}

/** Passes a package to a test that came from `shop` at `v1`, and was edited. */
export function inPackage(versions: Versions, act: (setting: PackageSetting) => void | Promise<void>): Promise<void> {
  return inUpstream(async ({ folder, up }) => {
    for (const [tag, files] of [
      ['v1', versions.base],
      ['v2', versions.new],
    ] as const) {
      rmSync(join(up.folder, 'shop'), { recursive: true, force: true });
      up.commit({
        [`${tag}.txt`]: tag,
        ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`shop/${path}`, content])),
      });
      up.git('tag', tag);
    }
    const mine = join(folder, 'mine');
    const { stderr, exitCode } = await get(`file://${up.folder}/shop@v1`, mine, ...(versions.get ?? []));
    assert.equal(exitCode, 0, stderr);
    for (const [path, content] of Object.entries(versions.local ?? {}))
      if (content === undefined) rmSync(join(mine, path));
      else writeFiles(mine, { [path]: content });
    await act({
      folder,
      up,
      mine,
      files: () => readFiles(mine),
      update: async (ref = '@v2', ...args) => {
        const outcome = await update(`${mine}${ref}`, ...args);
        return { ...outcome, stderr: shortened(mine, outcome.stderr) };
      },
    });
  });
}
