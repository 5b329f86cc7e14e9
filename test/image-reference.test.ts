import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatImageReference, parseImageReference } from '../src/image-reference.ts';

const SHA = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** Registry, repository, tag and digest of each text. */
const valid: readonly (readonly [text: string, want: readonly [string, string, string, string]])[] = [
  ['app', ['', 'app', '', '']],
  ['app:v1.2_3-x', ['', 'app', 'v1.2_3-x', '']],
  ['team/app', ['', 'team/app', '', '']],
  ['Team/app', ['', 'Team/app', '', '']],
  ['a/b/c/app:v1', ['', 'a/b/c/app', 'v1', '']],
  ['reg.example/team/app', ['reg.example', 'team/app', '', '']],
  ['reg.example:5000/app:v1', ['reg.example:5000', 'app', 'v1', '']],
  ['host:5000/app', ['host:5000', 'app', '', '']],
  ['host:5000', ['', 'host', '5000', '']],
  ['10.10.10.10:10443/team/app', ['10.10.10.10:10443', 'team/app', '', '']],
  ['localhost/app', ['localhost', 'app', '', '']],
  ['[::1]:5000/app', ['[::1]:5000', 'app', '', '']],
  ['my.app:v1', ['', 'my.app', 'v1', '']],
  [`app@${SHA}`, ['', 'app', '', SHA]],
  [`reg.example/app:v1@${SHA}`, ['reg.example', 'app', 'v1', SHA]],
  [`app@sha512:${'a'.repeat(128)}`, ['', 'app', '', `sha512:${'a'.repeat(128)}`]],
];

const invalid: readonly (readonly [text: string, want: string])[] = [
  ['', 'repository name must have at least one component'],
  ['App', 'repository name must be lowercase'],
  ['reg.example/App:v1', 'repository name must be lowercase'],
  ['${IMAGE}', 'invalid reference format'],
  ['app:', 'invalid reference format'],
  ['app:-v1', 'invalid reference format'],
  ['-x/app', 'invalid reference format'],
  ['a//b', 'invalid reference format'],
  ['/app', 'invalid reference format'],
  ['reg.example/:v1', 'invalid reference format'],
  [' app', 'invalid reference format'],
  ['app\n', 'invalid reference format'],
  ['app@sha256:abc', 'invalid reference format'],
  [`app@sha256:${'a'.repeat(32)}`, 'invalid checksum digest length'],
  [`app@sha256:${'A'.repeat(64)}`, 'invalid checksum digest format'],
  [`app@md5:${'a'.repeat(32)}`, 'unsupported digest algorithm'],
  ['a'.repeat(256), 'repository name must not be more than 255 characters'],
  ['a-'.repeat(5_000_000), 'invalid reference format'],
];

describe('parseImageReference', () => {
  for (const [text, [registry, repository, tag, digest]] of valid) {
    it(`parses and formats ${text}`, () => {
      const image = parseImageReference(text);
      assert.deepEqual(image, { registry, repository, tag, digest });
      assert.equal(formatImageReference(image), text);
    });
  }

  for (const [text, message] of invalid) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))}: ${message}`, () => {
      assert.throws(() => parseImageReference(text), { name: 'ImageReferenceError', message });
    });
  }

  it('formats what it parses as it was, by property', () => {
    const parts = fc.tuple(
      fc.constantFrom('', 'localhost/', 'reg.example/', 'host:5000/', 'team/', '[::1]/'),
      fc.stringMatching(/^[a-z0-9]{1,5}([._-][a-z0-9]{1,5}){0,2}(\/[a-z]{1,3}__?[a-z0-9]){0,2}$/),
      fc.constantFrom('', ':v1', ':_', ':1.2.3-x'),
      fc.constantFrom('', `@${SHA}`),
    );
    fc.assert(
      fc.property(parts, (all) => {
        const text = all.join('');
        assert.equal(formatImageReference(parseImageReference(text)), text);
      }),
    );
  });
});
