import assert from 'node:assert/strict';
import { sentList } from '../../src/host/hosted-call.ts';
import { formatResult, KrmError, Resource } from '../../src/krm/index.ts';
import { readStream } from '../../src/yaml/index.ts';

/** Returns the second resource of a file that is read only as far as resources can be identified. */
function second(spec: string): Resource {
  const item = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
  const { documents } = readStream(`${item('a')}---\n${item('b')}${spec}`, { lazy: true });
  const [, document] = documents;
  assert.ok(document !== undefined);
  return new Resource(document, { path: 'sub/b.yaml', index: 1, isFile: true });
}

/** Returns the errors of sending a resource as an item, and as the function config. */
function errors(resource: Resource): readonly (readonly string[])[] {
  return [
    { items: [resource], config: undefined },
    { items: [], config: resource },
  ].map((input) => {
    try {
      sentList({ ...input, positions: undefined, isMutator: true, isEval: false });
    } catch (error) {
      if (error instanceof KrmError) return error.results.map(formatResult);
      throw error;
    }
    return [];
  });
}

const deep = `data: ${'{a: '.repeat(2000)}1${'}'.repeat(2000)}\n`;
const wide = `data:\n  l0: &l0 [${'a, '.repeat(10)}]\n${Array.from({ length: 9 }, (_, at) => `  l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(10)}]\n`).join('')}`;

describe('an item that cannot be sent to a function', () => {
  for (const [name, spec, want] of [
    ['not YAML', 'data:\n  x: y: z\n', /: a map or list cannot begin on this line, after a key/],
    ['an unknown alias', 'data:\n  x: *no\n', /: an alias must follow the anchor that it names/],
    ['too deep', deep, /: collections must be nested at most/],
    ['too large', wide, /: aliases must expand to at most/],
  ] as const)
    it(`is named with its file: ${name}`, () => {
      for (const results of errors(second(spec))) {
        assert.equal(results.length, 1);
        assert.match(results[0] ?? '', /^\[error\] sub\/b\.yaml(:\d+:\d+|\[1\]) v1\/ConfigMap\/b/);
        assert.match(results[0] ?? '', want);
      }
    });
});
