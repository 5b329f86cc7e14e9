import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { mergeWithMarkers } from '../../cli/merge/merge-with-markers.ts';
import type { Conflict } from '../../src/merge/index.ts';
import { isMap } from '../../src/yaml/index.ts';
import { plain } from '../yaml/edit/random-edits.ts';
import { dataOf, EDIT_KINDS, TAKING, type EditKind, type PackageMap } from './edit-package.ts';
import type { Versions } from './generate-merge.ts';
import {
  assertReadable,
  assertSamePackage,
  commentsOf,
  linesOf,
  merged,
  ownersOf,
  valuesAt,
  withoutNewSide,
} from './merge-checks.ts';
import { KPTFILE } from './small-packages.ts';
import { assertExpected, expectedMerge } from './reference-package.ts';

/** A property of all merges. */
export interface Law {
  readonly title: string;
  /** Edits of each side. Default: any. */
  readonly ofNew?: readonly EditKind[];
  readonly ofLocal?: readonly EditKind[];
  /** The only file of the packages. Default: any files. */
  readonly alone?: readonly [path: string, text: string];
  /** Throws if the property does not hold. */
  readonly check: (versions: Versions) => void;
}

const ADDING = EDIT_KINDS.filter((kind) => !TAKING.has(kind));

/** Edits of maps, scalars and lists alone. */
const DATA: readonly EditKind[] = [
  'setScalar',
  'setCollection',
  'addKey',
  'addSameKey',
  'removeKey',
  'addElement',
  'removeElement',
  'editString',
];

/** Layout of markers. */
const MARKERS = { size: 7, names: { base: 'base', local: 'local', theirs: 'theirs' } };

/** Properties of a merge, from W1 to W14, and of its markers. */
export const LAWS: readonly Law[] = [
  {
    title: 'takes the whole other version if one side changed nothing, and either if they are equal',
    check({ base, theirs, local }) {
      const law = (name: string, three: Pick<Versions, 'base' | 'theirs' | 'local'>, want: PackageMap): void => {
        const { files, conflicts } = merged(three);
        assertSamePackage(files, want, name);
        assert.deepEqual(conflicts, [], name);
      };
      law('only new changed', { base, theirs, local: base }, theirs);
      law('only local changed', { base, theirs: base, local }, local);
      law('both are equal', { base, theirs, local: theirs }, theirs);
    },
  },
  {
    title: 'changes nothing when it is repeated with the new version as base',
    check(three) {
      const { files, conflicts } = merged(three);
      if (conflicts.length > 0) return;
      const again = merged({ base: three.theirs, theirs: three.theirs, local: files });
      assertSamePackage(again.files, files, 'merged again');
      assert.deepEqual(again.conflicts, []);
    },
  },
  {
    title: 'puts markers into each file with a conflict, and into no other one',
    check(three) {
      const { files, conflicts } = merged(three);
      const marked = mergeWithMarkers(three, { kptfile: 'plain' }, () => MARKERS);
      const paths = [...marked.files].flatMap(([path, content]) => (/^<{7} local$/m.test(String(content)) ? path : []));
      const open = new Set(conflicts.map(({ file }) => file.path));
      if (open.size === 0) assert.deepEqual(paths, []);
      const unmarked = marked.results.flatMap(({ message, file }) =>
        message.includes('cannot have markers') ? file?.path : [],
      );
      for (const path of open) assert.ok([...paths, ...unmarked].includes(path), `${path} has no markers`);
      const unlike = (each: PackageMap): PackageMap => new Map([...each].filter(([path]) => !paths.includes(path)));
      assertSamePackage(unlike(marked.files), unlike(files), 'files without markers');
    },
  },
  {
    title: 'has the edits of both sides if they are in different places, and no conflict',
    check(three) {
      const expected = expectedMerge(three);
      if (expected?.isDisjoint === true) assertExpected(merged(three), expected);
    },
  },
  {
    title: 'has the data and the conflicts of a reference on plain data',
    ofNew: DATA,
    ofLocal: DATA,
    check(three) {
      const expected = expectedMerge(three);
      if (expected !== undefined) assertExpected(merged(three), expected);
    },
  },
  {
    title: 'writes files that can be read',
    check(three) {
      for (const answer of [undefined, 'theirs', 'local'] as const)
        assertReadable(merged(three, { answer: () => answer }).files, [three.base, three.theirs, three.local]);
    },
  },
  {
    title: 'keeps lines that no side changed, and makes none up',
    check(three) {
      const { files, results } = merged(three);
      const found = linesOf(files);
      // A flow collection is written anew where its elements move.
      const isRewritten = results.some(({ message }) => message.includes('comments inside it are lost'));
      const [b, n, l] = [linesOf(three.base), linesOf(three.theirs), linesOf(three.local)];
      // An alias that is written out, since its anchor is gone, has the lines of another value.
      if ([...b.keys()].some((line) => /[*&]\w/.test(line))) return;
      // The lines of a flow collection are joined and broken anew where its elements move.
      const hasLongFlow = [...b.keys()].some((line) => /[[{][^\]}]*$/.test(line));
      for (const [line, count] of hasLongFlow ? [] : b)
        if (count === 1 && n.get(line) === 1 && l.get(line) === 1 && line !== '---')
          assert.ok(found.has(line) || isRewritten, `is lost: ${line}`);
      const words = new Set(['---', '|', '|-', '|+', '-', 'null', ...n.keys(), ...l.keys()].flatMap(wordsOf));
      for (const line of found.keys())
        assert.ok(
          n.has(line) || l.has(line) || wordsOf(line).every((word) => words.has(word)),
          `is of no version: ${line}`,
        );
    },
  },
  {
    title: 'keeps comments that local added',
    ofNew: ADDING,
    check(three) {
      const { files, results } = merged(three);
      // A changed element of a list without keys may be another one to the merge; a flow collection may become a block.
      if (results.some(({ message }) => /^is deleted, as in new|comments inside it are lost/.test(message))) return;
      const found = new Set(commentsOf(files, 'l'));
      for (const comment of commentsOf(three.local, 'l')) assert.ok(found.has(comment), `is lost: ${comment}`);
    },
  },
  {
    title: 'keeps comments that local added outside of what new deletes, or says that it does not',
    check(three) {
      const { files, results, conflicts } = merged(three);
      if (conflicts.length > 0 || results.some(({ message }) => /comment|is deleted/.test(message))) return;
      const found = new Set(commentsOf(files, 'l'));
      const ofNew = linesOf(three.theirs);
      for (const { comment, owner } of ownersOf(three.local, 'l'))
        if (ofNew.has(owner)) assert.ok(found.has(comment), `is lost: ${comment}`);
    },
  },
  {
    title: 'takes comments that new added, or says that it does not',
    // An element that is added beside a similar one of a list without keys may be taken for it.
    ofLocal: ADDING.filter((kind) => kind !== 'addElement'),
    check(three) {
      const { files, results, conflicts } = merged(three);
      if (conflicts.length > 0 || results.some(({ message }) => message.includes('comment'))) return;
      const found = new Set(commentsOf(files, 'n'));
      for (const comment of commentsOf(three.theirs, 'n')) assert.ok(found.has(comment), `is lost: ${comment}`);
    },
  },
  {
    title: 'takes the side that answers conflicts',
    check(three) {
      const open = merged(three).conflicts.filter(isShown);
      for (const side of ['theirs', 'local'] as const) {
        const { files, conflicts } = merged(three, { answer: () => side });
        assert.deepEqual(conflicts, []);
        for (const conflict of open) {
          const wanted = conflict.values[side];
          const paths = [...files.keys()];
          const found = paths.flatMap((path) => valuesAt(files, { ...conflict, file: { ...conflict.file, path } }));
          const isTaken =
            wanted === undefined || wanted === '(redacted)' || found.some((value) => isSame(value, wanted));
          assert.ok(isTaken, `${side} is not taken at ${conflict.field}: ${inspect(found)} for ${inspect(wanted)}`);
        }
      }
    },
  },
  {
    title: "keeps local's own fields of the Kptfile if that is asked for, and changes nothing else",
    alone: ['Kptfile', KPTFILE],
    check(three) {
      const [own, plainly] = [merged(three, { kptfile: 'own' }).files, merged(three).files];
      assertSamePackage(withoutKptfile(own), withoutKptfile(plainly), 'beside the Kptfile');
      const [kept, all, mine] = [own, plainly, three.local].map(kptfileOf);
      if (kept === undefined || all === undefined || mine === undefined) return;
      assert.deepEqual(kept.own, mine.own, "local's own fields");
      assert.deepEqual(kept.others, all.others, 'the other fields');
    },
  },
  {
    title: 'writes markers around conflicts, and nothing else',
    check(three) {
      const { files } = merged(three);
      const marked = merged(three, { markers: { size: 7, names: { local: 'local', theirs: 'new' } } }).files;
      const stripped = new Map(
        [...marked].map(([path, content]) => [path, typeof content === 'string' ? withoutNewSide(content) : content]),
      );
      assertSamePackage(ended(stripped), ended(files), 'without markers');
    },
  },
];

function withoutKptfile(files: PackageMap): PackageMap {
  return new Map([...files].filter(([path]) => path !== 'Kptfile'));
}

/** Returns the data of a Kptfile: the fields that are the package's own, and the others; undefined if there is none. */
function kptfileOf(files: PackageMap): { readonly own: unknown; readonly others: unknown } | undefined {
  const text = files.get('Kptfile');
  const [data] = (typeof text === 'string' ? dataOf(text) : undefined) ?? [];
  if (!isMap(data)) return undefined;
  const { upstream, upstreamLock, inventory, status, metadata, ...others } = data;
  const { name, namespace, ...rest } = isMap(metadata) ? metadata : {};
  return {
    own: plain({ upstream, upstreamLock, inventory, status, name, namespace }),
    others: plain({ ...others, rest }),
  };
}

/** Reports whether a conflict is of a value that is taken as a whole, and that it shows. */
function isShown({ kind, field, resource }: Conflict): boolean {
  return field !== undefined && kind !== 'lines' && kind !== 'invalid' && resource?.kind !== 'Secret';
}

function isSame(a: unknown, b: unknown): boolean {
  try {
    assert.deepEqual(plain(a), plain(b));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the words of a line: a flow collection, a quoted value or a comment may be written into a line of the other
 * side.
 */
function wordsOf(line: string): readonly string[] {
  return line.split(/(?:\\n|[\s,:{}[\]"'#])+/);
}

/** Returns a package whose text files end with a line break, as those do that end with a marker. */
function ended(files: PackageMap): PackageMap {
  return new Map(
    [...files].map(([path, content]) => [
      path,
      typeof content === 'string' ? content.replace(/\r?\n?$/, '\n') : content,
    ]),
  );
}
