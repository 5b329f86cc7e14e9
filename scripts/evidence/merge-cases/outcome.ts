import { mergePackages, type MergedPackage } from '../../../src/merge/index.ts';
import { equalValues, readStream, YamlError, type Value } from '../../../src/yaml/index.ts';
import type { CaseFiles, MergeCase, RecordedMerge } from '../../../test/support/merge-cases.ts';

/** Files of an outcome against ours: all alike, other comments or layout, other data, or an error instead. */
export type Likeness = 'same' | 'text' | 'data' | 'error';

/** Outcome of our merge. */
export interface OwnMerge extends Pick<MergedPackage, 'conflicts' | 'results'> {
  readonly files: CaseFiles;
}

/**
 * Merges the packages of a case. The Kptfile keeps local's version: the other versions are folders of a repository,
 * which have none.
 */
export function ownMerge({ base, new: theirs, local }: MergeCase): OwnMerge {
  const files = (each: CaseFiles): ReadonlyMap<string, string> => new Map(Object.entries(each));
  const merged = mergePackages({ base: files(base), theirs: files(theirs), local: files(local) }, { kptfile: 'own' });
  const texts = Array.from(merged.files, ([path, content]) => [path, String(content)] as const);
  const results = merged.results.filter(({ code }) => code !== 'lock-outdated');
  return { ...merged, files: Object.fromEntries(texts), results };
}

/**
 * Returns files without what kpt adds to each package that it fetches, so that results can be compared: the marks of
 * upstream's identity, and which version was fetched by which strategy.
 */
export function withoutMarks(files: CaseFiles): CaseFiles {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, withoutMarksIn(path, text)]));
}

/** Sections of a Kptfile that say where the package comes from. */
const UPSTREAM = /^upstream(?:Lock)?:\n(?: .*\n)*/gm;

function withoutMarksIn(path: string, text: string): string {
  const bare =
    path === 'Kptfile'
      ? text.replaceAll(UPSTREAM, (section) => section.replaceAll(/^ +(?:ref|commit|updateStrategy): .*\n/gm, ''))
      : text;
  return bare
    .replaceAll(/ # kpt-merge: .*/g, '')
    .replaceAll(/^ *annotations:\n( *)internal\.kpt\.dev\/upstream-identifier: .*\n(?!\1\S)/gm, '')
    .replaceAll(/^ *internal\.kpt\.dev\/upstream-identifier: .*\n/gm, '');
}

/** Returns the files of a package as kpt fetched them: with local's name, and where local comes from. */
export function asFetched({ Kptfile = '', ...files }: CaseFiles, local: CaseFiles): CaseFiles {
  const kptfile = local['Kptfile'] ?? '';
  const [name = ''] = /^  name: .*$/m.exec(kptfile) ?? [];
  const [first = '', ...rest] = kptfile.match(UPSTREAM) ?? [];
  const renamed = Kptfile.replaceAll(UPSTREAM, '').replace(/^  name: .*$/m, () => name);
  const [head = ''] = /^[^]*?^metadata:\n(?: .*\n)*/m.exec(renamed) ?? [];
  return { ...files, Kptfile: [head, first, ...rest, renamed.slice(head.length)].join('') };
}

/** Compares what an engine made of a case with what we make of it. */
export function likeness({ exit, files }: RecordedMerge, own: CaseFiles): Likeness {
  if (exit !== 0) return 'error';
  const [theirs, ours] = [withoutMarks(files), withoutMarks(own)];
  const paths = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
  if (paths.every((path) => theirs[path] === ours[path])) return 'same';
  return paths.every((path) => hasSameData(path, theirs[path], ours[path])) ? 'text' : 'data';
}

function hasSameData(path: string, a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || !/Kptfile$|\.(?:ya?ml|json)$/.test(path)) return false;
  const [one, other] = [dataOf(a), dataOf(b)];
  return one !== undefined && other !== undefined && equalValues(one, other);
}

/** Returns the data of all documents of a text; undefined if it is not YAML. */
function dataOf(text: string): readonly Value[] | undefined {
  try {
    return readStream(text).documents.map((document) => document.value([]) ?? null);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
