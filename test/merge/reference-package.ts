import assert from 'node:assert/strict';
import { formatFieldPath } from '../../src/krm/field-path.ts';
import type { MergedPackage } from '../../src/merge/index.ts';
import { isMap, type Value } from '../../src/yaml/index.ts';
import { plain } from '../yaml/edit/random-edits.ts';
import { dataOf, isStructuredPath, type PackageMap } from './edit-package.ts';
import { CRD, type Versions } from './generate-merge.ts';
import { isOpenEnded, textsOf } from './merge-checks.ts';
import { kindOf, referenceMerge } from './reference.ts';

/** A document of a version. */
interface Document {
  readonly path: string;
  readonly data: Value;
}

/** Documents of a version by identity. */
type Documents = ReadonlyMap<string, Document>;

/**
 * Documents that the reference expects, and the places of conflicts; undefined where a rule decides that it does not
 * cover.
 */
export interface Expected {
  readonly documents: Documents;
  readonly conflicts: readonly string[];
  /** True if no place was touched by both sides. */
  readonly isDisjoint: boolean;
  /** Paths of files of comments alone, whose conflicts are not those of documents. */
  readonly commentFiles: ReadonlySet<string>;
}

/**
 * Merges the documents of a package as plain data. Not covered: documents without unique names whose file has another
 * number of them, renamed ones, files that both sides moved, changed
 * CustomResourceDefinitions, and those that are merged by lines.
 */
export function expectedMerge({ base, theirs, local }: Versions): Expected | undefined {
  if (theirs.get(CRD) !== base.get(CRD) || local.get(CRD) !== base.get(CRD)) return undefined;
  const [b, n, l] = [base, theirs, local].map((files) => documentsOf(files));
  if ([base, theirs, local].some((files) => textsOf(files).some(([, text]) => isOpenEnded(text)))) return undefined;
  if (b === undefined || n === undefined || l === undefined) return undefined;
  const isRenamed = [n, l].some(
    (side) => [...side.keys()].some((id) => !b.has(id)) && [...b.keys()].some((id) => !side.has(id)),
  );
  const hasNewNameless = [n, l].some((side) => [...side.keys()].some((id) => !id.startsWith('{') && !b.has(id)));
  if (isRenamed || hasNewNameless) return undefined;
  const documents = new Map<string, Document>();
  const conflicts: string[] = [];
  let isDisjoint = true;
  for (const id of new Set([...b.keys(), ...n.keys(), ...l.keys()])) {
    const [before, ours, own] = [b.get(id), n.get(id), l.get(id)];
    const path = mergedPath(before?.path, ours?.path, own?.path);
    if (path === undefined) return undefined;
    const kind = kindOf((own ?? ours ?? before)?.data);
    const { value, ...found } = referenceMerge(before?.data, ours?.data, own?.data, kind);
    if (found.isSubtle) return undefined;
    if (found.isShared || found.conflicts.length > 0) isDisjoint = false;
    conflicts.push(...found.conflicts.map((each) => `${id}: ${formatFieldPath(each)}`));
    const other = before === undefined && ours === undefined ? n : l;
    const isAddition = before === undefined && (ours === undefined || own === undefined);
    if (value !== undefined) documents.set(id, { path: isAddition ? followed(path, b, other) : path, data: value });
  }
  const commentFiles = new Set([base, theirs, local].flatMap(commentFilesOf));
  return { documents, conflicts, isDisjoint, commentFiles };
}

/** Returns the path to which a side moved all documents of a file of base, or else the same path. */
function followed(path: string, base: Documents, side: Documents): string {
  if ([...side.values()].some((document) => document.path === path)) return path;
  const ids = [...base].flatMap(([id, document]) => (document.path === path ? id : []));
  const [only, ...others] = new Set(ids.map((id) => side.get(id)?.path));
  return others.length > 0 ? path : (only ?? path);
}

function mergedPath(base?: string, theirs?: string, local?: string): string | undefined {
  if (theirs === undefined || local === undefined) return local ?? theirs ?? base;
  if (theirs === base || theirs === local) return local;
  return local === base ? theirs : undefined;
}

/** Asserts that a merged package has the documents and the conflicts that the reference expects. */
export function assertExpected(found: MergedPackage, expected: Expected): void {
  const documents = documentsOf(found.files);
  assert.ok(documents !== undefined, 'documents are not unique');
  const ofDocuments = found.conflicts.filter(
    ({ file }) => isStructuredPath(file.path) && !expected.commentFiles.has(file.path),
  );
  const conflicts = ofDocuments.map(({ file, resource, field = '' }) => {
    const id = resource && [...expected.documents.keys()].find((each) => each.startsWith('{') && isOf(each, resource));
    return `${id ?? `${file.path}#${file.index}`}: ${field}`;
  });
  assert.deepEqual(conflicts.toSorted(), [...expected.conflicts].toSorted(), 'conflicts');
  assert.deepEqual([...documents.keys()].toSorted(), [...expected.documents.keys()].toSorted(), 'documents');
  for (const [id, { path, data }] of expected.documents) {
    assert.deepEqual(plain(documents.get(id)?.data), plain(data), id);
    assert.equal(documents.get(id)?.path, path, id);
  }
}

function commentFilesOf(files: PackageMap): readonly string[] {
  return textsOf(files).flatMap(([path, text]) => (dataOf(text)?.some(isCollection) === true ? [] : [path]));
}

function isOf(
  id: string,
  resource: { readonly apiVersion?: string | undefined; readonly kind: string; readonly name: string },
): boolean {
  const parsed = JSON.parse(id) as { readonly kind: string; readonly name: string };
  return parsed.kind === resource.kind && parsed.name === resource.name;
}

/**
 * Returns the documents of a version; undefined if the reference cannot tell them apart or some are merged by lines.
 */
function documentsOf(files: PackageMap): Documents | undefined {
  if ([...files.keys()].some((path) => path.endsWith('.krmignore'))) return undefined;
  const documents = new Map<string, Document>();
  for (const [path, text] of textsOf(files)) {
    const found = dataOf(text);
    if (found === undefined || /^sops:/m.test(text)) return undefined;
    if (/kpt-merge/.test(text)) return undefined;
    if (found.every((data) => !isCollection(data))) continue;
    for (const [index, data = null] of found.entries()) {
      const id = identityOf(data) ?? `${path}#${index}`;
      if (documents.has(id)) return undefined;
      documents.set(id, { path, data });
    }
  }
  return documents;
}

function isCollection(data: Value | undefined): boolean {
  return typeof data === 'object' && data !== null;
}

function identityOf(data: Value): string | undefined {
  if (!isMap(data) || !isMap(data['metadata'] ?? null)) return undefined;
  const { apiVersion, kind, metadata } = data;
  const { name, namespace } = metadata as Record<string, Value>;
  if (typeof name !== 'string' || typeof kind !== 'string' || typeof apiVersion !== 'string') return undefined;
  return JSON.stringify({ apiVersion, kind, namespace: namespace ?? '', name });
}
