import assert from 'node:assert/strict';
import { parse } from 'yaml';
import {
  ENDED,
  hostOnFiles,
  HOSTING_KPTFILE,
  VALIDATING_KPTFILE,
  type HostedProgram,
} from '../support/hosted-files.ts';

const FILES = {
  Kptfile: HOSTING_KPTFILE,
  'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a # it\ndata:\n  k:  v\n',
  'b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\ndata: {k: v}   # flow\n',
} as const;

const HEAD = 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n';
const PATH = 'internal.config.kubernetes.io/path';

/** Returns a program that adds an item to the list, at a path or in a place of the host's choice. */
function adds(path: string | undefined, rest = '', name = 'new', kind = 'ConfigMap'): HostedProgram {
  const at = path === undefined ? '' : `\n    annotations:\n      ${PATH}: ${JSON.stringify(path)}`;
  const item = `- apiVersion: v1\n  kind: ${JSON.stringify(kind)}\n  metadata:\n    name: ${JSON.stringify(name)}${at}\n${rest}`;
  return (input) => `${input}${item}`;
}

/** Returns a program that replaces a text of its input, which must be there. */
function edits(from: string | RegExp, to: string): HostedProgram {
  return (input) => {
    assert.notEqual(input.search(from), -1, `${from} is not in ${input}`);
    return input.replace(from, () => to);
  };
}

/** Returns a program that prints a list with results. */
function reports(results: string): HostedProgram {
  return (input) => `${input}results:\n${results}`;
}

/** Programs whose output is refused, and the error. */
const REFUSED: Readonly<Record<string, readonly [program: HostedProgram, error: RegExp]>> = {
  'a path above the package': [adds('../x.yaml'), /not in "\.\.\/x\.yaml"$/],
  'a path that leaves the package inside': [adds('a/../../x.yaml'), /must be in a file of its package/],
  'a path that is no file': [adds('.'), /must be in a file of its package/],
  'a name that is a path above the package': [adds(undefined, '', '../../x'), /must be in a file of its package/],
  'a kind that is a path above the package': [
    adds(undefined, '', 'x', '../../x/..'),
    /must be in a file of its package/,
  ],
  'a package that is not one': [
    edits(
      /internal.config.kubernetes.io\/package-path: '\/shop'/,
      "internal.config.kubernetes.io/package-path: '/elsewhere'",
    ),
    /must be in a file of its package/,
  ],
  'a path in `.git`': [adds('.git/hooks/post-checkout'), /not in ".*\.git/],
  'a path in a folder `.git` below': [adds('x/.git/config'), /not in ".*\.git/],
  'a Kptfile in the place of that of the package': [adds('Kptfile'), /not in "Kptfile"$/],
  'an index that is occupied': [
    (input) =>
      `${input}- {apiVersion: v1, kind: X, metadata: {name: x, annotations: {${PATH}: a.yaml, internal.config.kubernetes.io/index: '0'}}}\n`,
    /another resource has the same|duplicate|fn/,
  ],
  'annotations that are not a map': [
    edits(/annotations:\n(?: {6}\S.*\n)+/, 'annotations: none\n'),
    /must have a map of `metadata.annotations`/,
  ],
  'items that are strings': [() => `${HEAD}items: [a, b]\n`, /item 0 of the output of "fn" must be a resource/],
  'an item that is null': [(input) => `${input}- \n`, /item 3 of the output of "fn" must be a resource/],
  'no items': [() => `${HEAD}items: null\n`, /must not empty its package/],
  'an empty list of items': [() => `${HEAD}items: []\n`, /must not empty its package/],
  'items that are a map': [() => `${HEAD}items: {a: b}\n`, /`items` must be a list|must not empty its package/],
  'several documents': [(input) => `${input}---\n${input}`, /something other than one ResourceList/],
  'a scalar': [() => 'hello\n', /"fn" must print a ResourceList/],
  'a path that is not read again': [adds('run.sh'), /must be in a file that is read again/],
  'a path of a JSON file': [adds('x.json'), /cannot be in a \.json file/],
  'a path with the name of a temporary file': [adds('.krm-variants-1.tmp'), /name of a temporary one/],
  'a move to a path that is not read again': [
    (input) => input.replaceAll("path: 'a.yaml'", "path: 'a.txt'"),
    /must be in a file that is read again/,
  ],
  'a key that is a list': [edits('  k:  v\n', '  k:  v\n    ? [a, b]\n    : c\n'), /item 1 .* a key in `data`/],
  'a key that is a map': [edits('  k:  v\n', '  k:  v\n    ? a: b\n    : c\n'), /item 1 .* a key in `data`/],
  'a key that is a list, in flow style': [edits('{k: v}', '{k: {[a]: b}}'), /item 2 .* a key in `data.k`/],
  'a key that is an alias of a list': [
    edits('  k:  v\n', '  k:  v\n    l: &l [a]\n    *l : c\n'),
    /item 1 .* a key in `data`/,
  ],
  'a key that is a list, in a new item': [adds('new.yaml', '  ? [a]\n  : b\n'), /item 3 .* a map or a list as a key/],
  'a tag that Kubernetes does not know': [
    edits('  k:  v', '  k: !secret v2'),
    /item 1 .* the tag "!secret" in `data.k`/,
  ],
  'a tag at an unchanged value': [edits('  k:  v', '  k: !secret v'), /item 1 .* the tag "!secret" in `data.k`/],
  'a tag of a map': [edits('{k: v}', '!env {k: v}'), /item 2 .* the tag "!env" in `data`/],
  'a tag in a new item': [adds('new.yaml', '  s: [!ref x]\n'), /item 3 .* the tag "!ref" in `s\[0\]`/],
  'a tag of a new item': [
    (input) => `${input}- !new {apiVersion: v1, kind: X, metadata: {name: x}}\n`,
    /item 3 .* the tag "!new", which/,
  ],
  'a raw NUL': [edits('k:  v', 'k: a\0b'), /item 1 .* the character U\+0000/],
  'a raw DEL': [edits('k:  v', 'k: "a\x7fb"'), /item 1 .* the character U\+007F/],
  'a raw control character in a comment': [edits('k:  v', 'k:  v # \x07'), /item 1 .* the character U\+0007/],
  'a raw U+0085': [edits('k:  v', 'k: "a\x85b"'), /item 1 .* the character U\+0085/],
  'a raw U+2028 in a new item': [adds('new.yaml', '  s: "a\u2028b"\n'), /item 3 .* the character U\+2028/],
  'half a character': [edits('k:  v', 'k: "\\ud83d"'), /unpaired surrogate/],
  'half a character in a new item': [adds('new.yaml', '  s: "\\ud83d"\n'), /unpaired surrogate/],
  'a name that is a number': [
    (input) => `${input}- {apiVersion: v1, kind: X, metadata: {name: 12}}\n`,
    /item 3 .* must be a resource/,
  ],
  'a reference that is a text': [reports('- message: m\n  resourceRef: x\n'), /maps of `resourceRef`/],
  'a NUL': [(input) => `${input}\0`, /"fn" must print a ResourceList/],
  'tags of JavaScript': [
    (input) => `${input}- !!js/function 'function(){}'\n`,
    /item 3 of the output of "fn" must be a resource|cannot be read/,
  ],
  'half an item': [(input) => input.slice(0, -30), /"fn"|item/],
  'lists in lists, 100,000 deep': [(input) => `${input}- ${'['.repeat(100_000)}\n`, /"fn" must print a ResourceList/],
  'maps in maps, 100,000 deep': [
    (input) => `${input}- ${'{a: '.repeat(100_000)}1${'}'.repeat(100_000)}\n`,
    /"fn" must print a ResourceList/,
  ],
  'dashes, 100,000 deep': [(input) => `${input}- ${'- '.repeat(100_000)}a\n`, /"fn" must print a ResourceList/],
  'aliases that expand to a billion values': [(input) => bomb(input), /alias|too|large/i],
  'an alias to what holds it': [(input) => `${input}- &a [*a]\n`, /"fn" must print a ResourceList|item 3/],
  'results that are not a list': [(input) => `${input}results: 1\n`, /"fn" printed invalid results/],
  'a result that is a text': [reports('- a\n'), /result 0 does not/],
  'a message that is a list': [reports('- message: [a]\n'), /result 0 does not/],
  'a severity that is none': [reports('- {message: a, severity: fatal}\n'), /result 0 does not/],
  'an index that is a text': [reports('- {message: a, file: {path: x, index: one}}\n'), /result 0 does not/],
  'a result with an error': [
    (input) => ({ ...ENDED, stdout: `${input}results: [{message: no, severity: error}]\n`, exitCode: 1 }),
    /"fn" ended with exit code 1/,
  ],
};

function bomb(input: string): string {
  const levels = Array.from(
    { length: 12 },
    (_, n) => `    l${n + 1}: &l${n + 1} [${Array(10).fill(`*l${n}`).join(', ')}]\n`,
  );
  return `${input}- apiVersion: v1\n  kind: Bomb\n  metadata: {name: bomb}\n  spec:\n    l0: &l0 [lol]\n${levels.join('')}`;
}

/** Programs that may print this: the files that differ then. */
const HARMLESS: Readonly<Record<string, readonly [program: HostedProgram, changed: Readonly<Record<string, string>>]>> =
  {
    'an absolute path is one in the package': [
      adds('/etc/x.yaml'),
      { 'etc/x.yaml': 'apiVersion: v1\nkind: "ConfigMap"\nmetadata:\n  name: "new"\n' },
    ],
    'keys and names of prototypes are like others': [
      edits('  k:  v\n', '  k:  v\n    __proto__: {x: y}\n    constructor: c\n    toString: t\n'),
      { 'a.yaml': `${FILES['a.yaml']}  __proto__:\n    x: "y"\n  constructor: c\n  toString: t\n` },
    ],
    'a label with the key of an annotation of kpt is a label': [
      edits('name: a # it\n', `name: a # it\n    labels: {${PATH}: ../../x, config.k8s.io/id: '9'}\n`),
      {
        'a.yaml': FILES['a.yaml'].replace(
          '# it\n',
          `# it\n  labels:\n    ${PATH}: ../../x\n    config.k8s.io/id: '9'\n`,
        ),
      },
    ],
    'halves of a character are one': [
      edits('k:  v', 'k: "\\ud83d\\ude00"'),
      { 'a.yaml': FILES['a.yaml'].replace('k:  v', 'k:  😀') },
    ],
    'halves of a character are one in a new item, with its comments': [
      adds('new.yaml', '  s: ["\\ud83d\\ude00"] # c\n'),
      { 'new.yaml': 'apiVersion: v1\nkind: "ConfigMap"\nmetadata:\n  name: "new"\ns: ["😀"] # c\n' },
    ],
    'an explicit key is like others': [
      edits('  k:  v\n', '  k:  v\n    ? a\n    : b\n'),
      { 'a.yaml': `${FILES['a.yaml']}  a: b\n` },
    ],
    'texts look like keys and tags': [
      edits('  k:  v\n', '  k:  v\n    s: |\n      ? [a]\n      : !b c\n'),
      { 'a.yaml': `${FILES['a.yaml']}  s: |\n    ? [a]\n    : !b c\n` },
    ],
    CRLF: [(input) => input.replaceAll('\n', '\r\n'), {}],
    'a BOM': [(input) => `\uFEFF${input}`, {}],
    'a marker of the start': [(input) => `---\n${input}`, {}],
    'a marker of the end': [(input) => `${input}...\n`, {}],
  };

describe('the output of a stranger', () => {
  for (const [title, [program, error]] of Object.entries(REFUSED)) {
    it(`is refused: ${title}`, async () => {
      const { files, errors } = await hostOnFiles(FILES, program);
      assert.match(errors.join('\n'), error);
      assert.doesNotMatch(errors.join('\n'), /defect|RangeError|Maximum call stack/);
      assert.equal(files, FILES);
    });
  }

  for (const [title, [program, changed]] of Object.entries(HARMLESS)) {
    it(`is harmless: ${title}`, async () => {
      const { files, errors } = await hostOnFiles(FILES, program);
      assert.deepEqual({ files, errors }, { files: { ...FILES, ...changed }, errors: [] });
    });
  }

  it('may be JSON on one line', async () => {
    const { files, errors } = await hostOnFiles(FILES, (input) => JSON.stringify(parse(input)));
    assert.deepEqual({ files, errors }, { files: FILES, errors: [] });
  });

  it('keeps the keys and tags that a resource has already', async () => {
    const text = `${FILES['a.yaml']}  t: !secret v1\n  ? [a]\n  : b\nlist:\n- !ref x\n- y\n`;
    const files = { ...FILES, 'a.yaml': text };
    const program = edits('k:  v', 'k: w');
    assert.deepEqual((await hostOnFiles(files, program)).files, { ...files, 'a.yaml': text.replace('k:  v', 'k:  w') });
    const { errors } = await hostOnFiles(files, edits('!secret v1', '!secret v2'));
    assert.match(errors.join('\n'), /the tag "!secret" in `data.t`/);
  });

  it('is dropped if it is that of a validator', async () => {
    const files = { ...FILES, Kptfile: VALIDATING_KPTFILE };
    for (const program of [adds('../x.yaml'), () => `${HEAD}items: []\n`, () => `${HEAD}items: [1]\n`]) {
      const after = await hostOnFiles(files, program);
      assert.deepEqual([after.files, after.errors], [files, []]);
    }
  });

  it('has the text of numbers and words in results, as kpt has it', async () => {
    const field = 'field: {path: x, currentValue: 1.10, proposedValue: ~}';
    const program = reports(
      `- message: 0x1F\n  ${field}\n  tags: {a: 1.0, b: ~, c: "1.0", d: True}\n- message: b\n  field: {currentValue: 1, proposedValue: [1.0]}\n- message: c\n  field: {suggestedValue: 2.0}\n`,
    );
    const { results } = await hostOnFiles(FILES, program);
    assert.deepEqual(
      results.map(({ message, field: values, tags }) => [message, values?.currentValue, values?.proposedValue, tags]),
      [
        ['0x1F', '1.10', '~', { a: '1.0', b: '', c: '1.0', d: 'True' }],
        ['b', 1, [1], undefined],
        ['c', undefined, '2.0', undefined],
      ],
    );
  });

  it('shows no value of a Secret in results, and no control characters', async () => {
    const { results } = await hostOnFiles(
      FILES,
      reports(
        '- message: "a\\e[31mb\\a"\n  resourceRef: {kind: Secret, name: s}\n  field: {path: data.p, currentValue: aHVudGVy, proposedValue: {x: aHVudGVy}}\n',
      ),
    );
    assert.doesNotMatch(JSON.stringify(results), /aHVudGVy/);
  });
});

const LARGE: Readonly<Record<string, (input: string) => string>> = {
  'items that are 5,000 new resources': (input) =>
    `${input}${Array.from({ length: 5_000 }, (_, n) => `- {apiVersion: v1, kind: C, metadata: {name: n${n}, annotations: {${PATH}: n.yaml}}}\n`).join('')}`,
  'an item with 5,000 new keys': (input) =>
    input.replace('k:  v\n', `k:  v\n${Array.from({ length: 5_000 }, (_, n) => `    k${n}: v\n`).join('')}`),
  'an item with a list of 100,000 elements': (input) =>
    input.replace(
      'k:  v\n',
      `k:  v\n  list:\n${Array.from({ length: 100_000 }, (_, n) => `  - name: n${n}\n`).join('')}`,
    ),
  'an item with a text of 20 MB': (input) => input.replace('k:  v\n', `k: ${'x'.repeat(20_000_000)}\n`),
  '100,000 results': (input) => `${input}results:\n${'- message: m\n'.repeat(100_000)}`,
  '200,000 empty items': (input) => `${input}${'- {}\n'.repeat(200_000)}`,
};

describe('a large output of a stranger', function () {
  for (const [title, program] of Object.entries(LARGE)) {
    it(`takes a bounded time: ${title}`, async () => {
      const { errors } = await hostOnFiles(FILES, program);
      assert.doesNotMatch(errors.slice(0, 5).join('\n'), /defect/);
    });
  }
});
