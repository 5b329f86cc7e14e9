import assert from 'node:assert/strict';
import type { FleetFolder } from './fleet-folder.ts';
import {
  inFleet,
  inMemoryFleet,
  packageVariant,
  programFor,
  repository,
  web,
  type FleetSetting,
  type GitFleet,
  type InFleet,
} from './fleet.ts';
import { sortArguments } from '../../cli/arguments/sort-arguments.ts';
import { parseTableArguments, TABLE_OPTIONS } from '../../cli/fleet/commands/table-arguments.ts';
import { tableOf } from '../../cli/fleet/commands/table-command.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { kptfile, type Files } from '../cli/run-support.ts';

/** Text that is HTML, and that must be shown as it is. */
export const HOSTILE = `</code><script>alert(1)</script><img src=x onerror="alert('2')">&amp;`;

/** Value of a Secret, which must not be shown. */
export const SECRET_VALUE = 'hunter2';

function secret(value: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: key\nstringData:\n  token: ${value}\n`;
}

function settings(level: string, motd: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  level: ${level}
  motd: ${JSON.stringify(motd)}
  origin: https://cdn.example.com/assets
  timeout: 30s
  retries: "3"
`;
}

const CLUSTERS = [
  ...['lima', 'bogota', 'quito'].map((name) => [name, 'sa'] as const),
  ...['oslo', 'bergen', 'madrid', 'roma', 'wien', 'praha'].map((name) => [name, 'eu'] as const),
  ...['us-east-1', 'us-west-2', 'ca-central-1'].map((name) => [name, 'na'] as const),
];

function variantFile(cluster: string, region: string, revision: string): readonly [path: string, text: string] {
  const labels = `  labels: {region: ${region}}\n  packageContext: {data: {site: ${cluster}}}\n`;
  const text = packageVariant(`shop-${cluster}`, `blueprints/shop@${revision}`, `all/${cluster}/shop`, labels);
  return [`variants/${cluster}.yaml`, text];
}

const HOLD = `apiVersion: krm-variants.dev/v1alpha1
kind: FleetHold
metadata: {name: na}
spec:
  selector: {matchLabels: {region: na}}
  reason: canary first, then North America
  until: v3
`;

async function withPageFleet<Setting extends FleetSetting>(
  inThis: InFleet<Setting>,
  act: (setting: Setting) => Promise<void>,
): Promise<void> {
  const first: Files = {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/web.yaml': web(2, 'registry.example.com/shop/web:2.3'),
    'packages/shop/settings.yaml': settings('info', 'Welcome'),
    'packages/shop/key.yaml': secret(SECRET_VALUE),
    'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
    ...Object.fromEntries(CLUSTERS.map(([name, region]) => variantFile(name, region, 'v1'))),
  };
  await inThis(first, async (setting) => {
    const { fleet, run } = setting;
    const { exitCode, stderr } = await run('apply');
    assert.equal(exitCode, 0, stderr);
    for (const [cluster, replicas] of [
      ['oslo', 4],
      ['bergen', 4],
      ['lima', 6],
    ] as const)
      fleet.commit({ [`clusters/${cluster}/shop/web.yaml`]: web(replicas, 'registry.example.com/shop/web:2.3') });
    fleet.commit({
      'clusters/roma/shop/settings.yaml': settings('debug', `Benvenuti ${HOSTILE}`),
      'clusters/wien/shop/notes.txt': `\u202etxt.exe ${HOSTILE} ${'x'.repeat(200)}\n`,
    });
    fleet.commit({
      'packages/shop/web.yaml': web(3, 'registry.example.com/shop/web:2.4'),
      'packages/shop/settings.yaml': settings('info', `Welcome ${HOSTILE}`),
      'packages/shop/key.yaml': secret(`${SECRET_VALUE}-new`),
    });
    fleet.tag('v2');
    fleet.commit({
      ...Object.fromEntries([
        ...CLUSTERS.map(([name, region]) => variantFile(name, region, name === 'praha' ? 'v1' : 'v2')),
        variantFile('tromso', 'eu', 'v2'),
        variantFile('nowhere', 'eu', 'v9'),
      ]),
      '.krm-variants/holds/na.yaml': HOLD,
    });
    fleet.remove('variants/quito.yaml');
    fleet.commit({}, 'Remove Quito');
    await act(setting);
  });
}

/**
 * Passes a fleet to a test that has something for each section of a page: upgrades, holds, conflicts, edits and errors.
 */
export function inPageFleet(act: (setting: FleetSetting) => Promise<void>): Promise<void> {
  return withPageFleet(inMemoryFleet, act);
}

/** Passes the same fleet in a git repository on the disk. */
export function inGitPageFleet(act: (setting: GitFleet) => Promise<void>): Promise<void> {
  return withPageFleet(inFleet, act);
}

/** Runs `krm-variants fleet table` in a fleet, without showing its output. */
export async function tableIn(fleet: FleetFolder, ...args: readonly string[]): Promise<FolderOutcome> {
  return await tableBelow(fleet, fleet.folder, ...args);
}

/** Runs `krm-variants fleet table` in a folder of a fleet, without showing its output. */
export async function tableBelow(
  fleet: FleetFolder,
  folder: string,
  ...args: readonly string[]
): Promise<FolderOutcome> {
  const asked = parseTableArguments(sortArguments([...args, '-C', folder], TABLE_OPTIONS));
  return await tableOf(await programFor(fleet), asked);
}
