import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import type { Resource } from '../../../src/krm/index.ts';
import { ResourceList } from '../../../src/krm/resource-list.ts';
import { describeKpts, needTools } from '../../support/kpt.ts';
import { PROBE, probe } from '../../support/probe.ts';
import { configMap, inFolder, kptfile, type Files } from '../run-support.ts';

const packages: Readonly<Record<string, Files>> = {
  'order of files and folders': {
    Kptfile: kptfile('root'),
    'a.yaml': configMap('a'),
    'a/x.yaml': configMap('x'),
    'a-b.yaml': configMap('a-b'),
    'B/x.yaml': configMap('Bx'),
    '.hidden/x.yaml': configMap('hidden'),
    'Z.yml': configMap('z'),
    'x.YAML': configMap('upper'),
    'b.json': '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}',
    'sub/Kptfile': kptfile('sub'),
    'sub/a.yaml': configMap('sub-a'),
    'é.yaml': configMap('e'),
  },
  'documents of a file': {
    'a.yaml': `# head\n---\n${configMap('a0')}---\n\n# only a comment\n---\n${configMap('a1')}---\n`,
    'b.yaml': `---\n${configMap('b0')}---\n---\n${configMap('b1')}...\n---\n${configMap('b2')}`,
    'c.yaml': `null\n---\n${configMap('c0')}---\n!!null\n---\n${configMap('c1')}`,
    'crlf.yaml': `${configMap('d0')}---\n${configMap('d1')}`.replaceAll('\n', '\r\n'),
    'kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n',
    'empty.yaml': '',
    'comment.yaml': '# nothing\n',
    'list.yaml': `apiVersion: v1\nkind: List\nmetadata: {name: l}\nitems:\n- {apiVersion: v1, kind: ConfigMap}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: in-l}}\n`,
  },
  'files that .krmignore leaves out': {
    Kptfile: kptfile('root'),
    '.krmignore': 'a.yaml\nplain/inner\nsub/b.yaml\nnone/\n',
    'a.yaml': configMap('a'),
    'b.yaml': configMap('b'),
    'plain/.krmignore': 'b.yaml\n',
    'plain/a.yaml': configMap('plain-a'),
    'plain/b.yaml': configMap('plain-b'),
    'plain/inner/c.yaml': configMap('plain-c'),
    'sub/Kptfile': kptfile('sub'),
    'sub/.krmignore': '/c.yaml\ninner/d.yaml\n',
    'sub/a.yaml': configMap('sub-a'),
    'sub/b.yaml': configMap('sub-b'),
    'sub/c.yaml': configMap('sub-c'),
    'sub/inner/c.yaml': configMap('inner-c'),
    'sub/inner/d.yaml': configMap('inner-d'),
    'none/Kptfile': kptfile('none'),
    'none/a.yaml': configMap('none-a'),
  },
};

describeKpts('krm-variants run beside kpt fn eval', () => {
  before(function () {
    needTools(this, 'kpt');
  });

  for (const [name, files] of Object.entries(packages)) {
    it(`passes on the same resources: ${name}`, () =>
      inFolder({ 'probe.yaml': PROBE }, (folder) =>
        inFolder(files, async (root) => {
          assert.deepEqual(await passedOnByRun(root, join(folder, 'probe.yaml')), passedOnByKpt(root, folder));
        }),
      ));
  }
});

function passedOnByKpt(root: string, folder: string): string[] {
  const seen = join(folder, 'seen.yaml');
  const { status, stderr } = spawnSync('kpt', ['fn', 'eval', root, '--exec', `tee ${seen}`, '-o', 'stdout'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return [...new ResourceList(readFileSync(seen, 'utf8')).resources].map(describeResource);
}

async function passedOnByRun(root: string, configFile: string): Promise<string[]> {
  const seen: string[] = [];
  const fn = probe(({ resources }) => void seen.push(...[...resources].map(describeResource)));
  const { exitCode, stderr } = await applyToFolder(fn, [root, '--fn-config', configFile]);
  assert.equal(exitCode, 0, stderr);
  return seen;
}

function describeResource({ location: { path, index }, kind, name }: Resource): string {
  return `${path}[${index}] ${kind} ${name}`;
}
