import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** Installed version of Node.js. */
export interface NodeVersion {
  readonly command: string;
  /** `Node 24`. */
  readonly name: string;
  /** `v24.21.0`. */
  readonly version: string;
}

/** Returns the first Node.js of each major version on the PATH, starting with the current one. */
export function nodeVersions(): NodeVersion[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = new Map<string, NodeVersion>();
  for (const command of [process.execPath, ...folders.map((folder) => join(folder, 'node'))]) {
    const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
    if (status !== 0) continue;
    const version = stdout.trim();
    const name = `Node ${version.slice(1).split('.', 1).join()}`;
    if (!found.has(name)) found.set(name, { command, name, version });
  }
  return [...found.values()];
}
