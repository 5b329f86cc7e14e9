import assert from 'node:assert/strict';
import {
  canonicalJson,
  nearlySame,
  sameRepositoryContext,
} from '../../../functions/overwrite-components/repository-context.ts';
import { readDocument, type Value } from '../../../src/yaml/index.ts';

/** Two repository contexts in YAML; '' means none. */
type Row = readonly [a: string, b: string];

const same: readonly Row[] = [
  ['', ''],
  ['', 'null'],
  ['{type: ociRegistry, baseUrl: x}', '{baseUrl: "x", type: ociRegistry}'],
  ['{type: t, a: {b: 1, c: 2}}', '{a: {c: 2, b: 1}, type: t}'],
  ['{type: t, n: 1}', '{type: t, n: 1.0}'],
  ['{type: t, n: 9007199254740993}', '{type: t, n: 9007199254740992}'],
  ['{type: t, __proto__: {a: 1}}', '{__proto__: {a: 1}, type: t}'],
];

const BY_TYPE = 'by aliases of one `type`';
const BY_SLASH = 'by a slash at the end of `baseUrl`';
const BY_MAPPING = 'by spellings of the default `componentNameMapping`';

/** Pairs with their difference, if they mean the same. */
const different: readonly (readonly [...Row, reason?: string])[] = [
  ['{type: OCIRegistry, baseUrl: x}', '{type: ociRegistry, baseUrl: x}', BY_TYPE],
  ['{type: OCIRegistry, baseUrl: x}', '{type: OCIRegistry/v1, baseUrl: x}', BY_TYPE],
  ['{type: ociRegistry/v1, baseUrl: x}', '{type: oci, baseUrl: x}', BY_TYPE],
  ['{type: CommonTransportFormat}', '{type: CommonTransportFormat/v1}', BY_TYPE],
  ['{type: ociRegistry, baseUrl: x}', '{type: ociRegistry, baseUrl: x/}', BY_SLASH],
  ['{type: t, componentNameMapping: urlPath}', '{type: t}', BY_MAPPING],
  ['{type: t, componentNameMapping: urlPath}', '{type: t, componentNameMapping: ""}', BY_MAPPING],
  ['{type: t, componentNameMapping: null}', '{type: t}', BY_MAPPING],
  [
    '{type: oci, baseUrl: x/, componentNameMapping: urlPath}',
    '{type: OCIRegistry, baseUrl: x}',
    `${BY_TYPE} and ${BY_SLASH} and ${BY_MAPPING}`,
  ],
  ['', '{type: ociRegistry, baseUrl: x}'],
  ['', '{}'],
  ['{type: ociRegistry, baseUrl: x}', '{type: ociRegistry, baseUrl: X}'],
  ['{type: ociRegistry, baseUrl: x}', '{type: ociRegistry, baseUrl: https://x}'],
  ['{type: ociRegistry, baseUrl: x/y}', '{type: ociRegistry, baseUrl: x, subPath: y}'],
  ['{type: OCIRegistry, baseUrl: x}', '{type: OCIRegistry/v2, baseUrl: x}'],
  ['{type: OCIRegistry, baseUrl: x}', '{type: ociREGISTRY, baseUrl: x}'],
  ['{type: oci, baseUrl: x}', '{type: ociRegistry, baseUrl: y}'],
  ['{type: t, componentNameMapping: sha256-digest}', '{type: t}'],
  ['{type: t, componentNameMapping: sha256-digest}', '{type: t, componentNameMapping: urlPath}'],
  ['{type: t, a: [1, 2]}', '{type: t, a: [2, 1]}'],
  ['{type: t, a: null}', '{type: t}'],
  ['{type: t, a: "1"}', '{type: t, a: 1}'],
  ['{type: t, constructor: a}', '{type: t}'],
];

describe('repository contexts of overwrite-components', () => {
  for (const [a, b] of same) {
    it(`${a || 'none'} equals ${b || 'none'}`, () => {
      assert.equal(sameRepositoryContext(read(a), read(b)), true);
      assert.equal(nearlySame(read(a), read(b)), undefined);
    });
  }

  for (const [a, b, reason] of different) {
    it(`${a || 'none'} ${reason === undefined ? 'differs from' : 'is only equivalent to'} ${b}`, () => {
      const want = reason && `the repository contexts are equivalent, but must be equal: they differ ${reason}`;
      assert.equal(sameRepositoryContext(read(a), read(b)), false);
      assert.equal(sameRepositoryContext(read(b), read(a)), false);
      assert.equal(nearlySame(read(a), read(b)), want);
      assert.equal(nearlySame(read(b), read(a)), want);
    });
  }

  it('have canonical JSON, with keys sorted by bytes and no spaces', () => {
    const value = read('{b: [1, {d: null, c: "x y"}], a: true, "10": 1.50, "9": "\\"", __proto__: {}}');
    assert.equal(
      canonicalJson(value ?? null),
      '{"10":1.5,"9":"\\"","__proto__":{},"a":true,"b":[1,{"c":"x y","d":null}]}',
    );
  });
});

function read(text: string): Value | undefined {
  return text === '' ? undefined : readDocument(text).value([]);
}
