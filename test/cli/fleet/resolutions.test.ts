import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { fleetReportSchema } from '../../../cli/report/fleet-report-schema.ts';
import { assertNames, factsOf, found, withCode } from '../../support/facts.ts';
import {
  type FleetSetting,
  type InFleet,
  inFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { classIn, reportOf, resolve } from '../../support/resolving-fleet.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

const FOLDER = '.krm-variants/resolutions';

/** Returns the PackageVariants of two clusters. */
function variants(revision = ''): Files {
  return {
    'variants/eu.yaml': packageVariant('eu', `blueprints/shop${revision}`, 'all/eu', '  labels: {region: eu}\n'),
    'variants/us.yaml': packageVariant('us', `blueprints/shop${revision}`, 'all/us', '  labels: {region: us}\n'),
  };
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  ...variants(),
};

/** Versions of a file: that of the package, what people made of it in each cluster, and the new one. */
interface Versions {
  readonly file?: string;
  readonly base: string;
  readonly eu: string;
  readonly us: string;
  readonly next: string;
}

/** Brings a fleet to a conflict in a file of each cluster. */
function conflictBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (versions: Versions, act: (setting: Setting) => Promise<void>): Promise<void> => {
    const { file = 'web.yaml', base, eu, us, next } = versions;
    return open({ ...FLEET, [`packages/shop/${file}`]: base }, async (setting) => {
      await setting.run('apply');
      setting.fleet.commit({ [`clusters/eu/${file}`]: eu, [`clusters/us/${file}`]: us });
      setting.fleet.commit({ [`packages/shop/${file}`]: next });
      await act(setting);
    });
  };
}

const inConflict = conflictBy(inMemoryFleet);
const inGitConflict = conflictBy(inFleet);

const REPLICAS: Versions = { base: web(2), eu: web(5), us: web(6), next: web(3) };

/** Returns a MergeResolution of the conflict of {@link REPLICAS}. `spec`: the rest of its spec. */
function resolution(spec: string, match = 'base: 2, new: 3', path = 'spec.replicas'): string {
  const place = `upstream: {repository: blueprints, package: shop}, kind: edit/edit, resource: {apiVersion: apps/v1, kind: Deployment, name: web}`;
  const at = path === '' ? '' : `, path: '${path}'`;
  return `apiVersion: krm-variants.dev/v1alpha1
kind: MergeResolution
metadata: {name: a}
spec:
  match: {${place}${at}, ${match}}
  ${spec}
`;
}

const A = `${FOLDER}/a.yaml`;

describe('resolutions of a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('have the id of a class in the table, messages and both reports', () =>
    inConflict(REPLICAS, async (setting) => {
      const { id } = await classIn(setting);
      assert.match(id, /^[0-9a-f]{10}$/);
      const planned = await setting.run('plan');
      assert.match(
        planned.stdout,
        new RegExp(
          `\\n\\nCONFLICT .*\n${id} +2 +2 +3 +2 values +blueprints/shop +Deployment/web:spec\\.replicas +clusters/eu, `,
        ),
      );
      assert.match(planned.stderr, new RegExp(`local 5 \\(${id}\\); also in clusters/us$`, 'm'));
      assert.match(planned.stderr, new RegExp(`run \`krm-variants fleet resolve ${id} --take local\`$`, 'm'));
      const { stdout } = await setting.run('plan', '--report', 'markdown');
      assert.match(
        stdout,
        new RegExp(`^\\| ${id} \\| 2 variants \\| Deployment/web:spec\\.replicas \\| edit/edit \\| 2 \\| 3 \\|$`, 'm'),
      );
      assert.doesNotMatch(stdout, /conflict edit/);
      const applied = await setting.run('apply');
      assert.deepEqual(
        applied.classes.map((each) => [each.id, each.folders]),
        [[id, ['clusters/eu', 'clusters/us']]],
      );
    }));

  const decisions: readonly (readonly [args: readonly string[], eu: string, us: string, spec: string])[] = [
    [['--take', 'local'], web(5), web(6), '  take: local\n'],
    [['--take', 'new', '--reason', 'as agreed'], web(3), web(3), '  take: new\n  reason: as agreed\n'],
    [['--value', '7', '--until', 'v4'], web(7), web(7), '  value: 7\n  until: v4\n'],
    [['--value', '2'], web(2), web(2), '  value: 2\n'],
    [['--value', '3'], web(3), web(3), '  value: 3\n'],
  ];
  for (const [args, eu, us, spec] of decisions)
    it(`decide a class with ${args.join(' ')}`, () =>
      inConflict(REPLICAS, async (setting) => {
        const { fleet, run } = setting;
        const { id } = await classIn(setting);
        const resolved = await resolve(setting, [id, ...args]);
        assert.deepEqual([found(resolved), resolved.exitCode], [[], 0]);
        assert.match(resolved.stderr, new RegExp(`${id} .* 2 variants, until base or new has another value$`, 'm'));
        assert.deepEqual(fleet.uncommitted(), [`${FOLDER}/${id}.yaml`]);
        const text = fleet.read(`${FOLDER}/${id}.yaml`);
        assert.ok(text.endsWith(`    path: spec.replicas\n    base: 2\n    new: 3\n${spec}`), text);
        const planned = await run('plan', '--strict');
        assert.deepEqual([found(planned), planned.exitCode], [[], 0]);
        const fact = `info conflict-decided ${FOLDER}/${id}.yaml`;
        assert.deepEqual(factsOf(planned, 'conflict-decided'), [fact, fact]);
        assertNames(planned, 'conflict-decided', ` ${id} `, ' Deployment/web:spec.replicas:');
        const take = args[0] === '--take' ? args[1] : 'value';
        const decided = { file: `${FOLDER}/${id}.yaml`, conflict: id, place: 'Deployment/web:spec.replicas', take };
        assert.deepEqual(
          planned.variants.map(({ resolutions }) => resolutions),
          [[decided], [decided]],
        );
        assert.match(planned.stderr, /, 1 conflict decided by MergeResolutions in 2 variants$/m);
        const applied = await run('apply');
        assert.equal(applied.exitCode, 0, applied.stderr);
        assert.deepEqual([fleet.read('clusters/eu/web.yaml'), fleet.read('clusters/us/web.yaml')], [eu, us]);
        const again = await run('plan', '--check', '--strict');
        assert.deepEqual([found(again), again.exitCode], [[], 0]);
        assert.deepEqual(factsOf(again, 'conflict-decided'), []);
        assert.deepEqual(factsOf(again, 'resolution-unused'), [`info resolution-unused ${FOLDER}/${id}.yaml`]);
      }));

  it('are in the reports, by variant', () =>
    inGitConflict(REPLICAS, async (setting) => {
      const { id } = await classIn(setting);
      setting.fleet.commit({ [A]: resolution('take: local') });
      const report = await reportOf(setting);
      const valid = new Ajv().compile(fleetReportSchema);
      assert.ok(valid(structuredClone(report)), JSON.stringify(valid.errors));
      assert.deepEqual(
        report.variants.map(({ resolutions }) => resolutions),
        ['eu', 'us'].map(() => [{ file: A, conflict: id, place: 'Deployment/web:spec.replicas', take: 'local' }]),
      );
      const { stdout } = await setting.run('plan', '--report', 'markdown');
      assert.match(
        stdout,
        new RegExp(`^\\| ${id} \\| 2 variants \\| Deployment/web:spec\\.replicas \\| local \\| ${A} \\|$`, 'm'),
      );
    }));

  const selections: readonly (readonly [args: readonly string[], name: string, spec: string])[] = [
    [['--selector', 'region=eu'], '-region-eu', '  selector:\n    matchLabels:\n      region: eu\n'],
    [['--variant', 'eu'], '-clusters-eu', '  variants:\n  - clusters/eu\n'],
    [['--where', 'Deployment/web:spec.replicas=5'], '-clusters-eu', '  variants:\n  - clusters/eu\n'],
  ];
  for (const [args, name, spec] of selections)
    it(`decide for some variants with ${args[0] ?? ''}, and others for the rest`, () =>
      inConflict(REPLICAS, async (setting) => {
        const { fleet, run } = setting;
        const { id } = await classIn(setting);
        const resolved = await resolve(setting, [id, '--take', 'new', ...args]);
        assert.equal(resolved.exitCode, 0, resolved.stderr);
        assert.ok(fleet.read(`${FOLDER}/${id}${name}.yaml`).endsWith(`${spec}  take: new\n`));
        assert.deepEqual((await classIn(setting)).variants, ['clusters/us']);
        const other = await resolve(setting, [id.slice(0, 6), '--take', 'local', '--variant', 'us']);
        assert.equal(other.exitCode, 0, other.stderr);
        assert.equal((await run('apply')).exitCode, 0);
        assert.deepEqual([fleet.read('clusters/eu/web.yaml'), fleet.read('clusters/us/web.yaml')], [web(3), web(6)]);
      }));

  const OTHER = `warning resolution-unused ${A}`;
  const unfit: readonly (readonly [name: string, text: string, warning?: string, ...things: readonly string[]])[] = [
    [
      'another new value',
      resolution('take: local', 'base: 2, new: 4'),
      OTHER,
      ' Deployment/web:spec.replicas,',
      ' other values',
      ' clusters/eu, clusters/us',
    ],
    ['another base', resolution('take: local', 'base: 1, new: 3'), OTHER, ' other values'],
    ['a text in place of a number', resolution('take: local', "base: 2, new: '3'"), OTHER, ' other values'],
    ['no new value', resolution('take: local', 'base: 2'), OTHER, ' other values'],
    ['another digest', resolution('take: local', 'digest: abc'), OTHER, ' other values'],
    ['digests of packages', resolution('take: local', 'packages: [abc]'), OTHER, ' other values'],
    ['another field', resolution('take: local', 'base: 2, new: 3', 'spec.paused')],
    ['the whole resource', resolution('take: local', 'base: 2, new: 3', '')],
    [
      'a revision that has come',
      resolution('take: local\n  until: v1'),
      `warning resolution-ended ${A}`,
      ' v1 ',
      ' Deployment/web:spec.replicas:',
      ' clusters/eu, clusters/us',
    ],
    [
      'labels that no variant has',
      resolution('take: local\n  selector: {matchLabels: {region: ap}}'),
      OTHER,
      'no variant has this upstream package',
    ],
  ];
  it('decide nothing for another conflict', () =>
    inConflict(REPLICAS, async ({ fleet, run }) => {
      // The same files, by their revision.
      fleet.tag('v1', { moves: true });
      fleet.commit(variants('@v1'));
      for (const [name, text, warning, ...things] of unfit) {
        fleet.commit({ [A]: text });
        const ended = await run('apply');
        assert.equal(ended.exitCode, 3, `${name}: ${ended.stderr}`);
        const open = ['eu', 'us'].map((each) => `error conflict-edit-edit clusters/${each}/web.yaml spec.replicas`);
        const expected = warning === undefined ? open : [...open, warning];
        assert.deepEqual(found(ended).toSorted(), expected, name);
        const code = warning?.includes('resolution-ended') ? 'resolution-ended' : 'resolution-unused';
        if (warning !== undefined) assertNames(ended, code, ...things);
        else assert.deepEqual(factsOf(ended, code), [`info resolution-unused ${A}`]);
        assert.deepEqual(fleet.uncommitted(), [], name);
      }
    }));

  it('give way to rules, and precede --on-conflict', () =>
    inConflict(REPLICAS, async ({ fleet, run }) => {
      fleet.commit({ [A]: resolution('take: local\n  variants: [clusters/eu]') });
      const applied = await run('apply', '--on-conflict', 'new');
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.deepEqual([fleet.read('clusters/eu/web.yaml'), fleet.read('clusters/us/web.yaml')], [web(5), web(3)]);
      fleet.restore();
      await run('apply', '--take', 'Deployment/web:spec.replicas=new');
      assert.equal(fleet.read('clusters/eu/web.yaml'), web(3));
    }));

  it('leave a variant alone if two of them decide its conflict', () =>
    inConflict(REPLICAS, async ({ fleet, run }) => {
      fleet.commit({
        [A]: resolution('take: local'),
        [`${FOLDER}/b.yaml`]: resolution('take: local\n  variants: [clusters/us]'),
      });
      const refused = await run('apply');
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(
        found(refused),
        ['a', 'b'].map((file) => `error duplicate-decision ${FOLDER}/${file}.yaml`),
      );
      for (const { message } of withCode(refused, 'duplicate-decision'))
        assert.match(message, / Deployment\/web:spec\.replicas in clusters\/us:/);
      assert.deepEqual([fleet.read('clusters/eu/web.yaml'), fleet.read('clusters/us/web.yaml')], [web(5), web(6)]);
    }));

  it('follow an element of a list by its keys', async () => {
    const containers = (...names: readonly string[]): string =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n      containers:\n${names
        .map((each) => `        - {name: ${each.split(':')[0]}, image: "${each}"}\n`)
        .join('')}`;
    const versions: Versions = {
      base: containers('a:1', 'b:1'),
      eu: containers('a:1', 'b:5'),
      us: containers('b:6', 'a:1'),
      next: containers('a:1', 'b:2'),
    };
    await inConflict(versions, async (setting) => {
      const { id, path, variants: folders } = await classIn(setting);
      assert.equal(path, 'spec.template.spec.containers[name=b].image');
      assert.deepEqual(folders, ['clusters/eu', 'clusters/us']);
      const resolved = await resolve(setting, [id, '--value', 'b:7']);
      assert.equal(resolved.exitCode, 0, resolved.stderr);
      await setting.run('apply');
      const { fleet } = setting;
      assert.equal(fleet.read('clusters/eu/web.yaml'), containers('a:1', 'b:7'));
      assert.equal(fleet.read('clusters/us/web.yaml'), containers('b:7', 'a:1'));
    });
  });

  it('set a value at the place that a merge gives to the field', async () => {
    const env = (...values: readonly string[]): string =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n      containers:\n        - name: web\n          env:\n${values
        .map((each) => `            - {name: ${each.split('=')[0]}, value: ${each.split('=')[1]}} # ${each[0]}\n`)
        .join('')}`;
    const versions: Versions = {
      base: env('A=a', 'B=b'),
      eu: env('A=a', 'B=c'),
      us: env('A=a', 'B=d'),
      next: env('Z=z', 'A=a', 'B=e'),
    };
    await inConflict(versions, async (setting) => {
      const { id } = await classIn(setting);
      assert.equal((await resolve(setting, [id, '--value', 'f'])).exitCode, 0);
      await setting.run('apply');
      assert.equal(setting.fleet.read('clusters/eu/web.yaml'), env('Z=z', 'A=a', 'B=f'));
    });
  });

  it('set a value that local deleted', () =>
    inConflict(
      { file: 'a.yaml', base: data('k: a\n  l: b'), eu: data('l: b'), us: data('l: b'), next: data('k: c\n  l: b') },
      async (setting) => {
        const { conflictClasses } = await reportOf(setting, '--on-delete', 'conflict');
        const [only] = conflictClasses;
        assert.deepEqual([only?.kind, only?.path, only?.variants.length], ['delete/change', 'data.k', 2]);
        const resolved = await resolve(setting, [only?.id ?? '', '--value', 'd', '--on-delete', 'conflict']);
        assert.equal(resolved.exitCode, 0, resolved.stderr);
        assert.equal((await setting.run('apply', '--on-delete', 'conflict')).exitCode, 0);
        assert.equal(setting.fleet.read('clusters/eu/a.yaml'), data('k: d\n  l: b'));
      },
    ));

  const wholes: readonly (readonly [name: string, versions: Versions, place: string, has: RegExp])[] = [
    [
      'a Secret, without its values',
      {
        file: 'secret.yaml',
        base: secret('hush-1'),
        eu: secret('hush-2'),
        us: secret('hush-3'),
        next: secret('hush-4'),
      },
      'stringData.a',
      /\n {4}packages:\n( {4}- [0-9a-f]{40}\n){2} {2}take: local\n$/,
    ],
    [
      'lines of a file without resources',
      { file: 'notes.md', base: 'one\n', eu: 'two\n', us: 'three\n', next: 'four\n' },
      'notes.md',
      /\n {4}file: notes\.md\n {4}base: \|\n {6}one\n {4}new: \|\n {6}four\n {2}take: local\n$/,
    ],
    [
      'long texts, by their digest',
      { file: 'notes.md', base: 'one\n'.repeat(300), eu: 'two\n', us: 'three\n', next: 'four\n' },
      'notes.md',
      /\n {4}file: notes\.md\n {4}digest: [0-9a-f]{40}\n {2}take: local\n$/,
    ],
    [
      'a binary file, whose values are sizes',
      { file: 'logo.bin', base: '\0one', eu: '\0two', us: '\0six', next: '\0ten' },
      'logo.bin',
      /\n {4}kind: binary\n {4}file: logo\.bin\n {4}packages:\n( {4}- [0-9a-f]{40}\n){2} {2}take: local\n$/,
    ],
    [
      'a resource that both sides add',
      { file: 'new.md', base: '', eu: 'a\n', us: 'b\n', next: 'c\n' },
      'new.md',
      /\n {2}take: local\n$/,
    ],
  ];
  for (const [name, versions, place, has] of wholes)
    it(`decide about ${name}`, () =>
      inConflict(versions, async (setting) => {
        const { fleet, run } = setting;
        const { id } = await classIn(setting, place);
        const valued = await resolve(setting, [id, '--value', 'x']);
        assert.deepEqual([found(valued), valued.exitCode], [['error invalid-argument'], 1]);
        assertNames(valued, 'invalid-argument', '`--value`', ` ${id} `);
        const resolved = await resolve(setting, [id, '--take', 'local']);
        assert.equal(resolved.exitCode, 0, resolved.stderr);
        const text = fleet.read(`${FOLDER}/${id}.yaml`);
        assert.match(text, has);
        assert.doesNotMatch(text, /hush/);
        const { exitCode, stderr } = await run('apply');
        assert.equal(exitCode, 0, stderr);
        const file = versions.file ?? '';
        assert.deepEqual(
          [fleet.read(`clusters/eu/${file}`), fleet.read(`clusters/us/${file}`)],
          [versions.eu, versions.us],
        );
      }));

  it('decide about a Secret only while both packages stay the same', () =>
    inConflict(
      {
        file: 'secret.yaml',
        base: secret('hush-1'),
        eu: secret('hush-2'),
        us: secret('hush-3'),
        next: secret('hush-4'),
      },
      async (setting) => {
        const { fleet, run } = setting;
        const { id } = await classIn(setting);
        await resolve(setting, [id, '--take', 'local']);
        fleet.commit({ 'packages/shop/secret.yaml': secret('hush-5') });
        const refused = await run('apply');
        assert.equal(refused.exitCode, 3);
        assert.deepEqual(found(refused), [
          ...['eu', 'us'].map((each) => `error conflict-edit-edit clusters/${each}/secret.yaml stringData.a`),
          `warning resolution-unused ${FOLDER}/${id}.yaml`,
        ]);
        assertNames(refused, 'resolution-unused', ' Secret/s:stringData.a,', ' other values');
        assert.equal(fleet.read('clusters/eu/secret.yaml'), secret('hush-2'));
      },
    ));
});

function data(entries: string): string {
  return configMap('c', `data:\n  ${entries}\n`);
}

function secret(value: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  a: ${value}\n`;
}
