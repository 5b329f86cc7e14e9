import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { inFleet, packageVariant, repository, type GitFleet } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, writeFiles, type Files } from '../run-support.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const SHOP = 'clusters/eu/shop';

/** Keys of each generated ConfigMap. The upstream changes values of the first ones, people those of the others. */
const UPSTREAM_KEYS = ['a', 'b', 'c'] as const;
const OWN_KEYS = ['x', 'y', 'z'] as const;

/** Values of a ConfigMap by key. */
type Data = Readonly<Record<string, string>>;

/** Files of the upstream package by name. */
type Upstream = Readonly<Record<string, Data>>;

const NAMES = ['one', 'two', 'three'] as const;

const value = fc.stringMatching(/^[a-z]{1,6}$/);
const upstream: fc.Arbitrary<Upstream> = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.record(Object.fromEntries(UPSTREAM_KEYS.map((key) => [key, value]))),
);

/** An event in the life of a fleet. */
type Event =
  | { readonly kind: 'upstream'; readonly files: Upstream }
  | { readonly kind: 'edit'; readonly file: string; readonly key: string; readonly value: string }
  | { readonly kind: 'add' | 'delete'; readonly file: string }
  | { readonly kind: 'apply' | 'commit' | 'squash' };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('upstream' as const), files: upstream }),
  fc.record({
    kind: fc.constant('edit' as const),
    file: fc.constantFrom(...NAMES),
    key: fc.constantFrom(...OWN_KEYS),
    value,
  }),
  fc.record({ kind: fc.constantFrom('add' as const, 'delete' as const), file: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constantFrom('apply' as const, 'apply' as const, 'commit' as const, 'squash' as const) }),
);

function textOf(name: string, data: Data): string {
  const lines = Object.entries(data).map(([key, each]) => `  ${key}: ${each}\n`);
  return configMap(name, `data:\n${lines.join('')}  end: end\n`);
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'variants.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
  ].join('---\n'),
};

/** Model of a variant: the edits of people, which no run may lose, and the upstream that it was last made of. */
class Model {
  upstream: Upstream = {};
  applied: Upstream | undefined;
  readonly edits = new Map<string, Map<string, string>>();
  readonly deleted = new Set<string>();
  readonly added = new Map<string, string>();
  readonly #setting: GitFleet;

  constructor(setting: GitFleet) {
    this.#setting = setting;
  }

  async take(each: Event): Promise<void> {
    const { fleet } = this.#setting;
    switch (each.kind) {
      case 'upstream': {
        for (const name of NAMES) rmSync(join(fleet.folder, `packages/shop/${name}.yaml`), { force: true });
        this.upstream = each.files;
        const files = Object.entries(each.files).map(
          ([name, data]) => [`packages/shop/${name}.yaml`, textOf(name, data)] as const,
        );
        return fleet.write(Object.fromEntries(files));
      }
      case 'edit':
        return this.#edit(each.file, each.key, each.value);
      case 'add':
        return this.#addFile(each.file);
      case 'delete':
        return this.#delete(each.file);
      case 'apply':
        return await this.#apply();
      case 'commit':
        return this.#commit();
      case 'squash':
        return this.#squash();
    }
  }

  #path(name: string): string {
    return join(this.#setting.fleet.folder, SHOP, `${name}.yaml`);
  }

  #edit(name: string, key: string, text: string): void {
    if (!existsSync(this.#path(name))) return;
    const { fleet } = this.#setting;
    const before = fleet.read(`${SHOP}/${name}.yaml`);
    const line = new RegExp(`^  ${key}: .*\\n`, 'm');
    const after = line.test(before)
      ? before.replace(line, `  ${key}: ${text}\n`)
      : before.replace('  end: end\n', `  end: end\n  ${key}: ${text}\n`);
    fleet.write({ [`${SHOP}/${name}.yaml`]: after });
    this.edits.set(name, (this.edits.get(name) ?? new Map<string, string>()).set(key, text));
  }

  #addFile(name: string): void {
    if (this.applied === undefined) return;
    const text = configMap(`own-${name}`, 'data: {mine: mine}\n');
    writeFiles(this.#setting.fleet.folder, { [`${SHOP}/own-${name}.yaml`]: text });
    this.added.set(`own-${name}.yaml`, text);
  }

  /** Deletes a file that is committed: before, nobody can tell it from one that was left out of a commit. */
  #delete(name: string): void {
    if (!existsSync(this.#path(name))) return;
    this.#commit();
    rmSync(this.#path(name));
    this.edits.delete(name);
    this.deleted.add(name);
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

  async #apply(): Promise<void> {
    const { stderr, exitCode } = await this.#setting.run('apply');
    // A file that people edited, and that the upstream removed, is theirs to decide.
    const removed = [...this.edits.keys()].filter((name) => this.upstream[name] === undefined);
    if (exitCode === 3) {
      assert.ok(removed.length > 0, stderr);
      const decided = await this.#setting.run('apply', '--on-conflict', 'local');
      assert.equal(decided.exitCode, 0, decided.stderr);
    } else assert.equal(exitCode, 0, stderr);
    const gone = new Set([...this.deleted].filter((name) => this.applied?.[name] === undefined));
    for (const name of gone) this.deleted.delete(name);
    this.applied = this.upstream;
    this.check();
    const again = await this.#setting.run('plan', '--check');
    assert.equal(again.exitCode, 0, `a second run changes nothing: ${again.stdout}`);
    await this.#checkDrift();
  }

  /** The edits are the files that differ from what the package of the upstream has, and no others. */
  async #checkDrift(): Promise<void> {
    const { fleet, drift } = this.#setting;
    const edited = NAMES.flatMap((name) => {
      const data = this.upstream[name];
      const text = existsSync(this.#path(name)) ? fleet.read(`${SHOP}/${name}.yaml`) : undefined;
      return text === (data && textOf(name, data)) ? [] : `${name}.yaml`;
    });
    const { stdout, stderr } = await drift('--report', 'json');
    assert.equal(stderr.match(/\[(?:error|warning)\].*/)?.[0], undefined);
    const { variants } = JSON.parse(stdout) as {
      readonly variants: readonly { readonly files: readonly { readonly path: string }[] }[];
    };
    const found = variants.flatMap(({ files }) => files.map(({ path }) => path));
    assert.deepEqual(found.toSorted(), [...edited, ...this.added.keys()].toSorted());
  }

  /** Every edit is there, and every value that people did not edit is that of the upstream. */
  check(): void {
    const { fleet } = this.#setting;
    for (const [path, text] of this.added) assert.equal(fleet.read(`${SHOP}/${path}`), text);
    for (const name of NAMES) {
      const data = this.upstream[name];
      const edits = this.edits.get(name);
      const text = existsSync(this.#path(name)) ? fleet.read(`${SHOP}/${name}.yaml`) : undefined;
      if (this.deleted.has(name)) continue;
      if (data === undefined && edits === undefined) assert.equal(text, undefined, `${name} is no longer derived`);
      for (const [key, each] of edits ?? []) assert.match(text ?? '', new RegExp(`^  ${key}: ${each}$`, 'm'));
      if (data === undefined) continue;
      for (const [key, each] of Object.entries(data)) assert.match(text ?? '', new RegExp(`^  ${key}: ${each}$`, 'm'));
      if (edits === undefined) assert.equal(text, textOf(name, data));
    }
  }
}

describe('edits of generated fleets', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('keeps every edit, and takes no machine output for one', async () => {
    const runs = propertyRuns(8);
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 12 }), async (events) =>
        inFleet(FLEET, async (setting) => {
          const model = new Model(setting);
          for (const each of [...events, { kind: 'apply' } as const]) await model.take(each);
        }),
      ),
      { numRuns: runs },
    );
  });
});
