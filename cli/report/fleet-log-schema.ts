import { REPOSITORY, resultList, text } from './schema-parts.ts';

const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description }) as const;

/** JSON Schema of `krm-variants fleet log --report json`. Fields may be added within a version. */
export const fleetLogSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'FleetLog',
  description: 'Report of krm-variants fleet log: --report json',
  type: 'object',
  required: ['version', 'function', 'exitCode', 'folder', 'versions', 'results'],
  properties: {
    version: { const: 1, description: 'Version of this format.' },
    function: { const: 'fleet log', description: 'Name of the command.' },
    exitCode: { enum: [0, 1], description: '0: done. 1: an error.' },
    repository: REPOSITORY,
    folder: text('Folder of the variant, relative to the top of the git repository. Empty after an error.'),
    versions: {
      type: 'array',
      description: 'Versions of the variant, the newest first.',
      items: {
        type: 'object',
        required: ['number', 'state', 'folder'],
        properties: {
          number: {
            type: 'integer',
            minimum: 0,
            description: 'Number for fleet rollback --to: 0 for now, 1 for the version before, and so on.',
          },
          state: {
            enum: ['valid', 'joined', 'removed', 'damaged', 'newer', 'missing'],
            description:
              'State of the lock. joined: it has the locks of branches that both applied. removed: the commit removed it. damaged: it was edited, or merged by git. newer: a later version of krm-variants wrote it. missing: this partial clone lacks it.',
          },
          folder: text('Folder of the variant at that time.'),
          commit: {
            type: 'object',
            required: ['id', 'author', 'date', 'subject'],
            description: 'Commit that wrote the lock. Absent if it is not committed.',
            properties: {
              id: text('Id.'),
              author: text('Name of the author.'),
              date: text('Date of the author, in ISO 8601.'),
              subject: text('First line of the message.'),
            },
          },
          merge: text('Commit that merged it into this branch. Absent if none did.'),
          upstream: {
            type: 'object',
            required: ['repository', 'directory', 'tree'],
            description: 'Version of the upstream package. Absent unless the state is valid.',
            properties: {
              repository: text('Name of the Repository.'),
              url: text('URL of the git repository. Absent for the repository of the fleet.'),
              directory: text('Folder of the package in it.'),
              asked: text('Revision, as asked for. Absent for the work tree.'),
              ref: text('Tag or branch that was found. Absent for the work tree.'),
              commit: text('Commit. Absent for a work tree with changes that were not committed.'),
              tree: text('Digest of the files.'),
            },
          },
          program: text('Version of krm-variants that derived it.'),
          edited: texts('Files that differed from what was derived, because people edited, added or deleted them.'),
          files: texts('Files that were derived differently than for the version before.'),
          changes: texts(
            'What was different from the version before: created, adopted, moved from FOLDER, upstream, a field of the PackageVariant, objects, functions, program, edits, files, unknown.',
          ),
        },
      },
    },
    end: {
      type: 'object',
      required: ['reason', 'candidates'],
      description: 'End of the history. Absent after an error.',
      properties: {
        reason: {
          enum: ['created', 'cut-off'],
          description: 'created: the last version is the first one. cut-off: the shallow clone lacks earlier commits.',
        },
        candidates: texts('Folders that the variant may have been moved from, which is not certain.'),
      },
    },
    results: resultList('Errors, warnings and infos.'),
  },
} as const;
