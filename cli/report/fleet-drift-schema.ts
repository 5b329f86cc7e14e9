import { count, REPOSITORY, resultList } from './schema-parts.ts';

/** JSON Schema of `krm-variants fleet drift --report json`. Fields may be added within a version. */
export const fleetDriftSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'FleetDrift',
  description: 'Report of krm-variants fleet drift: --report json',
  type: 'object',
  required: ['version', 'exitCode', 'variants', 'results'],
  properties: {
    version: { const: 1, description: 'Version of this format.' },
    exitCode: { enum: [0, 1, 4], description: '0: done. 1: an error. 4: edits, with --check.' },
    variants: {
      type: 'array',
      description: 'Variants, by folder.',
      items: {
        type: 'object',
        required: ['folder', 'name', 'state', 'files'],
        properties: {
          repository: REPOSITORY,
          folder: { type: 'string', description: 'Folder, relative to the top of the git repository.' },
          name: { type: 'string', description: 'Name of the PackageVariant. Empty if it is not known.' },
          set: { type: 'string', description: 'Name of the PackageVariantSet that made it. Absent if none did.' },
          state: {
            enum: ['clean', 'edited', 'removed', 'unapplied', 'foreign', 'error'],
            description:
              'clean: as the last apply derived it. edited: people edited files. removed: people deleted the folder. unapplied: no apply has written it. foreign: the folder exists, and has no lock. error: the folder or its lock cannot be read.',
          },
          gone: { const: true, description: 'Present if no PackageVariant asks for the folder.' },
          files: {
            type: 'array',
            description: 'Files that people edited, by path.',
            items: {
              type: 'object',
              required: ['path', 'change'],
              properties: {
                path: { type: 'string', description: 'Path, relative to the folder.' },
                change: { enum: ['changed', 'added', 'deleted'], description: 'Kind of the edit.' },
                mode: {
                  type: 'object',
                  required: ['from', 'to'],
                  description: 'Modes of git, if they differ.',
                  properties: {
                    from: { type: 'string', description: 'Mode that was derived.' },
                    to: { type: 'string', description: 'Mode in the folder.' },
                  },
                },
                added: count('Added lines. Absent if the base is lost.'),
                removed: count('Removed lines. Absent if the base is lost.'),
                baseLost: { const: true, description: 'Present if the text that was derived cannot be had.' },
              },
            },
          },
        },
      },
    },
    results: resultList('Errors, warnings and infos.'),
  },
} as const;
