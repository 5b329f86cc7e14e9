import { groupBy } from '../group-by.ts';
import type { Result } from '../krm/result.ts';
import { mergeStructuredFiles } from './files/merge-structured-files.ts';
import type { ResourceRules } from './documents/merge-resource.ts';
import type { FileContent } from '../files/index.ts';
import { ChangedFiles } from './files/changed-files.ts';
import { checkByLines } from './files/check-by-lines.ts';
import { keptLock } from './files/kept-lock.ts';
import { keepSubpackages } from './files/kept-subpackages.ts';
import { filesInMovedFolders } from './files/moved-files.ts';
import { mergeMovedFile, textFiles, type TextFile } from './files/text-files.ts';
import { undoneMoves, type UndoneMove } from './files/undone-moves.ts';
import { SharedIdentities } from './files/shared-identities.ts';
import { PackageFindings } from './files/package-findings.ts';
import type { Answer, Conflict } from './policy/conflict.ts';
import { localPolicies } from './policy/merge-policy.ts';
import { MergeRules, type MergeRule } from './policy/merge-rule.ts';
import { presentSides } from './sides.ts';
import type { Markers } from './text/conflict-markers.ts';
import type { PackageFiles, Packages } from './text/packages.ts';
import type { Strictness } from './values/place.ts';
import { customSchemas, type CustomSchemas } from './values/schema.ts';

/** Options of a merge. */
export interface MergeOptions {
  /**
   * `plain`: the Kptfile in the top folder is merged like any other file. `own`: it keeps local's name, namespace,
   * upstream, upstreamLock, inventory and status, with a warning if upstreamLock names another version than new.
   * Default: `plain`.
   */
  readonly kptfile?: 'own' | 'plain';
  /**
   * Rules that decide conflicts and, with `pin` and `union`, more. The first matching rule counts. MergePolicies that
   * only the local package has are appended. Default: none.
   */
  readonly rules?: readonly MergeRule[];
  /** Decides conflicts that no rule decides; undefined leaves one open. Default: all stay open. */
  readonly answer?: (conflict: Conflict) => Answer | undefined;
  /**
   * Handling of fields that local deletes and new changes. `keep`: they stay deleted, with a warning. `conflict`: they
   * are conflicts. Default: `keep`.
   */
  readonly onDelete?: Strictness['onDelete'];
  /**
   * Handling of comments that both sides change. `warn`: local's comment stays, with a warning, and a comment is
   * deleted with its entry. `conflict`: both are conflicts. Default: `warn`.
   */
  readonly onComment?: Strictness['onComment'];
  /**
   * Handling of maps that both sides add with different fields, except for maps such as labels. `warn`: they get the
   * fields of both, with a warning. `conflict`: they are conflicts. Default: `warn`.
   */
  readonly onAdd?: Strictness['onAdd'];
  /** Writes open conflicts into the files, with git's markers. Default: the files have local's version. */
  readonly markers?: Markers;
}

/** Merged package. */
export interface MergedPackage {
  /** Files, with local's version of each open conflict unless `markers` is set. */
  readonly files: PackageFiles;
  /** Open conflicts. */
  readonly conflicts: readonly Conflict[];
  /** Warnings and infos. */
  readonly results: readonly Result[];
  /** Rules that decided a conflict. */
  readonly used: ReadonlySet<MergeRule>;
  /** Rules for the place of a conflict that an earlier rule decided, and that rule. */
  readonly overruled: ReadonlyMap<MergeRule, MergeRule>;
}

/**
 * Merges a new version of a package into a local copy of an earlier one (three-way). Every change that only one side
 * made is taken. Local text stays, and additions keep their text from new. Files that neither side changed are not
 * parsed.
 */
export function mergePackages(packages: Packages, options: MergeOptions = {}): MergedPackage {
  const changed = new ChangedFiles(packages);
  const identities = new SharedIdentities(changed);
  const rules = rulesOf(packages, options, identities);
  const found = new PackageFindings();
  const files = new Map(packages.local);
  const put = (path: string, content: FileContent | undefined): void => {
    if (content === undefined) files.delete(path);
    else files.set(path, content);
  };

  const toMerge = changed.pathsToMerge();
  const byLines = toMerge.filter((path) => changed.isByLines(path));
  const undone = new Map<string, UndoneMove>();
  for (const file of textFiles(byLines, changed)) {
    const { path, content } = found.take(mergeMovedFile(file, rules));
    for (const each of presentSides(file.sides)) files.delete(each.path);
    put(path, content);
    for (const [identity, move] of undoneMoves(file.sides, plainContent(file, content, rules)))
      undone.set(identity, move);
  }

  // A resource may come from a file that only local changed.
  const structured = (undone.size > 0 ? changed.paths : toMerge).filter((path) => !changed.isByLines(path));
  const isStructured = new Set(structured);
  const others = changed.paths.filter((path) => !isStructured.has(path)).map((path) => changed.at(path));
  const { contents, moves } = found.take(
    mergeStructuredFiles(structured, {
      at: (path) => changed.at(path),
      others,
      unchanged: changed.unchanged,
      rules,
      undone,
    }),
  );
  for (const path of structured) put(path, contents.get(path));

  const { whole } = moves.theirs;
  found.take({
    conflicts: [],
    results: keepSubpackages(files, packages, { conflicts: found.conflicts, whole }),
  });
  const all = changed.paths.map((path) => changed.at(path));
  const paths = { unchanged: changed.unchanged.paths, merged: files };
  found.take({ conflicts: [], results: filesInMovedFolders(all, moves, paths) });
  if (byLines.length > 0 && found.conflicts.length === 0)
    found.take(checkByLines({ ...changed.versionsWith(files), isByLines: (path) => changed.isByLines(path) }, rules));
  if (rules.keepsOwnKptfile) found.take({ conflicts: [], results: keptLock(packages) });
  const { used, overruled } = rules.rules;
  const conflicts = movedFiles(found.conflicts).map((conflict) => identities.marked(conflict));
  return { files, conflicts, results: found.results, used, overruled };
}

/** Makes one conflict about a file of those about each of its resources that both sides moved to the same two files. */
function movedFiles(conflicts: readonly Conflict[]): readonly Conflict[] {
  const keyOf = ({ kind, field, values: { base, theirs, local } }: Conflict): string | undefined => {
    const isMoved = kind === 'identity' && field === undefined;
    const areFiles = [base, theirs, local].every((value) => typeof value === 'string');
    return isMoved && areFiles ? JSON.stringify([base, theirs, local]) : undefined;
  };
  const groups = groupBy(conflicts, keyOf);
  return conflicts.flatMap((conflict): readonly Conflict[] => {
    const group = groups.get(keyOf(conflict)) ?? [];
    if (keyOf(conflict) === undefined || group.length === 1) return [conflict];
    const { kind, file, values } = conflict;
    return group[0] === conflict ? [{ kind, file: { path: file.path, index: 0 }, values }] : [];
  });
}

function rulesOf(packages: Packages, options: MergeOptions, identities: SharedIdentities): ResourceRules {
  const { kptfile = 'plain', answer = () => undefined, markers, rules = [] } = options;
  let schemas: CustomSchemas | undefined;
  const texts = (): readonly string[] =>
    [...packages.local.values(), ...packages.theirs.values()].filter((content) => typeof content === 'string');
  return {
    answer: (conflict) => answer(identities.marked(conflict)),
    strictness: {
      onDelete: options.onDelete ?? 'keep',
      onComment: options.onComment ?? 'warn',
      onAdd: options.onAdd ?? 'warn',
    },
    keepsOwnKptfile: kptfile === 'own',
    schemas: () => (schemas ??= customSchemas(texts())),
    markers,
    rules: new MergeRules([...rules, ...localPolicies(packages).flatMap((policy) => policy.rules)]),
  };
}

/** Returns the content of a file that is merged by lines without markers: with local's text for an open conflict. */
function plainContent(file: TextFile, content: FileContent | undefined, rules: ResourceRules): FileContent | undefined {
  if (rules.markers === undefined) return content;
  return mergeMovedFile(file, { ...rules, markers: undefined }).content;
}
