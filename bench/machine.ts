import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { runCommand } from '../scripts/command.ts';
import { peerVersions, type Tools } from './tools.ts';

/**
 * Returns a row for each property of the machine and the tools. To be called before measuring, as it reads the load.
 */
export function machineRows({ nodes }: Tools): [string, string][] {
  const [, , go = ''] = runCommand('go', ['version']).split(' ');
  return [
    ['CPU', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`],
    ['memory', `${(totalmem() / 2 ** 30).toFixed(0)} GiB`],
    ['load before the start', (loadavg()[0] ?? 0).toFixed(2)],
    ['system', `${process.platform} ${process.arch}`],
    ['Node', nodes.map(({ version }) => version).join(', ')],
    ['bun', runCommand('bun', ['--version']).trim()],
    ['Go', go.replace(/^go/, '')],
    ...Object.entries(peerVersions()),
    ['kpt', kptVersion() ?? 'not there'],
  ];
}

/** Returns the version of kpt; undefined if it is not on the PATH. */
export function kptVersion(): string | undefined {
  const { stdout, error } = spawnSync('kpt', ['version'], { encoding: 'utf8' });
  return error === undefined ? stdout.trim() : undefined;
}
