import { REPOSITORY } from './schema-parts.ts';

/** JSON Schema of `krm-variants fleet table --report json`. Fields may be added within a version. */
export const fleetTableSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'FleetTable',
  description: 'Report of krm-variants fleet table: --report json',
  type: 'object',
  required: ['version', 'fields', 'groups'],
  properties: {
    version: { const: 1, description: 'Version of this format.' },
    fields: { type: 'array', description: 'The fields, as given.', items: { type: 'string' } },
    by: { type: 'string', description: 'The key of --by. Absent without it.' },
    groups: {
      type: 'array',
      description: 'Variants with equal values. The largest group comes first.',
      items: {
        type: 'object',
        required: ['values', 'count', 'variants'],
        properties: {
          values: {
            type: 'array',
            description: 'Values of each field, as text: maps and lists as JSON. Data of Secrets are numbered.',
            items: { type: 'array', items: { type: 'string' } },
          },
          count: { type: 'integer', minimum: 1, description: 'Number of variants.' },
          variants: {
            type: 'array',
            description: 'The variants, by folder.',
            items: {
              type: 'object',
              required: ['folder'],
              properties: {
                repository: REPOSITORY,
                folder: { type: 'string', description: 'Folder, relative to the top of the git repository.' },
                key: { type: 'string', description: 'Its value of the key of --by. Absent if it has none.' },
              },
            },
          },
        },
      },
    },
  },
} as const;
