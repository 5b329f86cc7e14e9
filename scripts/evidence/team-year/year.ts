import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageVariant, repository } from '../../../test/support/fleet.ts';
import { configMap, writeFiles } from '../../../test/cli/run-support.ts';
import { judge } from './judge.ts';
import { Person, tokensIn } from './person.ts';
import { blueprintFiles, MAX_VERSIONS } from './shop.ts';

const BLUEPRINTS = 'blueprints';

/** Settings of a year. */
export interface YearOptions {
  readonly folder: string;
  readonly clusters: number;
  readonly steps: number;
  readonly env: NodeJS.ProcessEnv;
  /** Returns numbers in the range from 0 to 1. */
  readonly random: () => number;
}

/** Edits, with their files. */
type Edits = ReadonlyMap<string, string>;

type Step = (person: Person) => void;

/** A year of a team: people edit and upgrade the variants of a fleet, each in a clone. */
export class TeamYear {
  readonly log: string[] = [];
  readonly faults: string[] = [];
  /** How often each step was made. */
  readonly counts = new Map<string, number>();
  readonly #options: YearOptions;
  readonly #people: readonly Person[];
  readonly #blueprints: Person;
  /** Edits that a person dropped on purpose, or in a conflict of git, or that a message named. */
  readonly #dropped = new Set<string>();
  readonly #removed = new Set<string>();
  /** Files and folders whose text a person has chosen: in a conflict of git, or as it is. */
  readonly #decided = new Set<string>();
  /** Output of the last apply. */
  #reported = '';
  #version = 1;
  #tokens = 0;
  #names = 0;

  constructor(options: YearOptions) {
    this.#options = options;
    const person = (name: string): Person => new Person(name, join(options.folder, name), options);
    this.#blueprints = person(BLUEPRINTS);
    this.#people = ['ann', 'ben', 'cleo', 'dan'].map(person);
  }

  get edits(): number {
    return this.#tokens;
  }

  get droppedEdits(): number {
    return this.#dropped.size;
  }

  /** Makes all steps, and judges what the fleet is then. */
  run(): void {
    this.#start();
    const steps = Object.entries(this.#steps).flatMap(([name, [weight]]) => Array.from({ length: weight }, () => name));
    for (let step = 1; step <= this.#options.steps; step++) {
      const [person, name] = [this.#pick(this.#people), this.#pick(steps)];
      this.#step(person, name, String(step));
    }
    for (const person of [...this.#people, ...this.#people]) this.#step(person, 'sync', 'end');
    const last = this.#people.at(-1);
    if (last !== undefined) this.#end(last);
  }

  readonly #steps: Readonly<Record<string, readonly [weight: number, step: Step]>> = {
    edit: [10, (person) => this.#edit(person)],
    sync: [8, (person) => this.#sync(person)],
    upgrade: [6, (person) => this.#upgrade(person)],
    release: [2, () => this.#release()],
    'feature branch': [3, (person) => this.#feature(person)],
    revert: [2, (person) => this.#revert(person)],
    move: [1, (person) => this.#move(person, false)],
    'git mv': [1, (person) => this.#move(person, true)],
    rollback: [2, (person) => this.#rollback(person)],
    hold: [1, (person) => this.#hold(person)],
    unhold: [1, (person) => this.#unhold(person)],
    copy: [1, (person) => this.#copy(person)],
    remove: [1, (person) => this.#remove(person)],
  };

  #step(person: Person, name: string, number: string): void {
    this.log.push(`${number}: ${person.name}: ${name}`);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    const before = person.edits();
    this.#steps[name]?.[1](person);
    this.#compare({ wanted: before, found: person.edits(), isAdding: true });
  }

  /** Reports edits that are gone, and those that came back. `isAdding`: more edits than these are right. */
  #compare({ wanted, found, isAdding }: { wanted: Edits; found: Edits; isAdding: boolean }) {
    const isKnown = (edit: string): boolean => {
      const name = edit.slice(0, edit.lastIndexOf(' '));
      return this.#dropped.has(tokenOf(edit)) || this.#removed.has(name) || name.startsWith('?');
    };
    for (const [edit, path] of wanted)
      if (!found.has(edit) && !isKnown(edit) && !isOutside(found, edit)) {
        if (isNamed(this.#reported, edit, path)) this.#dropped.add(tokenOf(edit));
        else this.#fault(`lost: ${edit} of ${path}`);
      }
    if (!isAdding)
      for (const edit of found.keys()) if (!wanted.has(edit) && !isKnown(edit)) this.#fault(`came back: ${edit}`);
  }

  #fault(what: string): void {
    const line = `${this.log.at(-1) ?? ''}: ${what}`;
    this.log.push(`FAULT ${what}`);
    this.faults.push(line);
  }

  #start(): void {
    const { folder, clusters } = this.#options;
    mkdirSync(this.#blueprints.folder, { recursive: true });
    this.#blueprints.git('init', '--quiet', '--initial-branch', 'main');
    this.#release();
    const seed = new Person('seed', join(folder, 'seed'), this.#options);
    mkdirSync(seed.folder);
    seed.git('init', '--quiet', '--initial-branch', 'main');
    writeFiles(seed.folder, {
      'repositories.yaml': [
        repository(BLUEPRINTS, 'packages').replace('repo: .', `repo: ${this.#blueprints.folder}`),
        repository('fleet', 'clusters'),
      ].join('---\n'),
      ...Object.fromEntries(
        Array.from({ length: clusters }, () => this.#newName('c')).map((name) => [
          variantFile(name),
          this.#variant(name),
        ]),
      ),
    });
    this.#krm(seed, 'git-setup');
    this.#apply(seed);
    seed.commit('start');
    seed.git('clone', '--quiet', '--bare', '.', '../origin.git');
    for (const person of this.#people) {
      mkdirSync(person.folder);
      person.git('clone', '--quiet', '../origin.git', '.');
      this.#krm(person, 'git-setup');
    }
  }

  /** Releases the next version of the package. */
  #release(): void {
    if (this.#version > MAX_VERSIONS) return;
    const shop = join('packages', 'shop');
    if (existsSync(this.#blueprints.path(shop))) this.#blueprints.remove(shop);
    const files = Object.entries(blueprintFiles(this.#version)).map(
      ([path, text]) => [join(shop, path), text] as const,
    );
    writeFiles(this.#blueprints.folder, Object.fromEntries(files));
    this.#blueprints.commit(`v${this.#version}`);
    this.#blueprints.git('tag', `shop/v${this.#version++}`);
  }

  #edit(person: Person): void {
    const [name, folder] = this.#pickVariant(person);
    const token = `tok${++this.#tokens}`;
    const files = this.#packageFiles(person, folder);
    const settings = files.find((each) => /(?:settings|config)\.yaml$/.test(each));
    const web = files.find((each) => each.endsWith('web.yaml'));
    const kinds: (readonly [file: string | undefined, edit: (text: string) => string])[] = [
      [settings, (text) => text.replace('data:\n', `data:\n  ${token}: mine\n`)],
      [settings, (text) => text.replace(this.#pick(text.match(/(?<=: )v\w{6}$/gm) ?? ['-']), token)],
      [web, (text) => text.replace('    app: web\n', `    app: web\n    ${token}: mine\n`)],
      [web, (text) => text.replace(/^ {2}replicas/m, `  # ${token}\n  replicas`)],
      [web, (text) => text.replace('            - --port', `            - --${token}\n            - --port`)],
      [files.find((each) => each.endsWith('routes.yaml')), (text) => text.replace('/cart', `/${token}`)],
      [files.find((each) => each.endsWith('README.md')), (text) => `${text}\nSee ${token}.\n`],
    ];
    const [file, edit] = this.#pick(kinds);
    if (file === undefined) person.write(`${folder}/${token}.yaml`, configMap(token, 'data: {}\n'));
    else person.write(file, edit(person.read(file)));
    this.log.push(`  ${token} in ${file ?? folder} of ${name}`);
    person.commit(`edit ${token}`);
  }

  #packageFiles(person: Person, folder: string): readonly string[] {
    if (!existsSync(person.path(folder))) return [];
    return readdirSync(person.path(folder)).map((each) => `${folder}/${each}`);
  }

  #sync(person: Person): void {
    person.git('fetch', '--quiet', 'origin');
    const how = this.#pick(['--rebase', '--no-rebase']);
    this.#integrate(person, 'origin/main', ['pull', '--quiet', '--no-edit', how, 'origin', 'main']);
    this.#settle(person);
    person.git('push', '--quiet', 'origin', 'HEAD:main');
  }

  /** Merges another branch by a command of git. */
  #integrate(person: Person, other: string, command: readonly string[]): void {
    const [base = ''] = person.git('merge-base', 'HEAD', other).split('\n');
    const [before, ours, theirs] = [base, 'HEAD', other].map((commit) => person.edits(commit)) as [Edits, Edits, Edits];
    this.log.push(`  git ${command.join(' ')}`);
    const dropped = person.integrate(...command);
    for (const path of person.resolved) this.#decided.add(path);
    if (command.includes('--squash')) person.commit('squashed');
    for (const token of dropped) {
      this.log.push(`  resolution drops ${token}`);
      this.#dropped.add(token);
    }
    const all = [...ours, ...theirs];
    const wanted = new Map(all.filter(([edit]) => !before.has(edit) || (ours.has(edit) && theirs.has(edit))));
    this.#compare({ wanted, found: person.edits(), isAdding: false });
  }

  #upgrade(person: Person): void {
    const all = [...person.folders()];
    const count = 1 + Math.floor(this.#options.random() * 6);
    for (let index = 0; index < count; index++) {
      const [name] = this.#pick(all);
      const file = variantFile(name);
      person.write(file, person.read(file).replace(/revision: v\d+/, `revision: v${this.#anyVersion()}`));
    }
    this.#apply(person);
    person.commit('upgrade');
  }

  #feature(person: Person): void {
    person.git('checkout', '--quiet', '-B', 'feature');
    for (let index = 0; index < 3; index++) {
      const name = this.#pick(['edit', 'edit', 'upgrade']);
      this.#step(person, name, 'feature');
    }
    person.git('checkout', '--quiet', 'main');
    if (this.#options.random() < 0.7) this.#step(person, this.#pick(['edit', 'upgrade', 'move']), 'main');
    const how = this.#pick([
      ['merge', '--quiet', '--squash'],
      ['merge', '--quiet', '--no-edit'],
      ['merge', '--quiet', '--no-edit', '--no-ff'],
    ]);
    this.#integrate(person, 'feature', [...how, 'feature']);
    this.#settle(person);
  }

  /** Applies after a merge, which brought edits that the person did not have before. */
  #settle(person: Person): void {
    const before = person.edits();
    this.#apply(person);
    person.commit('apply after a merge');
    this.#compare({ wanted: before, found: person.edits(), isAdding: true });
  }

  #revert(person: Person): void {
    const commits = person
      .git('log', '-15', '--no-merges', '--format=%H', `--author=${person.name}`, '--grep=^edit')
      .split('\n')
      .filter(Boolean);
    if (commits.length === 0) return;
    const commit = this.#pick(commits);
    const reverted = tokensIn(person.git('show', '--format=%s', '--no-patch', commit));
    this.log.push(`  ${[...reverted].join(' ')}`);
    const dropped = person.integrate('revert', '--no-edit', commit);
    for (const token of [...reverted, ...dropped]) this.#dropped.add(token);
  }

  #move(person: Person, isByGit: boolean): void {
    const [name, folder] = this.#pickVariant(person);
    const cluster = `${name}-${++this.#names}`;
    const next = `clusters/${cluster}/shop`;
    if (isByGit) {
      mkdirSync(dirname(person.path(next)), { recursive: true });
      person.git('mv', folder, next);
    }
    this.#krm(person, 'fleet', 'move', folder, next);
    const file = variantFile(name);
    person.write(
      file,
      person.read(file).replace(/downstream: .*/, `downstream: {repo: fleet, package: ${cluster}/shop}`),
    );
    this.#apply(person);
    person.commit(`move ${name}`);
  }

  #rollback(person: Person): void {
    const [, folder] = this.#pickVariant(person);
    const { exitCode, output } = this.#krm(person, 'fleet', 'rollback', folder, '--on-conflict', 'local');
    if (exitCode !== 0 && exitCode !== 1) this.#fault(`rollback ${folder}: ${exitCode}: ${output}`);
    this.#count(exitCode === 0 ? 'rollbacks made' : 'rollbacks refused', output);
    person.commit(`rollback ${folder}`);
  }

  #hold(person: Person): void {
    const [, folder] = this.#pickVariant(person);
    this.#krm(person, 'fleet', 'hold', '--variant', folder, '--reason', 'not now');
    person.commit(`hold ${folder}`);
  }

  #unhold(person: Person): void {
    const [, folder] = this.#pickVariant(person);
    this.#krm(person, 'fleet', 'unhold', '--variant', folder);
    this.#apply(person);
    person.commit(`unhold ${folder}`);
  }

  #copy(person: Person): void {
    const [name, folder] = this.#pickVariant(person);
    if (!existsSync(person.path(folder))) return;
    const copy = this.#newName('x');
    const next = `clusters/${copy}/shop`;
    mkdirSync(dirname(person.path(next)), { recursive: true });
    person.run('cp', '-r', folder, next);
    const [revision = 'v1'] = /(?<=revision: )v\d+/.exec(person.read(variantFile(name))) ?? [];
    person.write(variantFile(copy), this.#variant(copy, revision));
    const { exitCode, output } = this.#krm(person, 'fleet', 'adopt', next);
    this.#count(exitCode === 0 ? 'copies adopted' : 'copies refused', output);
    if (exitCode !== 0) {
      person.remove(dirname(next));
      person.remove(variantFile(copy));
    } else this.#apply(person);
    person.commit(`copy ${folder}`);
  }

  #remove(person: Person): void {
    const [name, folder] = this.#pickVariant(person);
    this.#removed.add(name);
    person.remove(variantFile(name));
    this.#krm(person, 'fleet', 'prune');
    if (existsSync(person.path(folder))) person.remove(folder);
    this.#krm(person, 'fleet', 'prune');
    person.commit(`remove ${name}`);
  }

  /** Applies. Conflicts are then decided for the new version, and a person keeps text of another apply as edits. */
  #apply(person: Person): void {
    const first = this.#krm(person, 'fleet', 'apply');
    this.#reported = first.output;
    // Resources that get one name all stay, whatever the decision.
    for (const [, path = ''] of first.output.matchAll(/^\[error\] (\S+)\/[^/\s]+ \S+: conflict identity/gm))
      this.#decided.add(path);
    if (first.exitCode === 0) return;
    this.#restoreHalfRemoved(person, first.output);
    for (const folder of first.output.match(/(?<=^error {3,})\S+/gm) ?? []) {
      if (!existsSync(person.path(`.krm-variants/lock/${folder}.lock`))) continue;
      person.remove(`.krm-variants/lock/${folder}.lock`);
      this.#krm(person, 'fleet', 'adopt', folder);
      this.#count('folders adopted again', folder);
      this.#decided.add(folder);
    }
    const { exitCode, output } = this.#krm(person, 'fleet', 'apply', '--on-conflict', 'new');
    if (exitCode !== 0) this.#fault(`apply: ${exitCode}: ${output}`);
  }

  /**
   * Restores folders of which a merge removed the files that only one side changed: a person kept the PackageVariant
   * that the other side had removed.
   */
  #restoreHalfRemoved(person: Person, output: string): void {
    for (const [, folder = ''] of output.matchAll(/^\[error\] (\S+)\/Kptfile: must stay in the folder/gm)) {
      const history = [
        'log',
        '-1',
        '--first-parent',
        '-m',
        '--diff-filter=D',
        '--format=%H',
        '--',
        `${folder}/Kptfile`,
      ];
      const commit = person.git(...history);
      const removed = person
        .git('diff', '--name-only', '--diff-filter=D', `${commit}^1`, 'HEAD', '--', folder)
        .split('\n');
      person.git('checkout', `${commit}^1`, '--', ...removed);
      this.#count('folders restored', folder);
    }
  }

  #krm(person: Person, ...args: readonly string[]) {
    const ended = person.run('krm-variants', ...args);
    this.log.push(`  krm-variants ${args.join(' ')}: ${ended.exitCode}`);
    if (ended.exitCode !== 0)
      this.log.push(
        ...ended.output
          .trimEnd()
          .split('\n')
          .map((line) => `    ${line}`),
      );
    if (ended.exitCode > 4 || /\n\s+at /.test(ended.output)) this.#fault(`${args.join(' ')}: ${ended.output}`);
    return ended;
  }

  /** Counts what a command did. */
  #count(name: string, output: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    this.log.push(`  ${name}: ${output.split('\n')[0] ?? ''}`);
  }

  /** Ends all holds, and judges the fleet as a new clone has it. */
  #end(person: Person): void {
    this.log.push('end');
    const before = person.edits();
    if (existsSync(person.path('.krm-variants/holds'))) person.remove('.krm-variants/holds');
    this.#apply(person);
    person.commit('end');
    this.#compare({ wanted: before, found: person.edits(), isAdding: true });
    person.git('push', '--quiet', 'origin', 'HEAD:main');
    const reader = new Person('reader', join(this.#options.folder, 'reader'), this.#options);
    mkdirSync(reader.folder);
    reader.git('clone', '--quiet', '../origin.git', '.');
    const { exitCode, output } = this.#krm(reader, 'fleet', 'plan', '--check');
    // Only variants that are gone are left: people keep their edits there.
    const isGone = exitCode === 4 && / gone: no file would change/.test(output);
    if (exitCode !== 0 && !isGone) this.#fault(`plan: ${exitCode}: ${output}`);
    for (const fault of judge(reader, this.#decided)) this.#fault(fault);
    for (const [edit, path] of reader.edits())
      if (edit.startsWith('?') && !this.#isGone(tokenOf(edit)) && !isNamed(output, edit, path))
        this.#fault(`left without a word: ${edit}`);
    const found = new Set([...reader.edits().keys()].map((edit) => tokenOf(edit)));
    for (let token = 1; token <= this.#tokens; token++)
      if (!found.has(`tok${token}`) && !this.#isGone(`tok${token}`)) this.#fault(`lost: tok${token}`);
  }

  /** Reports whether an edit was dropped, or its variant removed. */
  #isGone(token: string): boolean {
    const [line = ''] = this.log.filter((each) => each.startsWith(`  ${token} in `));
    return this.#dropped.has(token) || this.#removed.has(line.split(' ').at(-1) ?? '');
  }

  #variant(name: string, revision = 'v1'): string {
    return packageVariant(name, `${BLUEPRINTS}/shop@${revision}`, `fleet/${name}/shop`);
  }

  #newName(letter: string): string {
    return `${letter}${String(++this.#names).padStart(2, '0')}`;
  }

  #anyVersion(): number {
    return 1 + Math.floor(this.#options.random() * (this.#version - 1));
  }

  #pickVariant(person: Person): readonly [name: string, folder: string] {
    return this.#pick([...person.folders()]);
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#options.random() * list.length)] as T;
  }
}

/** Returns an edit without its variant. */
function tokenOf(edit: string): string {
  return edit.slice(edit.lastIndexOf(' ') + 1);
}

/** Reports whether an edit is in the folder of no variant. */
function isOutside(found: Edits, edit: string): boolean {
  return [...found.keys()].some((each) => each.startsWith('?') && tokenOf(each) === tokenOf(edit));
}

/** Reports whether an error or a warning in an output names an edit, or its file or folder. */
function isNamed(output: string, edit: string, path: string): boolean {
  const token = tokenOf(edit);
  const lines = output.split('\n').filter((line) => /^\[(?:error|warning)\]/.test(line));
  return lines.some((line) => tokensIn(line).has(token) || names(line, path) || names(line, dirname(path)));
}

/** Reports whether a line has a path with nothing after it that belongs to it. */
function names(line: string, path: string): boolean {
  const rest = line.split(path).slice(1);
  return rest.some((each) => !/^[\w/-]/.test(each));
}

function variantFile(name: string): string {
  return `variants/${name}.yaml`;
}
