import assert from 'node:assert/strict';
import { findFunctions, loadFunction } from '../../scripts/functions.ts';
import { runProgram } from '../support/child.ts';
import { itKeepsTheContract } from '../support/contract.ts';
import { exampleList, firstExample } from '../support/example-list.ts';
import { findExamples } from '../support/example.ts';
import { inEveryForm, NODE_20 } from '../support/forms.ts';
import { resourceList } from '../support/resource-list.ts';

describe('executables, beside the function in process', () => {
  it('are run by the Node.js that they are for', async () => {
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
    it(`${name}: a list that is larger than a pipe`, async () => {
      const { items, functionConfig } = firstExample(name);
      const many = Array.from({ length: 500 }, () => items).flat();
      const { stdout } = await inEveryForm(await loadFunction(name))(resourceList(many, functionConfig));
      assert.ok(stdout.length > 2 ** 18);
    });
  }
});

for (const name of findFunctions()) {
  const fn = await loadFunction(name);
  describe(`contract of ${name}, in every form`, () => itKeepsTheContract(fn, inEveryForm(fn)));
}
