import assert from 'node:assert/strict';
import { fullImageName, withTag } from '../../../cli/host/image-name.ts';

const PREFIX = 'ghcr.io/kptdev/krm-functions-catalog/';
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** Recorded from kpt 1.0.0-beta.56, except for a tag together with a digest. */
const named: readonly (readonly [written: string, want: string, prefix?: string])[] = [
  ['a', 'ghcr.io/kptdev/krm-functions-catalog/a'],
  ['a:b', 'ghcr.io/kptdev/krm-functions-catalog/a:b'],
  ['a:B', 'ghcr.io/kptdev/krm-functions-catalog/a:B'],
  ['a__b.c-d--e', 'ghcr.io/kptdev/krm-functions-catalog/a__b.c-d--e'],
  ['UPPER/x:y', 'UPPER/x:y'],
  ['a.B/c', 'a.B/c'],
  ['host_name/a', 'host_name/a'],
  ['gcr.io/x/y:v1.0', 'gcr.io/x/y:v1.0'],
  ['localhost:5000/foo:v1', 'localhost:5000/foo:v1'],
  ['localhost:5000/foo', 'localhost:5000/foo'],
  ['a/b:c.d-e_f', 'a/b:c.d-e_f'],
  [`a/b@${DIGEST}`, `a/b@${DIGEST}`],
  [`a/b:c@${DIGEST}`, `a/b:c@${DIGEST}`],
  [`a:v1@${DIGEST}`, `ghcr.io/kptdev/krm-functions-catalog/a:v1@${DIGEST}`],
  ['a', 'x.y/z/a', 'x.y/z'],
  ['a', 'x.y/z/a', 'x.y/z//'],
  ['a', 'a', ''],
  ['a', 'a', '/'],
  ['b/a', 'b/a', 'x.y'],
];

const refused: readonly string[] = [
  '',
  'A',
  'foo:',
  'a/b:',
  'x/UPPER:y',
  'a___b',
  'a..b',
  '-a',
  'a-',
  'a/',
  '/a',
  'a//b',
  'http://a/b',
  'a/b?c',
  'a/b#c',
  'a/b:-c',
  'a/b:.c',
  '[::1]/a',
  'host-/a',
  'a@b',
  'a@sha256:12',
  'a.b:5/c:d:e',
  'é/a',
  'a b',
  ' a',
  'a\n',
  `a@${DIGEST}@${DIGEST}`,
  `a:${'b'.repeat(129)}`,
  `a${'-a'.repeat(50_000)}/`,
];

describe('imageName', () => {
  for (const [written, want, prefix = PREFIX] of named) {
    it(`returns ${want} for ${written} and the prefix "${prefix}"`, () => {
      assert.equal(fullImageName(written, prefix), want);
    });
  }

  for (const written of refused) {
    it(`refuses ${JSON.stringify(written).slice(0, 100)}`, () => {
      assert.throws(() => fullImageName(written, PREFIX), {
        name: 'KrmError',
        message: /^must be the name of an image/,
      });
    });
  }

  it('refuses a name that a prefix makes invalid', () => {
    assert.throws(() => fullImageName('a', '--privileged'), { name: 'KrmError' });
  });
});

const tagged: readonly (readonly [image: string, tag: string, want: string])[] = [
  ['x/a', 'v1', 'x/a:v1'],
  ['x/a:v0', 'v1.2.3', 'x/a:v1.2.3'],
  [`x/a@${DIGEST}`, 'latest', 'x/a:latest'],
  [`x/a:v0@${DIGEST}`, '1.2', 'x/a:1.2'],
  ['localhost:5000/a', 'v1.2.3-rc.1', 'localhost:5000/a:v1.2.3-rc.1'],
  ['x/a', 'next', 'x/a:next'],
  ['x/a', 'v1.0-fix', 'x/a:v1.0-fix'],
  ['x/a', 'x86', 'x/a:x86'],
];

describe('withTag', () => {
  for (const [image, tag, want] of tagged)
    it(`returns ${want} for ${image} and ${tag}`, () => assert.equal(withTag(image, tag), want));

  for (const tag of [
    '~0.4',
    '^1',
    '>=1 <2',
    '1 - 2',
    '1 || 2',
    '*',
    'x',
    '1.x',
    'v1.2.X',
    '1.2.3+b',
    '',
    '.a',
    'a b',
  ]) {
    it(`refuses the tag ${JSON.stringify(tag)}`, () => {
      assert.throws(() => withTag('x/a', tag), {
        name: 'KrmError',
        message: /^must be a single tag, such as v1\.2\.3: /,
      });
    });
  }
});
