import assert from 'node:assert/strict';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import { runFunction } from '../../../src/function/index.ts';
import type { Files } from '../../cli/run-support.ts';
import { assertSameFiles, describeCorpus, packageList } from '../../support/corpus.ts';
import { inCopy } from '../../support/example-files.ts';

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: asked}\ndata: {clusterName: oslo}\n';
const ASKING = `    control.kubestellar.io/expand-templates: "true"\n    site: '{{.clusterName}}'\n`;
const ASKED = `    site: 'oslo'\n`;

/**
 * Returns a package in which resources without annotations have these; a list, which counts as its elements, does not.
 */
function withAnnotations(files: Files, annotations: string): Files {
  const annotate = (text: string): string =>
    text
      .split(/^(?=---)/m)
      .map((part) =>
        /^ {2}annotations:|^kind: List/m.test(part)
          ? part
          : part.replace(/^metadata:\n(?= {2}name: )/m, `metadata:\n  annotations:\n${annotations}`),
      )
      .join('');
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, path.endsWith('.yaml') ? annotate(String(text)) : text]),
  );
}

describeCorpus('expand-templates on the corpus', function (packages) {
  it('has annotated objects in most packages', () => {
    const annotated = packages.filter(
      ([, files]) => JSON.stringify(withAnnotations(files, ASKED)) !== JSON.stringify(files),
    );
    assert.ok(annotated.length > packages.length / 2, String(annotated.length));
  });

  for (const [name, files] of packages) {
    it(`${name}: changes only the requested lines`, () =>
      inCopy(withAnnotations(files, ASKING), async (copy) => {
        const fn = await loadFunction('expand-templates');
        const { exitCode, stderr } = await applyToFolder(fn, [copy.folder, '--', 'clusterName=oslo']);
        assert.equal(exitCode, 0, stderr);
        assertSameFiles(copy.files(), withAnnotations(files, ASKED), copy.diff().slice(0, 2000));
      }));

    it(`${name}: changes only the requested lines in a ResourceList`, async () => {
      const fn = await loadFunction('expand-templates');
      const input = packageList(withAnnotations(files, ASKING), CONFIG);
      const { stdout, stderr, exitCode } = await runFunction(fn, Buffer.from(input));
      assert.equal(exitCode, 0, stderr);
      const want = packageList(withAnnotations(files, ASKED), CONFIG);
      assert.ok(stdout.startsWith(`${want}results:\n`), 'the output is the input with the asked-for lines');
    });
  }
});
