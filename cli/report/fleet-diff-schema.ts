import { causeSchema } from './blame-report-schema.ts';
import { resultList, text } from './schema-parts.ts';

const folders = (description: string) => ({ type: 'array', description, items: { type: 'string' } }) as const;

const side = {
  type: 'object',
  description: 'Value of one variant. Without `text` if it is absent.',
  properties: {
    text: text('The value, maps and lists as JSON. Values of Secrets are numbered; the same number is the same value.'),
    file: text('File, relative to the folder of the variant.'),
    line: { type: 'integer', minimum: 1, description: 'Line of the value.' },
    cause: causeSchema,
  },
} as const;

/** JSON Schema of `krm-variants fleet diff --report json`. Fields may be added within a version. */
export const fleetDiffSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'FleetDiff',
  description: 'Report of krm-variants fleet diff: --report json',
  type: 'object',
  required: ['version', 'function', 'exitCode', 'results'],
  properties: {
    version: { const: 1, description: 'Version of this format.' },
    function: { const: 'fleet diff', description: 'Name of the command.' },
    exitCode: { enum: [0, 1], description: '0: done. 1: an error.' },
    left: text('Folder of the first variant. Absent for two revisions, and after an error.'),
    right: text('Folder of the second variant.'),
    differences: {
      type: 'array',
      description: 'Differences between two variants.',
      items: {
        type: 'object',
        required: ['resource', 'field', 'isExplained', 'left', 'right'],
        properties: {
          resource: text('Kind, namespace and name, or the path of a Kptfile or of a file without resources.'),
          field: text('Path of the field. Empty for a whole resource or file.'),
          isExplained: { type: 'boolean', description: 'False if a person set a side, or if its cause is not known.' },
          left: side,
          right: side,
        },
      },
    },
    created: folders('Folders of variants that only the second revision has. Absent for two variants.'),
    removed: folders('Folders of variants that only the first revision has.'),
    classes: {
      type: 'array',
      description: 'Equal changes between two revisions, the most frequent ones first.',
      items: {
        type: 'object',
        required: ['resource', 'field', 'variants'],
        properties: {
          resource: text('As in `differences`.'),
          field: text('As in `differences`, with `*` for the PackageVariant in the names of functions of a Kptfile.'),
          before: text('Value in the first revision. Absent if there is none.'),
          after: text('Value in the second revision. Absent if there is none.'),
          variants: folders('Folders of the variants, in their order.'),
        },
      },
    },
    results: resultList('Errors and warnings.'),
  },
} as const;
