/**
 * Messages about MergePolicies, their rules, and comments that decide a merge. Each function returns the text of a
 * result.
 */
import { suggestion } from '../../nearest-name.ts';

/** Kind and version of MergePolicies. */
interface PolicyKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export function noPolicyInFile({ apiVersion, kind }: PolicyKind): string {
  return `must hold a ${kind} of ${apiVersion}`;
}

/** `error`: of the parser. */
export function policyNotYaml(error: string): string {
  return `must be YAML: ${error}`;
}

/** `hint`: end of the message if the field itself is misspelled; '' otherwise. */
export function policyMisspelt(field: 'apiVersion' | 'kind', policy: PolicyKind, hint: string): string {
  return `must be ${JSON.stringify(policy[field])} for a ${policy.kind}${hint}`;
}

/** Is about a resource that `--policy` gives to a merge. */
export const MERGE_POLICY_NEEDED =
  'merge reads only MergePolicies (krm-variants.dev/v1alpha1): give other policies to `run` or `render`';

export function notAFieldPath(text: string): string {
  return `${JSON.stringify(text)} must be a path of fields, such as spec.containers[name=web].image, spec.ports[*] or data["a.b"]`;
}

export const NOTHING_MATCHES_ALL =
  'this rule selects nothing: each of these matches in some version, but nothing matches all of them';

/**
 * `field`: the one of the rule that matches nothing. `hint`: end of the message if there is a near name; '' otherwise.
 */
export function nothingMatches(field: 'file' | 'group' | 'kind' | 'namespace' | 'name', hint: string): string {
  const what = field === 'file' ? 'no version has such a file' : `no version has a resource of this ${field}`;
  return `this rule selects nothing: ${what}${hint}`;
}

/** `near`: step of the path that is probably a slip, and what is meant. */
export function noVersionHasField(near: { readonly written: string; readonly meant: string } | undefined): string {
  const hint = near === undefined ? '' : suggestion(`\`${near.meant}\`, not \`${near.written}\``);
  return `this rule selects nothing: no version has this field in a resource that the rule selects${hint}`;
}

/** `takes`: what the comment may name. */
export function unknownDirective(text: string, takes: readonly string[]): string {
  return `\`krm-variants-merge: ${text}\` must be one of ${takes.join(', ')}: it is ignored`;
}
