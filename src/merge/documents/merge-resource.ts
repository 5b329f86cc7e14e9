import { isKustomizationPath } from '../../files/index.ts';
import { isKptfile } from '../../krm/resource.ts';
import { KUSTOMIZATION } from '../../kubernetes-types.ts';
import type { ResourceType } from '../../pairing/list-keys.ts';
import { redact } from '../../krm/redaction.ts';
import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { resourceName } from '../../krm/qualified-name.ts';
import { equalValues, hasPlainKeys, readDocument, type Path } from '../../yaml/index.ts';
import type { Markers } from '../text/conflict-markers.ts';
import { conflictDecided, mayBe } from '../messages/conflicts.ts';
import {
  becomesAsInNew,
  COPY_KEPT,
  followsRenamed,
  matchedBy,
  UNNAMED_DOCUMENT,
  wasInBase,
  type AmbiguousWay,
} from '../messages/names.ts';
import { verdictOf, type Answer, type Conflict, type Verdict } from '../policy/conflict.ts';
import { schemaFor, type CustomSchemas } from '../values/schema.ts';
import { remarked, withoutMarks } from '../values/kpt-marks.ts';
import { hasConflict, mergeLines } from '../text/merge-lines.ts';
import type { MergedText } from '../text/merged-text.ts';
import type { MergeRules, Subject } from '../policy/merge-rule.ts';
import { mergeDocument } from './merge-document.ts';
import type { Strictness } from '../values/place.ts';
import { isInPlace, isOtherIdentity } from '../../pairing/certainty.ts';
import { changedSide, mapSides, presentSides, type Sides } from '../sides.ts';
import type { Subject as PairedSubject } from '../pairs/pair-documents.ts';
import { Unit } from '../pairs/unit.ts';

/** Rules for all resources of a package. */
export interface ResourceRules {
  readonly answer: (conflict: Conflict) => Answer | undefined;
  /** True if the Kptfile in the top folder keeps local's version of the fields that belong to the copy. */
  readonly keepsOwnKptfile: boolean;
  readonly schemas: () => CustomSchemas;
  /** Rules that take precedence over `answer`. */
  readonly rules: MergeRules;
  readonly strictness: Strictness;
  /** Layout of open conflicts in a text; undefined to use local's version. */
  readonly markers: Markers | undefined;
}

/** A merged resource. */
export interface MergedResource {
  readonly path: string;
  /** Undefined if the resource is deleted. */
  readonly text: MergedText | undefined;
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

/** Merges the versions of a resource or other document, and its path. */
export function mergeResource({ sides, ways }: PairedSubject, rules: ResourceRules): MergedResource {
  const { path, conflicts, results } = mergedPath(sides, rules);
  const merged = contentOf(withNewMarks(sides), path, rules);
  const text = merged.text;
  return {
    path,
    text,
    conflicts: text === undefined ? merged.conflicts : [...conflicts, ...merged.conflicts],
    results: [...results, ...renamings(sides, ways), ...merged.results],
  };
}

/** Returns the versions with local's kpt marks updated to the identity that new gives the resource. */
function withNewMarks(sides: Sides<Unit>): Sides<Unit> {
  const { base, theirs, local } = sides;
  if (base === undefined || theirs === undefined || local === undefined || base.identity === theirs.identity)
    return sides;
  const text = remarked(local.text, base.resource, theirs.resource);
  if (text === local.text) return sides;
  return { ...sides, local: new Unit(readDocument(text), local.file) };
}

/**
 * Reports resources that were paired although one version has a different identity, and copies that kept kpt's comment.
 */
function renamings({ base, theirs, local }: Sides<Unit>, ways: PairedSubject['ways']): readonly Result[] {
  if (local === undefined) return [];
  const { resource } = local;
  if (base === undefined && theirs === undefined && !local.isNamedAsUpstream)
    return [makeResult('info', COPY_KEPT, { code: 'copy-kept', resource })];
  if (base === undefined || theirs === undefined) return [];
  const isEdited = (unit: Unit): boolean =>
    commentsOf(unit) !== commentsOf(base) ||
    !equalValues(withoutMarks(unit.resource.value()), withoutMarks(base.resource.value()));
  const found: Result[] = [];
  if (isOtherIdentity(ways.theirs) && base.identity !== theirs.identity && isEdited(local)) {
    const nameOf = unitName(theirs) === unitName(base) ? fullNameOf : unitName;
    found.push(makeResult('warning', becomesAsInNew(nameOf(theirs), nameOf(base)), { code: 'renamed', resource }));
  }
  if (ways.local === 'otherIdentity' && base.identity !== local.identity && isEdited(theirs)) {
    const message = wasInBase(unitName(base), 'place');
    found.push(makeResult('info', message, { code: 'matched-by-likeness', resource }));
  }
  if (isInPlace(ways.local) && isEdited(theirs)) {
    // Whole packages get another namespace.
    const [severity, what] =
      base.resource.name === local.resource.name ? (['info', 'namespace'] as const) : (['warning', 'name'] as const);
    const message = followsRenamed(unitName(base), what, ways.local === 'onlyName');
    found.push(makeResult(severity, message, { code: 'renamed', resource }));
  }
  const uncertain = (['theirs', 'local'] as const).flatMap((side) => {
    const [unit, other] = side === 'theirs' ? [theirs, local] : [local, theirs];
    const way = AMBIGUOUS_WAYS.find((each) => each === ways[side]);
    if (way === undefined || !isMovedOrEdited(base, other)) return [];
    const [from, to] = [base.file.path, unit.file.path];
    return matchedBy(way, from === to ? undefined : { from, to, side });
  });
  const matched = uncertain
    .slice(0, 1)
    .map((message) => makeResult('info', message, { code: 'matched-by-likeness', resource }));
  return [...found, ...matched];
}

/** Returns the lines of a document that may have comments, except for kpt's. */
function commentsOf({ bareText }: Unit): string {
  return bareText
    .split('\n')
    .filter((line) => line.includes('#') && !line.includes('# kpt-merge:'))
    .join('\n');
}

const AMBIGUOUS_WAYS: readonly AmbiguousWay[] = ['fileOrder', 'renamedFile', 'similarFile', 'sameIdentity'];

/** Reports whether a version differs from base. */
export function isMovedOrEdited(base: Unit, version: Unit): boolean {
  return base.text !== version.text || base.file.path !== version.file.path;
}

/** Names the resource of a document for people. */
export function unitName({ resource }: Unit): string {
  return resource.ref === undefined ? UNNAMED_DOCUMENT : resourceName(resource.ref);
}

function fullNameOf(unit: Unit): string {
  const apiVersion = unit.resource.ref?.apiVersion ?? '';
  return `${apiVersion} ${unitName(unit)}`.trimStart();
}

type Content = Omit<MergedResource, 'path'>;

function contentOf(sides: Sides<Unit>, path: string, rules: ResourceRules): Content {
  const { base, theirs, local } = sides;
  const side = changedSide(sides, (a, b) => a?.text === b?.text);
  const shown = local ?? theirs ?? base;
  if (shown === undefined) throw new Error('a resource has a version');
  const isOwn = rules.keepsOwnKptfile && shown.file.path === 'Kptfile' && isKptfile(shown.resource);
  const subjectRules = rules.rules.for({ ...ruleSubjectOf(shown), mergedFile: path });
  if (side !== undefined && !(side === 'theirs' && (isOwn || subjectRules.hasPins))) return plain(sides[side]);
  const like = shown.document;
  const isPlain =
    hasPlainKeys(like) &&
    presentSides(sides).every(({ document }) => document === like || hasPlainKeys(document, like));
  if (!isPlain && theirs !== undefined && local !== undefined) return inLines(sides, shown, rules);
  return mergeDocument(
    mapSides(sides, ({ document }) => document),
    presentSides(sides)
      .map(({ file }) => file)
      .findLast((file) => file.path === path) ?? shown.file,
    {
      answer: rules.answer,
      rules: subjectRules,
      isOwn: isOwn ? isOwnField : undefined,
      schema: schemaFor(typeOf(shown), rules.schemas()),
      strictness: rules.strictness,
    },
  );
}

/** Returns the group and kind of a document, which a kustomization need not have. */
function typeOf({ resource: { group, kind }, file }: Unit): ResourceType {
  return kind === '' && isKustomizationPath(file.path) ? KUSTOMIZATION : { group, kind };
}

/** Merges a document by lines, since its data do not have all of its entries. */
function inLines(sides: Sides<Unit>, shown: Unit, rules: ResourceRules): Content {
  const texts = mapSides(sides, ({ text }) => text);
  const merged = mergeLines(texts);
  if (!hasConflict(merged)) return { text: merged, conflicts: [], results: [] };
  const { ref } = shown.resource;
  const values = mapSides(texts, (text) => redact(text, [], undefined));
  const conflict: Conflict = { kind: 'lines', file: shown.file, ...(ref && { resource: ref }), values };
  const verdict = verdictOn(conflict, rules, ruleSubjectOf(shown));
  if (verdict === undefined) return { text: merged, conflicts: [conflict], results: [] };
  const results = [
    makeResult(verdict.severity, conflictDecided(verdict.taken, 'changed'), { code: 'conflict-decided', ...shown }),
  ];
  return { text: mergeLines(texts, verdict.taken), conflicts: [], results };
}

/** Returns the verdict on a conflict about a whole resource or file; undefined if it stays open. */
export function verdictOn(
  conflict: Conflict,
  { rules, answer }: Pick<ResourceRules, 'rules' | 'answer'>,
  subject: Subject,
): Verdict | undefined {
  const own = rules.for(subject);
  own.use([]);
  return verdictOf(own.takeAt([]), () => answer(conflict));
}

/**
 * Returns one version of a whole resource whose versions may be two resources: a conflict, unless a rule answers it.
 * `about`: further properties of the conflict.
 */
export function wholeResource(
  sides: Sides<Unit>,
  rules: ResourceRules,
  about: Partial<Pick<Conflict, 'kind' | 'values' | 'candidate'>> = {},
): MergedResource {
  const shown = sides.local ?? sides.theirs ?? sides.base;
  if (shown === undefined) throw new Error('a resource has a version');
  const { ref } = shown.resource;
  const isKept = sides.theirs !== undefined && sides.local !== undefined;
  const kind = !isKept ? 'delete/change' : sides.base === undefined ? 'add/add' : 'identity';
  const values = mapSides(sides, ({ resource }) => redact(resource.value(), [], resource));
  const data = about.values && { data: values };
  const conflict: Conflict = { kind, file: shown.file, ...(ref && { resource: ref }), values, ...data, ...about };
  const { candidate } = conflict;
  const verdict = verdictOn(conflict, rules, ruleSubjectOf(shown));
  const unit = sides[verdict?.taken ?? 'local'];
  const text = mapSides(sides, (each) => each.text);
  const path = unit?.file.path ?? shown.file.path;
  if (verdict === undefined)
    return { path, text: unit && [{ ...text, taken: 'local' }], conflicts: [conflict], results: [] };
  const { severity } = verdict;
  const results = [
    makeResult(severity, conflictDecided(verdict.taken, 'changed'), { code: 'conflict-decided', ...shown }),
    ...(candidate === undefined ? [] : [makeResult(severity, mayBe(candidate), { code: 'possible-match', ...shown })]),
  ];
  return { path, text: unit && [unit.text], conflicts: [], results };
}

/** Returns the subject to match rules against. */
export function ruleSubjectOf({ resource, file }: Unit): Subject {
  const { group, kind, namespace, name } = resource;
  return { group, kind, namespace, name, file: file.path };
}

function plain(unit: Unit | undefined): Content {
  return { text: unit && [unit.text], conflicts: [], results: [] };
}

/** Reports whether a field of a Kptfile belongs to the copy: its state, not the shared content. */
function isOwnField([first, second, ...rest]: Path): boolean {
  if (first === 'metadata') return rest.length === 0 && (second === 'name' || second === 'namespace');
  return second === undefined && ['upstream', 'upstreamLock', 'inventory', 'status'].includes(String(first));
}

function mergedPath(sides: Sides<Unit>, rules: ResourceRules): Omit<MergedResource, 'text'> {
  const paths = mapSides(sides, ({ file }) => file.path);
  const [some = ''] = presentSides({ ...paths, base: undefined });
  const isEverywhere = paths.theirs !== undefined && paths.local !== undefined;
  const side = isEverywhere ? changedSide(paths) : undefined;
  if (!isEverywhere || side !== undefined)
    return { path: (side && paths[side]) ?? (some || (paths.base ?? '')), conflicts: [], results: [] };
  const shown = sides.local;
  if (shown === undefined) throw new Error('a resource that both sides have is in local');
  const { ref } = shown.resource;
  const conflict: Conflict = {
    kind: paths.base === undefined ? 'add/add' : 'identity',
    file: shown.file,
    ...(ref && { resource: ref }),
    values: paths,
  };
  const verdict = verdictOn(conflict, rules, ruleSubjectOf(shown));
  if (verdict === undefined) return { path: paths.local, conflicts: [conflict], results: [] };
  const { taken, severity } = verdict;
  return {
    path: paths[taken] ?? '',
    conflicts: [],
    results: [
      makeResult(severity, conflictDecided(taken, 'moved'), { code: 'conflict-decided', resource: shown.resource }),
    ],
  };
}
