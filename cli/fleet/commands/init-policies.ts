/**
 * Finds the policies of a package that are copied to the clusters, but that no pipeline applies: without the function
 * that reads it, a policy changes nothing, and nobody notices.
 */
import type { FileContent } from '../../../src/files/index.ts';
import { foldersAround, joinPaths } from '../../../src/fleet/index.ts';
import { initPoliciesUnread } from '../../../src/fleet/messages/inputs.ts';
import { type FunctionDefinition, type Functions, isPolicy } from '../../../src/function/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { fileWarning, groupOf, isKptfile, KrmError, type Resource, type Result } from '../../../src/krm/index.ts';
import { contentText, listContents, readEach, readPackageFile } from '../../../src/package/index.ts';
import {
  matchesSelector,
  type PipelineFunction,
  readPipeline,
  type ResourceReference,
} from '../../../src/render/index.ts';

/**
 * Returns a warning if a package has policies, but no pipeline that applies them. `files`: of the package, by path.
 * `setFile`: file of its PackageVariantSet, where the function can be added.
 */
export function unreadPolicies(
  functions: Functions,
  files: ReadonlyMap<string, FileContent>,
  setFile: string,
): readonly Result[] {
  const definitions = Object.values(functions).map((load) => load().definition);
  const resources = resourcesOf(files);
  const steps = resources.filter(isKptfile).flatMap((kptfile) => stepsOf(kptfile, definitions));
  const unread = resources.flatMap((policy) => {
    const reader = readerOf(policy, definitions);
    return reader === undefined || steps.some((step) => reads(step, policy)) ? [] : [{ policy, reader }];
  });
  if (unread.length === 0) return [];
  const entries = [...groupBy(unread, ({ policy, reader }) => entryOf(policy, reader)).keys()];
  const message = initPoliciesUnread(
    unread.map(({ policy }) => ({ kind: policy.kind, name: policy.name, file: policy.location.path ?? '' })),
    [...new Set(unread.map(({ reader }) => reader.name))],
    `pipeline: { mutators: [${entries.join(', ')}] }`,
  );
  return [fileWarning(setFile, 'policy-ignored', message)];
}

/** Returns the resources of files. Files that are not YAML are left out: `fleet apply` reports them. */
function resourcesOf(files: ReadonlyMap<string, FileContent>): readonly Resource[] {
  const read = (path: string): readonly Resource[] =>
    readPackageFile(path, contentText(files.get(path) ?? '', path)).resources;
  return readEach(listContents(files).paths, read, { skip: () => undefined }).flat();
}

/** A function of this program in a pipeline. */
interface Step {
  readonly definition: FunctionDefinition;
  /** Folder of the Kptfile, relative to the root package; '' for the root package. */
  readonly folder: string;
  /** File that configures it, relative to the root package. */
  readonly config: string | undefined;
  /** Names of the resource that configures it. */
  readonly reference: ResourceReference | undefined;
}

function stepsOf(kptfile: Resource, definitions: readonly FunctionDefinition[]): readonly Step[] {
  const [, ...above] = foldersAround(kptfile.location.path ?? '');
  const folder = above[0] ?? '';
  return pipelineOf(kptfile).flatMap(({ called, configPath, configRef: reference }) => {
    const config = configPath === undefined ? undefined : joinPaths(folder, configPath);
    const definition = definitions.find(({ name }) => name === calledName(called));
    return definition === undefined ? [] : [{ definition, folder, config, reference }];
  });
}

/** Returns the functions of a Kptfile; none if it is wrong, which `fleet apply` reports. */
function pipelineOf(kptfile: Resource): readonly PipelineFunction[] {
  try {
    return readPipeline(kptfile);
  } catch (error) {
    if (error instanceof KrmError) return [];
    throw error;
  }
}

/** Returns the last part of a command or of an image without its tag: `registry.example.com/f:v1` is `f`. */
function calledName(called: string): string {
  return /([^\s/]*)$/.exec(called.trim().replace(/[:@][^/]*$/, ''))?.[1] ?? '';
}

function reads({ definition: { configs, policies }, folder, config, reference }: Step, policy: Resource): boolean {
  const { path = '' } = policy.location;
  const isConfig = config === path || (reference !== undefined && matchesSelector(policy, reference));
  if (isConfig && isPolicy(configs, policy)) return true;
  return isPolicy(policies?.forms ?? [], policy) && (folder === '' || foldersAround(path).includes(folder));
}

/** Group of the kinds of this project. */
const OWN_GROUP = 'krm-variants.dev';

/** Returns the function that applies a policy of its kind; undefined for other resources. */
function readerOf(policy: Resource, definitions: readonly FunctionDefinition[]): FunctionDefinition | undefined {
  const own = ({ configs }: FunctionDefinition): boolean =>
    isPolicy(
      configs.filter(({ apiVersion }) => groupOf(apiVersion) === OWN_GROUP),
      policy,
    );
  return definitions.find(({ policies }) => isPolicy(policies?.forms ?? [], policy)) ?? definitions.find(own);
}

/** Expressions of a PackageVariantSet for the options that a function needs. */
const EXPRESSIONS: Readonly<Record<string, string>> = { cluster: 'repository.name' };

/** Returns the entry of a pipeline that applies a policy, in YAML. */
function entryOf(policy: Resource, { name, configs, policies }: FunctionDefinition): string {
  if (!isPolicy(policies?.forms ?? [], policy))
    return `{ exec: ${name}, configPath: ${JSON.stringify(policy.location.path)} }`;
  const schema = configs.find(({ kind }) => kind === 'ConfigMap')?.schema;
  const data = typeof schema === 'object' ? schema.properties?.['data'] : undefined;
  const exprs = (typeof data === 'object' ? (data.required ?? []) : []).flatMap((key) => {
    const expression = EXPRESSIONS[key];
    return expression === undefined ? [] : [`{ key: ${key}, valueExpr: ${expression} }`];
  });
  const options = exprs.length === 0 ? '' : `, configMapExprs: [${exprs.join(', ')}]`;
  return `{ exec: ${name}${options} }`;
}
