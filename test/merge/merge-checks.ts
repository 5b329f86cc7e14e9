import assert from 'node:assert/strict';
import { parseAllDocuments } from 'yaml';
import { formatFieldPath } from '../../src/krm/field-path.ts';
import { mergePackages, type Conflict, type MergedPackage, type MergeOptions } from '../../src/merge/index.ts';
import { readStream, type Value } from '../../src/yaml/index.ts';
import { places } from '../yaml/edit/random-edits.ts';
import { dataOf, isStructuredPath, type PackageMap } from './edit-package.ts';
import type { Versions } from './generate-merge.ts';

/** Merges the versions of a generated package, with the Kptfile as any file. */
export function merged(
  { base, theirs, local }: Pick<Versions, 'base' | 'theirs' | 'local'>,
  options: MergeOptions = {},
): MergedPackage {
  return mergePackages({ base, theirs, local }, { kptfile: 'plain', ...options });
}

/** Compares the files of two packages. */
export function assertSamePackage(found: PackageMap, want: PackageMap, when: string): void {
  assert.deepEqual([...found.keys()].toSorted(), [...want.keys()].toSorted(), when);
  for (const [path, content] of want) assert.deepEqual(found.get(path), content, `${when}: ${path}`);
}

/**
 * Asserts that each file that is merged by structure can be read, without duplicate keys, if those of all versions can.
 * Files with block scalars that lack the line break at the end are merged by lines.
 */
export function assertReadable(files: PackageMap, inputs: readonly PackageMap[]): void {
  const isFlawed = inputs.some((each) => textsOf(each).some(([, text]) => flawsOf(text).length > 0));
  for (const [path, text] of textsOf(files)) {
    if (inputs.some((each) => isOpenEnded(each.get(path)))) continue;
    assert.notEqual(dataOf(text), undefined, `${path} is not readable:\n${text}`);
    if (!isFlawed) assert.deepEqual(flawsOf(text), [], `${path} is flawed:\n${text}`);
  }
}

/** Reports whether a file may end in a block scalar without its line break: then it is merged by lines. */
export function isOpenEnded(content: string | Uint8Array | undefined): boolean {
  return typeof content === 'string' && !content.endsWith('\n') && /[|>]/.test(content);
}

function flawsOf(text: string): readonly string[] {
  return parseAllDocuments(text, { merge: true, uniqueKeys: true, logLevel: 'silent' })
    .flatMap(({ errors }) => errors.map(({ code }) => code))
    .filter((code) => code === 'DUPLICATE_KEY');
}

/** Texts of the structured files of a package by path. */
export function textsOf(files: PackageMap): readonly (readonly [string, string])[] {
  return [...files].flatMap(([path, content]) =>
    typeof content === 'string' && isStructuredPath(path) ? [[path, content] as const] : [],
  );
}

/** Returns the lines of all text files, without indentation, dashes and line breaks, and how often each is there. */
export function linesOf(files: PackageMap): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const content of files.values()) {
    if (typeof content !== 'string') continue;
    for (const each of content.split(/\r?\n/)) {
      const line = bare(each);
      if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return counts;
}

function bare(line: string): string {
  return line
    .replace(/^\uFEFF/, '')
    .replace(/^\s*(?:- +)*/, '')
    .trimEnd();
}

/** Returns comments whose text starts with a tag: `# n1`. */
export function commentsOf(files: PackageMap, tag: string): readonly string[] {
  return [...files.values()].flatMap((content) =>
    typeof content === 'string' ? [...content.matchAll(new RegExp(`# ${tag}\\d+$`, 'gm'))].map(([all]) => all) : [],
  );
}

/** Returns comments with such a tag that are beside or directly above a line, and that line as `linesOf` has it. */
export function ownersOf(
  files: PackageMap,
  tag: string,
): readonly { readonly comment: string; readonly owner: string }[] {
  const pattern = new RegExp(`^(.*?)[ \\t]*(# ${tag}\\d+)$`);
  return [...files.values()].flatMap((content) => {
    const lines = typeof content === 'string' ? content.split(/\r?\n/) : [];
    return lines.flatMap((line, index) => {
      const [, before = '', comment] = pattern.exec(line) ?? [];
      const owner = bare(before) === '' ? bare(lines[index + 1] ?? '') : bare(before);
      return comment === undefined || owner === '' ? [] : [{ comment, owner }];
    });
  });
}

/** Returns the text of a file whose marker blocks keep only local's lines. */
export function withoutNewSide(text: string): string {
  return text.replaceAll(/^<{7} local\r?\n([^]*?)^={7}\r?\n[^]*?^>{7} new(?:\r?\n|$)/gm, '$1');
}

/** Returns the values that a field has in a file: of any document, and any element where the path has an index. */
export function valuesAt(files: PackageMap, { file, field }: Conflict): readonly Value[] {
  const text = files.get(file.path);
  if (typeof text !== 'string' || field === undefined || !isStructuredPath(file.path)) return [];
  const documents = readStream(text).documents;
  return documents.flatMap((document) =>
    places(document.value([]) ?? null)
      .filter(({ path }) => anyIndex(formatFieldPath(path)) === anyIndex(field))
      .map(({ value }) => value),
  );
}

function anyIndex(field: string): string {
  return field.replaceAll(/\[\d+\]/g, '[]');
}
