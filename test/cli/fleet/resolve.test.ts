import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { parseResolveArguments, RESOLVE_OPTIONS } from '../../../cli/fleet/commands/resolve-arguments.ts';
import type { ResultCode } from '../../../src/krm/index.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { assertNames, factsOf, found } from '../../support/facts.ts';
import {
  type FleetSetting,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { classIn, reportOf, resolve } from '../../support/resolving-fleet.ts';
import { configMap, kptfile, readFiles, type Files } from '../run-support.ts';

const FOLDER = '.krm-variants/resolutions';
const A = `${FOLDER}/a.yaml`;

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'packages/shop/config.yaml': config('a', 'one'),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu', '  labels: {region: eu}\n'),
  'variants/us.yaml': packageVariant('us', 'blueprints/shop', 'all/us', '  labels: {region: us}\n'),
};

/** Returns a ConfigMap. `inner`: a value in a YAML file that it holds. */
function config(value: string, inner: string): string {
  return configMap('c', `data:\n  k: ${value}\n  n: '1'\n  f.yaml: |\n    inner: ${inner}\n    other: x\n`);
}

/** Brings a fleet to conflicts about replicas, a text, and a value in an embedded file. */
function conflictsBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>): Promise<void> => {
    return open(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      fleet.commit({
        'clusters/eu/web.yaml': web(5),
        'clusters/us/web.yaml': web(6),
        'clusters/eu/config.yaml': config('b', 'two'),
      });
      fleet.commit({ 'packages/shop/web.yaml': web(3), 'packages/shop/config.yaml': config('c', 'three') });
      await act(setting);
    });
  };
}

const inConflicts = conflictsBy(inMemoryFleet);
const inGitConflicts = conflictsBy(inFleet);

function resolution(spec: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: MergeResolution\nmetadata: {name: a}\nspec: ${spec}\n`;
}

/** Returns the files of MergeResolutions, in byte order. */
function decisions(fleet: FleetSetting['fleet']): readonly string[] {
  return Object.keys(fleet.files()).filter((path) => path.startsWith(`${FOLDER}/`));
}

const MATCH = 'upstream: {repository: blueprints, package: shop}, kind: edit/edit';
const RESOURCE = 'resource: {apiVersion: apps/v1, kind: Deployment, name: web}';
const GOOD = resolution(`{match: {${MATCH}, ${RESOURCE}, path: spec.replicas, base: 2, new: 3}, take: local}`);

describe('the command fleet resolve', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('refuses what is no decision of one class, and writes nothing', () =>
    inGitConflicts(async (setting) => {
      const { fleet } = setting;
      const { conflictClasses } = await reportOf(setting);
      const idOf = (path: string): string => conflictClasses.find((each) => each.path === path)?.id ?? path;
      const [replicas, text, inner] = ['spec.replicas', 'data.k', 'data["f.yaml"].inner'].map(idOf);
      const value = 'invalid-argument';
      const rows: readonly (readonly [
        args: readonly (string | undefined)[],
        code: ResultCode,
        ...things: readonly (string | undefined)[],
      ])[] = [
        [
          ['0000', '--take', 'new'],
          'conflict-not-found',
          '"0000"',
          `${replicas} (Deployment/web:spec.replicas, 2 variants)`,
          `${text} (ConfigMap/c:data.k, 1 variant)`,
        ],
        [[replicas?.slice(0, 3), '--take', 'new'], 'conflict-not-found', `"${replicas?.slice(0, 3)}"`],
        [['zzzz', '--take', 'new', '--variant', 'nobody'], 'variant-not-found', '"nobody"'],
        [[text, '--value', '3'], value, '`--value`', ' a string,', text, ' an integer', `--value '"…"'`],
        [[text, '--value', '[a]'], value, ' a string,', ' a list'],
        [[text, '--value', 'null'], value, ' a string,', ' null', `--value '"…"'`],
        [[replicas, '--value', 'x'], value, ' an integer,', ' a string'],
        [[replicas, '--value', '1.5'], value, ' an integer,', ' a number'],
        [[inner, '--value', 'x'], 'resolution-unused', inner, ' clusters/eu', '`--take new`', '`local`'],
      ];
      for (const [args, code, ...things] of rows) {
        const ended = await resolve(setting, args.map(String));
        assert.deepEqual([found(ended), ended.exitCode], [[`error ${code}`], 1], args.join(' '));
        assertNames(ended, code, ...things.map(String));
        assert.equal(fleet.git('status', '--porcelain'), '', args.join(' '));
      }
    }));

  it('refuses a class that is decided, and a file that exists', () =>
    inConflicts(async (setting) => {
      const { id } = await classIn(setting, 'spec.replicas');
      assert.equal((await resolve(setting, [id, '--take', 'new'])).exitCode, 0);
      const again = await resolve(setting, [id, '--take', 'local']);
      assert.deepEqual([found(again), again.exitCode], [['error conflict-decided'], 1]);
      assertNames(again, 'conflict-decided', `"${id}"`, ` ${FOLDER}/${id}.yaml:`);
      setting.fleet.commit({ [`${FOLDER}/${id}.yaml`]: '' });
      const exists = await resolve(setting, [id, '--take', 'local']);
      assert.deepEqual([found(exists), exists.exitCode], [[`error file-exists ${FOLDER}/${id}.yaml`], 1]);
      assert.equal(setting.fleet.read(`${FOLDER}/${id}.yaml`), '');
    }));

  const second: readonly (readonly [name: string, first: readonly string[], then: readonly string[]])[] = [
    ['all', ['--variant', 'eu'], []],
    ['all after a selection by labels', ['--selector', 'region=eu'], []],
    ['those with labels', ['--variant', 'eu'], ['--selector', 'region in (eu, us)']],
  ];
  for (const [name, first, then] of second)
    it(`decides only what is open, in place of a second decision for ${name}`, () =>
      inConflicts(async (setting) => {
        const { fleet, run } = setting;
        const { id } = await classIn(setting, 'spec.replicas');
        assert.equal((await resolve(setting, [id, '--take', 'local', ...first])).exitCode, 0);
        const [other = '', ...none] = decisions(fleet);
        assert.deepEqual(none, []);
        const resolved = await resolve(setting, [id, '--take', 'new', ...then]);
        assert.deepEqual([found(resolved), resolved.exitCode], [[], 0]);
        const path = `${FOLDER}/${id}-clusters-us.yaml`;
        assert.deepEqual(decisions(fleet), [other, path].toSorted());
        assert.match(resolved.stderr, new RegExp(`^conflict ${id} .* 1 variant, .* ${other} `, 'm'));
        assert.match(fleet.read(path), /variants:\s+- clusters\/us\n/);
        const again = await run('apply', '--on-conflict', 'new');
        assert.equal(again.exitCode, 0, again.stderr);
        assert.match(fleet.read('clusters/eu/web.yaml'), /replicas: 5/);
        assert.match(fleet.read('clusters/us/web.yaml'), /replicas: 3/);
      }));

  it('keeps the labels of a second decision that is for other variants', () =>
    inConflicts(async (setting) => {
      const { id } = await classIn(setting, 'spec.replicas');
      assert.equal((await resolve(setting, [id, '--take', 'local', '--selector', 'region=eu'])).exitCode, 0);
      const resolved = await resolve(setting, [id, '--take', 'new', '--selector', 'region=us']);
      assert.deepEqual([found(resolved), resolved.exitCode], [[], 0]);
      assert.match(setting.fleet.read(`${FOLDER}/${id}-region-us.yaml`), /selector:/);
    }));

  it('warns of variants that cannot be planned, and may have the conflict, too', () =>
    inGitConflicts(async (setting) => {
      const { id } = await classIn(setting, 'spec.replicas');
      setting.fleet.commit({ 'clusters/us/more.yaml': 'a: [web' });
      const where = ['--where', 'Deployment/web:spec.replicas~*'];
      const resolved = await resolve(setting, [id, '--take', 'local', ...where]);
      assert.deepEqual([found(resolved), resolved.exitCode], [['warning variant-left-out'], 0]);
      assertNames(resolved, 'variant-left-out', '1 variant ', '`krm-variants fleet plan`');
      const [file = '', ...none] = decisions(setting.fleet);
      assert.deepEqual(none, []);
      assert.match(setting.fleet.read(file), /variants:\s+- clusters\/eu\n/);
    }));

  it('writes another file for labels with the same name', () =>
    inConflicts(async (setting) => {
      const { id } = await classIn(setting, 'spec.replicas');
      assert.equal((await resolve(setting, [id, '--take', 'local', '--selector', 'region=eu'])).exitCode, 0);
      const resolved = await resolve(setting, [id, '--take', 'new', '--selector', 'region!=eu']);
      assert.deepEqual([found(resolved), resolved.exitCode], [[], 0]);
      assert.deepEqual(decisions(setting.fleet), [
        `${FOLDER}/${id}-region-eu-2.yaml`,
        `${FOLDER}/${id}-region-eu.yaml`,
      ]);
      const decided = await setting.run('plan', '--on-conflict', 'new');
      assert.equal(decided.exitCode, 0, decided.stderr);
    }));

  it('leaves out a held variant that is decided, so that the end of the hold is no error', () =>
    inConflicts(async (setting) => {
      const { fleet, run } = setting;
      const { id } = await classIn(setting, 'spec.replicas');
      assert.equal((await resolve(setting, [id, '--take', 'local', '--variant', 'eu'])).exitCode, 0);
      const hold = '.krm-variants/holds/h.yaml';
      fleet.commit({
        [hold]:
          'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: h}\nspec: {variants: [clusters/eu], reason: r}\n',
      });
      assert.equal((await resolve(setting, [id, '--take', 'new'])).exitCode, 0);
      fleet.remove(hold);
      const again = await run('plan', '--on-conflict', 'new');
      assert.equal(again.exitCode, 0, again.stderr);
    }));

  it('refuses a class without a conflict now', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const ended = await resolve(setting, ['12345678', '--take', 'new']);
      assert.deepEqual([found(ended), ended.exitCode], [['error conflict-not-found'], 1]);
      assertNames(ended, 'conflict-not-found', '"12345678"');
      assert.doesNotMatch(ended.stderr, /fleet plan/);
    }));

  it('refuses a deleted folder, whose files it does not name', () =>
    inConflicts(async (setting) => {
      const { fleet } = setting;
      fleet.remove('clusters/eu');
      fleet.commit({});
      const { conflictClasses } = await reportOf(setting);
      const deleted = conflictClasses.find(({ kind }) => kind === 'delete/change');
      const ended = await resolve(setting, [deleted?.id ?? '', '--take', 'local']);
      assert.deepEqual([found(ended), ended.exitCode], [['error invalid-argument'], 1]);
      const hold = ' fleet hold clusters/eu ';
      assertNames(ended, 'invalid-argument', `conflict ${deleted?.id} `, ' clusters/eu,', hold);
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  const usage: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['abc'], /either `--take new\|local` or `--value VALUE` is required/],
    [['abc', '--take', 'new', '--value', '3'], /either `--take new\|local` or `--value VALUE`/],
    [['abc', '--take', 'base'], /`--take` must be new or local, not "base"/],
    [['abc', '--take', 'new', '--until', 'v1..v2'], /`--until` must be a revision .*, not "v1\.\.v2"/],
    [['abc', '--value', '{'], /`--value` must be a YAML value: /],
    [['abc', '--value', '#'], /`--value` must be one YAML value/],
    [['abc', '--value', 'a\n---\nb'], /`--value` must be one YAML value/],
  ];
  for (const [args, message] of usage)
    it(`refuses ${JSON.stringify(args)}`, () =>
      assert.throws(() => parseResolveArguments(sortArguments(args, RESOLVE_OPTIONS)), message));

  it('moves decisions about a folder with it', () =>
    inGitConflicts(async (setting) => {
      const { fleet } = setting;
      fleet.commit({ [A]: GOOD.replace('take: local', 'take: local, variants: [clusters/eu, clusters/us]') });
      const args = { folder: fleet.folder, from: 'clusters/eu', to: 'clusters/ap' };
      const moved = await moveVariant(
        { functions: await allFunctions() },
        { ...args, verbose: false, quiet: false, hasColors: undefined },
      );
      assert.equal(moved.exitCode, 0, moved.stderr);
      assert.match(fleet.read(A), /variants: \[clusters\/ap, clusters\/us\]/);
    }));
});

describe('the files of resolutions', () => {
  before(function () {
    needTools(this, 'git');
  });

  /** Puts something in place of a file. */
  type Spoil = (path: string, folder: string) => void;

  const text =
    (content: string): Spoil =>
    (path) =>
      writeFileSync(path, content);

  const spec = (code: ResultCode, field = ''): string => `error ${code} ${A} spec${field}`;
  const file = (code: ResultCode): string => `error ${code} ${A}`;

  const rows: readonly (readonly [name: string, spoil: Spoil, ...facts: readonly string[]])[] = [
    ['an unknown field', text(GOOD.replace('take:', 'talk: local, take:')), spec('unknown-field', '.talk')],
    ['neither a version nor a value', text(GOOD.replace(', take: local', '')), spec('invalid-value')],
    ['both', text(GOOD.replace('take: local', 'take: local, value: 3')), spec('invalid-value')],
    [
      'another version',
      text(GOOD.replace('take: local', 'take: base')),
      spec('invalid-value'),
      spec('invalid-value', '.take'),
    ],
    ['no match', text(resolution('{take: local}')), spec('missing-field', '.match')],
    [
      'no upstream',
      text(resolution(`{match: {kind: edit/edit, ${RESOURCE}}, take: local}`)),
      spec('missing-field', '.match.upstream'),
    ],
    ['an unknown kind of conflict', text(GOOD.replace('edit/edit', 'edit')), spec('invalid-value', '.match.kind')],
    ['neither a resource nor a file', text(GOOD.replace(`${RESOURCE}, `, '')), spec('invalid-value', '.match')],
    ['two forms of values', text(GOOD.replace('base: 2', 'digest: a, base: 2')), spec('invalid-value', '.match')],
    ['no values', text(GOOD.replace(', base: 2, new: 3', '')), spec('invalid-value', '.match')],
    ['labels and folders', text(GOOD.replace('take:', 'selector: {}, variants: [a], take:')), spec('invalid-value')],
    ['no folder', text(GOOD.replace('take:', 'variants: [], take:')), spec('invalid-value', '.variants')],
    ['a folder outside', text(GOOD.replace('take:', 'variants: [../a], take:')), spec('invalid-value', '.variants[0]')],
    ['an empty revision', text(GOOD.replace('take:', "until: '', take:")), spec('invalid-value', '.until')],
    [
      'a value of a Secret',
      text(GOOD.replace('kind: Deployment', 'kind: Secret').replace('take: local', 'value: x')),
      spec('invalid-value', '.value'),
    ],
    [
      'a value for a whole resource',
      text(GOOD.replace(', path: spec.replicas', '').replace('take: local', 'value: x')),
      spec('invalid-value', '.value'),
    ],
    [
      'a value for lines',
      text(GOOD.replace('edit/edit', 'lines').replace('take: local', 'value: x')),
      spec('invalid-value', '.value'),
    ],
    ['another kind', text(configMap('a')), file('unknown-kind')],
    ['another version of the kind', text(GOOD.replace('v1alpha1', 'v2')), file('unknown-kind')],
    ['a document of no kind', text('a: b\n'), file('resource-skipped')],
    ['no YAML', text('{'), file('invalid-yaml')],
    ['no UTF-8', (path) => writeFileSync(path, Buffer.from([0xff])), file('not-utf8')],
    ['a key twice', text(GOOD.replace('take: local', 'take: local, take: new')), spec('duplicate-key', '.take')],
    ['an alias', text(GOOD.replace('base: 2, new: 3', 'base: &x [*x], new: 3')), file('invalid-yaml')],
    ['a tag', text(GOOD.replace('base: 2', 'base: !!int x')), file('invalid-yaml')],
    ['a list of them', text(`apiVersion: v1\nkind: List\nitems:\n- {}\n`), file('resource-skipped')],
    ['depth without end', text(GOOD.replace('base: 2', `base: ${'['.repeat(20_000)}`)), file('invalid-yaml')],
    ['any size', text(`${GOOD}#${'x'.repeat(2 ** 20)}\n`), file('file-too-large')],
    ['a link to a file', (path, folder) => symlinkSync(join(folder, 'good.yaml'), path), file('wrong-file-type')],
    ['a link to nothing', (path) => symlinkSync('nowhere', path), file('wrong-file-type')],
    [
      'a folder that is a link',
      (path, folder) => {
        rmSync(dirname(path), { recursive: true });
        symlinkSync(join(folder, 'other'), dirname(path));
      },
      `error wrong-file-type ${FOLDER}`,
    ],
    [
      'a folder that is a file',
      (path) => {
        rmSync(dirname(path), { recursive: true });
        writeFileSync(dirname(path), '');
      },
      `error wrong-file-type ${FOLDER}`,
    ],
  ];
  it('are errors that name file and field if they are wrong, and nothing is written', () =>
    inGitConflicts(async (setting) => {
      const { fleet, run } = setting;
      const path = join(fleet.folder, A);
      const { id } = await classIn(setting, 'spec.replicas');
      mkdirSync(join(fleet.folder, 'other'));
      writeFileSync(join(fleet.folder, 'good.yaml.txt'), GOOD);
      for (const [name, spoil, ...facts] of rows) {
        rmSync(dirname(path), { recursive: true, force: true });
        mkdirSync(dirname(path), { recursive: true });
        spoil(path, fleet.folder);
        const before = readFiles(join(fleet.folder, 'clusters'));
        const ended: FolderOutcome[] = [await run('apply', '--on-conflict', 'new')];
        if (/link|unknown/.test(name)) ended.push(await resolve(setting, [id, '--take', 'new']));
        for (const outcome of ended) assert.deepEqual([found(outcome), outcome.exitCode], [facts, 1], name);
        assert.deepEqual(readFiles(join(fleet.folder, 'clusters')), before, name);
        assert.deepEqual(Object.keys(readFiles(join(fleet.folder, 'other'))), [], name);
      }
    }));

  it('do nothing in another place, with a warning', () =>
    inConflicts(async ({ fleet, run }) => {
      fleet.commit({ 'variants/a.yaml': GOOD });
      const planned = await run('plan');
      assert.equal(planned.exitCode, 3);
      assert.deepEqual(factsOf(planned, 'decision-misplaced'), ['warning decision-misplaced variants/a.yaml']);
      assertNames(planned, 'decision-misplaced', ` ${FOLDER}/`);
    }));

  it('are not ignored if they are not checked out', () =>
    inGitConflicts(async ({ fleet, run }) => {
      fleet.commit({ [A]: GOOD });
      fleet.git('sparse-checkout', 'set', '--no-cone', '/*', `!/${FOLDER}`);
      const refused = await run('apply');
      assert.deepEqual([found(refused), refused.exitCode], [[`error file-not-checked-out ${A}`], 1]);
      assertNames(refused, 'file-not-checked-out', `\`git sparse-checkout add .krm-variants ${FOLDER}\``);
      fleet.git('sparse-checkout', 'add', '.krm-variants', '.krm-variants/resolutions');
      assert.deepEqual(factsOf(await run('apply'), 'file-not-checked-out'), []);
    }));

  it('are not called unused if a variant that may need them is held', () =>
    inConflicts(async ({ fleet, run }) => {
      const hold =
        'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: h}\nspec: {selector: {}, reason: r}\n';
      fleet.commit({ [A]: GOOD, '.krm-variants/holds/h.yaml': hold });
      const planned = await run('plan');
      assert.deepEqual([found(planned), planned.exitCode], [[], 0]);
      assert.deepEqual(factsOf(planned, 'resolution-unused'), []);
    }));
});
