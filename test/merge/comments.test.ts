import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { mergeForDriver, type DriverMerge } from '../../cli/merge/merge-with-markers.ts';
import { mergePackages } from '../../src/merge/index.ts';
import { equalValues, hasPlainKeys, readStream, type Value } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(500);

/** Each run starts git twice. */
const GIT_RUNS = propertyRuns(150);

function merge(base: string, ours: string, theirs: string): DriverMerge {
  const markers = { size: 7, names: { local: 'ours', theirs: 'theirs' } };
  return mergeForDriver({ path: 'a.yaml', base, ours, theirs, markersOf: () => markers });
}

function dataOf(text: unknown): Value {
  return readStream(String(text)).documents.map((document) => document.value([]) ?? null);
}

const BASES: readonly string[] = [
  'one:\n  env:\n    # first\n    a: "1"\n    b: "2"\ntwo:\n  inner:\n    deep:\n      # second\n      c: "3"\n      # third\n      d: "4"\n',
  '# top\nkind: A\nlist:\n# one\n- name: a\n  # inside\n  x: 1\n# two\n- name: b\n  x: 2\n# end\nother: 1\n',
  'kind: A\nspec:\n  # words\n  words:\n  - a\n  # - b\n  - c\n  # last\n  - d\n# tail\n',
];

/** An edit of a line of a text, at a place and by a number. */
type Edit = (lines: readonly string[], at: number, by: number) => readonly string[];

function commentAt(lines: readonly string[], at: number): number {
  const comments = [...lines.keys()].filter((index) => lines[index]?.trim().startsWith('#'));
  return comments[at % comments.length] ?? -1;
}

function without(lines: readonly string[], index: number): readonly string[] {
  return lines.filter((_, each) => each !== index);
}

const EDITS: readonly Edit[] = [
  // moves a comment
  (lines, at, by) => {
    const index = commentAt(lines, at);
    return index < 0 ? lines : without(lines, index).toSpliced(by % lines.length, 0, lines[index] ?? '');
  },
  // removes a comment
  (lines, at) => without(lines, commentAt(lines, at)),
  // changes a comment
  (lines, at, by) => lines.map((line, index) => (index === commentAt(lines, at) ? `${line} ${by % 3}` : line)),
  // adds a comment
  (lines, at, by) => lines.toSpliced(at % (lines.length + 1), 0, `# added ${by % 3}`),
  // removes a line, and leaves the comments around it
  (lines, at) => without(lines, at % lines.length),
  // removes an entry with the lines below it
  (lines, at) => {
    const start = at % lines.length;
    const depth = lines[start]?.search(/\S/) ?? 0;
    const end = lines.findIndex((line, index) => index > start && line.search(/[^\s-]/) <= depth);
    return [...lines.slice(0, start), ...lines.slice(end === -1 ? lines.length : end)];
  },
  // adds an entry below a line
  (lines, at, by) => {
    const line = lines[at % lines.length] ?? '';
    return lines.toSpliced((at % lines.length) + 1, 0, `${line.replace(/\S.*$/, '')}new${by % 2}: 1`);
  },
  // adds blank lines
  (lines, at, by) =>
    lines.toSpliced(at % 3 === 0 ? lines.length : at % lines.length, 0, ...Array.from({ length: by % 3 }, () => '')),
];

const edits = fc.tuple(fc.constantFrom(...EDITS), fc.nat(40), fc.nat(40));

/** An edited text that can be read; `isEnded`: with a line break at its end. */
function edited(base: string, [edit, at, by]: readonly [Edit, number, number], isEnded: boolean): string {
  const lines = base.trimEnd().split('\n');
  const text = edit(lines, at, by).join('\n');
  return `${isReadable(text) ? text : base.trimEnd()}${isEnded ? '\n' : ''}`;
}

function isReadable(text: string): boolean {
  try {
    const { documents } = readStream(text);
    return /^(?!#)\S/m.test(text) && documents.every((document) => hasPlainKeys(document));
  } catch {
    return false;
  }
}

describe('merge of files in which comments move, by property', () => {
  it('changes nothing when it is repeated, and is as clean if the sides are swapped', () => {
    let clean = 0;
    fc.assert(
      fc.property(fc.constantFrom(...BASES), edits, edits, fc.boolean(), (base, ofOurs, ofTheirs, isEnded) => {
        const [ours, theirs] = [edited(base, ofOurs, isEnded), edited(base, ofTheirs, true)];
        const merged = merge(base, ours, theirs);
        const shown = [base, ours, theirs, merged.content].join('=====\n');
        assert.equal(merge(base, theirs, ours).conflicts.length > 0, merged.conflicts.length > 0, `swapped:\n${shown}`);
        if (merged.conflicts.length > 0) return;
        clean++;
        const text = String(merged.content);
        for (const [one, other] of [
          [text, theirs],
          [ours, text],
          [text, ours],
          [theirs, text],
        ] as const) {
          const again = merge(base, one, other);
          assert.deepEqual(again.conflicts, [], `merged again:\n${shown}`);
          assert.ok(
            equalValues(dataOf(again.content), dataOf(text)),
            `merged again:\n${shown}\n${String(again.content)}`,
          );
        }
      }),
      { numRuns: RUNS },
    );
    assert.ok(clean > RUNS / 4, `${clean} of ${RUNS} merges are clean`);
  });
});

/** A kustomization from which one side removes an element below comments, and to which the other adds one. */
const REMOVED = `resources:
- a.yaml
# uncomment if there are webhooks
- webhook.yaml
# uncomment if there are certificates
# - certificates.yaml

patches:
- path: a.yaml
`;

/** An element of a list with the lines around it. */
interface Part {
  readonly notes: readonly string[];
  readonly lines: readonly string[];
  readonly end: readonly string[];
}

function withParts(parts: readonly Part[]): string {
  const lines = parts.flatMap(({ notes, lines: own, end }) => [...notes, ...own, ...end]);
  return ['patches:', ...lines, 'namespace: a', ''].join('\n');
}

/** An edit of a list at an element; `tag`: a name for what it adds. */
type PartEdit = (parts: readonly Part[], at: number, tag: string) => readonly Part[];

function changed(parts: readonly Part[], at: number, change: (part: Part) => Part): readonly Part[] {
  return parts.map((part, index) => (index === at % parts.length ? change(part) : part));
}

/** Edits of both sides: elements that are removed from below their comments, and added. */
const PART_EDITS: readonly PartEdit[] = [
  (parts, at) => changed(parts, at, (part) => ({ ...part, lines: [] })),
  (parts, at, tag) =>
    parts.toSpliced(at % (parts.length + 1), 0, {
      notes: at % 2 === 0 ? [`# for ${tag}`] : [],
      lines: [`- path: ${tag}.yaml`],
      end: parts[at % parts.length]?.end ?? [],
    }),
];

/** Edits of one side: removed elements with their comments, indented and added comments, and blank lines. */
const NEW_EDITS: readonly PartEdit[] = [
  ...PART_EDITS,
  (parts, at) => parts.toSpliced(at % parts.length, 1),
  (parts, at) => changed(parts, at, (part) => ({ ...part, notes: part.notes.map((note) => `  ${note}`) })),
  (parts, at, tag) => changed(parts, at, (part) => ({ ...part, notes: [...part.notes, `# added ${tag}`] })),
  (parts, at) => changed(parts, at, (part) => ({ ...part, end: part.end.length > 0 ? [] : [''] })),
];

/** Versions of a list in which elements are removed from below comments, and others added. */
interface PartVersions {
  readonly base: string;
  readonly theirs: string;
  readonly local: string;
}

const partVersions: fc.Arbitrary<PartVersions> = fc
  .record({
    parts: fc.array(fc.tuple(fc.nat(2), fc.boolean(), fc.boolean()), { minLength: 2, maxLength: 5 }),
    ofLocal: fc.tuple(fc.constantFrom(...PART_EDITS), fc.nat(9)),
    ofTheirs: fc.array(fc.tuple(fc.constantFrom(...NEW_EDITS), fc.nat(9)), { minLength: 1, maxLength: 3 }),
  })
  .map(({ parts, ofLocal: [edit, at], ofTheirs }) => {
    const base = parts.map(([notes, isLong, isSpaced], index) => ({
      notes: Array.from({ length: notes }, (_, n) => `# note ${index} ${n}`),
      lines: [`- path: b${index}.yaml`, ...(isLong ? [`  target: {kind: A${index}}`] : [])],
      end: isSpaced ? [''] : [],
    }));
    const theirs = ofTheirs.reduce<readonly Part[]>(
      (made, [change, place], n) => (made.length === 0 ? made : change(made, place, `n${n}`)),
      base,
    );
    return { base: withParts(base), theirs: withParts(theirs), local: withParts(edit(base, at, 'l')) };
  });

describe('a merge that git makes with the same data', () => {
  let folder = '';
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'merge-'))));
  after(() => rmSync(folder, { recursive: true }));

  function mergedByGit(texts: readonly string[]): string | undefined {
    const files = texts.map((text, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, text);
      return file;
    });
    const { status, stdout } = spawnSync('git', ['merge-file', '-p', ...files], { encoding: 'utf8' });
    return status === 0 ? stdout : undefined;
  }

  function reversed(text: string): string {
    return text.trimEnd().split('\n').toReversed().join('\n').replace(/$/, '\n');
  }

  it('has the lines of git', () => {
    let found = 0;
    const check = (base: string, local: string, theirs: string): void => {
      const file = (text: string): ReadonlyMap<string, string> => new Map([['kustomization.yaml', text]]);
      const byGit = mergedByGit([local, base, theirs]);
      if (byGit === undefined || byGit === local || byGit === theirs) return;
      const turned = mergedByGit([local, base, theirs].map(reversed));
      if (turned === undefined || reversed(turned) !== byGit || !isReadable(byGit)) return;
      const { files, conflicts } = mergePackages({ base: file(base), theirs: file(theirs), local: file(local) });
      const text = String(files.get('kustomization.yaml'));
      if (conflicts.length > 0 || JSON.stringify(dataOf(text)) !== JSON.stringify(dataOf(byGit))) return;
      found++;
      assert.equal(text, byGit, [base, theirs, local].join('=====\n'));
    };
    check(
      REMOVED,
      REMOVED.replace('- webhook.yaml\n', ''),
      REMOVED.replace('\npatches', '# for metrics\n- metrics.yaml\n\npatches'),
    );
    assert.equal(found, 1);
    fc.assert(
      fc.property(fc.constantFrom(...BASES), edits, edits, (base, ofLocal, ofTheirs) => {
        check(base, edited(base, ofLocal, true), edited(base, ofTheirs, true));
      }),
      { numRuns: GIT_RUNS },
    );
    assert.ok(found > GIT_RUNS / 10, `${found} of ${GIT_RUNS} merges are git's`);
  });

  it('has the comments of git, if elements are removed from below comments and others added', () => {
    let found = 0;
    const check = ({ base, theirs, local }: PartVersions): void => {
      const byGit = mergedByGit([local, base, theirs]);
      if (byGit === undefined || byGit === local || byGit === theirs || !isReadable(byGit)) return;
      const file = (text: string): ReadonlyMap<string, string> => new Map([['kustomization.yaml', text]]);
      const mergedWith = (side: string): string | undefined => {
        const { files, conflicts } = mergePackages({ base: file(base), theirs: file(theirs), local: file(side) });
        return conflicts.length > 0 ? undefined : String(files.get('kustomization.yaml'));
      };
      const text = mergedWith(local);
      if (text === undefined || JSON.stringify(dataOf(text)) !== JSON.stringify(dataOf(byGit))) return;
      assert.equal(mergedWith(text), text, [base, theirs, local].join('=====\n'));
      // Another merge must change nothing, which git's result does not ensure.
      if (text !== byGit && mergedWith(byGit) !== byGit) return;
      found++;
      const [lines, wanted] = [text, byGit].map((each) => each.split('\n').filter((line) => line !== ''));
      assert.deepEqual(lines, wanted, [base, theirs, local].join('=====\n'));
    };
    const base = 'patches:\n- path: a.yaml\n\n# for the port\n- path: b.yaml\n\nnamespace: a\n';
    check({
      base,
      theirs: base.replace('namespace', '# for metrics\n- path: metrics.yaml\n\nnamespace'),
      local: base.replace('- path: b.yaml\n', ''),
    });
    assert.equal(found, 1);
    const unstable = 'patches:\n# first\n- path: a.yaml\n\n- path: b.yaml\n\nnamespace: a\n';
    check({
      base: unstable,
      theirs: unstable.replace('- path: a.yaml\n', '').replace('\n\nname', '\nname'),
      local: unstable.replace('- path: b', '# for c\n- path: c.yaml\n\n- path: b'),
    });
    assert.equal(found, 1);
    fc.assert(fc.property(partVersions, check), { numRuns: GIT_RUNS });
    assert.ok(found > GIT_RUNS / 5, `${found} of ${GIT_RUNS} merges are git's`);
  });
});
