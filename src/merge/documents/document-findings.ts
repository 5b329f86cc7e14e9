import { formatFieldPath } from '../../krm/field-path.ts';
import { isSecretField, redact, REDACTED } from '../../krm/redaction.ts';
import { Resource } from '../../krm/resource.ts';
import type { ResultCode } from '../../krm/result-codes.ts';
import type { FileRef, Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { SecretValues } from '../../krm/secret-values.ts';
import { documentPiece, keyText, type Path, type SourceDocument, type Value } from '../../yaml/index.ts';
import { verdictOf, type Answer, type Conflict, type ConflictKind, type Verdict } from '../policy/conflict.ts';
import { changesDropped, conflictDecided, mayBe } from '../messages/conflicts.ts';
import { droppedChanges } from '../policy/differences.ts';
import type { SubjectRules, Take } from '../policy/merge-rule.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import type { MergedText } from '../text/merged-text.ts';
import { keyedPath, settledSteps, settledStepsAround, writtenPath, type SettledSteps } from '../values/keyed-path.ts';
import type { Merged } from '../values/merged-value.ts';
import type {
  ConflictAbout,
  Decision,
  MergeFindings,
  MergeSchema,
  Place,
  Refused,
  Strictness,
} from '../values/place.ts';
import type { MergedDocument } from './merged-document.ts';

/** Decisions for the merge of a document if the sides differ. */
export interface DocumentRules {
  /** Returns the version to take; undefined leaves the conflict open. */
  answer(conflict: Conflict): Answer | undefined;
  /** Rules for the document. */
  readonly rules: SubjectRules;
  /** Reports whether a field belongs to the copy, so that local's value stays. */
  readonly isOwn: ((path: Path) => boolean) | undefined;
  readonly schema: MergeSchema;
  readonly strictness: Strictness;
  /** Default: nothing. */
  readonly refused?: Refused;
}

/** Conflicts and messages of one document. */
export class DocumentFindings implements MergeFindings {
  readonly rules: DocumentRules;
  readonly #documents: Sides<SourceDocument>;
  readonly #resource: Resource;
  readonly #file: FileRef;
  #secrets: SecretValues | undefined;
  readonly #conflicts: Conflict[] = [];
  readonly #results: Result[] = [];
  readonly #lostComments: Result[] = [];
  readonly #paths: SettledSteps[] = [];
  unconfirmed = 0;
  openComments = 0;
  isDelicate = false;
  guessesComments = false;
  hasCommonChange = false;

  constructor(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules) {
    this.rules = rules;
    this.#documents = documents;
    this.#resource = new Resource(shownOf(documents), { path: file.path, index: file.index });
    this.#file = file;
  }

  conflict(kind: ConflictKind, place: Place, values: Sides<Value>, about: ConflictAbout = {}): Decision {
    const { path } = place;
    const { texts, candidate } = about;
    const ref = this.#resource.ref;
    const redacted = this.#redacted(path, values);
    const field = formatFieldPath(path);
    const keyedField = keyedPath(place, this.rules.schema);
    const writtenField = formatFieldPath(writtenPath(place));
    const conflict: Conflict = {
      kind,
      file: this.#file,
      ...(ref && { resource: ref }),
      ...(path.length > 0 && { field }),
      ...(keyedField !== field && { keyedField }),
      ...(writtenField !== field && { writtenField }),
      values: redacted,
      ...(candidate !== undefined && { candidate }),
      ...(texts && {
        texts: mapSides(texts, (text, side) => (Object.is(redacted[side], values[side]) ? text : undefined)),
      }),
    };
    this.#paths.push(settledStepsAround(path, place.steps, this.rules.schema));
    const verdict = this.#verdict(conflict, place);
    if (verdict === undefined) this.#conflicts.push(conflict);
    else {
      const { severity, taken } = verdict;
      const dropped = droppedChanges(redacted, taken);
      const add = (code: ResultCode, message: string): void => {
        this.#results.push(this.#result(severity, place, message, code));
      };
      add('conflict-decided', conflictDecided(taken, 'changed'));
      if (candidate !== undefined) add('possible-match', mayBe(candidate));
      if (dropped.length > 0) add('changes-dropped', changesDropped(dropped, taken));
    }
    return { taken: verdict?.taken ?? 'local', isOpen: verdict === undefined };
  }

  /** Redacts values at a path that is secret in any version, and elsewhere the values of Secrets in any version. */
  #redacted(path: Path, values: Sides<Value>): Sides<Value> {
    const documents = presentSides(this.#documents);
    const isHidden = documents.some((document) => isSecretField(new Resource(document), path));
    if (isHidden) return mapSides(values, () => REDACTED);
    const secrets = (this.#secrets ??= new SecretValues(documents.map((document) => document.value([]) ?? null)));
    return mapSides(values, (value) => secrets.redactData(redact(value, path, this.#resource)));
  }

  redacted(path: Path, value: Value): Value {
    return this.#redacted(path, { base: undefined, theirs: undefined, local: value }).local ?? null;
  }

  get openConflicts(): number {
    return this.#conflicts.length;
  }

  get conflicts(): number {
    return this.#paths.length;
  }

  attempt<T>(merge: () => T | undefined): T | undefined {
    const lists = [this.#conflicts, this.#paths, this.#results, this.#lostComments];
    const lengths = lists.map((list) => list.length);
    const { unconfirmed, openComments } = this;
    const merged = merge();
    if (merged === undefined) {
      this.unconfirmed = unconfirmed;
      this.openComments = openComments;
      for (const [index, list] of lists.entries()) list.length = lengths[index] ?? 0;
    }
    return merged;
  }

  warning(place: Place, code: ResultCode, message: string): void {
    this.#results.push(this.#result('warning', place, message, code));
  }

  lostComments(place: Place, message: string): void {
    this.#lostComments.push(this.#result('warning', place, message, 'comments-lost'));
  }

  info(place: Place, code: ResultCode, message: string): void {
    this.#results.push(this.#result('info', place, message, code));
  }

  writtenKey(path: Path): string | undefined {
    const { base, theirs, local } = this.#documents;
    const texts = [local, theirs, base].map((document) => document && keyText(document, path));
    return texts.find((text) => text !== undefined);
  }

  get refusesComments(): boolean {
    return this.rules.refused?.comments === true;
  }

  isRefused({ path, steps }: Place): boolean {
    const { paths } = this.rules.refused ?? {};
    if (paths === undefined || paths.size === 0) return false;
    const found = settledSteps(path, steps, this.rules.schema);
    return found.length === path.length && paths.has(JSON.stringify(found));
  }

  get strictness(): Strictness {
    return this.rules.strictness;
  }

  get hasPins(): boolean {
    return this.rules.isOwn !== undefined || this.rules.rules.hasPins;
  }

  pinsBelow({ steps }: Place): boolean {
    return this.rules.rules.pinsBelow(steps);
  }

  takeAt({ path, steps }: Place): Take | undefined {
    return this.rules.isOwn?.(path) === true ? 'pin' : this.rules.rules.takeAt(steps);
  }

  #verdict(conflict: Conflict, { take, directive, steps }: Place): Verdict | undefined {
    if (take !== undefined && directive === undefined) this.rules.rules.use(steps);
    return verdictOf(take, () => this.rules.answer(conflict));
  }

  /** Returns a merged document with all findings. */
  merged(text: MergedText | undefined, data: Merged | undefined): MergedDocument {
    const hasConflict = this.#paths.length > 0;
    return {
      text,
      data,
      conflicts: this.#conflicts,
      conflictPaths: this.#paths,
      isDelicate: this.isDelicate && !hasConflict,
      guessesComments: this.guessesComments && !hasConflict,
      hasCommonChange: this.hasCommonChange,
      results: this.#results,
      lostComments: this.#lostComments,
    };
  }

  #result(severity: 'warning' | 'info', place: Place, message: string, code: ResultCode): Result {
    const field = writtenPath(place);
    return makeResult(severity, message, {
      code,
      resource: this.#resource,
      ...(field.length > 0 && { field }),
    });
  }
}

/** Returns local's version, or else the one that exists. */
export function shownOf({ base, theirs, local }: Sides<SourceDocument>): SourceDocument {
  const shown = local ?? theirs ?? base;
  if (shown === undefined) throw new Error('a document has a version');
  return shown;
}

/** Returns the text of a document. */
export function documentText(document: SourceDocument): string {
  return documentPiece(document).text;
}
