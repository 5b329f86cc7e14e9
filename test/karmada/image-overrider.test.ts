import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readImageOverriders, type WrittenImageOverrider } from '../../src/karmada/index.ts';
import { assertResults, override, problemsOf, readOne } from './override-runs.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1000);
const SHA = `sha256:${'0123456789abcdef'.repeat(4)}`;
const OTHER_SHA = `sha256:${'fedcba9876543210'.repeat(4)}`;

type Component = WrittenImageOverrider['component'];
type Operator = WrittenImageOverrider['operator'];

const pod = (image: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n    - name: main\n      image: "${image}" # kept\n`;

const read = (written: WrittenImageOverrider) =>
  readOne((field, problems) => readImageOverriders([written], field, problems));

/** Returns the image of a pod after one edit, or the error without the name of the entry. */
function edited(component: Component, operator: Operator, value: string | undefined, image: string): string {
  const { text, results } = override(pod(image), read({ component, operator, ...(value !== undefined && { value }) }));
  if (text !== undefined) {
    assert.deepEqual(results, []);
    const [, after = ''] = /image: "(.*)" # kept\n$/.exec(text) ?? [];
    assert.equal(text, pod(after));
    return after;
  }
  const [result = '', ...others] = results;
  assert.deepEqual(others, []);
  const prefix = 'error spec.containers[0].image: `spec.o[0]`: ';
  assert.ok(result.startsWith(prefix), result);
  return result.slice(prefix.length);
}

type Row = readonly [component: Component, operator: Operator, value: string | undefined, image: string, want: string];

/** Results of Karmada. */
const same: readonly Row[] = [
  ['Registry', 'add', 'reg.example', 'perl:5', 'reg.example/perl:5'],
  ['Registry', 'add', '.test', 'reg.example/app:v1', 'reg.example.test/app:v1'],
  ['Registry', 'add', ':5000', 'reg.example/app', 'reg.example:5000/app'],
  ['Registry', 'add', '/mirror', 'reg.example/app:v1', 'reg.example/mirror/app:v1'],
  ['Registry', 'add', '-x/mirror', 'a.reg/app', 'a.reg-x/mirror/app'],
  ['Registry', 'add', 'team', 'app:v1', 'team/app:v1'],
  ['Registry', 'add', 'new.example', 'team/app', 'new.example/team/app'],
  ['Registry', 'add', undefined, 'reg.example/app', 'reg.example/app'],
  ['Registry', 'replace', 'reg.us', 'reg.example/app:v1', 'reg.us/app:v1'],
  ['Registry', 'replace', 'reg.us', 'team/app', 'reg.us/team/app'],
  ['Registry', 'replace', 'team', 'app:v1', 'team/app:v1'],
  ['Registry', 'replace', 'reg.us/hub', 'reg.example/library/app', 'reg.us/hub/library/app'],
  ['Registry', 'replace', '', 'reg.example/app', 'app'],
  ['Registry', 'replace', undefined, 'reg.example/app', 'app'],
  ['Registry', 'remove', 'unused', 'reg.example/app:v1', 'app:v1'],
  ['Registry', 'remove', undefined, 'localhost/app', 'app'],
  ['Registry', 'remove', undefined, 'team/app', 'team/app'],
  ['Repository', 'add', '/app', 'reg.example/team:v1', 'reg.example/team/app:v1'],
  ['Repository', 'add', '-arm64', 'app', 'app-arm64'],
  ['Repository', 'add', undefined, 'app', 'app'],
  ['Repository', 'replace', 'other', 'reg.example/team/app:v1', 'reg.example/other:v1'],
  ['Tag', 'add', '-alpine', 'app:v1', 'app:v1-alpine'],
  ['Tag', 'add', 'v1', 'app', 'app:v1'],
  ['Tag', 'add', SHA, 'app', `app@${SHA}`],
  ['Tag', 'add', '-alpine', `app:v1@${SHA}`, 'app:v1-alpine'],
  ['Tag', 'replace', 'v2', 'app:v1', 'app:v2'],
  ['Tag', 'replace', 'v2', 'app', 'app:v2'],
  ['Tag', 'replace', 'v2', `app@${SHA}`, 'app:v2'],
  ['Tag', 'replace', 'v2', `app:v1@${SHA}`, 'app:v2'],
  ['Tag', 'replace', 'v1', `app:v1@${SHA}`, 'app:v1'],
  ['Tag', 'replace', SHA, 'reg.example/app:v1', `reg.example/app@${SHA}`],
  ['Tag', 'replace', OTHER_SHA, `app@${SHA}`, `app@${OTHER_SHA}`],
  ['Tag', 'remove', 'unused', 'app:v1', 'app'],
  ['Tag', 'remove', undefined, `app@${SHA}`, 'app'],
  ['Tag', 'remove', undefined, `app:v1@${SHA}`, 'app'],
  ['Registry', 'add', 'a.b', 'App:v1', 'failed to parse image value(App:v1), error: repository name must be lowercase'],
  ['Tag', 'replace', 'v2', '${X}', 'failed to parse image value(${X}), error: invalid reference format'],
  [
    'Tag',
    'replace',
    'v2',
    '',
    'failed to parse image value(), error: repository name must have at least one component; the image is missing or ' +
      'empty: set it, or select other resources',
  ],
];

const settled = 'an added value that is already there stays: Karmada always starts from the original';
const invalid = 'Karmada writes the invalid image';

/** Results that differ from those of Karmada, with Karmada's. */
const different: readonly (readonly [...row: Row, karmada: string, reason: string])[] = [
  [
    'Registry',
    'replace',
    'reg.us',
    `reg.example/app:v1@${SHA}`,
    `reg.us/app:v1@${SHA}`,
    'reg.us/app:v1',
    'a digest stays',
  ],
  [
    'Repository',
    'replace',
    'other',
    `reg.example/app:v1@${SHA}`,
    `reg.example/other:v1@${SHA}`,
    'reg.example/other:v1',
    'a digest stays',
  ],
  ['Registry', 'remove', undefined, `reg.us/app:v1@${SHA}`, `app:v1@${SHA}`, 'app:v1', 'a digest stays'],
  ['Tag', 'replace', `@${SHA}`, 'app:v1', `app@${SHA}`, 'app:v1', 'the documented form with "@" works'],
  ['Registry', 'add', '.test', 'a.test/app', 'a.test/app', 'a.test.test/app', settled],
  ['Registry', 'add', '/mirror', 'a.reg/mirror/app', 'a.reg/mirror/app', 'a.reg/mirror/mirror/app', settled],
  ['Registry', 'add', 'team', 'team/app', 'team/app', 'team/team/app', settled],
  ['Registry', 'replace', 'a.reg/hub', 'a.reg/hub/app', 'a.reg/hub/app', 'a.reg/hub/hub/app', settled],
  ['Registry', 'replace', 'team', 'team/app', 'team/app', 'team/team/app', settled],
  ['Repository', 'add', '/app', 'team/app', 'team/app', 'team/app/app', settled],
  ['Tag', 'add', '-alpine', 'app:v1-alpine', 'app:v1-alpine', 'app:v1-alpine-alpine', settled],
  ['Tag', 'add', SHA, `app@${SHA}`, `app@${SHA}`, `app@${SHA}`, settled],
  [
    'Registry',
    'add',
    '-x',
    'app',
    'the result "-x/app" is not a valid image: invalid reference format; use `replace` with the whole registry',
    '-x/app',
    invalid,
  ],
  [
    'Registry',
    'replace',
    'reg.us/',
    'app',
    'the result "reg.us//app" is not a valid image: invalid reference format; `value` must be a valid registry',
    'reg.us//app',
    invalid,
  ],
  [
    'Repository',
    'replace',
    'App',
    'app',
    'the result "App" is not a valid image: repository name must be lowercase; `value` must be a valid repository',
    'App',
    invalid,
  ],
  [
    'Tag',
    'add',
    '-alpine',
    'app',
    'the result "app:-alpine" is not a valid image: invalid reference format; use `replace` with the whole tag',
    'app',
    'Karmada ignores the value',
  ],
  [
    'Tag',
    'add',
    SHA,
    'app:v1',
    `the result "app:v1${SHA}" is not a valid image: invalid reference format; use \`replace\` with the whole tag`,
    'app:v1',
    'Karmada ignores the value',
  ],
  [
    'Tag',
    'add',
    'ab',
    `app@${SHA}`,
    'a digest cannot be added to; use `replace`',
    `app@${SHA}ab`,
    'Karmada writes a digest of a wrong length',
  ],
  [
    'Registry',
    'remove',
    undefined,
    'reg.example/my.team/app',
    'a second run would change the result "my.team/app" again; set the whole image with `plaintext` instead',
    'my.team/app',
    'the repository would be read as a registry',
  ],
  [
    'Registry',
    'add',
    'x',
    'localhost/app',
    'a second run would change the result "localhostx/app" again; set the whole image with `plaintext` instead',
    'localhostx/app',
    'the registry would be read as a repository',
  ],
  [
    'Repository',
    'replace',
    'new.example/app',
    'app',
    'a second run would change the result "new.example/app" again; set the whole image with `plaintext` instead',
    'new.example/app',
    'the repository would be read as a registry',
  ],
];

describe('readImageOverriders', () => {
  for (const [component, operator, value, image, want] of same) {
    it(`like Karmada: ${component} ${operator} ${value ?? ''}: ${image}`, () => {
      assert.equal(edited(component, operator, value, image), want);
    });
  }

  for (const [component, operator, value, image, want, karmada, reason] of different) {
    it(`unlike Karmada (${karmada}): ${component} ${operator} ${value ?? ''}: ${image}: ${reason}`, () => {
      assert.equal(edited(component, operator, value, image), want);
    });
  }

  const problems: readonly (readonly [written: WrittenImageOverrider, want: readonly string[]])[] = [
    [
      { component: 'Repository', operator: 'remove' },
      ['spec.o[0].operator: an image must have a repository: use `replace`'],
    ],
    [{ component: 'Repository', operator: 'replace' }, ['spec.o[0].value: an image must have a repository']],
    ...[undefined, '', ':v2', '@v2', 'sha256:abc', `v1@${SHA}`, `sha256:${'a'.repeat(32)}`, 'a b'].map(
      (value): [WrittenImageOverrider, string[]] => [
        { component: 'Tag', operator: 'replace', ...(value !== undefined && { value }) },
        ['spec.o[0].value: must be a tag, such as "v1", or a digest, such as "sha256:" and 64 hexadecimal digits'],
      ],
    ),
    [{ component: 'Tag', operator: 'replace', value: '-x' }, ['spec.o[0].value: must be a tag, such as "v1"']],
    [{ component: 'Tag', operator: 'add', value: ':x' }, ['spec.o[0].value: must be a tag, such as "v1"']],
    [
      { component: 'Tag', operator: 'remove', predicate: { path: 'spec/image' } },
      ['spec.o[0].predicate.path: JSON pointer must be empty or start with a "/": "spec/image", offset 0'],
    ],
    [
      { component: 'Tag', operator: 'remove', predicate: { path: '/a~2' } },
      ['spec.o[0].predicate.path: in a JSON pointer "~" must be followed by 0 or 1: "/a~2", offset 2'],
    ],
    [
      { component: 'Tag', operator: 'remove', predicate: { path: '' } },
      ['spec.o[0].predicate.path: must name a field of the resource'],
    ],
    [
      { component: 'Tag', operator: 'remove', predicate: { path: '//spec/image' } },
      ['spec.o[0].predicate.path: must not contain "//" or end with "/"'],
    ],
    [
      { component: 'Tag', operator: 'remove', predicate: { path: '/metadata/annotations/config.kubernetes.io~1path' } },
      ['spec.o[0].predicate.path: must not name an annotation of kpt'],
    ],
  ];
  for (const [written, want] of problems) {
    it(`refuses ${JSON.stringify(written)}`, () => {
      assertResults(
        problemsOf((field, found) => readImageOverriders([written], field, found)),
        want,
      );
    });
  }
});

const MAP = `apiVersion: example.com/v1
kind: Tool
metadata: {name: t}
spec:
  image: reg.example/app:v1 # kept
  tools:
    - image: app:v1
    - {image: 5}
  a/b: {c~d: app:v1}
  images: [app:v1]
  grid: [[app:v1]]
`;

const bad = (path: string, message: string): string =>
  `error ${path}: \`spec.o[0]\`: failed to obtain imageValue with predicate path(${message}`;
const MAPS = `type is not map[string]interface{} and []interface{}`;

/** Edits of the tag at a path of the map: the replaced text, or the error. */
const predicates: readonly (readonly [path: string, want: readonly [from: string, to: string] | string])[] = [
  ['/spec/image', ['reg.example/app:v1', 'reg.example/app:v2']],
  ['/spec/tools/0/image', ['- image: app:v1', '- image: app:v2']],
  ['/spec/a~1b/c~0d', ['{c~d: app:v1}', '{c~d: app:v2}']],
  [
    '/spec/tools/1/image',
    bad('spec.tools[1].image', '/spec/tools/1/image), error: failed to convert path(image) to string'),
  ],
  [
    '/spec/tools/[name=a]/image',
    bad('spec.tools["[name=a]"].image', "/spec/tools/[name=a]/image), error: path([name=a]) of rawObj's is not number"),
  ],
  ['/spec/none', bad('spec.none', '/spec/none), error: failed to convert path(none) to string')],
  ['/spec/none/image', bad('spec.none.image', `/spec/none/image), error: path(none) of rawObj's ${MAPS}`)],
  ['/spec/image/x', bad('spec.image.x', `/spec/image/x), error: path(image) of rawObj's ${MAPS}`)],
  [
    '/spec/tools/<N>/image',
    bad('spec.tools["<N>"].image', "/spec/tools/<N>/image), error: path(<N>) of rawObj's is not number"),
  ],
  [
    '/spec/tools/-1/image',
    bad('spec.tools["-1"].image', "/spec/tools/-1/image), error: path(-1) of rawObj's is not number"),
  ],
  [
    '/spec/tools/2/image',
    bad('spec.tools[2].image', '/spec/tools/2/image), error: path(2) is out of range: the list has 2 elements'),
  ],
  ['/spec/images/0', bad('spec.images[0]', '/spec/images/0), error: path(0) must be a field of a map')],
  [
    '/spec/images/0/x',
    bad('spec.images[0].x', "/spec/images/0/x), error: path(0) of rawObj's type is not map[string]interface{}"),
  ],
  [
    '/spec/grid/0/0',
    bad('spec.grid[0][0]', "/spec/grid/0/0), error: path(0) of rawObj's type is not map[string]interface{}"),
  ],
];

describe('predicate.path of an imageOverrider', () => {
  for (const [path, want] of predicates) {
    it(`${typeof want === 'string' ? 'refuses' : 'follows'} ${path}`, () => {
      const overrider = read({ predicate: { path }, component: 'Tag', operator: 'replace', value: 'v2' });
      const { text, results } = override(MAP, overrider);
      if (typeof want === 'string') assertResults(results, [want]);
      else
        assert.equal(
          text,
          MAP.replace(want[0], () => want[1]),
        );
    });
  }

  it('quotes no value of a Secret', () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {image: Hidden}\n';
    const predicate = { path: '/stringData/image' };
    const { results } = override(secret, read({ predicate, component: 'Tag', operator: 'replace', value: 'v2' }));
    assert.deepEqual(results, [
      'error stringData.image: `spec.o[0]`: failed to parse image value((redacted)), error: repository name must be lowercase',
    ]);
  });
});

describe('readImageOverriders, by property', () => {
  // Values and images have no letters in common, so that a value is never there already.
  const images = fc.record({
    registry: fc.constantFrom('', '', 'aa.bb', 'localhost', 'aa:50'),
    repository: fc.constantFrom('app', 'aa/app', 'aa/bb/app'),
    tag: fc.constantFrom('', 'a1', 'a.b'),
    digest: fc.constantFrom('', '', SHA),
  });
  const edits = fc.oneof(
    fc.record({
      component: fc.constant<Component>('Registry'),
      operator: fc.constantFrom<Operator>('add', 'replace'),
      value: fc.constantFrom('x.y', 'x.y/z', 'x.y:99'),
    }),
    fc.record({
      component: fc.constant<Component>('Repository'),
      operator: fc.constantFrom<Operator>('add', 'replace'),
      value: fc.constantFrom('x', 'x/y', 'x-y/z'),
    }),
    fc.record({
      component: fc.constant<Component>('Tag'),
      operator: fc.constantFrom<Operator>('add', 'replace'),
      value: fc.constantFrom('x', 'x.9', OTHER_SHA),
    }),
    fc.record({
      component: fc.constantFrom<Component>('Registry', 'Tag'),
      operator: fc.constant<Operator>('remove'),
      value: fc.constant(''),
    }),
  );
  type Parts = Record<'registry' | 'repository' | 'tag' | 'digest', string>;
  type Edit = Record<'value', string> & { component: Component; operator: Operator };

  const format = ({ registry, repository, tag, digest }: Parts): string =>
    [registry && `${registry}/`, repository, tag && `:${tag}`, digest && `@${digest}`].join('');

  /** Returns the parts after an edit; undefined if they are no image. */
  function model(parts: Parts, { component, operator, value }: Edit): Parts | undefined {
    const next = (old: string): string => (operator === 'add' ? old + value : operator === 'replace' ? value : '');
    if (component === 'Registry') return { ...parts, registry: next(parts.registry) };
    if (component === 'Repository') return { ...parts, repository: next(parts.repository) };
    const isDigest = value === OTHER_SHA;
    if (operator === 'remove') return { ...parts, tag: '', digest: '' };
    if (operator === 'add' && (parts.tag === '' ? parts.digest !== '' : isDigest)) return undefined;
    return isDigest ? { ...parts, tag: '', digest: value } : { ...parts, tag: next(parts.tag), digest: '' };
  }

  it('edits an image as a model edits its parts', () => {
    fc.assert(
      fc.property(images, edits, (parts, edit) => {
        const want = model(parts, edit);
        // A port has digits only, and `localhost` is a registry only by itself.
        const registry = want?.registry ?? '';
        const isImage = /^(?:|localhost|[a-z.]+\.[a-z.]+(?:\/z)?|[a-z.]+:\d+(?:\/z)?)$/.test(registry);
        const got = edited(edit.component, edit.operator, edit.value, format(parts));
        if (want !== undefined && isImage) assert.equal(got, format(want));
        else assert.match(got, /is not a valid image|a digest cannot be added to|a second run would change/);
      }),
      { numRuns: RUNS },
    );
  });

  it('edits any image so that a second run changes nothing, or reports an error', () => {
    const texts = fc.constantFrom('a', 'b', 'a.b', 'a:5', '/a', '-a', 'localhost', 'a/b', 'a.b/a', SHA, 'ab/a.b', '');
    const anyImage = fc
      .tuple(fc.constantFrom('', 'a.b/', 'a/', 'a.b/a.b/', 'b.a.b/a/b/', 'localhost/'), fc.constantFrom('a', 'b/a'))
      .chain((name) => fc.constantFrom('', ':a', ':b-a', `@${SHA}`).map((version) => [...name, version].join('')));
    fc.assert(
      fc.property(
        anyImage,
        texts,
        fc.constantFrom<Component>('Registry', 'Repository'),
        fc.constantFrom<Operator>('add', 'replace', 'remove'),
        (image, value, component, operator) => {
          if (component === 'Repository' && (operator === 'remove' || value === '')) return;
          // Checks the second run.
          edited(component, operator, value, image);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
