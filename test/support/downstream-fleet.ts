import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFleet } from '../../cli/fleet/call/run-fleet.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { kptfile } from '../cli/run-support.ts';
import { allFunctions } from './all-functions.ts';
import { fleetArguments, type FleetAction, packageVariant, repository, web } from './fleet.ts';
import { GitRepository } from './git-repository.ts';
import { GitServer } from './git-server.ts';
import { inUpstream } from './upstream-repository.ts';

/** A fleet whose variants are in git repositories on a server. */
export interface DownstreamFleet {
  /** Folder of all others. */
  readonly folder: string;
  /** Repository of the fleet. */
  readonly fleet: GitRepository;
  /** Address of the folder of the served repositories. */
  readonly url: string;
  /** Bare repositories by name. */
  readonly served: (name: string) => GitRepository;
  readonly clone: (name: string, folder?: string) => GitRepository;
  /** Diffs that the runs have shown. */
  readonly shown: readonly string[];
  readonly run: (action: FleetAction, ...args: readonly string[]) => Promise<FolderOutcome>;
}

/** Returns a Repository by URL. */
export function remoteRepository(name: string, url: string, rest = ''): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata: {name: ${name}, labels: {region: ${name}}}
spec:
  git: {repo: ${JSON.stringify(url)}, directory: deploy${rest}}
`;
}

/**
 * Passes a fleet with the package `shop` for each of these repositories to a test: the variant is the folder
 * `deploy/shop`. `password`: `USER:PASSWORD` that the server requires. Default: none.
 */
export function inDownstreamFleet<T>(
  names: readonly string[],
  act: (setting: DownstreamFleet) => T | Promise<T>,
  password?: string,
): Promise<T> {
  return inUpstream(async ({ folder, up: fleet }) => {
    writeFileSync(join(folder, '.gitconfig'), '[user]\nname = a\nemail = a@example.com\n');
    const at = (name: string): GitRepository => new GitRepository(join(folder, name), folder);
    const clone = (name: string, to = `${name}-clone`): GitRepository => {
      fleet.git('clone', '--quiet', join(folder, 'served', `${name}.git`), join(folder, to));
      return at(to);
    };
    const served = (name: string): GitRepository => at(`served/${name}.git`);
    for (const name of names) {
      fleet.git('-c', 'init.defaultBranch=main', 'init', '--quiet', '--bare', join(folder, 'served', `${name}.git`));
      served(name).git('config', 'http.receivepack', 'true');
      const first = clone(name, `${name}-first`);
      first.commit({ 'README.md': `${name}\n` });
      first.git('push', '--quiet', 'origin', 'HEAD:main');
    }
    const shown: string[] = [];
    const server = await GitServer.start(join(folder, 'served'), password);
    try {
      fleet.commit({
        'packages/shop/Kptfile': kptfile('shop'),
        'packages/shop/web.yaml': web(1),
        'variants/all.yaml': [
          repository('blueprints', 'packages'),
          ...names.map((name) => remoteRepository(name, `${server.url}/${name}.git`)),
          ...names.map((name) => packageVariant(`${name}-shop`, 'blueprints/shop', `${name}/shop`)),
        ].join('---\n'),
      });
      const functions = await allFunctions();
      const run: DownstreamFleet['run'] = (action, ...args) =>
        runFleet(
          { functions, version: '1.2.3' },
          { ...fleetArguments(action, ['-C', fleet.folder, ...args]), folder: fleet.folder, patience: 0 },
          (diff) => shown.push(diff),
        );
      return await act({ folder, fleet, url: server.url, served, clone, run, shown });
    } finally {
      await server.stop();
    }
  });
}
