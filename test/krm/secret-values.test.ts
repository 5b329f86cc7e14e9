import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSecretField, SecretValues } from '../../src/krm/index.ts';
import type { Path, Value } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(500);

function secret(value: string, field = 'stringData'): Value {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, [field]: { key: value } };
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('SecretValues', () => {
  it('leaves a value in a name, but not beside it', () => {
    const isName = (word: string): boolean => ['mail-relay', 'apps/relay.yaml'].includes(word);
    const shown = new SecretValues([secret('relay')]).redact(
      'Secret mail-relay. In apps/relay.yaml: relay, a-relay',
      isName,
    );
    assert.equal(shown, 'Secret mail-relay. In apps/relay.yaml: (redacted), a-(redacted)');
  });

  const rows: readonly (readonly [name: string, data: Value, text: string, want: string])[] = [
    ['a value', secret('hunter2'), 'pw=hunter2;', 'pw=(redacted);'],
    ['a value of four characters', secret('abcd'), 'xabcdx', 'x(redacted)x'],
    ['no value of three characters', secret('abc'), 'abc', 'abc'],
    ['a common word', secret('true'), 'is true', 'is (redacted)'],
    ['no text without a Secret', { kind: 'ConfigMap', data: { key: 'hunter2' } }, 'hunter2', 'hunter2'],
    ['no name of a Secret', secret('hunter2'), 'Secret s key', 'Secret s key'],
    [
      'what follows a key of a secretGenerator',
      { secretGenerator: [{ name: 's', literals: ['password=hunter2'] }] },
      'password=hunter2',
      'password=(redacted)',
    ],
    ['a decoded value', secret(encode('hunter2\n'), 'data'), 'hunter2', '(redacted)'],
    ['an encoded value', secret(encode('hunter2'), 'data'), encode('hunter2'), '(redacted)'],
    ['a value in base64', secret('hunter2'), `a ${encode('hunter2')}`, 'a (redacted)=='],
    ['each line', secret('one line\r\nother\n'), 'other\none line\n', '(redacted)\n(redacted)\n'],
    ['what follows a key', secret('user=me\nPASSWORD: "hunter2"\n'), 'hunter2', '(redacted)'],
    ['credentials in JSON', secret(encode('{"auths":{"a":{"auth":"hunter2"}}}'), 'data'), '<hunter2>', '<(redacted)>'],
    [
      'a value with quotes in JSON in JSON',
      secret('say "hi"'),
      JSON.stringify(JSON.stringify('say "hi"')),
      String.raw`"\"(redacted)\""`,
    ],
    ['a value in HTML-safe JSON', secret('<a&b>'), String.raw`"\u003ca\u0026b\u003e"`, String.raw`"\(redacted)"`],
    ['a value in single quotes', secret("it's me"), "'it''s me'", "'(redacted)'"],
    ['a value in a URL', secret('a/b c'), '?p=a%2Fb%20c', '?p=(redacted)'],
    ['values that overlap, whole', { items: [secret('abcdef'), secret('defghi')] }, 'xabcdefghix', 'x(redacted)x'],
    ['the longest of several values', { items: [secret('abcd'), secret('abcdefgh')] }, 'abcdefgh', '(redacted)'],
    ['a number', secret('123456'), 'id 123456', 'id (redacted)'],
    [
      'a Secret in a text',
      { data: { x: 'kind: Secret\nstringData:\n  a: hunter2\n' } },
      'Secret hunter2',
      'Secret (redacted)',
    ],
    [
      'a template of a Secret',
      { data: { x: `{{if}}\nkind: Secret\ndata:\n  a: ${encode('hunter2')}\n` } },
      'hunter2',
      '(redacted)',
    ],
    ['a Secret without data', { kind: 'Secret', metadata: { name: 'hunter2' } }, 'hunter2', 'hunter2'],
    ['nothing in an empty text', secret('hunter2'), '', ''],
  ];
  for (const [name, data, text, want] of rows)
    it(`redacts ${name}`, () => assert.equal(new SecretValues([data]).redact(text), want));

  it('redacts keys and scalars of data, and keeps the rest', () => {
    const values = new SecretValues([secret('1234'), secret('hunter2')]);
    const data = { hunter2: [1234, 5, null, true, 'a hunter2'] };
    assert.deepEqual(values.redactData(data), { '(redacted)': ['(redacted)', 5, null, true, 'a (redacted)'] });
  });

  it('leaves no value in any text, however it is split, repeated and escaped', () => {
    const text = fc.string({ minLength: 4, maxLength: 12, unit: fc.constantFrom(...'ab"\\\'<é \n') });
    const values = fc.array(text, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.string({ maxLength: 6 }), fc.nat(2), (list, between, depth) => {
        const secrets = new SecretValues(list.map((value) => secret(value)));
        const escaped = (each: string): string => (depth === 0 ? each : JSON.stringify(each).slice(1, -1));
        const redacted = secrets.redact(list.map((value) => escaped(depth < 2 ? value : escaped(value))).join(between));
        for (const value of list) {
          const trimmed = value.trim();
          if (trimmed.length >= 4 && !'(redacted)'.includes(trimmed))
            assert.equal(redacted.includes(trimmed), false, redacted);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('isSecretField', () => {
  const manifest = 'kind: Secret\nstringData:\n  a: hunter2\n';
  const rows: readonly (readonly [name: string, text: string, path: Path, want: boolean])[] = [
    ['a field in a text with a Secret', manifest, ['data', 'x', 'stringData', 'a'], true],
    ['the text itself', manifest, ['data', 'x', 'metadata'], true],
    ['a field in a text without one', 'kind: Foo\na: secret\n', ['data', 'x', 'a'], false],
    [
      'a text with a tag before the kind',
      manifest.replace('Secret', '!!str Secret'),
      ['data', 'x', 'stringData'],
      true,
    ],
    [
      'a text with an anchor before the kind',
      manifest.replace('Secret', '&a Secret'),
      ['data', 'x', 'stringData'],
      true,
    ],
    [
      'a text with an escaped kind',
      manifest.replace('Secret', String.raw`"\x53ecret"`),
      ['data', 'x', 'stringData'],
      true,
    ],
    ['a text in base64', encode(manifest), ['data', 'x', 'stringData'], true],
    ['a text about a secret', 'secret: yes\nsecrets: [a]\n', ['data', 'x', 'secret'], false],
    ['another text', manifest, ['data', 'y'], false],
  ];
  for (const [name, text, path, want] of rows)
    it(`reports ${want ? '' : 'no '}secret for ${name}`, () => {
      const texts = {
        text: (at: Path) => (at.join('.') === 'data.x' ? text : ''),
        has: (at: Path) => at.join('.') === 'data.x' || at.join('.') === 'data',
      };
      assert.equal(isSecretField(texts, path), want);
    });
});
