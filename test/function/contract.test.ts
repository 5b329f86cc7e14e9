import assert from 'node:assert/strict';
import { findFunctions, loadFunction } from '../../scripts/functions.ts';
import { formsOf } from '../../src/function/index.ts';
import { inputHint, isProtectedResource, Resource } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { runScript } from '../support/child.ts';
import { itKeepsTheContract } from '../support/contract.ts';
import { firstExample } from '../support/example-list.ts';
import { resource, resourceList } from '../support/resource-list.ts';
import { inProcess } from '../support/runner.ts';

const EXECUTABLE = import.meta.resolve('../support/executable.ts');

/** Finds every function, so that none has to be listed here. */
for (const name of findFunctions()) {
  const fn = await loadFunction(name);
  describe(`contract of ${name}`, () => {
    itKeepsTheContract(fn, inProcess(fn));

    it('protects every configuration of its own from rules that name no kind', () => {
      for (const { apiVersion, kind } of formsOf(fn.definition).filter((form) => form.kind !== 'ConfigMap')) {
        assert.ok(isProtectedResource(new Resource(readDocument(resource(apiVersion, kind, 'c')))), kind);
      }
    });

    it('names the version of a configuration of its own, where that is missing', () => {
      const others = formsOf(fn.definition).filter((form) => !/^(?:v1|krm-variants\.dev)/.test(form.apiVersion));
      for (const { apiVersion, kind } of others)
        assert.ok(inputHint({ apiVersion: '', kind }).includes(JSON.stringify(apiVersion)), kind);
    });

    it('writes only the list to stdout', async () => {
      const { items, functionConfig } = firstExample(name);
      const list = resourceList(items, functionConfig);
      const { stdout, stderr } = await inProcess(fn)(list);
      assert.deepEqual(await runScript(EXECUTABLE, [name], list), { stdout, stderr, exitCode: 0 });
    });

    it('prints its help before it reads stdin', async () => {
      assert.deepEqual(await runScript(EXECUTABLE, [name, '--help']), {
        stdout: fn.help,
        stderr: '',
        exitCode: 0,
      });
      assert.deepEqual(await runScript(EXECUTABLE, [name, '--version']), {
        stdout: '1.2.3\n',
        stderr: '',
        exitCode: 0,
      });
    });
  });
}
