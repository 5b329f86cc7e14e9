import assert from 'node:assert/strict';
import { findFunctions, loadFunction } from '../../scripts/functions.ts';
import { runProgram } from '../support/child.ts';
import { itKeepsTheContract } from '../support/contract.ts';
import { exampleList, firstExample } from '../support/example-list.ts';
import { findExamples } from '../support/example.ts';
import { inEveryForm, NODE_20 } from '../support/forms.ts';
import { resource, resourceList } from '../support/resource-list.ts';

const OVERRIDE = `spec:
  resourceSelectors:
    - apiVersion: v1
      kind: ConfigMap
  fieldOverrider:
    - fieldPath: /data/k
      json:
        - subPath: /a
          operator: replace
          value: 2
`;

describe('executables compared with the function in process', () => {
  it('run on the Node.js that they support', async () => {
    const { stdout } = await runProgram(NODE_20, ['--version']);
    assert.match(stdout, /^v20\./);
    assert.match(process.version, /^v24\./);
  });

  for (const example of findExamples()) {
    it(example.title, async () => {
      const { items, functionConfig } = exampleList(example);
      const run = inEveryForm(await loadFunction(example.functionName));
      const { exitCode } = await run(resourceList(items, functionConfig));
      assert.equal(exitCode, example.exitCode);
    });
  }

  for (const name of findFunctions()) {
    it(`${name} reads a list that is larger than a pipe`, async () => {
      const { items, functionConfig } = firstExample(name);
      const many = Array.from({ length: 200 }, () => items).flat();
      const { stdout } = await inEveryForm(await loadFunction(name))(resourceList(many, functionConfig));
      assert.ok(stdout.length > 2 ** 16);
    });
  }

  // Engines give up on a regular expression at different lengths.
  it('read a string of a million characters in embedded JSON', async () => {
    const text = JSON.stringify({ a: 1, long: 'x'.repeat(1e6) });
    const item = resource('v1', 'ConfigMap', 'c', `data:\n  k: '${text}'\n`);
    const config = resource('krm-variants.dev/v1alpha1', 'FieldOverride', 'f', OVERRIDE);
    const run = inEveryForm(await loadFunction('field-override'));
    const { stdout, stderr } = await run(resourceList([item], config));
    assert.equal(stderr, '');
    assert.ok(stdout.includes(`'${text.replace('1', '2')}'`));
  });
});

for (const name of findFunctions()) {
  const fn = await loadFunction(name);
  describe(`contract of ${name}, in every form`, () => itKeepsTheContract(fn, inEveryForm(fn)));
}
