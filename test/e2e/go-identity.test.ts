import assert from 'node:assert/strict';
import fc from 'fast-check';
import { valueAt } from '../../src/function/plain-value.ts';
import { isList, isMap, readStream, YamlError, type Path, type Value } from '../../src/yaml/index.ts';
import { GoYaml } from '../support/go-yaml.ts';
import { trapLists, traps } from '../yaml/generate-traps.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(3000);

/** Halves of a character, which Go cannot be sent. */
const HALVES = /[\uD800-\uDFFF]/u;

const IDENTITY: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']];

describe('identities compared with sigs.k8s.io/yaml', function () {
  const go = new GoYaml();

  it(`${CASES} resources and lists with values that look like an identity have the same one, or none can be told`, () => {
    const texts = fc.sample(fc.oneof(traps(), trapLists()), CASES).filter((text) => !HALVES.test(text));
    let told = 0;
    for (const [index, answer] of go.read(texts).entries()) {
      const text = texts[index] ?? '';
      const [document] = readOrNothing(() => readStream(text, { lazy: true }).documents) ?? [];
      if (document === undefined || !isMap(answer)) continue;
      const items = answer['kind'] === 'ResourceList' ? answer['items'] : undefined;
      const count = items !== undefined && isList(items) ? items.length : undefined;
      if (count !== undefined) assert.equal(document.length(['items']), count, text);
      const tops = count === undefined ? [[]] : Array.from({ length: count }, (_, at) => ['items', at]);
      for (const path of tops.flatMap((top) => IDENTITY.map((field) => [...top, ...field]))) {
        const value = readOrNothing((): Value => document.value(path) ?? null);
        if (value === undefined || isMap(value) || isList(value)) continue;
        assert.deepEqual(value, valueAt(answer, path) ?? null, text);
        told++;
      }
    }
    assert.ok(told > CASES, `only ${told} fields were told`);
  });
});

/** Returns undefined for a text that is not YAML to this reader. */
function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
