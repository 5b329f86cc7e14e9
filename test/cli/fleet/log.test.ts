import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { logOf, LOG_OPTIONS, parseLogArguments } from '../../../cli/fleet/commands/log-command.ts';
import { beginJournal } from '../../../cli/fleet/store/journal.ts';
import { MOVE_OPTIONS, parseMoveArguments } from '../../../cli/fleet/commands/move-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import { fleetLogSchema } from '../../../cli/report/fleet-log-schema.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { assertNames, found } from '../../support/facts.ts';
import {
  type FleetSetting,
  type GitFleet,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  programFor,
  repository,
  web,
} from '../../support/fleet.ts';
import type { FleetFolder } from '../../support/fleet-folder.ts';
import { needTools } from '../../support/kpt.ts';
import type { ResultCode } from '../../../src/krm/index.ts';
import { inFolder, kptfile, type Files } from '../run-support.ts';

const LOCK = '.krm-variants/lock/clusters/eu.lock';
const WEB = 'clusters/eu/web.yaml';

function asking(revision: string, place = 'all/eu', rest = ''): Files {
  return { 'variants/eu.yaml': packageVariant('eu', `blueprints/shop@${revision}`, place, rest) };
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  ...asking('v1'),
  'variants/us.yaml': packageVariant('us', 'blueprints/shop@v1', 'all/us'),
};

async function log(fleet: Pick<FleetFolder, 'folder'>, ...args: readonly string[]): Promise<FolderOutcome> {
  const [variant = 'eu', ...options] = args;
  const asked = parseLogArguments(sortArguments([variant, '-C', fleet.folder, ...options], LOG_OPTIONS));
  return await logOf(await programFor(fleet), asked);
}

/** Returns the lines of a history: number, upstream and changes, and the subject of the commit. */
async function lines(fleet: Pick<FleetFolder, 'folder'>, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr, exitCode } = await log(fleet, ...args);
  assert.equal(exitCode, 0, stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .trim()
        .split(/ {2,}/)
        .map((cell) => cell.replace(/ \([\da-f]+\)$/, ''))
        .filter((cell) => !/^(?:\d{4}-\d\d-\d\d|[\da-f]{8})$/.test(cell))
        .join(' | '),
    );
}

function commit({ fleet }: FleetSetting, subject: string, files: Files = {}): void {
  fleet.commit(files, subject);
}

async function apply(setting: FleetSetting, subject: string): Promise<void> {
  const { exitCode, stderr } = await setting.run('apply');
  assert.equal(exitCode, 0, stderr);
  commit(setting, subject);
}

/** Makes the versions v2 and v3 of the package, and applies v1. */
function appliedBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>): Promise<void> =>
    inThis(FLEET, async (setting) => {
      for (const version of ['v2', 'v3']) {
        commit(setting, version, { 'packages/shop/web.yaml': web(2, `web:${version}`) });
        setting.fleet.tag(version);
      }
      await apply(setting, 'First');
      await act(setting);
    });
}

const inApplied = appliedBy(inMemoryFleet);
const inGitApplied = appliedBy(inFleet);

async function move({ folder }: GitFleet['fleet'], from: string, to: string): Promise<void> {
  const asked = parseMoveArguments(sortArguments([from, to, '-C', folder], MOVE_OPTIONS));
  const { exitCode, stderr } = await moveVariant({ functions: await allFunctions() }, { ...asked, patience: 0 });
  assert.equal(exitCode, 0, stderr);
}

describe('krm-variants fleet log', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('lists the versions of a variant, with what changed, and writes nothing', () =>
    inApplied(async (setting) => {
      const { fleet } = setting;
      commit(setting, 'Scale', { [WEB]: web(6) });
      commit(setting, 'Ask', asking('v2', 'all/eu', '  packageContext: {data: {region: eu}}\n'));
      await apply(setting, 'Upgrade to v2');
      const before = fleet.files();
      assert.deepEqual(await lines(fleet), [
        '0 | v2 | upstream, packageContext, edits | 1 | a | Upgrade to v2',
        '1 | v1 | created | a | First',
      ]);
      assert.deepEqual(fleet.files(), before);
      const { stderr } = await log(fleet);
      assert.equal(stderr, 'clusters/eu: 2 versions\n');
      for (const name of ['clusters/eu', 'all/eu', 'default/eu']) assert.equal((await lines(fleet, name)).length, 2);
    }));

  it('shows what is not committed', () =>
    inApplied(async (setting) => {
      const { fleet, run } = setting;
      fleet.write(asking('v3'));
      await run('apply');
      assert.deepEqual(await lines(fleet), [
        '0 | - | v3 | upstream | - | - | not committed',
        '1 | v1 | created | a | First',
      ]);
      fleet.remove(LOCK);
      assert.deepEqual(await lines(fleet), [
        '0 | - | - | removed | - | - | not committed',
        '1 | v1 | created | a | First',
      ]);
    }));

  it('shows a variant in a repository without commits', () =>
    inFleet({ ...FLEET, ...asking('v1') }, async ({ fleet, run }) => {
      fleet.git('update-ref', '-d', 'HEAD');
      for (const name of ['eu', 'us'])
        fleet.write({ [`variants/${name}.yaml`]: packageVariant(name, 'blueprints/shop', `all/${name}`) });
      assert.equal((await run('apply')).exitCode, 0);
      assert.match((await lines(fleet)).join('\n'), /^0 \| - \| work tree \| created \| - \| - \| not committed$/);
    }));

  it('has a JSON report with a published schema', () =>
    inGitApplied(async (setting) => {
      const { fleet } = setting;
      commit(setting, 'Ask', { ...asking('v2'), [WEB]: web(6) });
      await apply(setting, 'Upgrade to v2');
      const { stdout } = await log(fleet, 'eu', '--report', 'json');
      const report = JSON.parse(stdout) as { versions: readonly Record<string, unknown>[] };
      const validate = new Ajv().compile(fleetLogSchema);
      const [now] = report.versions;
      assert.ok(validate(report), JSON.stringify(validate.errors));
      const [id, author, date] = fleet.git('log', '-1', '--format=%H %an %aI').split(' ');
      assert.deepEqual(now, {
        number: 0,
        state: 'valid',
        folder: 'clusters/eu',
        commit: { id, author, date, subject: 'Upgrade to v2' },
        upstream: {
          repository: 'blueprints',
          directory: 'packages/shop',
          asked: 'v2',
          ref: 'v2',
          commit: fleet.commitOf('v2'),
          tree: /^tree "(.*)"$/m.exec(fleet.read(LOCK))?.[1],
        },
        program: '1.2.3',
        edited: ['web.yaml'],
        files: ['web.yaml'],
        changes: ['upstream', 'edits'],
      });
      const failed = JSON.parse((await log(fleet, 'other', '--report', 'json')).stdout) as object;
      assert.ok(validate(failed), JSON.stringify(validate.errors));
    }));

  it('names the commit that wrote a version, and the merge that brought it', () =>
    inGitApplied(async (setting) => {
      const { fleet } = setting;
      fleet.git('checkout', '--quiet', '-b', 'upgrade');
      commit(setting, 'Ask', asking('v2'));
      await apply(setting, 'Upgrade to v2');
      fleet.git('checkout', '--quiet', 'main');
      commit(setting, 'Other', { 'other.md': 'text\n' });
      fleet.git('merge', '--quiet', '--no-ff', '--message', 'Merge the upgrade', 'upgrade');
      assert.deepEqual(await lines(fleet), ['0 | v2 | upstream | a | Upgrade to v2', '1 | v1 | created | a | First']);
      const { stdout } = await log(fleet, 'eu', '--report', 'json');
      const [now] = (JSON.parse(stdout) as { versions: readonly { merge?: string }[] }).versions;
      assert.equal(now?.merge, fleet.commitOf());
    }));

  it('follows a move, also if it is committed together with an apply', () =>
    inGitApplied(async (setting) => {
      const { fleet, run } = setting;
      await move(fleet, 'clusters/eu', 'clusters/oslo');
      fleet.write(asking('v1', 'all/oslo'));
      assert.deepEqual(await lines(fleet), [
        '0 | - | v1 | moved from clusters/eu | - | - | not committed',
        '1 | v1 | created | a | First',
      ]);
      fleet.write(asking('v2', 'all/oslo'));
      assert.equal((await run('apply')).exitCode, 0);
      commit(setting, 'Move');
      await move(fleet, 'clusters/oslo', 'clusters/bergen');
      await move(fleet, 'clusters/bergen', 'clusters/rome');
      commit(setting, 'Ask', asking('v2', 'all/rome'));
      await apply(setting, 'Apply later');
      assert.deepEqual(await lines(fleet), [
        '0 | v2 | downstream | a | Apply later',
        '1 | v2 | moved from clusters/oslo | a | Ask',
        '2 | v2 | moved from clusters/eu, upstream, downstream | a | Move',
        '3 | v1 | created | a | First',
      ]);
    }));

  it('follows two moves that were squashed into one commit', () =>
    inGitApplied(async (setting) => {
      const { fleet } = setting;
      const start = fleet.commitOf();
      await move(fleet, 'clusters/eu', 'clusters/oslo');
      commit(setting, 'Move');
      await move(fleet, 'clusters/oslo', 'clusters/rome');
      fleet.git('reset', '--quiet', '--soft', start);
      commit(setting, 'Move twice', asking('v1', 'all/rome'));
      const [now, ...others] = await lines(fleet);
      assert.match(now ?? '', /moved from clusters\/eu/);
      assert.equal(others.length, 1);
    }));

  it('follows a folder that git alone moved, if the lock is the same', () =>
    inApplied(async (setting) => {
      const { fleet } = setting;
      fleet.move('clusters/eu', 'clusters/oslo');
      fleet.move(LOCK, '.krm-variants/lock/clusters/oslo.lock');
      fleet.write(asking('v1', 'all/oslo'));
      const first = '1 | v1 | created | a | First';
      assert.deepEqual(await lines(fleet), ['0 | - | v1 | moved from clusters/eu | - | - | not committed', first]);
      commit(setting, 'Move');
      assert.deepEqual(await lines(fleet), ['0 | v1 | moved from clusters/eu | a | Move', first]);
    }));

  it('says where a history ends if it is not certain that a variant was moved', () =>
    inApplied(async (setting) => {
      const { fleet, run } = setting;
      // Another variant of the same package, made by the commit that removes the first one.
      fleet.write(asking('v1', 'all/oslo'));
      await run('apply');
      await run('prune', '--yes');
      commit(setting, 'Replace');
      const outcome = await log(fleet);
      assert.deepEqual(found(outcome), ['warning history-incomplete .krm-variants/lock/clusters/oslo.lock']);
      const end = fleet.commitOf().slice(0, 12);
      assertNames(outcome, 'history-incomplete', `commit ${end}`, '`krm-variants fleet log clusters/eu`');
      assert.deepEqual(await lines(fleet), ['0 | v1 | unknown | a | Replace']);
      assert.deepEqual(await lines(fleet, 'clusters/eu'), [
        '0 | - | removed | a | Replace',
        '1 | v1 | created | a | First',
      ]);
    }));

  it('goes on beyond the removal of a variant that was made again', () =>
    inApplied(async (setting) => {
      const { fleet, run } = setting;
      const variant = fleet.read('variants/eu.yaml');
      fleet.remove('variants/eu.yaml');
      await run('prune', '--yes');
      commit(setting, 'Remove');
      commit(setting, 'Ask', { 'variants/eu.yaml': variant });
      await apply(setting, 'Again');
      assert.deepEqual(await lines(fleet), [
        '0 | v1 | created | a | Again',
        '1 | - | removed | a | Remove',
        '2 | v1 | created | a | First',
      ]);
    }));

  it('warns of a shallow clone, and of a lock that cannot be read', () =>
    inGitApplied(async (setting) => {
      const { fleet } = setting;
      commit(setting, 'Damage', { [LOCK]: `${fleet.read(LOCK)}x\n` });
      await inFolder({}, async (folder) => {
        fleet.git('clone', '--quiet', '--depth', '1', `file://${fleet.folder}`, join(folder, 'clone'));
        const outcome = await log({ folder: join(folder, 'clone') });
        assert.equal(outcome.exitCode, 0, outcome.stderr);
        assert.deepEqual(found(outcome), [`warning history-incomplete ${LOCK}`, `warning lock-damaged ${LOCK}`]);
        assertNames(outcome, 'history-incomplete', fleet.commitOf().slice(0, 12));
        assertNames(outcome, 'history-incomplete', '`git fetch --unshallow`');
        assertNames(outcome, 'lock-damaged', 'version 0');
      });
      assert.deepEqual(await lines(fleet), ['0 | - | unreadable | a | Damage', '1 | v1 | created | a | First']);
    }));

  it('refuses a name that no variant or several have, one without a lock, and an unfinished call', () =>
    inGitApplied(async (setting) => {
      const { fleet } = setting;
      const failing = async (
        name: string,
        code: ResultCode,
        named: readonly string[],
        file: readonly string[] = [],
      ): Promise<void> => {
        const outcome = await log(fleet, name);
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(found(outcome), [['error', code, ...file].join(' ')]);
        assertNames(outcome, code, ...named);
      };
      await failing('ue', 'variant-not-found', ['"ue"', '"eu", "us"', ' "us"?']);
      await failing('clsters/eu', 'variant-not-found', ['"clsters/eu"', ' "clusters/eu"?']);
      const namespace = '  namespace: other\n';
      const other = packageVariant('eu', 'blueprints/shop', 'all/rome').replace(
        'metadata:\n',
        `metadata:\n${namespace}`,
      );
      const places = [repository('blueprints', 'packages', namespace), repository('all', 'clusters', namespace)];
      fleet.write({ 'variants/rome.yaml': [other, ...places].join('---\n') });
      await failing('eu', 'ambiguous-name', ['"eu"', 'clusters/eu, clusters/rome']);
      const missing = ['.krm-variants/lock/clusters/rome.lock'];
      await failing('clusters/rome', 'lock-missing', ['`krm-variants fleet apply`'], missing);
      const change = { root: fleet.folder, before: undefined, after: 'text\n' };
      beginJournal({ gitDir: join(fleet.folder, '.git') }, [['one', 'two'].map((path) => ({ ...change, path }))]);
      fleet.write({ one: 'text\n' });
      await failing('clusters/eu', 'call-killed', ['`fleet apply`']);
    }));
});
