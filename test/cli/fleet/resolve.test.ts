import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { parseResolveArguments, RESOLVE_OPTIONS } from '../../../cli/fleet/commands/resolve-arguments.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { inFleet, packageVariant, repository, web, type FleetSetting } from '../../support/fleet.ts';
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
function inConflicts(act: (setting: FleetSetting) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
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
}

function resolution(spec: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: MergeResolution\nmetadata: {name: a}\nspec: ${spec}\n`;
}

const MATCH = 'upstream: {repository: blueprints, package: shop}, kind: edit/edit';
const RESOURCE = 'resource: {apiVersion: apps/v1, kind: Deployment, name: web}';
const GOOD = resolution(`{match: {${MATCH}, ${RESOURCE}, path: spec.replicas, base: 2, new: 3}, take: local}`);

describe('the command fleet resolve', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('refuses what is no decision of one class, and writes nothing', () =>
    inConflicts(async (setting) => {
      const { fleet } = setting;
      const { conflictClasses } = await reportOf(setting);
      const idOf = (path: string): string => conflictClasses.find((each) => each.path === path)?.id ?? path;
      const [replicas, text, inner] = ['spec.replicas', 'data.k', 'data["f.yaml"].inner'].map(idOf);
      const listed = (id = ''): string => `${id} \\([^)]*, \\d variants?\\)`;
      const rows: readonly (readonly [args: readonly (string | undefined)[], stderr: RegExp])[] = [
        [
          ['0000', '--take', 'new'],
          new RegExp(
            `there is no conflict "0000": the conflicts of now are (?=.*${listed(replicas)})(?=.*${listed(text)})`,
          ),
        ],
        [[replicas?.slice(0, 3), '--take', 'new'], /there is no conflict/],
        [
          ['zzzz', '--take', 'new', '--variant', 'nobody'],
          /there is no conflict "zzzz": no variant has a conflict now; not all variants could be derived/,
        ],
        [
          [text, '--value', '3'],
          /`--value` must be a string, as the versions of conflict \w+ are, not an integer; quote a string: --value '"…"'$/m,
        ],
        [[text, '--value', '[a]'], /must be a string, .* not a list$/m],
        [[text, '--value', 'null'], /must be a string, .* not null; quote/],
        [[replicas, '--value', 'x'], /must be an integer, .* not a string$/m],
        [[replicas, '--value', '1.5'], /must be an integer, .* not a number$/m],
        [
          [inner, '--value', 'x'],
          /cannot set this value for conflict \w+ in clusters\/eu: use `--take new` or `local`/,
        ],
      ];
      for (const [args, stderr] of rows) {
        const ended = await resolve(setting, args.map(String));
        assert.equal(ended.exitCode, 1, args.join(' '));
        assert.match(ended.stderr, stderr);
        assert.equal(fleet.git('status', '--porcelain'), '', args.join(' '));
      }
    }));

  it('refuses a class that is decided, and a file that exists', () =>
    inConflicts(async (setting) => {
      const { id } = await classIn(setting, 'spec.replicas');
      assert.equal((await resolve(setting, [id, '--take', 'new'])).exitCode, 0);
      const again = await resolve(setting, [id, '--take', 'local']);
      assert.equal(again.exitCode, 1);
      assert.match(again.stderr, new RegExp(`"${id}" is already decided by ${FOLDER}/${id}\\.yaml: edit or remove`));
      setting.fleet.commit({ [`${FOLDER}/${id}.yaml`]: '' });
      const exists = await resolve(setting, [id, '--take', 'local']);
      assert.match(exists.stderr, /exists already: edit it, or remove it and run this again$/m);
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
        const { exitCode, stderr } = await resolve(setting, [id, '--take', 'new', ...then]);
        assert.equal(exitCode, 0, stderr);
        const [path, other] = [`${FOLDER}/${id}-clusters-us.yaml`, `${FOLDER}/${id}-\\S+\\.yaml`];
        assert.match(
          stderr,
          new RegExp(
            `^conflict ${id} decided in 1 variant: ${path}, which is named there, since ${other} decides it in others$`,
            'm',
          ),
        );
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
      const { stderr } = await resolve(setting, [id, '--take', 'new', '--selector', 'region=us']);
      assert.match(stderr, new RegExp(`decided in 1 variant: ${FOLDER}/${id}-region-us\\.yaml$`, 'm'));
      assert.match(setting.fleet.read(`${FOLDER}/${id}-region-us.yaml`), /selector:/);
    }));

  it('warns of variants that cannot be planned, and may have the conflict, too', () =>
    inConflicts(async (setting) => {
      const { id } = await classIn(setting, 'spec.replicas');
      setting.fleet.commit({ 'clusters/us/more.yaml': 'a: [web' });
      const where = ['--where', 'Deployment/web:spec.replicas~*'];
      const { exitCode, stderr } = await resolve(setting, [id, '--take', 'local', ...where]);
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /^\[warning\]: 1 variant cannot be planned, .*: `krm-variants fleet plan` says why$/m);
      assert.match(stderr, /decided in 1 variant: /);
    }));

  it('writes another file for labels with the same name', () =>
    inConflicts(async (setting) => {
      const { id } = await classIn(setting, 'spec.replicas');
      assert.equal((await resolve(setting, [id, '--take', 'local', '--selector', 'region=eu'])).exitCode, 0);
      const { exitCode, stderr } = await resolve(setting, [id, '--take', 'new', '--selector', 'region!=eu']);
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, new RegExp(`decided in 1 variant: ${FOLDER}/${id}-region-eu-2\\.yaml$`, 'm'));
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
      rmSync(join(fleet.folder, hold));
      const again = await run('plan', '--on-conflict', 'new');
      assert.equal(again.exitCode, 0, again.stderr);
    }));

  it('refuses a class without a conflict now', () =>
    inFleet(FLEET, async (setting) => {
      const ended = await resolve(setting, ['12345678', '--take', 'new']);
      assert.equal(ended.exitCode, 1);
      assert.match(ended.stderr, /there is no conflict "12345678": no variant has a conflict now$/m);
    }));

  it('refuses a deleted folder, whose files it does not name', () =>
    inConflicts(async (setting) => {
      const { fleet } = setting;
      rmSync(join(fleet.folder, 'clusters/eu'), { recursive: true });
      fleet.commit({});
      const { conflictClasses } = await reportOf(setting);
      const deleted = conflictClasses.find(({ kind }) => kind === 'delete/change');
      const ended = await resolve(setting, [deleted?.id ?? '', '--take', 'local']);
      assert.equal(ended.exitCode, 1);
      assert.match(
        ended.stderr,
        /conflict \w+ is about clusters\/eu, which people deleted, and no MergeResolution decides that: .* fleet hold --variant clusters\/eu /,
      );
      assert.equal(fleet.git('status', '--porcelain'), '');
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
    inConflicts(async (setting) => {
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

  const rows: readonly (readonly [name: string, spoil: Spoil, stderr: RegExp])[] = [
    ['an unknown field', text(GOOD.replace('take:', 'talk: local, take:')), /a\.yaml.* spec\.talk: .*/],
    [
      'neither a version nor a value',
      text(GOOD.replace(', take: local', '')),
      /a\.yaml.* spec: must have either `take` or `value`/,
    ],
    ['both', text(GOOD.replace('take: local', 'take: local, value: 3')), /spec: must have either `take` or `value`/],
    ['another version', text(GOOD.replace('take: local', 'take: base')), /a\.yaml.* spec\.take: /],
    ['no match', text(resolution('{take: local}')), /a\.yaml.* spec.*match/],
    ['no upstream', text(resolution(`{match: {kind: edit/edit, ${RESOURCE}}, take: local}`)), /spec\.match.*upstream/],
    ['an unknown kind of conflict', text(GOOD.replace('edit/edit', 'edit')), /a\.yaml.* spec\.match\.kind: /],
    [
      'neither a resource nor a file',
      text(GOOD.replace(`${RESOURCE}, `, '')),
      /spec\.match: must have `resource` or `file`/,
    ],
    [
      'two forms of values',
      text(GOOD.replace('base: 2', 'digest: a, base: 2')),
      /spec\.match: must have `base` and `new`/,
    ],
    ['no values', text(GOOD.replace(', base: 2, new: 3', '')), /spec\.match: must have `base` and `new`/],
    [
      'labels and folders',
      text(GOOD.replace('take:', 'selector: {}, variants: [a], take:')),
      /must not have both `selector` and/,
    ],
    ['no folder', text(GOOD.replace('take:', 'variants: [], take:')), /spec\.variants: must name a folder/],
    [
      'a folder outside',
      text(GOOD.replace('take:', 'variants: [../a], take:')),
      /spec\.variants\[0\]: must be the folder/,
    ],
    ['an empty revision', text(GOOD.replace('take:', "until: '', take:")), /spec\.until: must be a revision/],
    [
      'a value of a Secret',
      text(GOOD.replace('kind: Deployment', 'kind: Secret').replace('take: local', 'value: x')),
      /spec\.value: must not be a value of a Secret/,
    ],
    [
      'a value for a whole resource',
      text(GOOD.replace(', path: spec.replicas', '').replace('take: local', 'value: x')),
      /spec\.value: must be the value of a field/,
    ],
    [
      'a value for lines',
      text(GOOD.replace('edit/edit', 'lines').replace('take: local', 'value: x')),
      /spec\.value: must not be set for a conflict lines/,
    ],
    [
      'another kind',
      text(configMap('a')),
      /a\.yaml.*: must be a MergeResolution \(krm-variants\.dev\/v1alpha1\): move it/,
    ],
    ['another version of the kind', text(GOOD.replace('v1alpha1', 'v2')), /a\.yaml.*: must be a MergeResolution/],
    ['a document of no kind', text('a: b\n'), /a\.yaml/],
    ['no YAML', text('{'), /a\.yaml.*: must be YAML/],
    ['no UTF-8', (path) => writeFileSync(path, Buffer.from([0xff])), /a\.yaml.*: the input must be UTF-8/],
    ['a key twice', text(GOOD.replace('take: local', 'take: local, take: new')), /a\.yaml/],
    ['an alias', text(GOOD.replace('base: 2, new: 3', 'base: &x [*x], new: 3')), /a\.yaml/],
    ['a tag', text(GOOD.replace('base: 2', 'base: !!int x')), /a\.yaml/],
    ['a list of them', text(`apiVersion: v1\nkind: List\nitems:\n- {}\n`), /a\.yaml/],
    ['depth without end', text(GOOD.replace('base: 2', `base: ${'['.repeat(20_000)}`)), /a\.yaml/],
    ['any size', text(`${GOOD}#${'x'.repeat(2 ** 20)}\n`), /a\.yaml: must have at most 1048576 bytes/],
    [
      'a link to a file',
      (path, folder) => symlinkSync(join(folder, 'good.yaml'), path),
      /a\.yaml: must be a file, not a link/,
    ],
    ['a link to nothing', (path) => symlinkSync('nowhere', path), /a\.yaml: must be a file, not a link/],
    [
      'a folder that is a link',
      (path, folder) => {
        rmSync(dirname(path), { recursive: true });
        symlinkSync(join(folder, 'other'), dirname(path));
      },
      /resolutions: must be a folder, not a file or a link/,
    ],
    [
      'a folder that is a file',
      (path) => {
        rmSync(dirname(path), { recursive: true });
        writeFileSync(dirname(path), '');
      },
      /resolutions: must be a folder/,
    ],
  ];
  it('are errors that name file and field if they are wrong, and nothing is written', () =>
    inConflicts(async (setting) => {
      const { fleet, run } = setting;
      const path = join(fleet.folder, A);
      const { id } = await classIn(setting, 'spec.replicas');
      mkdirSync(join(fleet.folder, 'other'));
      writeFileSync(join(fleet.folder, 'good.yaml.txt'), GOOD);
      for (const [name, spoil, stderr] of rows) {
        rmSync(dirname(path), { recursive: true, force: true });
        mkdirSync(dirname(path), { recursive: true });
        spoil(path, fleet.folder);
        const before = readFiles(join(fleet.folder, 'clusters'));
        const ended: FolderOutcome[] = [await run('apply', '--on-conflict', 'new')];
        if (/link|unknown/.test(name)) ended.push(await resolve(setting, [id, '--take', 'new']));
        for (const { exitCode, stderr: found } of ended) {
          assert.equal(exitCode, 1, `${name}: ${found}`);
          assert.match(found, stderr, `${name}: ${found}`);
          assert.match(found, /^\[error\] \.krm-variants\/resolutions/m, `${name}: ${found}`);
        }
        assert.deepEqual(readFiles(join(fleet.folder, 'clusters')), before, name);
        assert.deepEqual(Object.keys(readFiles(join(fleet.folder, 'other'))), [], name);
      }
    }));

  it('do nothing in another place, with a warning', () =>
    inConflicts(async ({ fleet, run }) => {
      fleet.commit({ 'variants/a.yaml': GOOD });
      const { exitCode, stderr } = await run('plan');
      assert.equal(exitCode, 3);
      assert.match(
        stderr,
        /^\[warning\] variants\/a\.yaml.*: has no effect in this folder: move it to \.krm-variants\/resolutions\/$/m,
      );
    }));

  it('are not ignored if they are not checked out', () =>
    inConflicts(async ({ fleet, run }) => {
      fleet.commit({ [A]: GOOD });
      fleet.git('sparse-checkout', 'set', '--no-cone', '/*', `!/${FOLDER}`);
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /a\.yaml: is not checked out: run `git sparse-checkout add \.krm-variants \.krm-variants\/resolutions`, since it decides/,
      );
      fleet.git('sparse-checkout', 'add', '.krm-variants', '.krm-variants/resolutions');
      assert.doesNotMatch((await run('apply')).stderr, /checked out/);
    }));

  it('are not called unused if a variant that may need them is held', () =>
    inConflicts(async ({ fleet, run }) => {
      const hold =
        'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: h}\nspec: {selector: {}, reason: r}\n';
      fleet.commit({ [A]: GOOD, '.krm-variants/holds/h.yaml': hold });
      const { exitCode, stderr } = await run('plan', '-v');
      assert.equal(exitCode, 0, stderr);
      assert.doesNotMatch(stderr, /decides nothing/);
    }));
});
