import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../cli/run-support.ts';

const PROGRAM = join(root, 'dist/krm-variants');
const FOREIGN = fileURLToPath(import.meta.resolve('../support/foreign-function.ts'));

const POLICY = `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: p}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  overrideRules: [{overriders: {plaintext: [{path: /data/k, operator: add, value: v}]}}]
`;

const NAMES = ['a.yaml', 'sub/a.yaml', 'with blank.yaml', 'quote".yaml', 'back\\slash.yaml', 'tab\t.yaml', 'ü 😀.yaml'];

function configMaps(folder: string): Files {
  const text = configMap('a', 'data:\n  k: u\n');
  return Object.fromEntries(
    NAMES.map((name, index) => [`${folder}/${name}`, text.replace('name: a', `name: a${index}`)]),
  );
}

const KPTFILE = `${kptfile('shop')}pipeline:
  mutators:
  - exec: node ${FOREIGN} remove a1
  - exec: node ${FOREIGN} add new.yaml
`;

/** Folder in which the commands run, and where they find their inputs. */
const FILES: Files = {
  ...configMaps('here/shop'),
  ...configMaps('here/b c/ö'),
  ...configMaps('beside'),
  'here/shop/Kptfile': KPTFILE,
  'beside/Kptfile': KPTFILE,
  'here/base/gone.yaml': configMap('gone'),
  'here/base/kept.yaml': configMap('kept', 'data: {k: u}\n'),
  'here/new/kept.yaml': configMap('kept', 'data: {k: v}\n'),
  'here/new/ü new.yaml': configMap('new'),
  'here/local/gone.yaml': configMap('gone'),
  'here/local/kept.yaml': configMap('kept', 'data: {k: u}\n'),
  'policy.yaml': POLICY,
};

const RUN = ['run', 'apply-override-policy', '--fn-config', '../policy.yaml'];
const MERGE = ['merge', 'base', 'new'];

/** Command lines, in which `HERE` stands for the folder where they run. */
const commands: readonly (readonly [name: string, args: readonly string[], from?: string])[] = [
  ['run on a folder', [...RUN, 'shop']],
  ['run on several folders', [...RUN, 'shop', './b c/']],
  ['run on one file', [...RUN, 'shop/quote".yaml']],
  ['run on files', [...RUN, 'shop/sub/a.yaml', 'b c/ö/a.yaml']],
  ['run on an absolute path', [...RUN, 'HERE/shop']],
  ['run on absolute paths', [...RUN, 'HERE/shop', 'HERE/b c/ö/a.yaml']],
  ['run on a folder elsewhere', [...RUN, '../beside'], '/'],
  ['run on an absolute path elsewhere', [...RUN, 'HERE/../beside', 'shop'], '/'],
  ['eval that removes a file', ['eval', 'shop', '--exec', `node ${FOREIGN} remove a1`]],
  ['eval on the current folder', ['eval', '--exec', `node ${FOREIGN} remove kept`]],
  ['eval that adds a file', ['eval', 'HERE/shop', '--exec', `node ${FOREIGN} add 'x y/new.yaml'`]],
  ['render', ['render', 'shop', '--allow-exec']],
  ['render --all', ['render', '--all', '--allow-exec']],
  ['render --all around the current folder', ['render', '--all', '..', '--allow-exec'], '/'],
  ['merge', [...MERGE, 'local']],
  ['merge into an absolute path', [...MERGE, 'HERE/local']],
];

/** Calls a program, which must succeed, and returns its output. */
function call(cwd: string, [command = '', ...args]: readonly string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', input });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** Returns the files after a program has changed them, without git's own. */
function changed(isRepository: boolean, act: (here: string) => void): Promise<Files> {
  return inFolder(FILES, (folder) => {
    if (isRepository) call(folder, ['git', 'init', '-q']);
    act(join(folder, 'here'));
    return Object.fromEntries(Object.entries(readFiles(folder)).filter(([path]) => !path.startsWith('.git/')));
  });
}

describe('git apply of a printed diff makes what the command makes', function () {
  for (const [name, args, from] of commands) {
    const placed = (here: string): string[] => [PROGRAM, ...args.map((arg) => arg.replaceAll('HERE', here))];
    const dry = args[0] === 'merge' ? ['--diff'] : ['--diff', '--dry-run'];
    const written = args[0] === 'merge' ? ['--in-place'] : [];
    const places = from === undefined ? ['in a folder', 'in a folder of a repository'] : [`in ${from}`];
    for (const place of places)
      it(`${name}: ${place}`, async () => {
        const isRepository = place.endsWith('repository');
        const applied = await changed(isRepository, (here) => {
          const diff = call(here, [...placed(here), ...dry]);
          call(from ?? here, ['git', 'apply', '-'], diff);
        });
        const want = await changed(isRepository, (here) => void call(here, [...placed(here), ...written]));
        assert.deepEqual(applied, want);
        assert.notDeepEqual(want, FILES);
      });
  }
});
