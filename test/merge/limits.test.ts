import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

/**
 * Resources that new renames and moves to another file, in reverse, while local edits some of them, from number 3 on.
 */
function renamed(count: number, edited: number): ReturnType<typeof mergePackages> {
  const file = (prefix: string, isEdited: (n: number) => boolean): string[] =>
    Array.from({ length: count }, (_, n) =>
      [
        'apiVersion: v1\nkind: ConfigMap\nmetadata:',
        `  name: ${prefix}-${n}\ndata:`,
        ...['a', 'b', 'c', 'd'].map((key) => `  ${key}: "${n}"`),
        `  whose: ${isEdited(n) ? 'local' : 'base'}\n`,
      ].join('\n'),
    );
  const text = (documents: readonly string[]): string => documents.join('---\n');
  return mergePackages({
    base: new Map([['old.yaml', text(file('old', () => false))]]),
    theirs: new Map([['new.yaml', text(file('theirs', () => false).toReversed())]]),
    local: new Map([['old.yaml', text(file('old', (n) => n >= 3 && n < 3 + edited))]]),
  });
}

const edits = (content: unknown): number => [...String(content).matchAll(/whose: local/g)].length;

describe('limits of a merge', () => {
  for (const [title, count, edited, kinds] of [
    ['follows resources that were renamed and moved, up to 100,000 comparisons', 300, 297, ['renamed']],
    ['follows none of them above 100,000 comparisons, which loses no edit', 600, 597, ['identity']],
    ['follows one that was edited above 100,000 comparisons', 400, 1, ['renamed']],
  ] as const)
    it(title, () => {
      const { files, conflicts } = renamed(count, edited);
      const names = Array.from({ length: edited }, (_, n) => `old-${n + 3}`);
      assert.deepEqual(
        conflicts.map(({ resource }) => resource?.name),
        names,
      );
      const kindsOf = conflicts.map(({ kind, candidate }) => (candidate === undefined ? kind : 'renamed'));
      assert.deepEqual([...new Set(kindsOf)].toSorted(), kinds);
      assert.equal(edits(files.get('old.yaml')), edited);
    });

  for (const [count, kinds] of [
    [50, []],
    [400, ['identity']],
  ] as const)
    it(`asks the lines about a guess in a list of ${count} elements ${kinds.length === 0 ? 'only' : 'no more'}`, () => {
      const list = (edit: (n: number) => string): ReadonlyMap<string, string> => {
        const elements = Array.from({ length: count }, (_, n) => `- run: ${n % 7}\n  if: ${n}\n${edit(n)}`);
        return new Map([['list.yaml', `kind: Example\nlist:\n- {run: 0}\n${elements.join('')}`]]);
      };
      const lines = '  a: 1\n  b: 2\n  c: 3\n  d: 4\n';
      const { conflicts } = mergePackages({
        base: list(() => lines),
        theirs: list((n) => (n === 20 ? lines.replace('1', '9') : lines)),
        local: list((n) => (n === 20 ? lines.replace('4', '9') : lines)),
      });
      assert.deepEqual(
        conflicts.map(({ kind }) => kind),
        kinds,
      );
    });
});
