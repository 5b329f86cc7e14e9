import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import {
  HOLD_OPTIONS,
  parseHoldArguments,
  parseUnholdArguments,
  UNHOLD_OPTIONS,
} from '../../../cli/fleet/commands/hold-arguments.ts';
import { holdVariants, unholdVariants } from '../../../cli/fleet/commands/hold-command.ts';
import { fleetReportSchema } from '../../../cli/report/fleet-report-schema.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import type { ResultCode } from '../../../src/krm/index.ts';
import { actions, assertNames, found } from '../../support/facts.ts';
import {
  type FleetSetting,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  programFor,
  repository,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/a.yaml': configMap('a'),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu', '  labels: {wave: canary}\n'),
  'variants/us.yaml': packageVariant('us', 'blueprints/shop', 'all/us', '  labels: {wave: main}\n'),
};

function holdOf(spec: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: main}\nspec: ${spec}\n`;
}

const HOLD = '.krm-variants/holds/main.yaml';
const MAIN = holdOf('{selector: {matchLabels: {wave: main}}, reason: waits for the canary}');

async function hold(fleet: FleetSetting['fleet'], args: readonly string[]): Promise<FolderOutcome> {
  const asked = parseHoldArguments(sortArguments(['-C', fleet.folder, ...args], HOLD_OPTIONS));
  return await holdVariants(await programFor(fleet), asked);
}

async function unhold(fleet: FleetSetting['fleet'], args: readonly string[]): Promise<FolderOutcome> {
  const asked = parseUnholdArguments(sortArguments(['-C', fleet.folder, ...args], UNHOLD_OPTIONS));
  return await unholdVariants(await programFor(fleet), asked);
}

/** Returns the names of the files of holds, sorted, without their ending. */
function holdFiles(fleet: FleetSetting['fleet']): readonly string[] {
  const prefix = '.krm-variants/holds/';
  const files = Object.keys(fleet.files()).filter((path) => path.startsWith(prefix));
  return files.map((path) => path.slice(prefix.length).replace(/\.yaml$/, '')).toSorted();
}

/** Applies the fleet, holds the main wave, and changes the upstream package. */
function heldBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>): Promise<void> => {
    return open(FLEET, async (setting) => {
      await setting.run('apply');
      setting.fleet.commit({ [HOLD]: MAIN, 'packages/shop/a.yaml': configMap('b') });
      await act(setting);
    });
  };
}

const inHeld = heldBy(inMemoryFleet);
const inGitHeld = heldBy(inFleet);

/** Selectors with each operator, which the variant `us` has. */
const HARD_SELECTORS = ['wave', '!tier', 'wave!=canary', 'wave in (main,canary)', 'wave notin (a,b),wave=main'];

describe('holds of a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('keep folder and lock of held variants, and count them', () =>
    inGitHeld(async ({ fleet, run }) => {
      const before = fleet.read('.krm-variants/lock/clusters/us.lock');
      const planned = await run('plan');
      assert.deepEqual(actions(planned), { 'clusters/eu': 'update', 'clusters/us': 'held' });
      assert.deepEqual(
        planned.variants.map((row) => row.hold?.reason),
        [undefined, 'waits for the canary'],
      );
      assert.deepEqual(actions(await run('apply')), { 'clusters/eu': 'update', 'clusters/us': 'held' });
      assert.deepEqual(fleet.git('diff', '--name-only').split('\n'), [
        '.krm-variants/lock/clusters/eu.lock',
        'clusters/eu/a.yaml',
      ]);
      assert.equal(fleet.read('clusters/eu/a.yaml'), configMap('b'));
      assert.equal(fleet.read('clusters/us/a.yaml'), configMap('a'));
      assert.equal(fleet.read('.krm-variants/lock/clusters/us.lock'), before);
      assert.equal((await run('plan', '--check')).exitCode, 0);
      const us = await run('apply', '--variant', 'us');
      assert.deepEqual([actions(us), found(us)], [{ 'clusters/us': 'held' }, []]);
    }));

  it('apply the changes once they are removed', () =>
    inHeld(async ({ fleet, run }) => {
      await run('apply');
      fleet.remove(HOLD);
      assert.deepEqual(actions(await run('apply')), { 'clusters/eu': 'unchanged', 'clusters/us': 'update' });
      assert.equal(fleet.read('clusters/us/a.yaml'), configMap('b'));
    }));

  const touched: readonly (readonly [name: string, spoil: (setting: FleetSetting) => void])[] = [
    ['an edit that conflicts', ({ fleet }) => fleet.commit({ 'clusters/us/a.yaml': configMap('c') })],
    ['a deleted folder', ({ fleet }) => fleet.remove('clusters/us')],
    ['a deleted lock', ({ fleet }) => fleet.remove('.krm-variants/lock/clusters/us.lock')],
    ['a damaged lock', ({ fleet }) => fleet.commit({ '.krm-variants/lock/clusters/us.lock': '<<<<<<<\n' })],
    [
      'a revision that does not exist',
      ({ fleet }) =>
        fleet.commit({
          'variants/us.yaml': packageVariant('us', 'blueprints/shop@v9', 'all/us', '  labels: {wave: main}\n'),
        }),
    ],
  ];
  for (const [name, spoil] of touched)
    it(`leave ${name} as it is`, () =>
      inHeld(async (setting) => {
        const { fleet, run } = setting;
        spoil(setting);
        const files = (): Files =>
          Object.fromEntries(Object.entries(fleet.files()).filter(([path]) => /clusters\/us/.test(path)));
        const before = files();
        const applied = await run('apply', '--on-conflict', 'new');
        assert.deepEqual([found(applied), applied.exitCode], [[], 0]);
        assert.deepEqual(files(), before);
      }));

  it('name the revision that a held variant asks for', () =>
    inMemoryFleet(FLEET, async ({ fleet, run }) => {
      const asking = (revision: string): Files => ({
        'variants/us.yaml': packageVariant('us', `blueprints/shop@${revision}`, 'all/us', '  labels: {wave: main}\n'),
      });
      fleet.commit(asking('v1'));
      await run('apply');
      fleet.commit({ [HOLD]: MAIN, ...asking('v2') });
      const { stdout } = await run('plan', '--variant', 'us', '--report', 'json');
      const report = JSON.parse(stdout) as { readonly variants: readonly Readonly<Record<string, unknown>>[] };
      const [row] = report.variants;
      const valid = new Ajv().compile(fleetReportSchema);
      assert.ok(valid(JSON.parse(stdout)), JSON.stringify(valid.errors));
      assert.deepEqual(
        [row?.['action'], row?.['to'], row?.['hold']],
        ['held', 'v2', { file: HOLD, reason: 'waits for the canary' }],
      );
      assert.match(String(row?.['from']), /^v1 \(/);
    }));

  const rows: readonly (readonly [name: string, files: Files, fact: string])[] = [
    [
      'a hold that matches nothing',
      { [HOLD]: holdOf('{variants: [clusters/nowhere], reason: r}') },
      `warning hold-unmatched ${HOLD} spec.variants[0]`,
    ],
    ['a wrong hold', { [HOLD]: holdOf('{reason: r}') }, `error invalid-value ${HOLD} spec`],
    ['another kind', { [HOLD]: configMap('a') }, `error unknown-kind ${HOLD}`],
    ['a document of no kind', { [HOLD]: 'reason: r\n' }, `error resource-skipped ${HOLD}`],
    ['a text that is not YAML', { [HOLD]: '{' }, `error invalid-yaml ${HOLD}`],
    ['a hold in another place', { 'variants/main.yaml': MAIN }, 'warning decision-misplaced variants/main.yaml'],
  ];
  for (const [name, files, fact] of rows)
    it(`report ${name}`, () =>
      inMemoryFleet({ ...FLEET, ...files }, async ({ fleet, run }) => {
        const ended = await run('apply');
        assert.deepEqual(found(ended), [fact]);
        const isWarning = fact.startsWith('warning');
        assert.equal(ended.exitCode, isWarning ? 0 : 1);
        assert.equal(
          Object.keys(fleet.files()).some((path) => path.startsWith('clusters/')),
          isWarning,
        );
      }));

  const edits: readonly (readonly [
    name: string,
    args: readonly string[],
    file: string,
    text: string,
    held: readonly string[],
  ])[] = [
    [
      'labels',
      ['--selector', 'wave=main', '--reason', 'canary first'],
      'wave-main',
      'spec:\n  selector:\n    matchLabels:\n      wave: main\n  reason: canary first\n',
      ['clusters/us'],
    ],
    [
      'other labels',
      ['--selector', 'wave!=canary,wave', '--reason', 'r', '--until', 'v4'],
      'wave-canary-wave',
      'spec:\n  selector:\n    matchExpressions:\n    - key: wave\n      operator: NotIn\n      values:\n      - canary\n    - key: wave\n      operator: Exists\n  reason: r\n  until: v4\n',
      ['clusters/us'],
    ],
    [
      'names',
      ['--variant', 'us', '--variant', 'all/eu', '--reason', 'r'],
      'clusters-eu',
      'spec:\n  variants:\n  - clusters/eu\n  - clusters/us\n  reason: r\n',
      ['clusters/eu', 'clusters/us'],
    ],
  ];
  for (const [name, args, file, text, held] of edits)
    it(`are written for ${name}`, () =>
      inMemoryFleet(FLEET, async ({ fleet, run }) => {
        const path = `.krm-variants/holds/${file}.yaml`;
        const written = await hold(fleet, args);
        assert.deepEqual([found(written), written.exitCode], [[], 0]);
        assert.match(written.stderr, new RegExp(`^${held.length} variants? held$`, 'm'));
        const head = `apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata:\n  name: ${file}\n`;
        assert.equal(fleet.read(path), `${head}${text}`);
        const planned = await run('plan', '--strict');
        assert.deepEqual(
          planned.variants.filter(({ action }) => action === 'held').map(({ folder }) => folder),
          held,
        );
        const again = await hold(fleet, args);
        assert.deepEqual([found(again), again.exitCode], [[`error duplicate-decision ${path}`], 1]);
        const selection = args.slice(0, args.indexOf('--reason'));
        assert.match((await unhold(fleet, selection)).stderr, /^1 file changed: no variant is held now$/m);
        assert.equal(fleet.files()[path], undefined);
      }));

  it('each get a file, even if their labels or folders have one name', () =>
    inMemoryFleet(FLEET, async ({ fleet }) => {
      const files = [];
      const reason = ['--reason', 'r'];
      for (const selection of [
        ['--selector', 'wave!=main'],
        ['--selector', 'wave=main'],
        ['--selector', 'wave,main!=x'],
        ['--selector', 'wave,!main'],
        ['--variant', 'eu'],
        ['--variant', 'eu', '--variant', 'us'],
      ]) {
        const before = holdFiles(fleet);
        const { exitCode, stderr } = await hold(fleet, [...selection, ...reason]);
        assert.equal(exitCode, 0, stderr);
        files.push(...holdFiles(fleet).filter((file) => !before.includes(file)));
      }
      assert.deepEqual(files, [
        'wave-main',
        'wave-main-2',
        'wave-main-x',
        'wave-main-3',
        'clusters-eu',
        'clusters-eu-2',
      ]);
      assert.match(fleet.read('.krm-variants/holds/wave-main-2.yaml'), /name: wave-main-2\n/);
      const again = await hold(fleet, ['--selector', 'wave in (main)', ...reason]);
      assert.deepEqual(found(again), ['error duplicate-decision .krm-variants/holds/wave-main-2.yaml']);
      const ended = await unhold(fleet, ['--selector', 'wave=main']);
      assert.deepEqual([found(ended), ended.exitCode], [[], 0]);
      assert.deepEqual(holdFiles(fleet), files.filter((file) => file !== 'wave-main-2').toSorted());
    }));

  const unread: readonly (readonly [path: string, text: string, isUnread: boolean])[] = [
    ['holds/main.yaml.bak', MAIN, true],
    ['holds/main', MAIN, true],
    ['hold/main.yaml', MAIN, true],
    ['main.yaml', MAIN, true],
    ['main.json', '{"apiVersion": "krm-variants.dev/v1alpha1",\n "kind": "FleetHold"}', true],
    ['holds/README.md', 'A FleetHold holds variants.\n', false],
    ['notes/a.yaml', 'kind: ConfigMap\n', false],
  ];
  for (const [path, text, isUnread] of unread)
    it(`in .krm-variants/${path} ${isUnread ? 'are a warning: they are not read' : 'are none'}`, () =>
      inMemoryFleet({ ...FLEET, [`.krm-variants/${path}`]: text }, async ({ run }) => {
        for (const outcome of [await run('plan'), await run('status'), await run('apply')]) {
          assert.equal(outcome.exitCode, 0, outcome.stderr);
          const facts = isUnread ? [`warning decision-misplaced .krm-variants/${path}`] : [];
          assert.deepEqual(found(outcome), facts);
          if (isUnread) assertNames(outcome, 'decision-misplaced', 'a FleetHold ', ' .krm-variants/holds/ ');
        }
      }));

  it('with an `until` at which they do not end as meant are warnings', () =>
    inMemoryFleet(FLEET, async ({ fleet, run }) => {
      const labels = '  labels: {wave: main}\n';
      for (const name of ['eu', 'us'])
        fleet.commit({ [`variants/${name}.yaml`]: packageVariant(name, 'blueprints/shop@v1', `all/${name}`, labels) });
      for (const [until, why] of [
        ['2026-02-28', ' date'],
        ['soon', 'exactly this revision'],
      ] as const) {
        const written = await hold(fleet, ['--selector', 'wave', '--reason', 'r', '--until', until]);
        assert.deepEqual([found(written), written.exitCode], [['warning hold-never-ends'], 0]);
        assertNames(written, 'hold-never-ends', `\`--until ${until}\``, why);
        const planned = await run('plan');
        assert.deepEqual(found(planned), ['warning hold-never-ends .krm-variants/holds/wave.yaml spec.until']);
        assertNames(planned, 'hold-never-ends', why);
        await unhold(fleet, ['--selector', 'wave']);
      }
    }));

  it('of labels count only the variants that are held', () =>
    inMemoryFleet(FLEET, async ({ fleet }) => {
      const labels = '  labels: {wave: main}\n';
      fleet.commit({ 'variants/us.yaml': packageVariant('us', 'blueprints/shop@v2', 'all/us', labels) });
      const { stderr } = await hold(fleet, ['--selector', 'wave', '--reason', 'r', '--until', 'v1']);
      assert.match(stderr, /^1 variant held, 1 not, .* v1 .*$/m);
    }));

  it('leave a deleted folder so in all runs, with the command that a plan names', () =>
    inMemoryFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.remove('clusters/us');
      fleet.commit({});
      const planned = await run('plan', '--check');
      assert.equal(planned.exitCode, 3);
      assert.deepEqual(found(planned), ['error conflict-delete-change clusters/us']);
      const command = /^next: krm-variants fleet hold (\S+ --reason) '(.*)' -C \S+$/m.exec(planned.stderr);
      const ended = await hold(fleet, [...(command?.[1]?.split(' ') ?? []), command?.[2] ?? '']);
      assert.deepEqual([found(ended), ended.exitCode], [[], 0]);
      assert.deepEqual(holdFiles(fleet), ['clusters-us']);
      assert.equal((await run('plan', '--check')).exitCode, 0);
      assert.equal((await run('apply')).exitCode, 0);
    }));

  it('of folders end for one of them, and keep comments', () =>
    inMemoryFleet(FLEET, async ({ fleet }) => {
      fleet.commit({ [HOLD]: holdOf('\n  variants:\n  - clusters/eu\n  - clusters/us # waits\n  reason: r') });
      const ended = await unhold(fleet, ['--variant', 'eu']);
      assert.deepEqual([found(ended), ended.exitCode], [[], 0]);
      assert.equal(fleet.read(HOLD), holdOf('\n  variants:\n  - clusters/us # waits\n  reason: r'));
    }));

  it('leave other documents of a file', () =>
    inMemoryFleet(FLEET, async ({ fleet }) => {
      const other = holdOf('{variants: [clusters/eu], reason: r}');
      fleet.commit({ [HOLD]: `${MAIN}---\n${other}` });
      await unhold(fleet, ['--selector', 'wave in (main)']);
      assert.equal(fleet.read(HOLD), other);
    }));

  const refused: readonly (readonly [
    name: string,
    act: (fleet: FleetSetting['fleet']) => Promise<FolderOutcome>,
    code: ResultCode,
    ...things: readonly string[],
  ])[] = [
    [
      'labels that no variant has',
      (fleet) => hold(fleet, ['--selector', 'wave=mian', '--reason', 'r']),
      'variant-not-found',
      '`--selector`',
    ],
    [
      'a name that no variant has',
      (fleet) => hold(fleet, ['--variant', 'ue', '--reason', 'r']),
      'variant-not-found',
      '"ue"',
    ],
    [
      'a variant that asks for the revision already that ends the hold',
      (fleet) => {
        fleet.commit({ 'variants/us.yaml': packageVariant('us', 'blueprints/shop@v2', 'all/us') });
        return hold(fleet, ['--variant', 'eu', '--variant', 'us', '--reason', 'r', '--until', 'v1']);
      },
      'hold-ended',
      '`--until v1`',
      '"clusters/us"',
      ' v2 ',
    ],
    [
      'labels of variants that all ask for the revision already that ends the hold',
      (fleet) => {
        const labels = '  labels: {wave: main}\n';
        fleet.commit({ 'variants/us.yaml': packageVariant('us', 'blueprints/shop@v1', 'all/us', labels) });
        return hold(fleet, ['--selector', 'wave=main,wave', '--reason', 'r', '--until', 'v1']);
      },
      'hold-ended',
      '`--until v1`',
      '"clusters/us"',
      ' v1 ',
    ],
    ['labels that no hold has', (fleet) => unhold(fleet, ['--selector', 'wave=x']), 'hold-not-found', '"wave=x"'],
    ['a variant that is not held', (fleet) => unhold(fleet, ['--variant', 'eu']), 'hold-not-found', '"clusters/eu"'],
    [
      'a variant that is held by labels',
      (fleet) => unhold(fleet, ['--variant', 'us']),
      'hold-not-found',
      '"clusters/us"',
      HOLD,
      '`--selector wave=main`',
      '`spec.selector`',
    ],
    [
      'labels of a part of the variants of a hold',
      (fleet) => unhold(fleet, ['--selector', 'wave=main,wave!=canary']),
      'hold-not-found',
      '"wave=main,wave!=canary"',
      HOLD,
      '`--selector wave=main`',
    ],
    [
      'labels of variants that a hold names',
      (fleet) => {
        fleet.commit({ [HOLD]: holdOf('{variants: [clusters/eu, clusters/us], reason: r}') });
        return unhold(fleet, ['--selector', 'wave=main']);
      },
      'hold-not-found',
      '"wave=main"',
      HOLD,
      'by their names',
    ],
    ...HARD_SELECTORS.map((selector): (typeof refused)[number] => [
      `a variant that is held by ${selector}`,
      async (fleet) => {
        await hold(fleet, ['--selector', selector, '--reason', 'r']);
        fleet.remove(HOLD);
        fleet.commit({});
        const ended = await unhold(fleet, ['--variant', 'us']);
        const [, whole = ''] = /`--selector '?(.*?)'?`/.exec(ended.stderr) ?? [];
        assert.equal((await unhold(fleet, ['--selector', whole])).exitCode, 0, whole);
        fleet.restore();
        return ended;
      },
      'hold-not-found',
      '"clusters/us"',
    ]),
  ];
  for (const [name, act, code, ...things] of refused)
    it(`are not changed for ${name}`, () =>
      inHeld(async ({ fleet }) => {
        const ended = await act(fleet);
        assert.deepEqual([found(ended), ended.exitCode], [[`error ${code}`], 1]);
        assertNames(ended, code, ...things);
        assert.deepEqual(fleet.uncommitted(), []);
      }));

  const usage: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--reason', 'r'], /VARIANT or `--selector` is required/],
    [['--variant', 'a', '--selector', 'a=b', '--reason', 'r'], /mutually exclusive/],
    [['--variant', 'a'], /`--reason` is required/],
    [['--variant', 'a', '--reason', ' '], /`--reason` is required/],
    [['--variant', 'a', '--reason', 'r', '--until', 'not a rev'], /`--until` must be a revision .*, not "not a rev"/],
    [['--variant', 'a', '--reason', 'r', '--until', ''], /`--until`/],
  ];
  for (const [args, message] of usage)
    it(`refuse ${args.join(' ')}`, () =>
      assert.throws(() => parseHoldArguments(sortArguments(args, HOLD_OPTIONS)), message));

  it('are not ignored if they are not checked out', () =>
    inGitHeld(async ({ fleet, run }) => {
      fleet.git('sparse-checkout', 'set', '--no-cone', '/*', '!/.krm-variants/holds');
      const ended = await run('apply');
      assert.deepEqual([found(ended), ended.exitCode], [[`error file-not-checked-out ${HOLD}`], 1]);
      assertNames(ended, 'file-not-checked-out', '`git sparse-checkout add .krm-variants .krm-variants/holds`');
      fleet.git('sparse-checkout', 'add', '.krm-variants', '.krm-variants/holds');
      assert.equal((await run('apply')).exitCode, 0);
    }));
});
