import assert from 'node:assert/strict';
import { mergePackages, type FileContent } from '../../src/merge/index.ts';
import { configMap } from '../cli/run-support.ts';

type Version = Readonly<Record<string, FileContent>>;

interface Row {
  readonly title: string;
  readonly base: Version;
  readonly theirs: Version;
  readonly local: Version;
  /** Path, and message of the only warning with the answer `new`. */
  readonly want: readonly [path: string, message: string];
}

const TAKEN = 'both sides changed it: the new version is used';

const rows: readonly Row[] = [
  { title: 'lines of a text', base: { a: '1\n' }, theirs: { a: '2\n' }, local: { a: '3\n' }, want: ['a', TAKEN] },
  {
    title: 'a binary file',
    base: { a: '\0' },
    theirs: { a: Uint8Array.of(0xff) },
    local: { a: Uint8Array.of(0xfe) },
    want: ['a', TAKEN],
  },
  { title: 'a deleted text', base: { a: '1\n' }, theirs: {}, local: { a: '3\n' }, want: ['a', TAKEN] },
  {
    title: 'a resource that both sides moved',
    base: { 'a.yaml': configMap('a') },
    theirs: { 'b.yaml': configMap('a') },
    local: { 'c.yaml': configMap('a') },
    want: ['c.yaml', 'both sides moved it: the path in the new version is used'],
  },
];

describe('an answer to a conflict', () => {
  for (const { title, want, ...versions } of rows)
    it(`is a warning: ${title}`, () => {
      const files = (version: Version) => new Map(Object.entries(version));
      const packages = { base: files(versions.base), theirs: files(versions.theirs), local: files(versions.local) };
      const merged = mergePackages(packages, { answer: () => 'theirs' });
      assert.deepEqual([...merged.files], Object.entries(versions.theirs));
      assert.deepEqual(
        merged.results.map(({ severity, file, message }) => [severity, file?.path, message]),
        [['warning', ...want]],
      );
    });

  const role = (...rules: readonly (readonly [resource: string, verbs: string])[]): ReadonlyMap<string, string> => {
    const texts = rules.map(
      ([resource, verbs]) => `- apiGroups: [""]\n  resources: [${resource}]\n  verbs: [${verbs}]\n`,
    );
    const head = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: a\nrules:\n';
    return new Map([['a.yaml', `${head}${texts.join('')}`]]);
  };

  it('for a map or a list names the changes of the other side that it drops', () => {
    const versions = {
      base: role(['pods', 'get'], ['services', 'list']),
      theirs: role(['pods', 'get, list'], ['services', 'list, watch'], ['nodes', 'get']),
      local: role(['pods', 'watch'], ['pods', 'patch'], ['secrets', 'list']),
    };
    const messagesOf = (answer: 'local' | 'theirs') =>
      mergePackages(versions, { answer: () => answer }).results.flatMap(({ field, message }) =>
        message.startsWith('drops') ? [`${field?.path}: ${message}`] : [],
      );
    assert.deepEqual(messagesOf('local'), [
      'rules[0]: drops changes of new: verbs',
      'rules[2]: drops changes of new: verbs',
    ]);
    assert.deepEqual(messagesOf('theirs').slice(0, 2), [
      'rules[0]: drops changes of local: verbs',
      'rules[2]: drops changes of local: resources[0]',
    ]);
  });

  it('for a list of values names the elements of the other side that it drops', () => {
    const version = (list: string): ReadonlyMap<string, string> => new Map([['a.yaml', `kind: A\nlist: ${list}\n`]]);
    const versions = { base: version('[a, b]'), theirs: version('[a, c, d]'), local: version('{x: 1}') };
    const { results } = mergePackages(versions, { answer: () => 'local' });
    assert.deepEqual(
      results.map(({ message }) => message),
      ['both sides changed it: the local version is used', 'drops changes of new: adds "c", adds "d", removes "b"'],
    );
  });
});
