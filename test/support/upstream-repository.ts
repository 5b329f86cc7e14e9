import { join } from 'node:path';
import { inFolder } from '../cli/run-support.ts';
import { GitRepository } from './git-repository.ts';

/** A repository with packages, and folders beside it. */
export interface UpstreamSetting {
  /** Folder of all others. */
  readonly folder: string;
  /** Repository in the folder `up`. */
  readonly up: GitRepository;
}

/** Passes an empty repository to a test, with a cache of its own for this process and its children. */
export function inUpstream<T>(act: (setting: UpstreamSetting) => T | Promise<T>): Promise<T> {
  return inFolder({ 'up/.keep': '' }, async (folder) => {
    const { XDG_CACHE_HOME: cache, HOME: home, GIT_CONFIG_NOSYSTEM: system } = process.env;
    Object.assign(process.env, { XDG_CACHE_HOME: join(folder, 'cache'), HOME: folder, GIT_CONFIG_NOSYSTEM: '1' });
    try {
      const up = new GitRepository(join(folder, 'up'), folder);
      up.init();
      return await act({ folder, up });
    } finally {
      restore({ XDG_CACHE_HOME: cache, HOME: home, GIT_CONFIG_NOSYSTEM: system });
    }
  });
}

function restore(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
