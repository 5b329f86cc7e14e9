import { resultList, text } from './schema-parts.ts';

const condition = {
  type: 'object',
  required: ['type', 'status', 'reason', 'message'],
  properties: {
    type: { enum: ['Stalled', 'Ready'], description: 'Type, as Porch has it.' },
    status: { enum: ['True', 'False', 'Unknown'], description: 'Status.' },
    reason: text('Reason in CamelCase. Those of Porch: ValidationError, Valid, Error, NoErrors.'),
    message: text('Message.'),
  },
} as const;

/** JSON Schema of `krm-variants fleet status --report json`. Fields may be added within a version. */
export const fleetStatusSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'FleetStatus',
  description: 'Report of krm-variants fleet status: --report json',
  type: 'object',
  required: ['version', 'exitCode', 'variants', 'results'],
  properties: {
    version: { const: 1, description: 'Version of this format.' },
    exitCode: { enum: [0, 1, 3], description: '0: done. 1: an error. 3: conflicts.' },
    variants: {
      type: 'array',
      description: 'Variants, and sets that are wrong: those that need attention come first.',
      items: {
        type: 'object',
        required: ['kind', 'name', 'namespace', 'status'],
        properties: {
          kind: {
            enum: ['PackageVariant', 'PackageVariantSet'],
            description: 'PackageVariantSet: a set that is wrong.',
          },
          name: text('Name of the resource. Empty if no PackageVariant asks for the folder.'),
          namespace: text('Its namespace, as written. Empty if it has none.'),
          set: text('Name of the PackageVariantSet that made the PackageVariant. Absent if none did.'),
          repository: text('URL of the git repository of the folder. Absent for that of the fleet.'),
          folder: text('Folder, relative to the top of the git repository. Absent if it is not known.'),
          upstream: text(
            'Upstream package: the name of its Repository, a slash, and its path there. Absent if it is not known.',
          ),
          hold: {
            type: 'object',
            required: ['file', 'reason'],
            description: 'FleetHold that holds the variant. Absent if it is not held.',
            properties: {
              file: text('File, relative to the top of the git repository.'),
              reason: text('Reason.'),
              until: text('Revision that ends the hold. Absent if none does.'),
            },
          },
          status: {
            type: 'object',
            required: ['conditions'],
            description: 'Status, as Porch writes it into the resource.',
            properties: {
              conditions: { type: 'array', description: 'Stalled and Ready.', items: condition },
              downstreamTargets: {
                type: 'array',
                description:
                  'PackageRevision of the folder: none before the first apply, or in another git repository. Absent for a set.',
                items: {
                  type: 'object',
                  required: ['name'],
                  properties: { name: text('Repository, package and branch: oslo.shop.main') },
                },
              },
            },
          },
        },
      },
    },
    results: resultList('Errors, warnings and infos.'),
  },
} as const;
