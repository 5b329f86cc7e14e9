import { checkLabelSelector, configForm, labelSelectorSchema, objectMeta, typeMeta } from '../function/index.ts';
import type { LabelSelector } from '../function/index.ts';
import type { Resource } from '../krm/resource.ts';
import { isBranchName } from '../branch-name.ts';
import { packagePath } from './place.ts';

/** Decision to leave variants as they are. */
export interface Hold {
  readonly resource: Resource;
  /** Labels of the held variants; undefined if it names their folders. */
  readonly selector: LabelSelector | undefined;
  /** Folders of the held variants, relative to the top of their git repository; undefined if it selects by labels. */
  readonly variants: readonly string[] | undefined;
  /** Name of the Repository of these folders; undefined for those in all git repositories. */
  readonly repo: string | undefined;
  readonly reason: string;
  /**
   * Revision that ends the hold of a variant whose PackageVariant asks for it, or for a later one; undefined: none
   * does.
   */
  readonly until: string | undefined;
}

/** Kind of the resources that hold variants. */
export const fleetHoldForm = configForm({
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'FleetHold',
  schema: {
    type: 'object',
    description: 'Leaves variants of a fleet as they are: `fleet apply` changes neither their folders nor their locks.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'FleetHold'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Held variants, and the reason. Exactly one of `selector` and `variants` must be set.',
        additionalProperties: false,
        required: ['reason'],
        properties: {
          selector: {
            ...labelSelectorSchema,
            description:
              'Labels of the held variants: those of PackageVariants, their `spec.labels`, and those of their sets. An empty selector holds all variants.',
          },
          variants: {
            type: 'array',
            description: 'Folders of the held variants, relative to the top of their git repository.',
            items: { type: 'string', description: 'Folder, such as `clusters/eu-1/shop`.' },
          },
          repo: {
            type: 'string',
            description:
              'Name of the Repository of the folders in `variants`, as `spec.downstream.repo` of their PackageVariants. Default: the folders in all git repositories of the fleet.',
          },
          reason: { type: 'string', description: 'Reason, for those who read the plan.' },
          until: {
            type: 'string',
            description:
              'Revision, such as `v4`. A variant is no longer held if its PackageVariant asks for this revision, or for a later version. Default: it is held until the FleetHold is removed.',
          },
        },
      },
    },
  },
  read({ spec: { selector, variants, repo, reason, until } }, problems, resource): Hold {
    if ((selector === undefined) === (variants === undefined)) problems.add({ field: ['spec'], message: ONE });
    if (selector !== undefined) checkLabelSelector(selector, ['spec', 'selector'], problems);
    if (variants?.length === 0) problems.add({ field: ['spec', 'variants'], message: 'must name a folder' });
    const folders = variants?.map((folder, index) => {
      const path = packagePath(folder);
      if (path) return path;
      problems.add({ field: ['spec', 'variants', index], message: FOLDER, currentValue: folder });
      return folder;
    });
    if (repo !== undefined && variants === undefined) problems.add({ field: ['spec', 'repo'], message: REPO });
    if (repo === '') problems.add({ field: ['spec', 'repo'], message: 'must be the name of a Repository' });
    if (reason.trim() === '') problems.add({ field: ['spec', 'reason'], message: 'must say why' });
    if (until !== undefined && !isBranchName(until))
      problems.add({ field: ['spec', 'until'], message: NO_REVISION, currentValue: until });
    return { resource, selector, variants: folders, repo, reason, until };
  },
});

/** Message about an `until` that no revision can have. */
export const NO_REVISION =
  'must be a revision that a PackageVariant can ask for, such as v4: no tag or branch can have this name, and no time ends a hold or a decision';
const ONE = 'must have either `selector` or `variants`';
const FOLDER = 'must be the folder of a variant, relative to the top of the git repository';
const REPO = 'must be set with `variants`: labels select variants of all Repositories';
