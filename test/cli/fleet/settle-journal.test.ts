import assert from 'node:assert/strict';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beginJournal, hasJournal } from '../../../cli/fleet/store/journal.ts';
import { settleJournal } from '../../../cli/fleet/store/settle-journal.ts';
import { assertNames, counts, factsOf, failsWith, found } from '../../support/facts.ts';
import { inFleet, packageVariant, repository, web, type GitFleet } from '../../support/fleet.ts';
import type { GitRepository } from '../../support/git-repository.ts';
import { needTools } from '../../support/kpt.ts';
import { inFolder, kptfile, readFiles, writeFiles, type Files } from '../run-support.ts';
import type { RootedChange } from '../../../src/package/change.ts';

const NAMES = ['eu', 'us'] as const;
const WEB = 'clusters/us/web.yaml';
const LOCK = '.krm-variants/lock/clusters/us.lock';
const HOLD = `apiVersion: krm-variants.dev/v1alpha1
kind: FleetHold
metadata: {name: main}
spec: {variants: [clusters/us], reason: waits}
`;

function asking(revision: string): Files {
  const variants = NAMES.map((name) => packageVariant(name, `blueprints/shop@${revision}`, `all/${name}`));
  return { 'variants/all.yaml': variants.join('---\n') };
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'packages/shop/old.md': 'old\n',
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  ...asking('v1'),
};

/** Returns the files of variants, locks and holds. */
function written(fleet: GitRepository): Files {
  const files = Object.entries(fleet.files());
  return Object.fromEntries(files.filter(([path]) => /^(clusters|\.krm-variants)\//.test(path)));
}

interface KilledSetting extends GitFleet {
  /** Files of variants before the call, and those that it was to write. */
  readonly before: Files;
  readonly after: Files;
  /** Leaves what a call leaves that is killed once it has written that many files of each variant. */
  readonly kill: (counts: Readonly<Record<(typeof NAMES)[number], number>>) => void;
}

/** Applies v1, commits, and asks for v2: that changes a file, adds a file in a new folder, and removes one. */
function inKilled(act: (setting: KilledSetting) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    const { fleet, run } = setting;
    assert.equal((await run('apply')).exitCode, 0);
    fleet.remove('packages/shop/old.md');
    fleet.commit({ 'packages/shop/web.yaml': web(2, 'web:2'), 'packages/shop/docs/new.md': 'new\n' });
    fleet.tag('v2');
    fleet.commit(asking('v2'));
    const before = written(fleet);
    assert.equal((await run('apply')).exitCode, 0);
    const after = written(fleet);
    fleet.git('reset', '--quiet', '--hard');
    fleet.git('clean', '--quiet', '--force', '-d');
    assert.deepEqual(written(fleet), before);
    const kill: KilledSetting['kill'] = (numbers) => {
      const { folder: root } = fleet;
      const all = NAMES.map((name) => changesOf(name, root, { before, after }));
      beginJournal({ gitDir: join(root, '.git'), head: fleet.commitOf() }, all);
      for (const [index, name] of NAMES.entries()) write(all[index]?.slice(0, numbers[name]) ?? []);
    };
    await act({ ...setting, before, after, kill });
  });
}

/** Returns the changes of a variant in the order in which they are written: the lock is the last one. */
function changesOf(
  name: string,
  root: string,
  { before, after }: Pick<KilledSetting, 'before' | 'after'>,
): readonly RootedChange[] {
  const paths = Object.keys({ ...before, ...after }).filter((path) => path.includes(`clusters/${name}`));
  const changed = paths.filter((path) => before[path] !== after[path]).toSorted();
  const ordered = [...changed.slice(1), ...changed.slice(0, 1)];
  assert.match(ordered.at(-1) ?? '', /\.lock$/);
  return ordered.map((path) => ({ root, path, before: textOf(before[path]), after: textOf(after[path]) }));
}

function textOf(content: Files[string] | undefined): string | undefined {
  return content === undefined ? undefined : String(content);
}

function write(changes: readonly RootedChange[]): void {
  for (const { root, path, after } of changes)
    if (after === undefined) rmSync(join(root, path));
    else writeFiles(root, { [path]: after });
}

describe('fleet after a call that was killed while it wrote', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('plans the variants anew that somebody took back, and changes none that is held or not selected', () =>
    inKilled(async ({ fleet, run, before, kill }) => {
      kill({ eu: 4, us: 1 });
      fleet.git('reset', '--quiet', '--hard', 'HEAD~1');
      fleet.git('clean', '--quiet', '--force', '-d');
      fleet.commit({ '.krm-variants/holds/main.yaml': HOLD });
      assert.deepEqual(counts(await run('plan')), { unchanged: 1, held: 1 });
      assert.deepEqual(counts(await run('apply', '--variant', 'eu')), { unchanged: 1 });
      assert.deepEqual(written(fleet), { ...before, '.krm-variants/holds/main.yaml': HOLD });
      assert.equal(hasJournal({ gitDir: join(fleet.folder, '.git') }), false);
    }));

  for (const count of [1, 2, 3])
    it(`restores a variant of which ${count} of 4 files were written, says so, and then obeys a hold`, () =>
      inKilled(async ({ fleet, run, before, after, kill }) => {
        kill({ eu: 4, us: count });
        fleet.write({ '.krm-variants/holds/main.yaml': HOLD });
        const planned = await run('plan');
        assert.equal(planned.exitCode, 1);
        assert.deepEqual(found(planned), ['error call-killed']);
        assertNames(planned, 'call-killed', '`fleet apply`');
        const outcome = await run('apply', '--strict');
        assert.equal(outcome.exitCode, 0, outcome.stderr);
        assert.deepEqual(factsOf(outcome, 'leftovers-removed'), ['info leftovers-removed clusters/us']);
        assertNames(outcome, 'leftovers-removed', count === 1 ? '1 file ' : `${count} files `);
        assert.match(outcome.stderr, /^\[info\] clusters\/us: /m);
        assert.deepEqual(counts(outcome), { unchanged: 1, held: 1 });
        const isOfUs = ([path]: readonly [string, unknown]): boolean => path.includes('clusters/us');
        const wanted = [
          ...Object.entries(after).filter((each) => !isOfUs(each)),
          ...Object.entries(before).filter(isOfUs),
        ];
        assert.deepEqual(written(fleet), { ...Object.fromEntries(wanted), '.krm-variants/holds/main.yaml': HOLD });
        assert.equal(fleet.has('clusters/us/docs'), false);
        const again = await run('apply');
        assert.deepEqual(counts(again), { unchanged: 1, held: 1 });
        assert.deepEqual(factsOf(again, 'leftovers-removed'), []);
      }));

  it('writes variants that nothing holds', () =>
    inKilled(async ({ fleet, run, after, kill }) => {
      kill({ eu: 2, us: 0 });
      const outcome = await run('apply');
      assert.deepEqual(factsOf(outcome, 'leftovers-removed'), ['info leftovers-removed clusters/eu']);
      assertNames(outcome, 'leftovers-removed', '2 files ');
      assert.deepEqual(counts(outcome), { update: 2 });
      assert.deepEqual(written(fleet), after);
    }));

  it('restores after a commit of something else', () =>
    inKilled(async ({ fleet, run, before, kill }) => {
      kill({ eu: 0, us: 2 });
      fleet.write({ note: 'text\n' });
      fleet.git('add', 'note');
      fleet.git('commit', '--quiet', '--message', 'Note');
      const outcome = await run('apply', '--variant', 'eu');
      assert.deepEqual(factsOf(outcome, 'leftovers-removed'), ['info leftovers-removed clusters/us']);
      assertNames(outcome, 'leftovers-removed', '2 files ');
      const kept = Object.entries(written(fleet)).filter(([path]) => path.includes('clusters/us'));
      assert.deepEqual(
        Object.fromEntries(kept),
        Object.fromEntries(Object.entries(before).filter(([path]) => path.includes('clusters/us'))),
      );
    }));

  for (const isCommitted of [false, true])
    it(`leaves files that somebody changed ${isCommitted ? 'and committed ' : ''}since then, once`, () =>
      inKilled(async ({ fleet, run, after, kill }) => {
        kill({ eu: 0, us: 2 });
        const edit = web(7, 'web:2');
        fleet.write({ [WEB]: edit });
        const head = fleet.git('rev-parse', '--short=12', 'HEAD');
        if (isCommitted) fleet.commit({});
        const left = Object.entries(written(fleet)).filter(([path]) => path.includes('clusters/us'));
        const outcome = await run('apply', '--variant', 'eu');
        assert.deepEqual(found(outcome), ['warning call-killed clusters/us']);
        assertNames(outcome, 'call-killed', `\`git diff ${head} -- clusters/us ${LOCK}\``);
        assert.deepEqual(counts(outcome), { update: 1 });
        const kept = Object.entries(written(fleet)).filter(([path]) => path.includes('clusters/us'));
        assert.deepEqual(Object.fromEntries(kept), Object.fromEntries(left));
        const next = await run('apply');
        assert.equal(next.exitCode, 0, next.stderr);
        assert.deepEqual(found(next), []);
        assert.deepEqual(written(fleet), { ...after, [WEB]: edit, [LOCK]: fleet.read(LOCK), ...bases(fleet) });
      }));

  it('leaves what somebody committed as it was half-written', () =>
    inKilled(async ({ fleet, run, kill }) => {
      kill({ eu: 0, us: 2 });
      fleet.commit({});
      assert.deepEqual(found(await run('apply', '--variant', 'eu')), ['warning call-killed clusters/us']);
      assert.equal(fleet.git('status', '--porcelain', 'clusters/us'), '');
    }));

  it('says nothing about a variant that a commit of another call has', () =>
    inKilled(async ({ fleet, run, kill }) => {
      kill({ eu: 0, us: 2 });
      fleet.git('reset', '--quiet', '--hard');
      fleet.git('clean', '--quiet', '--force', '-d');
      const journal = join(fleet.folder, '.git/krm-variants/journal.json');
      const killed = String(readFiles(join(journal, '..'))['journal.json']);
      rmSync(journal);
      fleet.commit({ 'packages/shop/web.yaml': web(3, 'web:3') });
      fleet.tag('v3');
      fleet.write(asking('v3'));
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      writeFiles(join(journal, '..'), { 'journal.json': killed });
      const outcome = await run('apply', '--strict');
      assert.deepEqual(counts(outcome), { unchanged: 2 });
      assert.deepEqual([...found(outcome), ...factsOf(outcome, 'leftovers-removed')], []);
    }));

  it('restores whether a file is executable', () =>
    inFolder({ 'top/.git/HEAD': '', 'top/a.sh': 'a\n', 'top/b.sh': 'b\n' }, (folder) => {
      const root = join(folder, 'top');
      const tree = { root, gitDir: join(root, '.git') };
      const isExecutable = (): boolean => (statSync(join(root, 'a.sh')).mode & 0o100) !== 0;
      const change = { root, path: 'a.sh', before: 'a\n', after: 'a\n', isExecutable: true };
      const same = { root, path: 'b.sh', before: 'b\n', after: 'b\n', isExecutable: false };
      beginJournal(tree, [[change, { root, path: 'b.sh', before: 'b\n', after: 'c\n' }], [same]]);
      chmodSync(join(root, 'a.sh'), 0o755);
      assert.equal(isExecutable(), true);
      const { results, hadWritten } = settleJournal(tree);
      assert.deepEqual(
        results.map(({ file }) => file?.path),
        ['a.sh'],
      );
      assert.equal(hadWritten, true);
      assert.equal(isExecutable(), false);
    }));

  for (const text of ['[', '[]', '{}'])
    it(`refuses a journal that is ${text}, and says what to do`, () =>
      inKilled(async ({ fleet, run }) => {
        writeFiles(join(fleet.folder, '.git/krm-variants'), { 'journal.json': text });
        const journal = join(fleet.folder, '.git/krm-variants/journal.json');
        await assert.rejects(run('apply'), failsWith(`error call-killed ${journal}`));
      }));
});

function bases(fleet: GitRepository): Files {
  return Object.fromEntries(Object.entries(written(fleet)).filter(([path]) => path.endsWith('.base')));
}
