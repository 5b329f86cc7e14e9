import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A git repository with a fleet, and the folders beside it, as tests kept them (`KEEP_FLEETS`). */
export interface State {
  readonly name: string;
  readonly tar: string;
  /** Folder of all, at the path that it had. */
  readonly folder: string;
  /** Repository with the fleet. */
  readonly repository: string;
  /** Words of the call that came next. */
  readonly words: readonly string[];
}

/** Returns the states of a folder, by name. */
export function readStates(kept: string): readonly State[] {
  const names = readdirSync(kept).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
  return names.toSorted().map((name) => {
    const rest = JSON.parse(readFileSync(join(kept, `${name}.json`), 'utf8')) as Omit<State, 'name' | 'tar'>;
    return { name, tar: join(kept, `${name}.tar`), ...rest };
  });
}

/** Creates the folder of a state anew. */
export function restore({ folder, tar }: State): void {
  rmSync(folder, { recursive: true, force: true });
  // Also the folder of temporary files, which locks of killed calls stay in.
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  execFileSync('tar', ['--extract', '--file', tar, '--directory', folder]);
}

/** Removes the folder of a state. */
export function remove({ folder }: State): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the folders of variants that have a lock. */
export function lockedVariants({ repository }: State): readonly string[] {
  const locks = join(repository, '.krm-variants/lock');
  if (!existsSync(locks)) return [];
  const files = readdirSync(locks, { recursive: true, encoding: 'utf8' }).toSorted();
  return files.flatMap((file) => (file.endsWith('.lock') ? [file.slice(0, -'.lock'.length)] : []));
}
