import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../../cli/run-folder.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import { runFunction } from '../../../src/index.ts';
import { writeFiles, type Files } from '../../cli/run-support.ts';
import { assertSameFiles, describeCorpus, packageList } from '../../support/corpus.ts';
import { inCopy } from '../../support/example-files.ts';
import { resource } from '../../support/resource-list.ts';

const own = (spec: string): string =>
  resource('krm-variants.dev/v1alpha1', 'StripTransform', 'corpus', `spec: ${spec}\n`);

const asked = own(`
  transforms:
    - apiGroup: apps
      resource: deployments
      remove: ["$.spec.template.spec.containers[*].imagePullPolicy", "$.spec.replicas"]
    - apiGroup: rbac.authorization.k8s.io
      resource: clusterroles
      remove: ["$.metadata.labels"]`);

/** Lines to remove from a resource of a kind, as these packages write them. */
const ASKED: readonly (readonly [kind: RegExp, lines: RegExp])[] = [
  [/^kind: Deployment\b/m, /^ +imagePullPolicy: .*\n|^ {2}replicas: .*\n/gm],
  [/^kind: ClusterRole\b/m, /^ {2}labels:\n(?: {4}.*\n)+/gm],
  [/^kind: Job\b/m, /^ {2}selector:\n(?: {4}.*\n)+/gm],
  [
    /^kind: Service\b/m,
    /^ {2}(?:# above a removed value\n {2})?(?:externalTrafficPolicy|sessionAffinity): .*\n|^ +nodePort: .*\n/gm,
  ],
];

/** Returns a package without the lines to remove. */
function withoutAsked(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, isYaml(path) ? strip(String(text)) : text]),
  );
}

function isYaml(path: string): boolean {
  return path.endsWith('.yaml');
}

function strip(text: string): string {
  return text
    .split(/^(?=---)/m)
    .map((part) => {
      if (part.includes('config.kubernetes.io/local-config')) return part;
      return ASKED.reduce((left, [kind, lines]) => (kind.test(left) ? left.replaceAll(lines, '') : left), part);
    })
    .join('');
}

describeCorpus('strip-transform on the corpus', function (packages) {
  this.timeout(60_000);

  for (const [name, files] of packages) {
    it(`${name}: removes only the requested lines`, async () => {
      const want = withoutAsked(files);
      assertSameFiles(await filesAfter(files, asked), want, name);
      assertSameFiles(await filesAfter(want, asked), want, `${name}, a second run`);
    });

    it(`${name}: removes only the requested lines from a ResourceList`, async () => {
      const fn = await loadFunction('strip-transform');
      const { stdout, stderr, exitCode } = await runFunction(fn, Buffer.from(packageList(files, asked)));
      assert.equal(exitCode, 0, stderr);
      assert.ok(
        stdout.startsWith(`${packageList(withoutAsked(files), asked)}results:\n`),
        'the input without these lines',
      );
    });

    it(`${name}: changes no byte without anything to remove`, async () => {
      const nothing = own('{builtIn: false, transforms: [{apiGroup: "", resource: pods, remove: [$.status]}]}');
      assertSameFiles(await filesAfter(files, nothing), files, name);
    });
  }

  it('has lines of each rule', () => {
    const all = packages.flatMap(([, files]) => Object.entries(files).filter(([path]) => isYaml(path)));
    for (const [kind, lines] of ASKED) {
      assert.ok(
        all.some(([, text]) => kind.test(String(text)) && new RegExp(lines).test(String(text))),
        String(kind),
      );
    }
  });
});

function filesAfter(files: Files, config: string): Promise<Files> {
  return inCopy(files, async (copy) => {
    writeFiles(copy.aside, { 'config.yaml': config });
    const fn = await loadFunction('strip-transform');
    const { exitCode, stderr } = await applyToFolder(fn, [copy.folder, '--fn-config', join(copy.aside, 'config.yaml')]);
    assert.equal(exitCode, 0, stderr);
    return copy.files();
  });
}
