import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Texts } from '../upgrades/versions.ts';
import type { Upgrade } from './destinations.ts';

/** Merges of an upgrade into local copies by git, in a repository of their own. */
export class GitMerges {
  readonly #upgrade: Upgrade;
  readonly #folder = mkdtempSync(join(tmpdir(), 'git-merges-'));

  constructor(upgrade: Upgrade) {
    this.#upgrade = upgrade;
    process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
    this.#git('init', '--quiet', '--bare');
    const nothing: Texts = new Map();
    this.#commit('base', nothing, upgrade.base);
    this.#commit('new', upgrade.base, upgrade.theirs);
  }

  /** Returns the files of the merge of the new version and a local copy; undefined if it has a conflict. */
  merge(local: Texts): Texts | undefined {
    const { base, theirs } = this.#upgrade;
    this.#commit('local', base, local);
    const { status, stdout } = spawnSync('git', ['merge-tree', '--write-tree', 'new', 'local'], {
      cwd: this.#folder,
      encoding: 'utf8',
    });
    if (status === 1) return undefined;
    const tree = stdout.trim();
    const files = new Map(theirs);
    const changes = this.#git('diff-tree', '-r', '-z', '--no-renames', '--name-status', 'new', tree).split('\0');
    for (let at = 0; at + 1 < changes.length; at += 2) {
      const [state, path = ''] = changes.slice(at, at + 2);
      if (state === 'D') files.delete(path);
      else files.set(path, this.#git('cat-file', 'blob', `${tree}:${path}`));
    }
    return files;
  }

  /** Makes a branch with one commit on base. */
  #commit(branch: string, before: Texts, after: Texts): void {
    const changed = [...after].filter(([path, text]) => before.get(path) !== text);
    const gone = [...before.keys()].filter((path) => !after.has(path));
    const parts = [
      `commit refs/heads/${branch}\ncommitter A <a@example.com> 0 +0000\ndata 0\n`,
      branch === 'base' ? '' : 'from refs/heads/base^0\n',
      ...gone.map((path) => `D ${JSON.stringify(path)}\n`),
      ...changed.map(
        ([path, text]) => `M 644 inline ${JSON.stringify(path)}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
      ),
    ];
    execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: this.#folder, input: parts.join('') });
  }

  #git(...words: readonly string[]): string {
    return execFileSync('git', words, { cwd: this.#folder, encoding: 'utf8', maxBuffer: 2 ** 30 });
  }
}
