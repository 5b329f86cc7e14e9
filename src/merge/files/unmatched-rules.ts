import { isSameContent, type FileContent } from '../../files/index.ts';
import type { Resource } from '../../krm/resource.ts';
import { KrmError, type Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { didYouMean } from '../../nearest-name.ts';
import { matchesWildcard } from '../../wildcard.ts';
import { YamlError, type Path, type Value } from '../../yaml/index.ts';
import { ruleSubjectOf } from '../documents/merge-resource.ts';
import { NOTHING_MATCHES_ALL, nothingMatches, noVersionHasField } from '../messages/policies.ts';
import { VersionFile } from '../pairs/package-file.ts';
import { fieldPattern, fieldsAt } from '../policy/field-pattern.ts';
import type { MergePolicy } from '../policy/merge-policy.ts';
import { matchesSubject, type MergeRule, type ResourcePattern, type Subject } from '../policy/merge-rule.ts';
import { nearField } from '../policy/near-field.ts';

/** Subject that a rule can match: a document of a file, or a file without documents. */
interface Candidate {
  readonly subject: Subject;
  /** Undefined for a file without documents. */
  readonly resource: Resource | undefined;
}

/**
 * Returns a warning for each rule that matches no resource or file of any version, and for each one whose path is
 * probably misspelled; and an info for any other rule whose path no version has.
 */
export function unmatchedRules(
  policies: readonly MergePolicy[],
  versions: readonly ReadonlyMap<string, FileContent>[],
): readonly Result[] {
  if (policies.every(({ rules }) => rules.length === 0)) return [];
  const candidates = versions.flatMap((files, index) => {
    const isKnown = (path: string, content: FileContent): boolean =>
      versions.slice(0, index).some((earlier) => isSameContent(earlier.get(path), content));
    // Most files are the same in all versions.
    return candidatesIn([...files].filter(([path, content]) => !isKnown(path, content)));
  });
  return policies.flatMap(({ resource, rules }) =>
    rules.flatMap((rule, index) => {
      const found = missOf(rule, candidates);
      if (found === undefined) return [];
      const { severity, message, at, currentValue } = found;
      const field = ['spec', 'rules', index, ...at];
      return [makeResult(severity, message, { code: 'rule-unmatched', resource, field, currentValue })];
    }),
  );
}

function candidatesIn(files: readonly (readonly [path: string, content: FileContent])[]): readonly Candidate[] {
  return files.flatMap(([path, content]): readonly Candidate[] => {
    const { units } = new VersionFile(path, content);
    return (
      units?.map((unit) => ({ subject: ruleSubjectOf(unit), resource: unit.resource })) ?? [
        { subject: { group: '', kind: '', namespace: '', name: '', file: path }, resource: undefined },
      ]
    );
  });
}

/** Message about a rule, and the field in it. */
interface Miss {
  readonly severity: 'warning' | 'info';
  readonly message: string;
  readonly at: Path;
  readonly currentValue: Value;
}

function missOf(rule: MergeRule, candidates: readonly Candidate[]): Miss | undefined {
  const matching = candidates.filter(({ subject }) => matchesSubject(rule, subject));
  return matching.length === 0 ? missedSubject(rule, candidates) : missedPath(rule, matching);
}

/** Parts of a subject that rules name. */
type MatchedSubject = Omit<Subject, 'mergedFile'>;

/** Fields of a rule that select resources and files, in the order in which they are blamed. */
const SELECTORS = ['file', 'group', 'kind', 'namespace', 'name'] as const satisfies readonly (keyof MatchedSubject)[];

function missedSubject(rule: MergeRule, candidates: readonly Candidate[]): Miss {
  const patterns: Partial<MatchedSubject> = { ...rule.resource, ...(rule.file !== undefined && { file: rule.file }) };
  const subjects = candidates.map(({ subject }) => subject);
  const given = SELECTORS.filter((field) => patterns[field] !== undefined);
  const fits = (subject: Subject, field: keyof MatchedSubject): boolean =>
    matchesWildcard(patterns[field] ?? '*', subject[field]);
  const wrong = given.find((field) => !subjects.some((subject) => fits(subject, field)));
  if (wrong === undefined)
    return { severity: 'warning', message: NOTHING_MATCHES_ALL, at: [], currentValue: { ...patterns } };
  const others = given.filter((field) => field !== wrong);
  const like = subjects.filter((subject) => others.every((field) => fits(subject, field)));
  const pattern = patterns[wrong] ?? '';
  const meant = [like, subjects].map((some) => didYouMean(pattern, distinct(some, wrong))).find((hint) => hint !== '');
  return {
    severity: 'warning',
    message: nothingMatches(wrong, meant ?? ''),
    at: wrong === 'file' ? ['file'] : ['resource', wrong satisfies keyof ResourcePattern],
    currentValue: pattern,
  };
}

function distinct(subjects: readonly Subject[], field: keyof MatchedSubject): readonly string[] {
  return [...new Set(subjects.map((subject) => subject[field]))].filter((text) => text !== '');
}

function missedPath({ path = '' }: MergeRule, matching: readonly Candidate[]): Miss | undefined {
  const pattern = fieldPattern(path);
  const data = pattern.length === 0 ? undefined : valuesOf(matching);
  if (data === undefined || data.some((value) => fieldsAt(pattern, value).length > 0)) return undefined;
  const near = nearField(pattern, data);
  return {
    severity: near === undefined ? 'info' : 'warning',
    message: noVersionHasField(near),
    at: ['path'],
    currentValue: path,
  };
}

/** Returns the data of resources; undefined if one is not valid YAML, so that nobody can say what it has. */
function valuesOf(candidates: readonly Candidate[]): readonly Value[] | undefined {
  try {
    return candidates.flatMap(({ resource }) => (resource === undefined ? [] : [resource.value()]));
  } catch (error) {
    if (error instanceof YamlError || error instanceof KrmError) return undefined;
    throw error;
  }
}
