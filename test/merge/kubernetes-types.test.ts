import assert from 'node:assert/strict';
import { mergePackages, type MergedPackage } from '../../src/merge/index.ts';

/** Merges three versions of a file as git's merge driver does: a deletion never wins over a change in silence. */
function merge(versions: readonly string[]): MergedPackage {
  const [base, theirs, local] = versions.map((text) => new Map([['a.yaml', text]])) as [
    Map<string, string>,
    Map<string, string>,
    Map<string, string>,
  ];
  return mergePackages({ base, theirs, local }, { onDelete: 'conflict' });
}

const head = (apiVersion: string, kind: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: x\n`;

/** Returns the text of a Role as that of a kind that grants nothing. */
function asWidget(role: string): string {
  return role.replace(/^apiVersion.*\nkind.*\n/, 'apiVersion: example.com/v1\nkind: Widget\n');
}

const OPEN_MAPS = [
  'labels',
  'annotations',
  'data',
  'stringData',
  'binaryData',
  'configMap',
  'nodeSelector',
  'matchLabels',
  'limits',
  'requests',
];

describe('what the merge knows of Kubernetes', () => {
  for (const key of OPEN_MAPS)
    it(`entries of \`${key}\` are independent: those that one side added stay when the other deletes the map`, () => {
      const text = (entries: string): string => `${head('v1', 'Widget')}spec:\n  a: 1\n${entries}`;
      const base = `  ${key}:\n    one: "1"\n`;
      const { files, conflicts } = merge([text(base), text(''), text(`${base}    mine: "2"\n`)]);
      assert.deepEqual(conflicts, []);
      assert.equal(files.get('a.yaml'), text(`  ${key}:\n    mine: "2"\n`));
    });

  it('entries of other maps are not: such a deletion is a conflict', () => {
    const text = (entries: string): string => `${head('v1', 'Widget')}spec:\n  a: 1\n${entries}`;
    const base = '  probe:\n    one: "1"\n';
    const { conflicts } = merge([text(base), text(''), text(`${base}    mine: "2"\n`)]);
    assert.deepEqual(
      conflicts.map(({ kind }) => kind),
      ['delete/change'],
    );
  });

  for (const key of ['args', 'command'])
    it(`\`${key}\` are arguments: what both sides insert at one place is a conflict`, () => {
      const text = (elements: string): string => `${head('v1', 'Widget')}spec:\n  ${key}: [${elements}]\n`;
      const { conflicts } = merge([text('run, fast'), text('run, new, fast'), text('run, mine, fast')]);
      assert.equal(conflicts.length, 1);
    });

  for (const kind of ['Role', 'ClusterRole'])
    it(`rules of a ${kind} never grant together what neither side grants, also where their lines merge`, () => {
      const text = (resources: string, verbs: string): string =>
        `${head('rbac.authorization.k8s.io/v1', kind)}rules:\n- apiGroups:\n  - apps\n  resources:\n${resources}  - jobs\n  - pods\n  verbs:\n  - get\n${verbs}`;
      const [resource, verb] = ['  - secrets\n', '  - delete\n'];
      const { conflicts, results } = merge([text('', ''), text(resource, ''), text('', verb)]);
      assert.deepEqual(
        conflicts.map(({ kind: ofConflict }) => ofConflict),
        ['identity'],
      );
      assert.deepEqual(
        results.map(({ severity, message }) => `${severity} ${message}`),
        ['warning together, the changes of both sides would permit `delete` of secrets.apps'],
      );
      const other = merge(([text('', ''), text(resource, ''), text('', verb)] as const).map(asWidget));
      assert.deepEqual(other.conflicts, []);
    });
});
