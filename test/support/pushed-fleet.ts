import { join } from 'node:path';
import { runFleet } from '../../cli/fleet/call/run-fleet.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { inFolder, kptfile, type Files } from '../cli/run-support.ts';
import { allFunctions } from './all-functions.ts';
import { fleetArguments, type FleetAction, packageVariant, repository, web } from './fleet.ts';
import { GitRepository } from './git-repository.ts';
import { GitServer } from './git-server.ts';

/** Clone of a fleet. */
export interface FleetClone extends GitRepository {
  /** Diffs that the runs in it have shown. */
  readonly shown: readonly string[];
  /** Runs `krm-variants fleet` in it. */
  readonly fleet: (action: FleetAction, ...args: readonly string[]) => Promise<FolderOutcome>;
}

/** A fleet in a bare repository that a server has, and its clones. */
export interface PushedFleet {
  /** Folder of all others. */
  readonly folder: string;
  /** The bare repository. */
  readonly bare: GitRepository;
  /** URL of the bare repository. */
  readonly url: string;
  readonly clone: (name: string, url?: string) => FleetClone;
}

/** Clusters of the fleet. */
export const CLUSTERS = ['eu', 'us'];

/** Files of a fleet with the package `shop` in each cluster. */
export const PUSHED_FILES: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'variants/all.yaml': [
    ...['blueprints', ...CLUSTERS].map((name) =>
      repository(name, name === 'blueprints' ? 'packages' : `clusters/${name}`),
    ),
    ...CLUSTERS.map((name) => packageVariant(`${name}-shop`, 'blueprints/shop', `${name}/shop`)),
  ].join('---\n'),
};

/** Passes a fleet on an HTTP server of git to a test. `password`: `USER:PASSWORD` that the server requires. */
export function inPushedFleet<T>(
  act: (setting: PushedFleet) => T | Promise<T>,
  { files = PUSHED_FILES, password }: { readonly files?: Files; readonly password?: string } = {},
): Promise<T> {
  return inFolder({ 'first/.gitignore': '', 'served/.keep': '', 'bin/.keep': '' }, async (folder) => {
    const at = (name: string): GitRepository => new GitRepository(join(folder, name), join(folder, 'bin'));
    const first = at('first');
    first.init();
    first.commit(files);
    first.git('clone', '--quiet', '--bare', '.', '../served/fleet.git');
    const bare = at('served/fleet.git');
    bare.git('config', 'http.receivepack', 'true');
    const server = await GitServer.start(join(folder, 'served'), password);
    const functions = await allFunctions();
    const url = `${server.url.replace('//', password === undefined ? '//' : `//${password}@`)}/fleet.git`;
    const clone = (name: string, from = url): FleetClone => {
      first.git('clone', '--quiet', from, join(folder, name));
      const cloned = at(name);
      cloned.git('config', 'user.name', name);
      cloned.git('config', 'user.email', `${name}@example.com`);
      const shown: string[] = [];
      return Object.assign(cloned, {
        fleet: (action: FleetAction, ...args: readonly string[]) =>
          runFleet(
            { functions, version: '1.2.3' },
            { ...fleetArguments(action, ['-C', cloned.folder, ...args]), folder: cloned.folder, patience: 0 },
            (diff) => shown.push(diff),
          ),
        shown,
      });
    };
    try {
      return await act({ folder, bare, url, clone });
    } finally {
      await server.stop();
    }
  });
}
