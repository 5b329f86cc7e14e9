/**
 * Messages about what a command is given: files, policies, objects and selections. Each function returns the text of a
 * result.
 */
import { didYouMean } from '../nearest-name.ts';
import { counted, oneOf } from '../wording.ts';

const FIELDS = '`apiVersion`, `kind` and `metadata.name`';

/** `name`: that of a folder. */
export function noResourceInFolder(name: string): string {
  return `no resource in ${JSON.stringify(name)}: looked for ${FIELDS} in its Kptfile and .yaml, .yml and .json files`;
}

export function noResourceInFile(name: string): string {
  return `no resource in ${JSON.stringify(name)}: one must have ${FIELDS}`;
}

export const NO_RESOURCE_ON_STDIN = `no resource on standard input: one must have ${FIELDS}`;

/** Is about all inputs together. */
export const NO_RESOURCE =
  'the inputs hold no resource: check their paths, or pass `--allow-empty` if there may be none';

/** `stream`: its name for people. */
export function streamEmpty(stream: string): string {
  return `${stream} is empty, so there is nothing to work on: check the command that writes to it`;
}

/** `file`: the one with the first resource of this identity. */
export function repeatedInSet(file: string): string {
  return `duplicate of a resource in ${file}: files that are named together are one set, in which kind, namespace and name must be unique`;
}

export function configurationRepeated(name: string, count: number): string {
  return `must have exactly one configuration with the name ${JSON.stringify(name)}, not ${count}`;
}

/** `names`: those of the configurations in the file. */
export function noConfiguration(name: string, names: readonly string[]): string {
  return `has no configuration with the name ${JSON.stringify(name)}: use ${oneOf(names.map((each) => JSON.stringify(each)))}`;
}

/** `names`: those of the documents in the file. */
export function oneConfigurationNeeded(names: readonly string[]): string {
  const known = names.map((each) => JSON.stringify(each));
  const hint = names.length > 1 ? `: add \`#NAME\` to the path, where NAME is ${oneOf(known)}` : '';
  return `the file of a function config must have exactly one document, not ${names.length}${hint}`;
}

export const POLICY_NEEDED = 'must have a policy, but has no resource';

/** `names`: those of the policies in the file. */
export function noPolicy(name: string, names: readonly string[]): string {
  return `has no policy with the name ${JSON.stringify(name)}: there is ${oneOf(names.map((each) => JSON.stringify(each)))}`;
}

export const OBJECTS_NEEDED = 'must have objects of a cluster, but has no resource';

/** Ends an error of a function that found no policy. */
export const GIVE_POLICY = 'give one with `--policy FILE`, or add it to the input';

/** Ends an error of a function that found no policy, though the command line names some as inputs. */
export const GIVE_POLICY_BESIDE =
  'policies in files apply only to the files named with them; for a folder, give them with `--policy FILE`';

/** `reader`: the function that ran; undefined for the pipelines of packages. `remedy`: a text of this file. */
export function policyUnread(reader: string | undefined, remedy: string): string {
  return `${reader === undefined ? 'no function that was run reads' : `${reader} does not read`} this policy: ${remedy}`;
}

/** Ends `policyUnread`. */
export const ONLY_POLICY = 'the policy of `--fn-config` is the only one';

/** Is about a policy among the inputs. */
export const POLICY_IGNORED = `this policy is not read: ${ONLY_POLICY}`;

/** Ends `policyUnread`. */
export const POLICY_OF_MERGE = 'give it to `krm-variants merge`';

/** Ends `policyUnread`. */
export const POLICY_IS_CONFIGURATION = 'give it with `--fn-config FILE`';

/** Ends `policyUnread`. `functions`: those that read it. */
export function policyOfOthers(functions: readonly string[]): string {
  return `${oneOf(functions)} does`;
}

/** Ends `policyUnread`. `kind`: that of the policy. `kinds`: those that are read. */
export function kindsRead(kind: string, kinds: readonly string[], takesObjects: boolean): string {
  const meant = didYouMean(kind, kinds);
  const objects = takesObjects && meant === '' ? '; objects of a cluster need `--objects DIR`' : '';
  return `it reads ${oneOf(kinds)}${meant}${objects}`;
}

/** `option`: the one that names the objects, with its value. */
export function objectsUnread(option: string): string {
  return `no function that was run reads objects of a cluster, so \`${option}\` has no effect`;
}

const UNMATCHED = { match: 'the function gets none', exclude: 'nothing is excluded' } as const;

/**
 * `options`: those that select, with their values. `hint`: end of the message if there is a near name; '' otherwise.
 */
export function noResourceMatches(verb: keyof typeof UNMATCHED, options: string, hint: string): string {
  return `no resource matches \`${options}\`, so ${UNMATCHED[verb]}${hint}`;
}

/** `packages`: number of those that were looked at. `advice`: end of the message, or ''. */
export function noPackageMatches(packages: number, advice: string): string {
  return `no package is as \`--where\` asks for, of ${counted(packages, 'package')}${advice}`;
}
