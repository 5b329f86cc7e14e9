import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { factsOf } from '../../support/facts.ts';
import { inFleet, packageVariant, repository, type FleetSetting } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { reportOf, resolve, type ReportedClass, type ReportedConflict } from '../../support/resolving-fleet.ts';
import { below, kptfile, readFiles, writeFiles, type Files } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const CLUSTERS = ['ap', 'eu', 'us'] as const;

/** Values of one version of a package. Small numbers, so that versions agree and differ by chance. */
interface Version {
  readonly replicas: number;
  readonly images: readonly [number, number];
  readonly settings: readonly [number, number];
  readonly secret: number;
  readonly notes: number;
  readonly logo: number;
  /** True if another container is first. */
  readonly isTurned: boolean;
  /** True if there is one more setting before the others. */
  readonly isLonger: boolean;
}

const digit = fc.nat(3);
const version: fc.Arbitrary<Version> = fc.record({
  replicas: digit,
  images: fc.tuple(digit, digit),
  settings: fc.tuple(digit, digit),
  secret: digit,
  notes: digit,
  logo: digit,
  isTurned: fc.boolean(),
  isLonger: fc.boolean(),
});

/** Decision of the classes of conflicts, by their order. */
type Choice = 'new' | 'local' | 'value';

interface Life {
  readonly base: Version;
  readonly next: Version;
  /** Result of people's edits in each cluster. */
  readonly local: readonly [Version, Version, Version];
  readonly choices: readonly [Choice, ...Choice[]];
}

const choice: fc.Arbitrary<Choice> = fc.constantFrom('new', 'local', 'value');
const life: fc.Arbitrary<Life> = fc.record({
  base: version,
  next: version,
  local: fc.tuple(version, version, version),
  choices: fc.tuple(choice, choice, choice, choice, choice),
});

/** Returns the files of a package. */
function filesOf({ replicas, images, settings, secret, notes, logo, isTurned, isLonger }: Version): Files {
  const containers = [
    `        - name: web\n          image: web:t${images[0]}\n`,
    `        - name: log\n          image: log:t${images[1]}\n`,
  ];
  return {
    Kptfile: kptfile('shop'),
    'web.yaml': `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n  template:\n    spec:\n      containers:\n${(isTurned ? containers.toReversed() : containers).join('')}`,
    'settings.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n${isLonger ? '  more: more\n' : ''}  # The first one.\n  one: s${settings[0]} # one\n  middle: middle\n  two: s${settings[1]} # two\n`,
    'secret.yaml': `apiVersion: v1\nkind: Secret\nmetadata:\n  name: secret\nstringData:\n  key: hush-${secret}\n`,
    'notes.md': `begin\nn${notes}\nend\n`,
    'logo.bin': `\0${logo}`,
  };
}

function inputs(): Files {
  return {
    'variants.yaml': [
      repository('blueprints', 'packages'),
      repository('all', 'clusters'),
      ...CLUSTERS.map((each) => packageVariant(each, 'blueprints/shop', `all/${each}`)),
    ].join('---\n'),
  };
}

/** Returns the folders of all variants. */
function clustersOf(folder: string): Files {
  return readFiles(join(folder, 'clusters'));
}

/** Returns the value for a class; undefined if its conflict is not about a value that may be set. */
function valueOf({ path = '', kind, resource }: ReportedClass): string | undefined {
  if (kind !== 'edit/edit' || resource === undefined || resource.kind === 'Secret') return undefined;
  if (path === 'spec.replicas') return '77';
  return path.endsWith('.image') ? 'own:t9' : path.startsWith('data.') ? 's9' : undefined;
}

/** Returns the arguments of `apply` that take a version of a conflict in one cluster. */
function takeOf({ resource, field = '', file }: ReportedConflict, take: 'new' | 'local'): readonly string[] {
  const place = resource === undefined ? file.path : `${resource.kind}/${resource.name}:${field}`;
  return ['--take', `${place}=${take}`];
}

/** Passes a copy of a fleet to a function. */
async function inCopy(setting: FleetSetting, act: (folder: string) => Promise<void>): Promise<void> {
  const copy = mkdtempSync(join(setting.fleet.folder, '../copy-'));
  try {
    cpSync(setting.fleet.folder, copy, { recursive: true, preserveTimestamps: true });
    await act(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

describe('resolutions of generated fleets', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('decide each conflict as --take does, and nothing else', async () => {
    let decided = 0;
    await fc.assert(
      fc.asyncProperty(life, async ({ base, next, local, choices }) =>
        inFleet({ ...inputs(), ...below('packages/shop', filesOf(base)) }, async (setting) => {
          const { fleet, run } = setting;
          await run('apply');
          fleet.commit({});
          for (const [index, cluster] of CLUSTERS.entries())
            fleet.write(below(`clusters/${cluster}`, filesOf(local[index] ?? base)));
          for (const cluster of CLUSTERS) fleet.remove(`clusters/${cluster}/Kptfile`);
          fleet.git('checkout', '--quiet', '--', ...CLUSTERS.map((each) => `clusters/${each}/Kptfile`));
          fleet.commit(below('packages/shop', filesOf(next)));

          const { conflictClasses, conflicts } = await reportOf(setting);
          const choiceOf = new Map(
            conflictClasses.map((each, index) => {
              const wanted = choices[index % choices.length] ?? 'new';
              return [each.id, wanted === 'value' && valueOf(each) === undefined ? 'local' : wanted] as const;
            }),
          );
          decided += choiceOf.size;
          const classOf = ({ file, resource, field, keyedField = field }: ReportedConflict): ReportedClass => {
            const found = conflictClasses.filter(
              (each) =>
                each.variants.some((folder) => file.path.startsWith(`${folder}/`)) &&
                (resource === undefined
                  ? file.path.endsWith(`/${each.file ?? ''}`)
                  : resource.name === each.resource?.name && keyedField === each.path),
            );
            assert.equal(found.length, 1, JSON.stringify([file, keyedField, conflictClasses]));
            return found[0] as ReportedClass;
          };

          // Each conflict by itself, in a copy.
          let wanted: Files = {};
          await inCopy(setting, async (folder) => {
            for (const cluster of CLUSTERS) {
              const own = conflicts.filter(({ file }) => file.path.startsWith(`clusters/${cluster}/`));
              const takes = own.flatMap((each) =>
                takeOf(each, choiceOf.get(classOf(each).id) === 'new' ? 'new' : 'local'),
              );
              const { exitCode, stderr } = await run('apply', folder, '--variant', cluster, ...takes);
              assert.equal(exitCode, 0, stderr);
              for (const each of own) {
                const its = classOf(each);
                if (choiceOf.get(its.id) !== 'value') continue;
                const files = clustersOf(folder);
                const path = each.file.path.slice('clusters/'.length);
                const place = placeOf(its.path ?? '');
                const text = String(files[path]);
                assert.match(text, place);
                const edited = text.replace(place, (found) => found.replace(/\S+(?= #|\n$)/, valueOf(its) ?? ''));
                writeFiles(join(folder, 'clusters'), { [path]: edited });
              }
            }
            wanted = clustersOf(folder);
          });

          // All variants of a class at once.
          for (const { id, ...rest } of conflictClasses) {
            const taken = choiceOf.get(id) ?? 'new';
            const args = taken === 'value' ? ['--value', valueOf({ id, ...rest }) ?? ''] : ['--take', taken];
            const { exitCode, stderr } = await resolve(setting, [id, ...args]);
            assert.equal(exitCode, 0, stderr);
          }
          assert.equal(fleet.git('status', '--porcelain', '--', 'clusters', 'packages'), '');
          fleet.commit({});

          // Other values are other conflicts.
          await inCopy(setting, async (folder) => {
            const paths = conflictClasses.map(({ id }) => `.krm-variants/resolutions/${id}.yaml`);
            for (const path of paths)
              writeFiles(folder, { [path]: fleet.read(path).replace('repository: blueprints', 'repository: other') });
            const before = clustersOf(folder);
            const { exitCode, stdout } = await run('apply', folder, '--report', 'json');
            const { conflictClasses: open } = JSON.parse(stdout) as { readonly conflictClasses: unknown };
            assert.equal(exitCode, conflicts.length === 0 ? 0 : 3);
            assert.deepEqual(open, conflictClasses);
            const touched = new Set(conflicts.map(({ file }) => file.path.split('/')[1]));
            for (const [path, text] of Object.entries(clustersOf(folder)))
              if (touched.has(path.split('/')[0])) assert.equal(text, before[path]);
          });

          const strict = await run('apply', '--strict');
          // Warnings may be about what the merge guessed, and not about decisions.
          const decisions = factsOf(strict, 'conflict-decided');
          assert.deepEqual(
            decisions.filter((fact) => !fact.startsWith('info conflict-decided .krm-variants/resolutions/')),
            [],
          );
          if (strict.exitCode !== 0) assert.equal((await run('apply')).exitCode, 0, strict.stderr);
          assert.deepEqual(clustersOf(fleet.folder), wanted);
          assert.equal((await run('plan', '--check')).exitCode, 0);
        }),
      ),
      { numRuns: propertyRuns(4) },
    );
    assert.ok(decided > 0);
  });
});

/** Returns a pattern of the line of a field. */
function placeOf(path: string): RegExp {
  const name = /\[name=(\w+)\]/.exec(path)?.[1];
  if (name !== undefined) return new RegExp(`(?<=name: ${name}\n) +image: .*\n`);
  return new RegExp(`^ +${path.split('.').at(-1) ?? ''}: .*\n`, 'm');
}
