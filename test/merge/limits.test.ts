import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

/** Resources that new renames and moves to another file, in reverse, while local edits one of them. */
function renamed(count: number): ReturnType<typeof mergePackages> {
  const file = (prefix: string, edited?: number): string[] =>
    Array.from({ length: count }, (_, n) =>
      [
        'apiVersion: v1\nkind: ConfigMap\nmetadata:',
        `  name: ${prefix}-${n}\ndata:`,
        ...['a', 'b', 'c', 'd'].map((key) => `  ${key}: "${n}"`),
        `  whose: ${n === edited ? 'local' : 'base'}\n`,
      ].join('\n'),
    );
  const text = (documents: readonly string[]): string => documents.join('---\n');
  return mergePackages({
    base: new Map([['old.yaml', text(file('old'))]]),
    new: new Map([['new.yaml', text(file('new').toReversed())]]),
    local: new Map([['old.yaml', text(file('old', 3))]]),
  });
}

const edits = (content: unknown): number => [...String(content).matchAll(/whose: local/g)].length;

describe('limits of a merge', () => {
  for (const [title, count, kind] of [
    ['follows resources that were renamed and moved, up to 100,000 comparisons', 300, 'identity'],
    ['does not follow them above 100,000 comparisons, which loses no edit', 400, 'delete/change'],
  ] as const)
    it(title, () => {
      const { files, conflicts } = renamed(count);
      const [conflict] = conflicts;
      assert.deepEqual([conflicts.length, conflict?.kind, conflict?.resource?.name], [1, kind, 'old-3']);
      assert.equal(edits(files.get('old.yaml')), 1);
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
        new: list((n) => (n === 20 ? lines.replace('1', '9') : lines)),
        local: list((n) => (n === 20 ? lines.replace('4', '9') : lines)),
      });
      assert.deepEqual(
        conflicts.map(({ kind }) => kind),
        kinds,
      );
    });
});
