import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, writeFiles, type Files } from '../../cli/run-support.ts';
import type { GitFleet } from '../fleet.ts';
import type { FleetEvent, FleetLife } from './fleet-event.ts';
import {
  CHAIN,
  FOLDERS,
  inputFiles,
  NAMES,
  resourcesOf,
  withOldNames,
  withOtherNames,
  type FleetSettings,
} from './fleet-settings.ts';
import { filesOf, type PackageVersion } from './package-version.ts';
import { makeEdit, type PersonEdit } from './person-edit.ts';
import { inventoryOf, marksOf, VariantEdits, withoutMarks } from './variant-edits.ts';
import type { VariantRow } from '../../../src/fleet/index.ts';

const MODES = ['run.sh', 'notes.md'] as const;

/** A fleet in a git repository, with what people did in it. */
export class FleetModel {
  readonly #setting: GitFleet;
  readonly #life: FleetLife;
  readonly #variants: readonly VariantEdits[];
  readonly log: string[] = [];
  #version: PackageVersion;
  #settings: FleetSettings;
  #releases = 0;
  #marks = 1000;

  constructor(setting: GitFleet, life: FleetLife) {
    this.#setting = setting;
    this.#life = life;
    this.#version = life.version;
    this.#settings = life.settings;
    this.#variants = FOLDERS.map((folder) => new VariantEdits(join(setting.fleet.folder, folder)));
    this.#release(life.version);
  }

  async take(event: FleetEvent): Promise<void> {
    this.log.push(event.kind);
    if (event.kind === 'release') this.#release(event.version);
    else if (event.kind === 'settings') this.#set(event.settings);
    else if (event.kind === 'edit') this.#edit(event.edit);
    else if (event.kind === 'apply') await this.apply();
    else if (event.kind === 'commit') this.#commit();
    else this.#squash();
  }

  get #folder(): string {
    return this.#setting.fleet.folder;
  }

  #release(version: PackageVersion): void {
    const { fleet } = this.#setting;
    this.#version = version;
    this.#releases++;
    const folder = join(this.#folder, 'packages/shop');
    rmSync(folder, { recursive: true, force: true });
    writeFiles(folder, filesOf(version));
    if (version.isExecutable) chmodSync(join(folder, 'run.sh'), 0o755);
    fleet.git('add', '--all', 'packages');
    fleet.git('commit', '--quiet', '--allow-empty', '--message', 'release', '--', 'packages');
    fleet.git('tag', '--force', `v${this.#releases}`);
    fleet.git('tag', '--force', 'stable');
    this.#set(this.#settings);
  }

  #set(settings: FleetSettings): void {
    this.#settings = settings;
    this.#writeInputs(this.#folder, this.#resources());
  }

  #resources(): readonly string[] {
    const { isFloating, isMoving } = this.#life;
    return resourcesOf(this.#settings, isMoving ? 'stable' : `v${this.#releases}`, isFloating);
  }

  #writeInputs(folder: string, resources: readonly string[]): void {
    rmSync(join(folder, 'variants'), { recursive: true, force: true });
    writeFiles(folder, inputFiles(resources));
  }

  #edit(edit: PersonEdit): void {
    const variant = this.#variants[edit.variant];
    if (variant === undefined) throw new Error('an edit must be of a variant');
    // Before a commit, nobody can tell a file that was deleted from one that was left out.
    if (['deletion', 'move', 'removal'].includes(edit.kind)) this.#commit();
    let what: string | undefined;
    variant.record(edit.kind, () => {
      what = makeEdit(variant.folder, edit, `m${++this.#marks}`);
    });
    this.log.push(`${FOLDERS[edit.variant] ?? ''}: ${what ?? 'nothing'} m${this.#marks}`);
  }

  #commit(): void {
    const { fleet } = this.#setting;
    fleet.git('add', '--all');
    fleet.git('commit', '--quiet', '--allow-empty', '--message', 'x');
  }

  #squash(): void {
    const { fleet } = this.#setting;
    this.#commit();
    fleet.git('reset', '--quiet', '--soft', 'HEAD~1');
    fleet.git('commit', '--quiet', '--allow-empty', '--amend', '--message', 'squashed');
  }

  /** Applies, and checks that every edit of people is there, and nothing else differs from what is derived. */
  async apply(): Promise<void> {
    const planned = await this.#call('plan');
    const before = this.#variants.map((variant) => variant.read());
    const applied = await this.#call('apply');
    assert.deepEqual(
      applied.variants.map(({ folder, action, files }) => ({ folder, action, files })),
      planned.variants.map(({ folder, action, files }) => ({ folder, action, files })),
      'plan says what apply does',
    );
    this.#checkRows(applied.variants, before);
    if (applied.exitCode === 3) {
      for (const { folder, action } of applied.variants) {
        const variant = this.#variants[FOLDERS.findIndex((each) => each === folder)];
        if (action === 'conflict' && variant !== undefined) variant.isAdditive = false;
      }
      const decided = await this.#call('apply', '--on-conflict', 'local');
      assert.equal(decided.exitCode, 0, decided.text);
    } else assert.equal(applied.exitCode, 0, applied.text);
    this.#checkEdits(applied.text);
    await this.#checkDerived();
    const again = await this.#call('plan', '--check');
    assert.equal(again.exitCode, 0, `a second run changes nothing: ${again.text}`);
  }

  /** Checks that the changed files are those that were reported. */
  #checkRows(rows: readonly VariantRow[], before: readonly Files[]): void {
    for (const [index, variant] of this.#variants.entries()) {
      const row = rows.find(({ folder }) => folder === FOLDERS[index]);
      const [old, now] = [before[index] ?? {}, variant.read()];
      const changed = Object.keys({ ...old, ...now }).filter((path) => old[path] !== now[path]);
      const silent = changed.filter((path) => row?.files.includes(path) !== true);
      assert.deepEqual(silent, [], `${FOLDERS[index] ?? ''} ${row?.action ?? ''} reports its changes`);
    }
  }

  /** `messages`: of the call, which reports files that it takes for left out of a commit. */
  #checkEdits(messages: string): void {
    for (const [index, variant] of this.#variants.entries()) {
      const at = FOLDERS[index] ?? '';
      const files = variant.read();
      const marks = marksOf(files);
      for (const mark of variant.marks) assert.ok(marks.has(mark), `${at} keeps edit ${mark}`);
      const inventory = inventoryOf(files);
      const from = CHAIN[index];
      const upstream = from === undefined ? filesOf(this.#version) : (this.#variants[from]?.read() ?? {});
      for (const each of variant.removed) {
        const isBack = inventory.has(each);
        assert.ok(!isBack || messages.includes('is made again'), `${at} leaves ${each} removed`);
        if (isBack || !inventoryOf(upstream).has(each)) variant.removed.delete(each);
      }
      // A copy has the edits of its upstream.
      if (from !== undefined) variant.marks = marks;
    }
  }

  /** Derives all variants in a copy of the repository without their folders, and compares. */
  async #checkDerived(): Promise<void> {
    // A copy is derived while its upstream is there.
    for (const indexes of [
      [1, 2, 3],
      [0, 4],
    ]) {
      const checked = indexes.filter((index) => this.#variants[index]?.isAdditive === true);
      if (checked.length === 0) continue;
      await this.#inCopy(async (folder) => {
        for (const index of checked) {
          const at = FOLDERS[index] ?? '';
          for (const each of [at, `.krm-variants/lock/${at}.lock`, `.krm-variants/base/${at}`])
            rmSync(join(folder, each), { recursive: true, force: true });
        }
        const { exitCode, text } = await this.#call(
          'apply',
          folder,
          ...checked.flatMap((index) => (indexes[0] === 0 ? ['--variant', NAMES[index] ?? ''] : [])),
        );
        assert.ok(exitCode === 0 || exitCode === 3, text);
        for (const index of checked) {
          const at = FOLDERS[index] ?? '';
          const variant = this.#variants[index];
          const derived = new VariantEdits(join(folder, at));
          const now = variant?.isEdited === true ? withoutMarks(variant.read()) : (variant?.read() ?? {});
          const wanted =
            CHAIN[index] !== undefined && variant?.isEdited === true ? withoutMarks(derived.read()) : derived.read();
          assert.deepEqual(now, wanted, `${at} has nothing but what is derived and edits`);
          if (variant?.isEdited === true) continue;
          for (const mode of MODES) assert.equal(variant?.modeOf(mode), derived.modeOf(mode), `${at}/${mode} mode`);
        }
      });
    }
  }

  /** Checks that the last call has the same result whatever the order of inputs and work. */
  async applyInOtherOrders(): Promise<void> {
    const results: Files[] = [];
    const orders: readonly ((folder: string) => Promise<unknown>)[] = [
      (folder) => this.#call('apply', folder, '--on-conflict', 'local'),
      (folder) => this.#call('apply', folder, '--on-conflict', 'local', '--jobs', '4'),
      (folder) => this.#setting.runShared('apply', [folder, '--on-conflict', 'local']),
      (folder) => {
        const { order } = this.#life;
        const resources = this.#resources();
        const others = [...resources.slice(order), ...resources.slice(0, order)].toReversed();
        rmSync(join(folder, 'variants'), { recursive: true });
        writeFiles(folder, { 'variants/all.yaml': others.join('---\n') });
        return this.#call('apply', folder, '--on-conflict', 'local');
      },
      async (folder) => {
        for (const name of ['us/shop', 'eu/shop', 'copies/shop', 'ap/shop', 'deep/shop'])
          await this.#call('apply', folder, '--on-conflict', 'local', '--variant', name);
      },
    ];
    for (const order of orders)
      await this.#inCopy(async (folder) => {
        await order(folder);
        results.push(writtenFiles(folder));
      });
    const [first, ...others] = results;
    for (const [index, other] of others.entries()) assert.deepEqual(other, first, `order ${index}`);
    await this.#checkNames(first ?? {});
  }

  /**
   * Checks that the last call has the same result whatever the names of PackageVariants, but for the names of their
   * functions.
   */
  async #checkNames(files: Files): Promise<void> {
    await this.#inCopy(async (folder) => {
      this.#writeInputs(folder, withOtherNames(this.#resources()));
      await this.#call('apply', folder, '--on-conflict', 'local');
      const named = Object.entries(writtenFiles(folder)).map(
        ([path, text]) => [path, withOldNames(String(text))] as const,
      );
      assert.deepEqual(withoutLocks(Object.fromEntries(named)), withoutLocks(files), 'other names');
    });
  }

  /**
   * Checks that a plan is the same, to the byte, however many variants are planned at once, also by other processes.
   */
  async planInParallel(): Promise<void> {
    const { run, runShared } = this.#setting;
    for (const options of [['--report', 'json'], ['--diff']]) {
      const one = await run('plan', ...options, '--jobs', '3');
      const { stdout, stderr, exitCode } = await runShared('plan', options);
      assert.deepEqual([stdout, stderr, exitCode], [one.stdout, one.stderr, one.exitCode], `plan ${options.join(' ')}`);
    }
  }

  async #inCopy(act: (folder: string) => Promise<void>): Promise<void> {
    const copy = mkdtempSync(join(this.#folder, '../copy-'));
    try {
      cpSync(this.#folder, copy, { recursive: true, preserveTimestamps: true });
      await act(copy);
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  async #call(action: 'plan' | 'apply', ...args: readonly string[]) {
    const outcome = await this.#setting.run(action, ...args, '--report', 'json');
    const { variants } = JSON.parse(outcome.stdout) as { readonly variants: readonly VariantRow[] };
    return { variants, exitCode: outcome.exitCode, text: outcome.stderr };
  }
}

/** Returns the files that a call writes. */
function writtenFiles(folder: string): Files {
  const files = Object.entries(readFiles(folder)).filter(([path]) =>
    /^(clusters|copies|deep|\.krm-variants)\//.test(path),
  );
  return Object.fromEntries(files.map(([path, text]) => [path, withoutSource(path, text)]));
}

/** Returns files without locks and bases, whose ids depend on the names of functions. */
function withoutLocks(files: Files): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('.krm-variants/')));
}

/**
 * Returns the text of a lock without the file of its PackageVariant, and what follows from it: a lock is written again
 * if that differs, and then has the ids of edited files, which are compared as files. Returns any other file as it is.
 */
function withoutSource(path: string, text: string): string {
  if (!path.endsWith('.lock')) return text;
  return text
    .replace(/ sha256:\w+/, '')
    .replace(/^source .*\n/m, '')
    .replaceAll(/^file ".*" none .*\n/gm, '')
    .replaceAll(/^(file ".*" \d+:\w+) \S+$/gm, '$1');
}
