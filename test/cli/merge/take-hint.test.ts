import assert from 'node:assert/strict';
import { decisionHint, parseTake, takeFor } from '../../../cli/merge/take-option.ts';
import { mergePackages, type Conflict } from '../../../src/merge/index.ts';

/** A package of one file. */
const files = (text: string): ReadonlyMap<string, string> => new Map([['a.yaml', text]]);

/** Merges versions of a file, with the rules of `--take`. */
function conflictsOf(base: string, theirs: string, local: string, takes: readonly string[] = []): readonly Conflict[] {
  const rules = takes.map((take) => parseTake(take).rule);
  return mergePackages({ base: files(base), theirs: files(theirs), local: files(local) }, { rules }).conflicts;
}

const deployment = (version: string, namespace: string, replicas: number, images: readonly string[]): string => {
  const metadata = namespace === '' ? '{name: web}' : `{name: web, namespace: ${namespace}}`;
  const containers = images.map((image) => `      - {name: ${image.split(':')[0]}, image: '${image}'}\n`).join('');
  return `apiVersion: ${version}\nkind: Deployment\nmetadata: ${metadata}\nspec:\n  replicas: ${replicas}\n  template:\n    spec:\n      containers:\n${containers}`;
};

const documents = (replicas: number): string =>
  [
    ['apps/v1', 'a'],
    ['apps/v1', 'b'],
    ['apps/v1', ''],
    ['example.com/v1', ''],
  ]
    .map(([version = '', namespace = '']) => deployment(version, namespace, replicas, ['web:1']))
    .join('---\n');

describe('the `--take` that a message offers', () => {
  it('names elements by their keys, wherever they are', () => {
    const version = (...images: readonly string[]): string => deployment('apps/v1', '', 1, images);
    const conflicts = conflictsOf(
      version('web:1', 'log:1'),
      version('web:2', 'log:2'),
      version('side:1', 'web:mine', 'log:mine'),
    );
    assert.deepEqual(
      conflicts.map((each) => takeFor(each, conflicts)),
      ['web', 'log'].map((name) => `Deployment/web:spec.template.spec.containers[name=${name}].image=local`),
    );
    assert.match(decisionHint(conflicts[0] as Conflict, 'x', conflicts.slice(1)).message, /^to decide one conflict, /);
  });

  it('decides for one of several resources with the same kind and name', () => {
    const [base, theirs, local] = [documents(1), documents(2), documents(3)];
    const conflicts = conflictsOf(base, theirs, local);
    const takes = conflicts.map((each) => takeFor(each, conflicts));
    assert.deepEqual(takes, [
      'Deployment/a/web:spec.replicas=local',
      'Deployment/b/web:spec.replicas=local',
      'apps/v1/Deployment//web:spec.replicas=local',
      'example.com/v1/Deployment//web:spec.replicas=local',
    ]);
    for (const [index, take] of takes.entries()) {
      const rest = conflictsOf(base, theirs, local, [take]);
      const others = conflicts.filter((_, at) => at !== index);
      assert.deepEqual(
        rest.map(({ resource }) => resource),
        others.map(({ resource }) => resource),
        take,
      );
    }
  });

  it('keeps the index of an element that no key names alone', () => {
    const service = (port: number): string =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports:\n  - {port: 80, protocol: TCP, targetPort: ${port}}\n`;
    const [conflict] = conflictsOf(service(1), service(2), service(3));
    assert.equal(conflict && takeFor(conflict), 'Service/web:spec.ports[0].targetPort=local');
  });

  it('says how many other conflicts it decides', () => {
    const [conflict] = conflictsOf(
      ...([1, 2, 3].map((replicas) => deployment('apps/v1', '', replicas, ['web:1'])) as [string, string, string]),
    );
    assert.ok(conflict);
    const hint = decisionHint(conflict, 'edit it', [{ ...conflict }, { ...conflict, field: 'spec.paused' }]);
    assert.match(
      hint.message,
      /^to decide this conflict and 1 other at the same place, pass `--take 'Deployment\/web:/,
    );
  });
});
