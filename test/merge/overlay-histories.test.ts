import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePackages, type MergedPackage } from '../../src/merge/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** A document or text file. All resources have one identity, and differ in their own lines and edits. */
interface Thing {
  readonly id: number;
  readonly folder: string;
  readonly file: string;
  /** Number of lines that only this one has. */
  readonly own: number;
  readonly edits: readonly string[];
}

type Version = readonly Thing[];

const FILES = ['web.yaml', 'more.yaml', 'kustomization.yaml', 'README.md', 'package-context.yaml', 'Kptfile'] as const;

function textOf({ id, file, own, edits }: Thing): string {
  const owned = (indent: string): string =>
    Array.from({ length: own }, (_, n) => `${indent}own${n}: i${id}\n`).join('');
  const lines = (indent: string): string => edits.map((each) => `${indent}${each}: x\n`).join('');
  if (file === 'README.md') return `# Package\n\nThe same text.\n${owned('')}\nMore text.\n${lines('')}`;
  if (file === 'kustomization.yaml') return `resources:\n  - ../../base\n${owned('')}patches: []\n${lines('')}`;
  if (file === 'Kptfile')
    return `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: sub\ninfo:\n  description: sample\n${owned('  ')}${lines('  ')}`;
  const name = file === 'package-context.yaml' ? 'kptfile.kpt.dev' : 'web';
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  same: a\n  other: b\n${owned('  ')}  last: c\n${lines('  ')}`;
}

function filesOf(version: Version): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const thing of version) {
    const path = pathOf(thing);
    const before = files.get(path);
    files.set(path, before === undefined ? textOf(thing) : `${before}---\n${textOf(thing)}`);
  }
  return files;
}

function pathOf({ folder, file }: Thing): string {
  return `${folder}/${file}`;
}

function folderOf(path: string): string {
  return path.slice(0, path.indexOf('/'));
}

/** Numbers that select an edit and its target. */
interface Aim {
  readonly kind: keyof typeof ROWS;
  readonly at: number;
  readonly other: number;
}

type Edit = (version: Version, aim: Aim, side: Side, step: number) => Version;

type Side = 'new' | 'local';

/** First id of the things that a side adds. */
const FIRST = { new: 100, local: 200 } as const;

const ROWS = {
  edit: (version, { at }, side, step) =>
    version.map((each, index) =>
      index === at % version.length ? { ...each, edits: [...each.edits, `${side}-${each.id}-${step}`] } : each,
    ),
  renameFolder: (version, { at, other }, side, step) => {
    const folder = version[at % version.length]?.folder;
    return version.map((each) =>
      each.folder === folder ? { ...each, folder: `${'amz'[other % 3]}-${side}-${step}` } : each,
    );
  },
  addFolder: (version, { at, other }, side, step) => {
    const folder = version[at % version.length]?.folder;
    const added = version
      .filter((each) => each.folder === folder)
      .map((each, index) => ({
        ...each,
        id: FIRST[side] + step * 10 + index,
        folder: `${'amz'[other % 3]}-${side}-add-${step}`,
        edits: [],
      }));
    return [...added, ...version];
  },
  addBefore: (version, { at }, side, step) => {
    const like = version[at % version.length];
    if (like?.file !== 'web.yaml') return version;
    return version.toSpliced(version.indexOf(like), 0, { ...like, id: FIRST[side] + step * 10, edits: [] });
  },
  remove: (version, { at }) => version.filter((_, index) => version.length === 1 || index !== at % version.length),
  removeFolder: (version, { at }) => {
    const folder = version[at % version.length]?.folder;
    const left = version.filter((each) => each.folder !== folder);
    return left.length === 0 ? version : left;
  },
  move: (version, { at }) =>
    version.map((each, index) =>
      index === at % version.length && each.file === 'web.yaml' ? { ...each, file: 'more.yaml' } : each,
    ),
} satisfies Readonly<Record<string, Edit>>;

const AIM = fc.record({
  kind: fc.constantFrom(...(Object.keys(ROWS) as (keyof typeof ROWS)[]), 'edit' as const, 'edit' as const),
  at: fc.nat(20),
  other: fc.nat(20),
});

const BASE: fc.Arbitrary<Version> = fc
  .record({
    folders: fc.integer({ min: 2, max: 4 }),
    files: fc.uniqueArray(fc.constantFrom(...FILES), { minLength: 1, maxLength: 4 }),
    own: fc.integer({ min: 1, max: 6 }),
    areTwice: fc.boolean(),
  })
  .map(({ folders, files, own, areTwice }) => {
    const all = areTwice ? [...files, ...files.filter((file) => file === 'web.yaml')] : files;
    return Array.from({ length: folders }, (_, n) =>
      all.map((file, index) => ({ id: n * 10 + index, folder: `f${n}`, file, own, edits: [] })),
    ).flat();
  });

function edited(base: Version, aims: readonly Aim[], side: Side): Version {
  return aims.reduce((version, aim, step) => ROWS[aim.kind](version, aim, side, step), base);
}

interface Trial {
  readonly base: Version;
  readonly theirs: Version;
  readonly local: Version;
}

function merged({ base, theirs, local }: Trial, result?: ReadonlyMap<string, string | Uint8Array>): MergedPackage {
  return mergePackages({ base: filesOf(base), theirs: filesOf(theirs), local: result ?? filesOf(local) });
}

/** Documents of a package with their paths. */
function documentsOf(files: MergedPackage['files']): readonly (readonly [path: string, text: string])[] {
  return [...files].flatMap(([path, content]) =>
    String(content)
      .split(/^---\n/m)
      .map((text) => [path, text] as const),
  );
}

/** Reports whether the findings of a merge name a thing, by a path that one of its versions has. */
function isSaid({ conflicts, results }: MergedPackage, paths: readonly string[]): boolean {
  const texts = [
    ...conflicts.map(({ file, values }) => JSON.stringify([file.path, values])),
    ...results.filter(({ severity }) => severity !== 'info').map(({ file, message }) => `${file?.path} ${message}`),
  ];
  return paths.some((path) => texts.some((text) => text.includes(path)));
}

/**
 * Reports whether a version has an addition in the file of a thing of base instead of that: by its place and identity,
 * it is a version of it. The file is where the version has the thing's path, or one in the folder of the others of its
 * folder.
 */
function isReplaced(
  thing: Thing | undefined,
  { base, version }: { readonly base: Version; readonly version: Version },
): boolean {
  if (thing === undefined) return false;
  const ofFolder = version.filter(({ id }) => base.some((each) => each.id === id && each.folder === thing.folder));
  const paths = new Set([thing, ...ofFolder].map(({ folder }) => pathOf({ ...thing, folder })));
  const at = version.filter((each) => paths.has(pathOf(each)));
  return at.every(({ id }) => id !== thing.id) && at.some(({ id }) => id >= FIRST.new);
}

/** Reports whether a file has one document in all versions, which is the same one by its path and identity. */
function isSole(path: string, { base, theirs, local }: Trial): boolean {
  return [base, theirs, local].every((version) => version.filter((each) => pathOf(each) === path).length === 1);
}

function check(trial: Trial): void {
  const { base, theirs, local } = trial;
  const found = merged(trial);
  const documents = documentsOf(found.files);
  const of = (version: Version, id: number): Thing | undefined => version.find((each) => each.id === id);
  for (const [side, own, other] of [
    ['new', theirs, local],
    ['local', local, theirs],
  ] as const)
    for (const thing of own) {
      const paths = [of(base, thing.id), thing, of(other, thing.id)].flatMap((each) => (each ? pathOf(each) : []));
      for (const edit of thing.edits) {
        const at = documents.filter(([, text]) => text.includes(`${edit}: x`));
        for (const [path, text] of at)
          assert.ok(
            text.includes(`: i${thing.id}\n`) ||
              isSole(path, trial) ||
              isReplaced(of(base, thing.id), { base, version: other }),
            `${edit} of ${side} is misplaced in ${path}`,
          );
        assert.ok(at.length > 0 || isSaid(found, paths), `${edit} of ${side} is lost: ${paths.join()}`);
        assert.ok(at.length < 2 || isSaid(found, paths.map(folderOf)), `${edit} of ${side} is there twice`);
      }
      const count = documents.filter(([, text]) => text.includes(`: i${thing.id}\n`)).length;
      const isAdded = of(base, thing.id) === undefined;
      const isInstead = base.some((each) => pathOf(each) === pathOf(thing) && isReplaced(each, { base, version: own }));
      if (isInstead) continue;
      if (isAdded) assert.equal(count, 1, `${thing.id}, added by ${side}, is there ${count} times`);
      else if (of(other, thing.id) !== undefined)
        assert.ok(count === 1 || isSaid(found, paths.map(folderOf)), `${thing.id} is there ${count} times`);
    }
  if (found.conflicts.length > 0) return;
  const again = merged(trial, found.files);
  // A resource that replaces another one at the same path is a version of it when it is merged again.
  const areReplaced = [theirs, local].some((side) =>
    side.some(
      (each) =>
        (each.id >= FIRST.new && each.file === 'web.yaml') ||
        base.some((before) => before.id !== each.id && pathOf(before) === pathOf(each)),
    ),
  );
  assert.deepEqual(
    areReplaced ? [] : again.conflicts.map(({ kind, file }) => `${kind} ${file.path}`),
    [],
    'merged again',
  );
  assert.deepEqual(Object.fromEntries(again.files), Object.fromEntries(found.files), 'merged again');
}

describe('merge of packages with equal identities, by property', () => {
  it('puts each edit where it belongs, or names it', () => {
    const property = fc.property(
      BASE,
      fc.array(AIM, { minLength: 1, maxLength: 4 }),
      fc.array(AIM, { minLength: 1, maxLength: 3 }),
      (base, ofNew, ofLocal) =>
        check({ base, theirs: edited(base, ofNew, 'new'), local: edited(base, ofLocal, 'local') }),
    );
    fc.assert(property, { numRuns: propertyRuns(300) });
  });
});
