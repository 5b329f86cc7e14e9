import { validatorOf } from '#validators';
import { isYamlPath, type FileContent } from '../../files/index.ts';
import { readForm } from '../../function/index.ts';
import { misspelledKey } from '../../krm/hints.ts';
import { groupOf, Resource } from '../../krm/resource.ts';
import { fileError } from '../../krm/failure.ts';
import { KrmError, type Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { nearestName } from '../../nearest-name.ts';
import { readStream, YamlError } from '../../yaml/index.ts';
import { noPolicyInFile, policyMisspelt, policyNotYaml } from '../messages/policies.ts';
import { fileText } from '../text/file-text.ts';
import type { Packages } from '../text/packages.ts';
import { mergePolicyForm } from './merge-policy-form.ts';
import type { MergeRule } from './merge-rule.ts';

const { apiVersion: API_VERSION, kind: KIND } = mergePolicyForm;

/** A MergePolicy: its rules, and the resource that has them. */
export interface MergePolicy {
  readonly resource: Resource;
  readonly rules: readonly MergeRule[];
}

/**
 * Reads the rules of the MergePolicies in a file, in their order. Ignores other documents. Throws a `KrmError` that
 * names each invalid field, or the file if it has no MergePolicy or is not YAML.
 */
export function readMergePolicies(text: string, path: string): readonly MergeRule[] {
  const policies = policiesIn(text, path);
  if (policies.length === 0) throw fileError(path, 'no-policy', noPolicyInFile(mergePolicyForm));
  return policies.flatMap(({ rules }) => rules);
}

/** Reports whether a resource is a MergePolicy. */
export function isMergePolicy({ kind, apiVersion }: Resource): boolean {
  return kind === KIND && apiVersion === API_VERSION;
}

/** Reads the rules of a MergePolicy, in their order. Throws a `KrmError` that names each invalid field. */
export function mergePolicyOf(resource: Resource): MergePolicy {
  return { resource, rules: readForm(mergePolicyForm, validatorOf(mergePolicyForm), resource) };
}

/** Returns the errors about the MergePolicies of a package: those of the first file that has some. */
export function mergePolicyErrors(files: ReadonlyMap<string, FileContent>): readonly Result[] {
  try {
    policiesOfPackage(files);
    return [];
  } catch (error) {
    if (error instanceof KrmError) return error.results;
    throw error;
  }
}

/**
 * Returns the MergePolicies that only the local package has, in the order of their files: upstream does not decide what
 * happens to local changes.
 */
export function localPolicies({ base, theirs, local }: Packages): readonly MergePolicy[] {
  const own = policiesOfPackage(local);
  if (own.length === 0) return [];
  const upstream = new Set([...earlierPolicies(base), ...policiesOfPackage(theirs)].map(policyName));
  return own.filter((policy) => !upstream.has(policyName(policy)));
}

/** Returns the MergePolicies of a package, in the order of their files. */
function policiesOfPackage(files: ReadonlyMap<string, FileContent>): readonly MergePolicy[] {
  return [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([path, content]) => policiesOf(path, content));
}

function policiesOf(path: string, content: FileContent): readonly MergePolicy[] {
  if (!isYamlPath(path)) return [];
  const isCandidate = typeof content === 'string' ? mayHavePolicy(content) : content.length > 0;
  const text = isCandidate ? fileText(content)?.lines : undefined;
  return text !== undefined && mayHavePolicy(text) ? policiesIn(text, path) : [];
}

/** Reports whether a text may have a MergePolicy, or one whose kind or version is misspelt. */
function mayHavePolicy(text: string): boolean {
  return text.includes(KIND) || text.includes(API_VERSION);
}

/**
 * Returns the MergePolicies of a version that nobody can correct any more, for their names. Leaves out files that
 * cannot be read.
 */
function earlierPolicies(files: ReadonlyMap<string, FileContent>): readonly Pick<MergePolicy, 'resource'>[] {
  return [...files].flatMap(([path, content]) => {
    const text = isYamlPath(path) ? fileText(content)?.lines : undefined;
    if (text?.includes(KIND) !== true) return [];
    try {
      return resourcesIn(text, path)
        .filter(isMergePolicy)
        .map((resource) => ({ resource }));
    } catch (error) {
      if (error instanceof YamlError) return [];
      throw error;
    }
  });
}

function policyName({ resource: { namespace, name } }: Pick<MergePolicy, 'resource'>): string {
  return `${namespace}/${name}`;
}

function policiesIn(text: string, path: string): readonly MergePolicy[] {
  try {
    const resources = resourcesIn(text, path);
    const errors = resources.flatMap(misspeltPolicy);
    if (errors.length > 0) throw new KrmError(errors);
    return resources.filter(isMergePolicy).map(mergePolicyOf);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw fileError(path, 'invalid-yaml', policyNotYaml(error.message));
  }
}

function resourcesIn(text: string, path: string): readonly Resource[] {
  const { documents } = readStream(text);
  return documents.map((document, index) => new Resource(document, { path, index, isFile: true }));
}

/** Returns an error about a resource that is probably meant to be a MergePolicy: it would decide nothing. */
function misspeltPolicy(resource: Resource): readonly Result[] {
  const { apiVersion, kind, group } = resource;
  const isNear = (text: string, right: string): boolean => text === '' || nearestName(text, [right]) !== undefined;
  if (kind === KIND && apiVersion !== API_VERSION && isNear(group, groupOf(API_VERSION)))
    return [misspelt(resource, 'apiVersion')];
  if (apiVersion === API_VERSION && kind !== KIND && isNear(kind, KIND)) return [misspelt(resource, 'kind')];
  return [];
}

function misspelt(resource: Resource, field: 'apiVersion' | 'kind'): Result {
  const message = policyMisspelt(field, mergePolicyForm, misspelledKey(resource, [field]));
  return makeResult('error', message, {
    code: 'unknown-kind',
    resource,
    field: [field],
    currentValue: resource[field],
  });
}
