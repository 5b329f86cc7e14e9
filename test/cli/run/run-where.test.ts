import assert from 'node:assert/strict';
import { join } from 'node:path';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { web } from '../../support/fleet.ts';
import { probe, PROBE } from '../../support/probe.ts';
import { inFolder, kptfile, readFiles, type Files } from '../run-support.ts';

/** Labels every Deployment. */
const label = probe(({ resources }) => {
  for (const resource of resources)
    if (resource.kind === 'Deployment') resource.document.set(['metadata', 'labels'], { seen: 'gold' });
});

const PACKAGES: Files = {
  'a/Kptfile': kptfile('a'),
  'a/web.yaml': web(2, 'registry.example.com/web:2.4'),
  'b/Kptfile': kptfile('b'),
  'b/web.yaml': web(4, 'registry.example.com/web:2.5'),
  'c/web.yaml': web(2, 'docker.io/web:2.4'),
};

const NAMES = ['a', 'b', 'c'];

/** Runs the function on packages of these files. Returns the packages that it labelled. */
async function labelled(where: readonly string[], files: Files = PACKAGES, ...args: readonly string[]) {
  return await inFolder({ 'probe.yaml': PROBE, ...files }, async (folder) => {
    const inputs = args.includes('-') ? ['-'] : NAMES.map((name) => join(folder, name));
    const conditions = where.flatMap((condition) => ['--where', condition]);
    const options = args.filter((arg) => arg !== '-');
    const config = ['--fn-config', join(folder, 'probe.yaml')];
    const outcome = await applyToFolder(label, [...inputs, ...config, ...conditions, ...options]);
    const names = NAMES.filter((name) => readFiles(folder)[`${name}/web.yaml`]?.includes('seen: gold') === true);
    return { ...outcome, names, stderr: outcome.stderr.replaceAll(`${folder}/`, '') };
  });
}

const SELECTED: readonly (readonly [conditions: readonly string[], names: readonly string[], summary: RegExp])[] = [
  [['Deployment/web:spec.replicas=2'], ['a', 'c'], /^1 package left out: 2 files changed$/m],
  [['Deployment/web:spec.replicas!=2'], ['b'], /^2 packages left out: 1 file changed$/m],
  [['Deployment/web:registry~registry.*'], ['a', 'b'], /^1 package left out: 2 files changed$/m],
  [['Deployment/*:tag=2.4', 'Deployment/web:registry=docker.io'], ['c'], /^2 packages left out: 1 file changed$/m],
  [['Deployment/web:kind=Deployment'], ['a', 'b', 'c'], /^3 files changed$/m],
  [[], ['a', 'b', 'c'], /^3 files changed$/m],
  [['Kptfile/b:metadata.name=b'], ['b'], /^2 packages left out: 1 file changed$/m],
];

describe('krm-variants run --where', () => {
  for (const [conditions, names, summary] of SELECTED)
    it(`edits only packages with ${conditions.join(' and ') || 'any value'}`, async () => {
      const found = await labelled(conditions);
      assert.equal(found.exitCode, 0, found.stderr);
      assert.deepEqual(found.names, names);
      assert.match(found.stderr, summary);
    });

  it('counts what is left out with --check, too, and names only the others in a report', async () => {
    const { stderr, exitCode, names, stdout } = await labelled(
      ['Deployment/web:spec.replicas=4'],
      PACKAGES,
      '--check',
      '--report=markdown',
    );
    assert.deepEqual([exitCode, names], [4, []]);
    assert.match(stderr, /^2 packages left out: 1 file would change$/m);
    assert.match(stdout, /b/);
    assert.doesNotMatch(stdout, /\ba\/web\.yaml|\bc\/web\.yaml/);
  });

  it('is an error if no package has the value', async () => {
    const { stderr, exitCode, names } = await labelled(['Deployment/web:spec.replicas=9']);
    assert.deepEqual([exitCode, names], [1, []]);
    assert.match(stderr, /^\[error\]: no package is as `--where` asks for, of 3 packages; /m);
    assert.ok(stderr.includes("`--where 'Deployment/web:spec.replicas=9'`: values there are "), stderr);
  });

  for (const condition of ['==2', '=~2', '!==2', '!=~2', '>=2', '<=2'].map(
    (end) => `Deployment/web:spec.replicas${end}`,
  ))
    it(`does not take ${condition} for a value`, async () => {
      const operator = /[^\w:/.]+/.exec(condition.slice(condition.indexOf(':') + 1))?.[0] ?? '';
      await assert.rejects(labelled([condition]), (error) => {
        assert.ok(error instanceof UsageError);
        assert.ok(error.message.includes(`one of the operators =, != and ~, not "${operator}"`), error.message);
        return true;
      });
    });

  it('compares a value that begins with an operator with ~', async () => {
    const files = { ...PACKAGES, 'b/web.yaml': web(4, '=x') };
    const { stderr, exitCode, names } = await labelled(['Deployment/web:image~=x'], files);
    assert.deepEqual([exitCode, names], [0, ['b']], stderr);
  });

  it('shows no value of a Secret that is not as asked for', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {token: hunter2}\n';
    const { stderr, exitCode } = await labelled(['Secret/key:stringData.token=x'], {
      ...PACKAGES,
      'b/key.yaml': secret,
    });
    assert.equal(exitCode, 1);
    assert.doesNotMatch(stderr, /hunter2|values there/);
  });

  const refused: readonly (readonly [condition: string, message: string])[] = [
    [
      'Deployment/wbe:spec.replicas!=7',
      '`--where \'Deployment/wbe:spec.replicas!=7\'`: no resource is named "Deployment/wbe": known are',
    ],
    ['Deployment/wbe:spec.replicas!=7', 'did you mean "Deployment/web"?'],
    [
      'Deployment/web:spec.replcas!=7',
      "`--where 'Deployment/web:spec.replcas!=7'`: no package has the field Deployment/web:spec.replcas",
    ],
    ['Deployment/wbe:spec.replicas=7', 'did you mean "Deployment/web"?'],
    [
      'Deployment/web:image~nginx',
      "`--where 'Deployment/web:image~nginx'`: `~` compares the whole value: try `~*nginx*`",
    ],
  ];
  for (const [condition, message] of refused)
    it(`edits nothing, and says why, for ${condition}: ${message}`, async () => {
      const { stderr, exitCode, names } = await labelled([condition]);
      assert.deepEqual([exitCode, names], [1, []]);
      assert.ok(stderr.includes(message), stderr);
    });

  it('selects packages without a field that another one has, with !=', async () => {
    const files = { ...PACKAGES, 'b/web.yaml': web(4).replace(/ {2}replicas.*\n/, '') };
    const { stderr, exitCode, names } = await labelled(['Deployment/web:spec.replicas!=2'], files);
    assert.deepEqual([exitCode, names], [0, ['b']], stderr);
  });

  it('names every file that is not YAML, and edits nothing', async () => {
    const broken = { ...PACKAGES, 'a/web.yaml': 'name: web\na: [', 'c/more.yaml': 'name: web\nb: [' };
    const { stderr, exitCode, names } = await labelled(['Deployment/web:spec.replicas=4'], broken);
    assert.deepEqual([exitCode, names], [1, []]);
    for (const file of ['a/web.yaml', 'c/more.yaml'])
      assert.match(stderr, new RegExp(`^\\[error\\] ${file}: must be YAML`, 'm'));
  });

  it('takes such files for files without values with --skip-invalid', async () => {
    const broken = { ...PACKAGES, 'a/more.yaml': 'name: web\na: [' };
    const { stderr, exitCode, names } = await labelled(['Deployment/web:tag=2.4'], broken, '--skip-invalid');
    assert.deepEqual([exitCode, names], [0, ['a', 'c']], stderr);
    assert.match(stderr, /^\[warning\] a\/more\.yaml: /m);
  });

  it('does not look at excluded files', async () => {
    const { stderr, exitCode } = await labelled(['Deployment/web:spec.replicas=2'], PACKAGES, '--exclude=/web.yaml');
    assert.equal(exitCode, 1);
    assert.match(stderr, /no package is as `--where` asks for/);
  });

  it('is for folders only', async () => {
    await assert.rejects(labelled(['Deployment/web:spec.replicas=2'], PACKAGES, '-'), UsageError);
    await inFolder({ 'probe.yaml': PROBE, ...PACKAGES }, (folder) =>
      assert.rejects(
        applyToFolder(label, [
          join(folder, 'a/web.yaml'),
          '--fn-config',
          join(folder, 'probe.yaml'),
          '--where=Deployment/web:kind=Deployment',
        ]),
        /`--where` selects packages: give folders/,
      ),
    );
  });

  it('must be a condition', async () => {
    await assert.rejects(labelled(['Deployment/web']), /`--where` must be KIND\/NAME:PATH=VALUE/);
  });
});
