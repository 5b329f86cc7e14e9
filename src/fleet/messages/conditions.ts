/**
 * Messages of the conditions of a variant, in the words of Porch's controller of PackageVariants where it has a
 * condition for the state. Each function returns the text of a condition.
 */
import { counted } from '../../wording.ts';

export const ALL_VALID = 'all validation checks passed';

export const OBJECT_INVALID = 'invalid packagevariant object';

export const DOWNSTREAM_ENSURED = 'successfully ensured downstream package variant';

export const NOT_ASKED_FOR = 'no PackageVariant asks for this folder';

/** `until`: version or time at which the hold ends; undefined if it does not. */
export function heldFor(reason: string, until: string | undefined): string {
  return `held: ${reason}${until === undefined ? '' : ` (until ${until})`}`;
}

/** `version`: the one that it would be made of. */
export function toCreate(version: string): string {
  return `to create: ${version}`;
}

/** `version`: the one that it would be made of. */
export function toAdopt(version: string): string {
  return `to adopt: ${version}`;
}

/** `files`: number of files that would change. `from` and `to`: versions. */
export function toUpdate(files: number, from: string | undefined, to: string | undefined): string {
  const count = files === 0 ? 'only its lock' : counted(files, 'file');
  return `to update: ${from === to || from === undefined || to === undefined ? count : `${from} -> ${to}, ${count}`}`;
}

export function conflictsWithPeople(conflicts: number): string {
  return `${counted(conflicts, 'conflict')} with edits of people`;
}

/** `message`: of the condition if no decision is wrong. */
export function unlessWrong(message: string, kind: 'FleetHold' | 'MergeResolution'): string {
  return `${message}, unless an invalid ${kind} ${kind === 'FleetHold' ? 'holds it' : 'decides them'}`;
}

/** `errors`: each with the field or file that it is about, if any. */
export function errorsAt(errors: readonly { readonly message: string; readonly place: string | undefined }[]): string {
  return errors.map(({ message, place }) => (place === undefined ? message : `${place}: ${message}`)).join('; ');
}

/** Values of `spec.upstream` as JSON, in the syntax of Go. */
interface UpstreamFields {
  readonly repo: string;
  readonly package: string;
  readonly revision: string;
  readonly workspaceName: string;
}

export function upstreamNotFound({ repo, package: name, revision, workspaceName }: UpstreamFields): string {
  return `could not find upstream package revision &v1alpha1.Upstream{Repo:${repo}, Package:${name}, Revision:${revision}, WorkspaceName:${workspaceName}}`;
}
