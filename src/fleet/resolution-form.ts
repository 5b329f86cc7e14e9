import {
  anyValue,
  checkLabelSelector,
  configForm,
  labelSelectorSchema,
  objectMeta,
  typeMeta,
} from '../function/index.ts';
import type { LabelSelector } from '../function/index.ts';
import type { Resource } from '../krm/resource.ts';
import { CONFLICT_KINDS, type ConflictKind } from '../merge/index.ts';
import { isBranchName } from '../branch-name.ts';
import { oneOf } from '../wording.ts';
import type { Value } from '../yaml/index.ts';
import type { ConflictPlace, MatchedValues } from './conflict-class.ts';
import { NO_REVISION } from './hold-form.ts';
import { packagePath } from './place.ts';

/** Outcome of a decision: a version, or a value in place of both. */
export type Decided = { readonly take: 'new' | 'local' } | { readonly value: Value };

/** Decision of one class of conflicts. */
export interface Resolution {
  readonly resource: Resource;
  readonly place: ConflictPlace;
  readonly matched: MatchedValues;
  /** Labels of the variants that it decides for; undefined if it does not select by labels. */
  readonly selector: LabelSelector | undefined;
  /** Folders of the variants that it decides for; undefined if it does not name any. */
  readonly variants: readonly string[] | undefined;
  /** Name of the Repository of these folders; undefined for the git repository of the fleet. */
  readonly repo: string | undefined;
  readonly decided: Decided;
  readonly reason: string | undefined;
  /**
   * Revision with which the decision no longer holds for a variant whose PackageVariant asks for it, or for a later
   * one.
   */
  readonly until: string | undefined;
}

const KINDS = Object.keys(CONFLICT_KINDS) as readonly ConflictKind[];

/** Kinds of conflicts about one value of each version. */
export const VALUE_KINDS = KINDS.filter((kind) => CONFLICT_KINDS[kind].hasOneValue);

/** Kind of the resources that decide conflicts. */
export const mergeResolutionForm = configForm({
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'MergeResolution',
  schema: {
    type: 'object',
    description: 'Decides one conflict for all variants of a fleet that have it, in each run.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'MergeResolution'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description:
          'Decision of a conflict. Exactly one of `take` and `value` must be set, and at most one of `selector` and `variants`.',
        additionalProperties: false,
        required: ['match'],
        properties: {
          match: {
            type: 'object',
            description:
              'The conflict: its place, and both values that the program derives. Another value is another conflict. `resource` or `file` must be set, and both for a resource whose name is not unique; and at most one of `digest` and `packages`, in place of `base` and `new`.',
            additionalProperties: false,
            required: ['upstream', 'kind'],
            properties: {
              upstream: {
                type: 'object',
                description: 'Upstream package of the variants.',
                additionalProperties: false,
                required: ['repository', 'package'],
                properties: {
                  repository: { type: 'string', description: 'Name of its Repository.' },
                  package: { type: 'string', description: 'Package in the Repository.' },
                },
              },
              kind: { type: 'string', enum: KINDS, description: 'Kind of the conflict, as messages show it.' },
              resource: {
                type: 'object',
                description: 'Resource with the conflict.',
                additionalProperties: false,
                required: ['apiVersion', 'kind', 'name'],
                properties: {
                  apiVersion: { type: 'string', description: 'API version.' },
                  kind: { type: 'string', description: 'Kind.' },
                  namespace: { type: 'string', description: 'Namespace. Absent if it has none.' },
                  name: { type: 'string', description: 'Name.' },
                },
              },
              file: {
                type: 'string',
                description:
                  'File without resources, or of a resource whose name is not unique in the package, relative to the folder of each variant.',
              },
              path: {
                type: 'string',
                description:
                  'Field, such as `spec.replicas` or `spec.template.spec.containers[name=web].image`. Absent for a whole resource or file.',
              },
              base: { description: 'Value that was derived last. Absent if there was none.', ...anyValue },
              new: { description: 'Value that is derived now. Absent if there is none.', ...anyValue },
              digest: { type: 'string', description: 'Digest of both values, which are too long to be shown.' },
              packages: {
                type: 'array',
                description:
                  'Digests of both derived packages, one for each variant: for conflicts in Secrets, whose values are hidden, and in binary files.',
                items: { type: 'string', description: 'Digest.' },
              },
            },
          },
          selector: {
            ...labelSelectorSchema,
            description:
              'Labels of the variants that it decides for: those of PackageVariants, their `spec.labels`, and those of their sets. Default: all.',
          },
          variants: {
            type: 'array',
            description: 'Folders of the variants that it decides for, relative to the top of their git repository.',
            items: { type: 'string', description: 'Folder, such as `clusters/eu-1/shop`.' },
          },
          repo: {
            type: 'string',
            description:
              'Name of the Repository of the folders in `variants`, as `spec.downstream.repo` of their PackageVariants. Default: the folders in the git repository of the fleet.',
          },
          take: {
            type: 'string',
            enum: ['new', 'local'],
            description: '`new` takes what is derived now. `local` keeps what the folder has.',
          },
          value: { description: 'Value of the field, in place of both versions. Not for Secrets.', ...anyValue },
          reason: { type: 'string', description: 'Reason, for those who read the file.' },
          until: {
            type: 'string',
            description:
              'Revision, such as `v4`. The decision no longer holds for a variant whose PackageVariant asks for this revision, or for a later version. Default: it holds until the MergeResolution is removed.',
          },
        },
      },
    },
  },
  read({ spec }, problems, resource): Resolution {
    const { match, selector, variants, repo, take, reason, until } = spec;
    const add = (field: string, message: string): void =>
      problems.add({ field: ['spec', ...(field === '' ? [] : field.split('.'))], message });
    // The form leaves out null, which is a value here.
    const written = (...path: readonly string[]): Value | undefined => resource.document.value(['spec', ...path]);
    const values = { base: written('match', 'base'), new: written('match', 'new') };
    const value = written('value');
    const hasValue = value !== undefined;
    if ((take === undefined) !== hasValue) add('', 'must have either `take` or `value`');
    if (selector !== undefined && variants !== undefined) add('', 'must not have both `selector` and `variants`');
    if (selector !== undefined) checkLabelSelector(selector, ['spec', 'selector'], problems);
    if (variants?.length === 0) add('variants', 'must name a folder');
    if (repo !== undefined && variants === undefined) add('repo', 'must be set with `variants`');
    if (repo === '') add('repo', 'must be the name of a Repository');
    const folders = variants?.map((folder, index) => {
      const path = packagePath(folder);
      if (path) return path;
      problems.add({ field: ['spec', 'variants', index], message: FOLDER, currentValue: folder });
      return folder;
    });
    if (match.resource === undefined && match.file === undefined) add('match', 'must have `resource` or `file`');
    const hasValues = values.base !== undefined || values.new !== undefined;
    const forms = [hasValues, match.digest !== undefined, match.packages !== undefined];
    if (forms.filter(Boolean).length !== 1)
      add('match', 'must have `base` and `new`, as far as they exist, or `digest`, or `packages`');
    if (hasValue) {
      if (match.resource === undefined || match.path === undefined)
        add(
          'value',
          'must be the value of a field of a resource: set `match.resource` and `match.path`, or use `take`',
        );
      if (!VALUE_KINDS.includes(match.kind))
        add('value', `must not be set for a conflict ${match.kind}, but for ${oneOf(VALUE_KINDS)}: use \`take\``);
      if (match.packages !== undefined || isSecretKind(match.resource?.kind)) add('value', NO_SECRET);
    }
    if (until !== undefined && !isBranchName(until)) add('until', NO_REVISION);
    const { namespace, ...rest } = match.resource ?? { apiVersion: '', kind: '', name: '' };
    const place: ConflictPlace = {
      upstream: match.upstream,
      kind: match.kind,
      resource: match.resource && { ...rest, ...(namespace !== undefined && { namespace }) },
      file: match.file,
      path: match.path,
    };
    const decided: Decided = take === undefined ? { value: value ?? null } : { take };
    const selected = { selector, variants: folders, repo };
    return { resource, place, matched: matchedOf(match, values), ...selected, decided, reason, until };
  },
});

function matchedOf(
  { digest, packages }: { readonly digest?: string | undefined; readonly packages?: readonly string[] | undefined },
  values: NonNullable<MatchedValues['values']>,
): MatchedValues {
  if (packages !== undefined) return { packages };
  return digest === undefined ? { values } : { digest };
}

/** Reports whether resources of a kind hold secrets, readable or encrypted. */
export function isSecretKind(kind: string | undefined): boolean {
  return kind === 'Secret' || kind === 'SealedSecret';
}

const FOLDER = 'must be the folder of a variant, relative to the top of the git repository';
const NO_SECRET =
  'must not be a value of a Secret, which everyone who reads the file would see: use `take`, and edit the Secret itself';
