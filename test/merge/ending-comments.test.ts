import assert from 'node:assert/strict';
import { mergeForDriver } from '../../cli/merge/merge-with-markers.ts';

/** What stands in a file, and what a side adds to it. */
const FILES: Readonly<Record<string, readonly [text: string, added: (name: string) => string]>> = {
  map: ['kind: A\ndata:\n  a: 1\n', (name) => `  ${name}: 1\n`],
  list: ['kind: A\nitems:\n  - a\n', (name) => `  - ${name}\n`],
  stream: [
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
    (name) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`,
  ],
};

const ENDINGS = ['# end\n', '  # end\n', '\n# end\n', '  # x\n# end\n', '    # end\n'];

const PLACES = ['above', 'below', 'around'] as const;

describe('comments at the end of a file to which both sides add', () => {
  for (const [title, [text, added]] of Object.entries(FILES))
    for (const ending of ENDINGS)
      it(`stand once below a ${title}: ${JSON.stringify(ending)}`, () => {
        const side = (place: (typeof PLACES)[number], name: string): string =>
          ({
            above: text + added(name) + ending,
            below: text + ending + added(name),
            around: text + added(name) + ending + added(`${name}2`),
          })[place];
        for (const inOurs of PLACES)
          for (const inTheirs of PLACES)
            for (const theirName of ['o', 't'])
              for (const own of ['', '# own\n']) {
                const { content, conflicts } = mergeForDriver({
                  path: 'a.yaml',
                  base: text + ending,
                  ours: side(inOurs, 'o') + own,
                  theirs: side(inTheirs, theirName),
                  markersOf: () => ({ size: 7, names: { local: 'ours', theirs: 'theirs' } }),
                });
                if (conflicts.length > 0) continue;
                const lines = String(content)
                  .split('\n')
                  .flatMap((line) => line.trim() || []);
                const comments = lines.filter((line) => line.startsWith('#'));
                const wanted = `${ending}${own}`.split('\n').flatMap((line) => line.trim() || []);
                assert.deepEqual(comments, wanted, String(content));
                for (const name of ['o', theirName])
                  assert.ok(
                    lines.some((line) => line.includes(name)),
                    String(content),
                  );
              }
      });
});
