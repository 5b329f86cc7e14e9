import assert from 'node:assert/strict';
import { applyFunction, type LoadedFunction } from '../../src/function/index.ts';
import { KrmError, Resource, ResourceList, Resources } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { probe, PROBE, type ProbeConfig } from '../support/probe.ts';
import { resourceList } from '../support/resource-list.ts';

/** A probe that counts validations, and keeps the configurations of its calls. */
function countingProbe(): {
  readonly fn: LoadedFunction;
  readonly configs: ProbeConfig[];
  readonly validations: () => number;
} {
  const configs: ProbeConfig[] = [];
  const fn = probe(({ config }) => void configs.push(config));
  let count = 0;
  const validators = Object.fromEntries(
    Object.entries(fn.validators).map(([key, validator]) => {
      const counting = (value: unknown): unknown => {
        count++;
        const isValid = validator(value);
        counting.errors = validator.errors ?? null;
        return isValid;
      };
      counting.errors = validator.errors ?? null;
      return [key, counting];
    }),
  );
  return { fn: { ...fn, validators }, configs, validations: () => count };
}

function at(path: string, text: string): Resource {
  return new Resource(readDocument(text), { path, index: 0, isFile: true });
}

async function errorsOf(fn: LoadedFunction, config: Resource): Promise<readonly string[]> {
  const items = new Resources([at('item.yaml', 'kind: A\n')]);
  try {
    await applyFunction(fn, items, config);
    return [];
  } catch (error) {
    assert.ok(error instanceof KrmError);
    return error.results.map(({ message, file }) => `${file?.path}: ${message}`);
  }
}

describe('a configuration', () => {
  it('is validated once for equal texts', async () => {
    const { fn, configs, validations } = countingProbe();
    for (const path of ['a.yaml', 'b.yaml', 'c.yaml']) assert.deepEqual(await errorsOf(fn, at(path, PROBE)), []);
    assert.equal(validations(), 1);
    assert.deepEqual(configs, [{ names: ['one'] }, { names: ['one'] }, { names: ['one'] }]);
  });

  it('is validated again for another text, and forgotten after many', async () => {
    const { fn, validations } = countingProbe();
    const texts = Array.from({ length: 40 }, (_, index) => PROBE.replace('one', `name-${index}`));
    for (const text of [...texts, texts[0] ?? '']) assert.deepEqual(await errorsOf(fn, at('a.yaml', text)), []);
    assert.equal(validations(), 41);
  });

  it('with an error has it in each file', async () => {
    const { fn } = countingProbe();
    const wrong = PROBE.replace('one', '""');
    for (const path of ['a.yaml', 'b.yaml'])
      assert.deepEqual(await errorsOf(fn, at(path, wrong)), [`${path}: must not be empty`]);
  });

  it('with an error that its function finds has it in each file', async () => {
    const { fn } = countingProbe();
    const bad = PROBE.replace('one', 'bad');
    for (const path of ['a.yaml', 'b.yaml'])
      assert.deepEqual(await errorsOf(fn, at(path, bad)), [`${path}: must not be "bad"`]);
  });

  it('is read again after it was edited', async () => {
    const { fn, configs } = countingProbe();
    const config = at('a.yaml', PROBE);
    await errorsOf(fn, config);
    config.document.set(['spec', 'names', 0], 'two');
    await errorsOf(fn, config);
    assert.deepEqual(
      configs.map(({ names }) => names),
      [['one'], ['two']],
    );
  });

  it('that has an alias of an anchor before it has the value of that anchor, also in an equal text', async () => {
    const { fn, configs } = countingProbe();
    for (const value of ['one', 'two']) {
      const item = `kind: A\nmetadata:\n  name: &name ${value}\n`;
      const list = new ResourceList(resourceList([item], PROBE.replace('one', '*name')));
      await applyFunction(fn, list.resources, list.functionConfig);
    }
    assert.deepEqual(
      configs.map(({ names }) => names),
      [['one'], ['two']],
    );
  });
});
