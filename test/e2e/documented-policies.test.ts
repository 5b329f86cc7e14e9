import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { applyToFolder } from '../support/apply-to-folder.ts';
import { loadFunction } from '../../scripts/functions.ts';
import { inFolder, kptfile, readFiles, writeFiles } from '../cli/run-support.ts';
import { documentedPolicies } from '../functions/apply-override-policy/documented/index.ts';
import { binFolder, describeKpts, needTools, runKpt } from '../support/kpt.ts';

const NAME = 'apply-override-policy';

describeKpts("the policies of Karmada's documentation, through kpt", function () {
  before(function () {
    needTools(this, 'kpt');
  });

  for (const { title, policy, items, cluster, want } of documentedPolicies) {
    it(`kpt fn render gives the data of krm-variants run: ${title}`, () =>
      inFolder({}, async (folder) => {
        const name = /^ {2}name: (\S+)$/m.exec(cluster)?.[1] ?? '';
        const pipeline = `pipeline:\n  mutators:\n    - exec: ${NAME}\n      configMap:\n        cluster: ${name}\n`;
        const resources = Object.fromEntries(items.map((item, index) => [`item-${index}.yaml`, item]));
        const files = {
          Kptfile: `${kptfile('p')}${pipeline}`,
          'policy.yaml': policy,
          'cluster.yaml': cluster,
          ...resources,
        };
        const [rendered, ran] = ['rendered', 'ran'].map((each) => join(folder, each)) as [string, string];
        for (const each of [rendered, ran]) {
          mkdirSync(each);
          writeFiles(each, files);
        }
        const { exitCode, stderr } = runKpt(['fn', 'render', rendered, '--allow-exec'], {
          PATH: binFolder(join(folder, 'bin'), NAME),
        });
        assert.equal(exitCode, 0, stderr);
        const own = await applyToFolder(await loadFunction(NAME), [ran, '--', `cluster=${name}`]);
        assert.equal(own.exitCode, 0, own.stderr);
        for (const path of Object.keys(resources)) assert.deepEqual(dataOf(rendered, path), dataOf(ran, path));
        assert.equal(isDeepStrictEqual(readFiles(ran), files), want.length === 0);
      }));
  }
});

/**
 * Returns the data of a file. kpt removes an empty map of annotations, since it adds some to each item that it sends.
 */
function dataOf(folder: string, path: string): unknown {
  const documents = parseAllDocuments(readFiles(folder)[path] ?? '').map((document) => document.toJS() as unknown);
  return JSON.parse(JSON.stringify(documents).replaceAll(/,?"annotations":\{\}/g, '')) as unknown;
}
