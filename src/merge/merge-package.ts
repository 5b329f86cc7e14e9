import { readDocument } from '../yaml/index.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { isGuessedRename, isInLineMerge } from './documents/confirm-rename.ts';
import type { Answer, Conflict } from './policy/conflict.ts';
import { customSchemas } from './values/schema.ts';
import { isSameContent, type FileContent } from '../files/index.ts';
import { joinFile } from './text/file-text.ts';
import { hiddenFiles } from './files/hidden-files.ts';
import { mergeOrder } from './values/merge-order.ts';
import { checkByLines } from './files/check-by-lines.ts';
import type { Markers } from './text/conflict-markers.ts';
import { inOneForm } from './documents/list-form.ts';
import { listMoves } from './documents/list-moves.ts';
import { plainText } from './text/merged-text.ts';
import { keepSubpackages } from './files/kept-subpackages.ts';
import { localPolicies } from './policy/merge-policy.ts';
import { MergeRules, type MergeRule } from './policy/merge-rule.ts';
import {
  mergeResource,
  ruleSubjectOf,
  wholeResource,
  type MergedResource,
  type ResourceRules,
} from './documents/merge-resource.ts';
import { mergeTextFile } from './files/merge-text-file.ts';
import { mayEndInBlockScalar, VersionFile } from './documents/package-file.ts';
import type { Strictness } from './values/place.ts';
import type { PackageFiles, Packages } from './text/packages.ts';
import {
  dropDoubtful,
  followOther,
  keepsDocuments,
  pairAdded,
  pairByOther,
  pairUnits,
} from './documents/pair-units.ts';
import { changedSide, mapSides, presentSides, wordFor, type Side, type Sides } from './sides.ts';
import { sharedNames } from './documents/shared-names.ts';
import { undoneMoves, type UndoneMove } from './files/undone-moves.ts';
import type { Unit } from './documents/unit.ts';
import { joinDocuments, withoutRepeatedEnd, type FileDocument } from './text/join-documents.ts';

/** Options of a merge. */
export interface MergeOptions {
  /**
   * `own`: the Kptfile in the top folder keeps local's name, namespace, upstream, upstreamLock, inventory and status.
   * `plain`: it is merged like any other file. Default: `own`.
   */
  readonly kptfile?: 'own' | 'plain';
  /**
   * Rules that decide conflicts and, with `pin` and `union`, more. The first matching rule counts. MergePolicies that only
   * the local package has are appended. Default: none.
   */
  readonly rules?: readonly MergeRule[];
  /** Decides conflicts that no rule decides; undefined leaves one open. Default: all stay open. */
  readonly answer?: (conflict: Conflict) => Answer | undefined;
  /**
   * Handling of fields that local deletes and new changes. `keep`: they stay deleted, with a warning. `conflict`: they are
   * conflicts. Default: `keep`.
   */
  readonly onDelete?: Strictness['onDelete'];
  /**
   * Handling of comments that both sides change. `warn`: local's comment stays, with a warning, and a comment is deleted
   * with its entry. `conflict`: both are conflicts. Default: `warn`.
   */
  readonly onComment?: Strictness['onComment'];
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
}

/**
 * Merges a new version of a package into a local copy of an earlier one (three-way). Every change that only one side made
 * is taken. Local text stays, and additions keep their text from new. Files that neither side changed are not parsed.
 */
export function mergePackages(packages: Packages, options: MergeOptions = {}): MergedPackage {
  return new PackageMerge(packages, options).run();
}

/** A resource, or another document, in the versions that have it. */
interface Subject {
  sides: Sides<Unit>;
  merged?: MergedResource;
}

class PackageMerge {
  readonly #packages: Packages;
  readonly #rules: ResourceRules;
  readonly #files: Readonly<Record<Side, Map<string, VersionFile>>>;
  /** Paths of files whose resources have different forms in the versions. */
  readonly #unlike = new Set<string>();
  readonly #conflicts: Conflict[] = [];
  readonly #results: Result[] = [];

  constructor(packages: Packages, options: MergeOptions) {
    const { kptfile = 'own', answer = () => undefined, markers, rules = [] } = options;
    this.#packages = packages;
    this.#rules = {
      answer,
      strictness: { onDelete: options.onDelete ?? 'keep', onComment: options.onComment ?? 'warn' },
      keepsOwnKptfile: kptfile === 'own',
      schemas: () => this.#schemas,
      markers,
      rules: new MergeRules([...rules, ...localPolicies(packages)]),
    };
    const paths = new Set([...packages.base.keys(), ...packages.theirs.keys(), ...packages.local.keys()]);
    const changed = new Set([...paths].filter((path) => !this.#isUnchanged(path)));
    this.#files = {
      base: changedFiles(packages.base, changed),
      theirs: changedFiles(packages.theirs, changed),
      local: changedFiles(packages.local, changed),
    };
    for (const path of changed) this.#unifyForm(path);
  }

  /** Converts the resources of a file to one form in all versions: documents, or items of a list. */
  #unifyForm(path: string): void {
    const sides = inOneForm(this.#at(path));
    if (sides === undefined) this.#unlike.add(path);
    for (const side of ['base', 'theirs', 'local'] as const) {
      const file = sides?.[side];
      if (file !== undefined) this.#files[side].set(path, file);
    }
  }

  #customSchemas: ReturnType<typeof customSchemas> | undefined;

  get #schemas(): ReturnType<typeof customSchemas> {
    const contents = [...this.#packages.local.values(), ...this.#packages.theirs.values()];
    return (this.#customSchemas ??= customSchemas(contents.filter((content) => typeof content === 'string')));
  }

  run(): MergedPackage {
    const { base, theirs, local } = this.#files;
    const files = new Map(this.#packages.local);
    const changed = [...new Set([...local.keys(), ...theirs.keys(), ...base.keys()])].toSorted();
    const hidden = hiddenFiles(this.#packages, changed);
    const isByLines = (path: string): boolean =>
      hidden.has(path) ||
      this.#unlike.has(path) ||
      presentSides(this.#at(path)).some((file) => file.units === undefined);
    const paths = this.#pathsToMerge(changed, isByLines);
    const undone = new Map<string, UndoneMove>();
    for (const path of paths.filter(isByLines)) {
      const content = this.#lines(path);
      if (content === undefined) files.delete(path);
      else files.set(path, content);
      for (const [identity, move] of this.#undoneMoves(path, content)) undone.set(identity, move);
    }
    // A resource may come from a file that only local changed.
    const structured = (undone.size > 0 ? changed : paths).filter((path) => !isByLines(path));
    for (const path of structured) files.delete(path);
    for (const [path, content] of this.#structured(structured, undone)) files.set(path, content);
    this.#results.push(...keepSubpackages(files, this.#packages, this.#conflicts));
    if (paths.some(isByLines) && this.#conflicts.length === 0) this.#checkByLines(files, changed, isByLines);
    return { files, conflicts: this.#conflicts, results: this.#results, used: this.#rules.rules.used };
  }

  #checkByLines(files: PackageFiles, changed: readonly string[], isByLines: (path: string) => boolean): void {
    const merged = changed.flatMap((path) => {
      const content = files.get(path);
      return content === undefined ? [] : new VersionFile(path, content);
    });
    const { base, theirs, local } = this.#files;
    const sides = { base: base.values(), theirs: theirs.values(), local: local.values() };
    const { conflicts, results } = checkByLines({ sides, merged, isByLines }, this.#rules);
    this.#conflicts.push(...conflicts);
    this.#results.push(...results);
  }

  /**
   * Returns the paths of the changed files to merge: those that new changed and, if their documents may be in other files,
   * those that only local changed.
   */
  #pathsToMerge(changed: readonly string[], isByLines: (path: string) => boolean): readonly string[] {
    const { base, theirs } = this.#packages;
    const byNew = changed.filter((path) => !isSameContent(base.get(path), theirs.get(path)));
    const isAlone = (path: string): boolean =>
      isByLines(path) || keepsDocuments(mapSides(this.#at(path), ({ units }) => units));
    return byNew.every(isAlone) ? byNew : changed;
  }

  #isUnchanged(path: string): boolean {
    const { base, theirs, local } = this.#packages;
    const content = local.get(path);
    return isSameContent(content, base.get(path)) && isSameContent(content, theirs.get(path));
  }

  #at(path: string): Sides<VersionFile> {
    const { base, theirs, local } = this.#files;
    return { base: base.get(path), theirs: theirs.get(path), local: local.get(path) };
  }

  #lines(path: string): FileContent | undefined {
    const { content, conflicts, results } = mergeTextFile(path, this.#at(path), this.#rules);
    this.#conflicts.push(...conflicts);
    this.#results.push(...results);
    return content;
  }

  /** `content`: merged content of the file. Contains local's text for an open conflict. */
  #undoneMoves(path: string, content: FileContent | undefined): ReadonlyMap<string, UndoneMove> {
    const sides = this.#at(path);
    const isPlain = this.#rules.markers === undefined;
    const taken = isPlain ? content : mergeTextFile(path, sides, { ...this.#rules, markers: undefined }).content;
    return undoneMoves(sides, taken);
  }

  /** Merges the documents of files, which may move between files, except for the `undone` moves. */
  #structured(paths: readonly string[], undone: ReadonlyMap<string, UndoneMove>): ReadonlyMap<string, FileContent> {
    const { subjects, of } = pairVersions(
      paths.map((path) => this.#at(path)),
      { isStrict: this.#rules.strictness.onDelete === 'conflict' },
    );
    const kept = subjects.filter((subject) => this.#undoMove(subject, undone));
    const keptPaths = new Set(kept.flatMap(({ sides }) => presentSides(sides)).map(({ file }) => file.path));
    const resources = subjects.map(({ sides }) => sides);
    for (const { conflicts, results } of [sharedNames(resources, this.#rules), listMoves(resources, this.#rules)]) {
      this.#conflicts.push(...conflicts);
      this.#results.push(...results);
    }
    const contents = new Map<string, FileContent>();
    const composed: string[] = [];
    for (const path of paths) {
      const side = keptPaths.has(path) ? undefined : this.#wholeFrom(path, of);
      if (side === undefined) composed.push(path);
      else {
        const content = this.#at(path)[side]?.content;
        if (content !== undefined) contents.set(path, content);
      }
    }
    if (composed.length === 0) return contents;
    const composedPaths = new Set(composed);
    for (const subject of subjects)
      if (presentSides(subject.sides).some(({ file }) => composedPaths.has(file.path)))
        subject.merged = this.#merge(subject);
    for (const { merged } of subjects)
      if (merged?.text !== undefined && !composedPaths.has(merged.path) && !contents.has(merged.path))
        throw new Error(`a merged resource has no file: ${merged.path}`);
    for (const path of composed) {
      const content = this.#compose(path, of);
      if (content !== undefined) contents.set(path, content);
    }
    return contents;
  }

  /**
   * Undoes the move of a resource into a file that took the text of the other side: gives the moving side base's version,
   * so that the other side's version stays. Reports whether it did.
   */
  #undoMove(subject: Subject, undone: ReadonlyMap<string, UndoneMove>): boolean {
    const { base } = subject.sides;
    const move = undone.get(base?.identity ?? '');
    if (base === undefined || move === undefined || subject.sides[move.side] !== undefined) return false;
    const sides = { ...subject.sides, [move.side]: base };
    const other = move.side === 'theirs' ? 'local' : 'theirs';
    const stays = sides[other];
    if (stays === undefined) return false;
    subject.sides = sides;
    const message = `stays where ${wordFor(other)} has it: ${wordFor(move.side)} moves it to ${move.path}, but the ${wordFor(other)} text of that file is used`;
    this.#results.push(makeResult('warning', message, stays));
    return true;
  }

  #merge({ sides }: Subject): MergedResource {
    const merged = this.#confirmed(sides, mergeResource(sides, this.#rules));
    this.#conflicts.push(...merged.conflicts);
    this.#results.push(...merged.results);
    return merged;
  }

  /**
   * Returns a merged resource, or a conflict if its versions are paired only by likeness and no merge by lines confirms the
   * pair.
   */
  #confirmed(sides: Sides<Unit>, merged: MergedResource): MergedResource {
    if (merged.conflicts.length > 0 || !isGuessedRename(sides)) return merged;
    const { text } = merged;
    const path = presentSides(sides)[0]?.file.path ?? '';
    const isAtOnePlace =
      presentSides(sides).length === 3 && presentSides(sides).every(({ file }) => file.path === path);
    const value = text && readDocument(plainText(text)).value([]);
    if (value !== undefined && isAtOnePlace && isInLineMerge(this.#at(path), value)) return merged;
    return wholeResource(sides, merged, this.#rules);
  }

  /**
   * Returns the version whose bytes the merged file has: the only one that changed the file, if the other side left the
   * documents in it unchanged.
   */
  #wholeFrom(path: string, of: ReadonlyMap<Unit, Subject>): 'theirs' | 'local' | undefined {
    const { base, theirs, local } = this.#at(path);
    const isLeft = (file: VersionFile | undefined, side: 'theirs' | 'local'): boolean =>
      (file?.units ?? []).every((unit) => {
        const { base: before, [side]: after } = of.get(unit)?.sides ?? {};
        if (before === undefined || after === undefined) return before === after;
        return before.file.path === after.file.path && before.text === after.text;
      });
    const { keepsOwnKptfile, rules } = this.#rules;
    const hasPins = (unit: Unit): boolean => rules.for(ruleSubjectOf(of.get(unit)?.sides.local ?? unit)).hasPins;
    const isPinned =
      (keepsOwnKptfile && path === 'Kptfile') || [...(base?.units ?? []), ...(theirs?.units ?? [])].some(hasPins);
    const side = changedSide({ base, theirs, local }, (a, b) => isSameContent(a?.content, b?.content));
    if (side === undefined || (isPinned && side === 'theirs')) return undefined;
    if (isSameContent(theirs?.content, local?.content)) return 'local';
    return isLeft(side === 'theirs' ? theirs : local, side === 'theirs' ? 'local' : 'theirs') ? side : undefined;
  }

  #compose(path: string, of: ReadonlyMap<Unit, Subject>): FileContent | undefined {
    const sides = this.#at(path);
    const order = mergeOrder(mapSides(sides, ({ units }) => units?.flatMap((unit) => of.get(unit) ?? []) ?? []));
    const added = order.flatMap(({ sides: versions, merged }): FileDocument[] => {
      const text = merged?.path === path ? merged.text : undefined;
      const by =
        versions.base === undefined
          ? (['theirs', 'local'] as const).filter((side) => versions[side] !== undefined)
          : [];
      return text === undefined ? [] : [{ text, by }];
    });
    const documents = withoutRepeatedEnd(added, sides.base?.units?.at(-1)?.text ?? '');
    if (documents.length === 0) return undefined;
    const isMarked =
      sides.local?.units?.[0]?.text.startsWith('---') ?? sides.theirs?.units?.[0]?.text.startsWith('---');
    const merged = joinDocuments(documents, { isMarked: isMarked === true });
    const texts = mapSides(sides, ({ text }) => text);
    const isOpen = mayEndInBlockScalar(plainText(merged));
    const ended = isOpen ? mapSides(texts, (text) => ({ ...text, isEnded: true })) : texts;
    return joinFile(merged, ended, this.#rules.markers);
  }
}

function changedFiles(files: PackageFiles, changed: ReadonlySet<string>): Map<string, VersionFile> {
  const found = new Map<string, VersionFile>();
  for (const [path, content] of files) if (changed.has(path)) found.set(path, new VersionFile(path, content));
  return found;
}

/** Pairs the documents of all versions. `isStrict`: as for `dropDoubtful`. */
function pairVersions(
  files: readonly Sides<VersionFile>[],
  { isStrict }: { readonly isStrict: boolean },
): {
  readonly subjects: readonly Subject[];
  readonly of: ReadonlyMap<Unit, Subject>;
} {
  const unitsOf = (side: Side): readonly Unit[] => files.flatMap((sides) => sides[side]?.units ?? []);
  const [base, theirs, local] = [unitsOf('base'), unitsOf('theirs'), unitsOf('local')];
  const [toNew, toLocal] = [pairUnits(base, theirs, local), pairUnits(base, local, theirs)] as const;
  for (const [units, pairs, others] of [
    [theirs, toNew, toLocal],
    [local, toLocal, toNew],
  ] as const) {
    followOther(units, pairs, others);
    for (const [unit, before] of pairByOther(units, pairs, others)) pairs.set(unit, before);
  }
  dropDoubtful(toNew, toLocal, { units: local, isStrict });
  dropDoubtful(toLocal, toNew, { units: theirs, isStrict });
  const newOf = new Map(Array.from(toNew, ([after, before]) => [before, after]));
  const localOf = new Map(Array.from(toLocal, ([after, before]) => [before, after]));
  const added = pairAdded(
    theirs.filter((unit) => !toNew.has(unit)),
    local.filter((unit) => !toLocal.has(unit)),
  );
  const newOfAdded = new Map(Array.from(added, ([after, before]) => [before, after]));
  const subjects: Subject[] = [
    ...base.map((unit) => ({ sides: { base: unit, theirs: newOf.get(unit), local: localOf.get(unit) } })),
    ...theirs.flatMap((unit) =>
      toNew.has(unit) ? [] : [{ sides: { base: undefined, theirs: unit, local: newOfAdded.get(unit) } }],
    ),
    ...local.flatMap((unit) =>
      toLocal.has(unit) || added.has(unit) ? [] : [{ sides: { base: undefined, theirs: undefined, local: unit } }],
    ),
  ];
  const of = new Map(subjects.flatMap((subject) => presentSides(subject.sides).map((unit) => [unit, subject])));
  return { subjects, of };
}
