import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { driftIn, inFleet, packageVariant, repository, type GitFleet } from '../support/fleet.ts';
import type { GitRepository } from '../support/git-repository.ts';
import { needTools } from '../support/kpt.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { configMap, kptfile, writeFiles, type Files } from '../cli/run-support.ts';

const SHOP = 'clusters/eu/shop';
const LOCK = `.krm-variants/lock/${SHOP}.lock`;

/** Values of the keys that versions of the upstream change, and whether they have a second file. */
interface Version {
  readonly values: readonly number[];
  readonly hasExtra: boolean;
}

/** Keys that only people change: each edit has its own. */
const OWN = Array.from({ length: 16 }, (_, index) => `own${index}`);

const version: fc.Arbitrary<Version> = fc.record({
  values: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
  hasExtra: fc.boolean(),
});

type Step = { readonly kind: 'apply'; readonly version: number; readonly edits: boolean } | { readonly kind: 'edit' };

const VERSIONS = 4;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('apply' as const), version: fc.nat(VERSIONS - 1), edits: fc.boolean() }),
  fc.record({ kind: fc.constant('edit' as const) }),
);

/** Two branches, and how they come together. */
const round = fc.record({
  ours: fc.array(step, { maxLength: 3 }),
  theirs: fc.array(step, { minLength: 1, maxLength: 3 }),
  how: fc.constantFrom('merge' as const, 'rebase' as const, 'squash' as const, 'cherry-pick' as const),
  /** Number of the commit of the other branch that is then reverted. */
  reverts: fc.option(fc.nat(2), { nil: undefined }),
  settles: fc.boolean(),
  takesOurs: fc.infiniteStream(fc.boolean()),
});

type Round = typeof round extends fc.Arbitrary<infer T> ? T : never;

function textOf({ values }: Version, edits: ReadonlyMap<string, string>): string {
  const lines = [
    ...values.map((value, index) => `  key${index}: v${value}\n  after${index}: same\n`),
    ...OWN.map((key) => `  ${key}: ${edits.get(key) ?? 'none'}\n`),
  ];
  return configMap('web', `data:\n${lines.join('')}`);
}

/** Returns the commands of `git fast-import` that commit and tag a version. */
function versionCommit(each: Version, index: number, head: string): string {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const extra = 'packages/shop/extra.yaml';
  return [
    `commit refs/heads/main\ncommitter a <a@example.com> ${index} +0000\n${data(`v${index + 2}`)}`,
    index === 0 ? `from ${head}\n` : '',
    `M 100644 inline packages/shop/web.yaml\n${data(textOf(each, new Map()))}`,
    each.hasExtra ? `M 100644 inline ${extra}\n${data(EXTRA(each))}` : `D ${extra}\n`,
    `reset refs/tags/shop/v${index + 2}\nfrom refs/heads/main\n\n`,
  ].join('');
}

/** Files that `git-setup` wrote in the first repository. */
let setUp: Files | undefined;

/** Does what `git-setup` does: once, since a copy costs less. */
function setUpGit(fleet: GitRepository): void {
  if (setUp === undefined) {
    const ran = fleet.run('krm-variants', 'git-setup');
    assert.equal(ran.exitCode, 0, ran.stderr);
    setUp = Object.fromEntries(['.git/config', '.gitattributes'].map((path) => [path, fleet.read(path)]));
  }
  writeFiles(fleet.folder, setUp);
}

const EXTRA = ({ values }: Version): string => configMap('extra', `data:\n  all: ${values.join('')}\n`);

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'repositories.yaml': [repository('blueprints', 'packages'), repository('eu', 'clusters/eu')].join('---\n'),
};

/** A fleet that people change on branches. */
class Branches {
  readonly #setting: GitFleet;
  readonly #versions: readonly Version[];
  readonly #log: string[] = [];
  #edits = new Map<string, string>();
  #nextEdit = 0;

  constructor(setting: GitFleet, versions: readonly Version[]) {
    this.#setting = setting;
    this.#versions = versions;
  }

  get log(): string {
    return this.#log.join('\n');
  }

  async start(): Promise<void> {
    const { fleet } = this.#setting;
    setUpGit(fleet);
    const head = fleet.git('rev-parse', 'HEAD');
    const input = this.#versions.map((each, index) => versionCommit(each, index, head)).join('');
    const imported = spawnSync('git', ['fast-import', '--quiet'], { cwd: fleet.folder, input, encoding: 'utf8' });
    assert.equal(imported.status, 0, imported.stderr);
    fleet.git('reset', '--quiet', '--hard');
    await this.#applyVersion(0);
    this.#commit('first');
  }

  async take({ ours, theirs, how, reverts, settles, takesOurs }: Round): Promise<void> {
    const { fleet } = this.#setting;
    const start = fleet.git('rev-parse', 'HEAD');
    fleet.git('checkout', '--quiet', '-B', 'other');
    const made = await this.#work(theirs);
    fleet.git('checkout', '--quiet', 'main');
    await this.#work(ours);
    const before = fleet.git('rev-parse', 'HEAD');
    this.#log.push(how);
    if (how === 'merge') this.#git(takesOurs, 'merge', '--no-edit', 'other');
    if (how === 'squash') {
      this.#git(takesOurs, 'merge', '--squash', 'other');
      this.#commit('squashed');
    }
    if (how === 'cherry-pick') this.#git(takesOurs, 'cherry-pick', '--allow-empty', `${start}..other`);
    if (how === 'rebase') {
      this.#git(takesOurs, 'rebase', 'main', 'other');
      fleet.git('branch', '--force', 'main', 'other');
      fleet.git('checkout', '--quiet', 'main');
    }
    if (reverts !== undefined) this.#revert(before, made, { how, reverts, takesOurs });
    if (settles) await this.settle();
  }

  /** Reverts a commit of the other branch, as it is now; the whole branch if one commit has it. */
  #revert(
    before: string,
    made: readonly (readonly string[])[],
    { how, reverts, takesOurs }: Pick<Round, 'how' | 'takesOurs'> & { readonly reverts: number },
  ): void {
    const { fleet } = this.#setting;
    const isOne = how === 'merge' || how === 'squash';
    const commits = fleet
      .git('rev-list', '--reverse', '--first-parent', `${before}..HEAD`)
      .split('\n')
      .filter((each) => each !== '');
    // A commit of a rebase that became empty is left out, and then they do not correspond.
    if (commits.length !== (isOne ? 1 : made.length)) return;
    const index = isOne ? 0 : reverts % made.length;
    const [commit = ''] = commits.slice(index);
    this.#log.push(`revert ${index}`);
    const isMerge = fleet.git('rev-list', '--parents', '-1', commit).split(' ').length > 2;
    this.#git(takesOurs, 'revert', '--no-edit', ...(isMerge ? ['--mainline', '1'] : []), commit);
    for (const key of isOne ? made.flat() : (made[index] ?? [])) this.#edits.delete(key);
  }

  /** Returns the edits of each commit. */
  async #work(steps: readonly Step[]): Promise<readonly (readonly string[])[]> {
    const made: (readonly string[])[] = [];
    for (const each of steps) {
      const edits: string[] = [];
      if (each.kind === 'apply') {
        // A lock that is not settled yet may need decisions.
        await this.#applyVersion(each.version);
      }
      if (each.kind === 'edit' || each.edits) edits.push(this.#edit());
      this.#commit(JSON.stringify(each));
      made.push(edits);
    }
    return made;
  }

  #edit(): string {
    const { fleet } = this.#setting;
    const key = OWN[this.#nextEdit++] ?? '';
    const path = `${SHOP}/web.yaml`;
    writeFiles(fleet.folder, { [path]: fleet.read(path).replace(`  ${key}: none\n`, `  ${key}: mine\n`) });
    this.#edits.set(key, 'mine');
    this.#log.push(`edit ${key}`);
    return key;
  }

  async #applyVersion(index: number): Promise<void> {
    const { fleet } = this.#setting;
    this.#log.push(`apply v${index + 2}`);
    const variant = packageVariant('eu-shop', `blueprints/shop@v${index + 2}`, 'eu/shop');
    writeFiles(fleet.folder, { 'variants/eu.yaml': variant });
    const { exitCode, stderr } = await this.#setting.run('apply', '--on-conflict', 'new');
    assert.equal(exitCode, 0, stderr);
  }

  #commit(message: string): void {
    const { fleet } = this.#setting;
    fleet.git('add', '--all');
    fleet.git('commit', '--quiet', '--allow-empty', '--message', message);
  }

  /** Runs a command of git to its end, and resolves the conflicts on the way with the text of either side. */
  #git(takesOurs: Iterator<boolean>, command: string, ...args: readonly string[]): void {
    const { fleet } = this.#setting;
    let ran = fleet.run('git', command, '--quiet', ...args);
    if (command === 'cherry-pick') ran = fleet.run('git', command, ...args);
    for (let count = 0; ran.exitCode !== 0; count++) {
      assert.ok(count < 20, `${ran.stdout}${ran.stderr}`);
      const unmerged = fleet
        .git('diff', '--name-only', '--diff-filter=U')
        .split('\n')
        .filter((each) => each !== '');
      for (const path of unmerged) this.#resolve(path, takesOurs);
      if (args.includes('--squash')) return;
      // A commit without changes ends some commands with an error.
      if (!IN_PROGRESS.some((each) => existsSync(join(fleet.folder, '.git', each)))) return;
      const isEmpty = fleet.git('status', '--porcelain', '--untracked-files=no') === '';
      ran =
        isEmpty && command !== 'merge'
          ? fleet.run('git', command, '--skip')
          : fleet.run('git', '-c', 'core.editor=true', command, '--continue');
    }
  }

  #resolve(path: string, takesOurs: Iterator<boolean>): void {
    assert.notEqual(path, LOCK, 'git merges locks without conflicts');
    const { fleet } = this.#setting;
    const isOurs = takesOurs.next().value === true;
    this.#log.push(`resolve ${path}: ${isOurs ? 'ours' : 'theirs'}`);
    const text = existsSync(join(fleet.folder, path)) ? fleet.read(path) : '';
    if (!text.includes('<<<<<<<')) {
      // One side deleted it.
      fleet.git(...(isOurs || text === '' ? ['rm', '--quiet', '--'] : ['add', '--']), path);
      return;
    }
    const resolved = text.replaceAll(MARKED, (_, own: string, other: string) => (isOurs ? own : other));
    writeFiles(fleet.folder, { [path]: resolved });
    fleet.git('add', '--', path);
  }

  /**
   * Applies, and checks that the folder has the edits of people and, everywhere else, the version that is asked for.
   */
  async settle(): Promise<void> {
    const { fleet, run } = this.#setting;
    const isJoined = fleet.read(LOCK).startsWith('krm-variants fleet lock v2');
    const planned = await run('plan', '--check');
    this.#log.push(`plan: ${planned.exitCode}`);
    assert.ok(!isJoined || planned.exitCode === 4 || planned.exitCode === 3, planned.stderr);
    if (planned.exitCode === 3) this.#checkConflicts(planned.stderr);
    const applied = await run('apply', '--on-conflict', 'new');
    assert.equal(applied.exitCode, 0, applied.stderr);
    await this.#check();
    this.#commit('settled');
  }

  /** Only what versions change can be a conflict. */
  #checkConflicts(stderr: string): void {
    for (const line of stderr.split('\n').filter((each) => each.startsWith('[error]')))
      assert.match(line, /web data\.key\d: conflict|(?:web|extra)\.yaml/);
  }

  async #check(): Promise<void> {
    const { fleet, run } = this.#setting;
    const [, asked = ''] = /revision: v(\d+)/.exec(fleet.read('variants/eu.yaml')) ?? [];
    const wanted = this.#versions[Number(asked) - 2];
    assert.ok(wanted !== undefined);
    assert.equal(fleet.read(`${SHOP}/web.yaml`), textOf(wanted, this.#edits));
    const extra = `${SHOP}/extra.yaml`;
    const found = existsSync(join(fleet.folder, extra)) ? fleet.read(extra) : undefined;
    assert.equal(found, wanted.hasExtra ? EXTRA(wanted) : undefined);
    const { exitCode, stdout } = await run('plan', '--check');
    assert.equal(exitCode, 0, stdout);
    const drift = await (await driftIn(fleet.folder))('--report', 'json');
    const { variants } = JSON.parse(drift.stdout) as {
      readonly variants: readonly { readonly files: readonly { readonly path: string }[] }[];
    };
    assert.deepEqual(
      variants.flatMap(({ files }) => files.map(({ path }) => path)),
      this.#edits.size > 0 ? ['web.yaml'] : [],
    );
  }

  /** Asks for another version: what counted as an edit would stay. */
  async upgrade(index: number): Promise<void> {
    await this.#applyVersion(index);
    await this.#check();
  }
}

/** Files of git while a command waits for a person. */
const IN_PROGRESS = ['MERGE_HEAD', 'REVERT_HEAD', 'CHERRY_PICK_HEAD', 'sequencer', 'rebase-merge'];

const MARKED = /^<{7} [^\n]*\n([^]*?)^={7}\n([^]*?)^>{7} [^\n]*\n/gm;

describe('branches that both applied', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('lose no edit, and leave no line of a version as an edit', async () => {
    const life = fc.record({
      versions: fc.array(version, { minLength: VERSIONS, maxLength: VERSIONS }),
      rounds: fc.array(round, { minLength: 1, maxLength: 2 }),
      last: fc.nat(VERSIONS - 1),
    });
    await fc.assert(
      fc.asyncProperty(life, ({ versions, rounds, last }) =>
        inFleet(FLEET, async (setting) => {
          const branches = new Branches(setting, versions);
          try {
            await branches.start();
            for (const each of rounds) await branches.take(each);
            await branches.settle();
            await branches.upgrade(last);
          } catch (error) {
            throw new Error(branches.log, { cause: error });
          }
        }),
      ),
      { numRuns: propertyRuns(6), endOnFailure: true },
    );
  });
});
