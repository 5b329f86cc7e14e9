import { checkLabelSelector, readOwner, type LabelSelector, type Problems } from '../../src/function/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import { packageVariant } from '../../src/package-variant/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { SetFields, TargetFields } from './kinds/package-variant-set.ts';
import { readTemplate } from './read-template.ts';
import type { VariantTemplate } from './template.ts';

/** Package that is varied. */
export interface Upstream {
  readonly repo: string;
  readonly package: string;
  readonly revision: number | string | undefined;
  readonly workspaceName: string | undefined;
}

/** Selector of the objects that are targets. */
export interface ObjectSelector {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined matches any name. */
  readonly name: string | undefined;
  readonly labels: LabelSelector;
  readonly packageNames: readonly string[];
}

/** A repository, and packages in it. */
interface RepositoryTarget {
  readonly name: string;
  readonly packageNames: readonly string[];
}

/** Targets, and the template of their PackageVariants. */
export interface TargetRule {
  /** Path in the set. */
  readonly field: Path;
  readonly repositories: readonly RepositoryTarget[];
  /** Undefined if repositories are listed. */
  readonly selector: ObjectSelector | undefined;
  readonly template: VariantTemplate | undefined;
}

/** A valid PackageVariantSet. */
export interface VariantSet {
  readonly source: Resource;
  readonly upstream: Upstream;
  readonly targets: readonly TargetRule[];
}

/** Kind of the repositories that sets are for. */
export const REPOSITORY = { apiVersion: 'config.porch.kpt.dev/v1alpha1', kind: 'Repository' };

/** Kind of the packages that sets vary. */
export const PACKAGE_REVISION = { apiVersion: 'porch.kpt.dev/v1alpha1', kind: 'PackageRevision' };

/** Versions of this kind that are read among the items. Porch may have one package in both. */
export const PACKAGE_REVISIONS = [PACKAGE_REVISION, { ...PACKAGE_REVISION, apiVersion: 'porch.kpt.dev/v1alpha2' }];

/** Reads a set. Adds every problem, in Porch's words. */
export function readVariantSet(spec: SetFields, source: Resource, problems: Problems): VariantSet {
  const { targets = [] } = spec;
  readOwner(source, problems);
  const upstream = readUpstream(spec.upstream, problems);
  if (targets.length === 0) problems.add({ field: ['spec', 'targets'], message: 'must specify at least one item' });
  return {
    source,
    upstream,
    targets: targets.map((target, index) =>
      readTarget(target, { field: ['spec', 'targets', index], upstream }, problems),
    ),
  };
}

function readUpstream(fields: SetFields['upstream'], problems: Problems): Upstream {
  const field = ['spec', 'upstream'];
  const { repo = '', package: name = '', revision, workspaceName = '' } = fields ?? {};
  const upstream = {
    repo,
    package: name,
    revision: revision === 0 || revision === '' ? undefined : revision,
    workspaceName: workspaceName === '' ? undefined : workspaceName,
  };
  if (fields === undefined) problems.add({ code: 'missing-field', field, message: 'is a required field' });
  else {
    if (name === '')
      problems.add({ code: 'missing-field', field: [...field, 'package'], message: 'is a required field' });
    if (repo === '') problems.add({ code: 'missing-field', field: [...field, 'repo'], message: 'is a required field' });
    if (upstream.revision === undefined && upstream.workspaceName === undefined)
      problems.add({ field, message: 'either `revision` or `workspaceName` must be specified' });
  }
  return upstream;
}

interface FieldContext {
  readonly field: Path;
  readonly upstream: Upstream;
}

const ONE_WAY = 'one of `repositories`, `repositorySelector`, or `objectSelector`';

function readTarget(fields: TargetFields, { field, upstream }: FieldContext, problems: Problems): TargetRule {
  const { repositories, repositorySelector, objectSelector, template } = fields;
  const at = (name: string): FieldContext => ({ field: [...field, name], upstream });
  const listed = repositories && readRepositories(repositories, at('repositories'), problems);
  const labeled =
    repositorySelector && readSelector({ ...REPOSITORY, ...repositorySelector }, at('repositorySelector'), problems);
  const selected = objectSelector && readSelector(objectSelector, at('objectSelector'), problems);
  const ways = [listed, labeled, selected].filter((way) => way !== undefined);
  if (ways.length !== 1) problems.add({ field, message: `must specify ${ways.length > 1 ? 'only ' : ''}${ONE_WAY}` });
  return {
    field,
    repositories: listed ?? [],
    selector: labeled ?? selected,
    template: template && readTemplate(template, [...field, 'template'], problems),
  };
}

function readRepositories(
  repositories: NonNullable<TargetFields['repositories']>,
  { field, upstream }: FieldContext,
  problems: Problems,
): readonly RepositoryTarget[] {
  if (repositories.length === 0) problems.add({ field, message: 'must not be an empty list if specified' });
  return repositories.map(({ name = '', packageNames }, index) => {
    const at = [...field, index];
    if (name === '') problems.add({ field: [...at, 'name'], message: 'cannot be empty' });
    return { name, packageNames: readPackageNames(packageNames, { field: at, upstream }, problems) };
  });
}

function readSelector(
  fields: NonNullable<TargetFields['objectSelector']>,
  { field, upstream }: FieldContext,
  problems: Problems,
): ObjectSelector {
  const { apiVersion = '', kind = '', name = '', packageNames, ...labels } = fields;
  for (const [key, value] of Object.entries({ apiVersion, kind }))
    if (value === '') problems.add({ field: [...field, key], message: 'cannot be empty' });
  if (kind === packageVariant.kind && apiVersion === packageVariant.apiVersion)
    problems.add({
      field: [...field, 'kind'],
      message: 'must not be PackageVariant: each run would create more PackageVariants',
    });
  checkLabelSelector(labels, field, problems);
  return {
    apiVersion,
    kind,
    name: name === '' ? undefined : name,
    labels,
    packageNames: readPackageNames(packageNames, { field, upstream }, problems),
  };
}

/** Reads package names, which default to the name of the upstream package. */
function readPackageNames(
  names: readonly string[] = [],
  { field, upstream }: FieldContext,
  problems: Problems,
): readonly string[] {
  for (const [index, name] of names.entries())
    if (name === '') problems.add({ field: [...field, 'packageNames', index], message: 'cannot be empty' });
  return names.length === 0 ? [upstream.package] : names;
}
