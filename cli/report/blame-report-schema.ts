import { resultList, text } from './schema-parts.ts';

const number = (description: string) => ({ type: 'integer', minimum: 1, description }) as const;

const commit = {
  type: 'object',
  description: 'Commit that the line came with. Absent if it is not known, or if the line is not committed.',
  required: ['commit', 'author', 'date', 'subject', 'isCutOff'],
  properties: {
    commit: text('Id.'),
    author: text('Name of the author.'),
    date: text('Date of the author, such as 2026-03-04.'),
    subject: text('First line of the message.'),
    isCutOff: { type: 'boolean', description: 'True if the clone is shallow there, so that the line may be older.' },
  },
} as const;

const rule = {
  type: 'object',
  properties: {
    resource: text('Kind and name of the policy or configuration, or the name of a built-in rule.'),
    cluster: text('Context of the kubeconfig whose cluster has an injected object. Only with --context.'),
    field: text('Path of its field.'),
    file: text('File, relative to the package or, for a fleet, to the top of the repository.'),
    line: number('Line of the field in the file.'),
  },
} as const;

/** JSON Schema of the cause of a line. */
export const causeSchema = {
  type: 'object',
  description: 'Who set the line.',
  required: ['by'],
  properties: {
    by: {
      enum: ['upstream', 'get', 'function', 'variant', 'object', 'person', 'unknown'],
      description:
        'get: a field that get and update write. variant: a PackageVariant or its set. object: an object that was injected. unknown: a person, or a pipeline that was not run. The other fields depend on it.',
    },
    file: text(
      'upstream: path in its repository, or in the folder of --base. function: Kptfile that declares it, relative to the package.',
    ),
    line: number('Line in that file.'),
    version: {
      type: 'object',
      description: 'upstream: version that the package came from. Absent with --base.',
      required: ['repository', 'ref'],
      properties: {
        repository: text('URL or path, or the name of a Repository of the fleet.'),
        ref: text('Tag, branch or commit, as in the Kptfile.'),
        commit: text('Id. Absent for files that are not committed.'),
      },
    },
    commit,
    reason: {
      enum: ['not committed', 'not in git', 'derived by the last apply'],
      description: 'person, unknown: reason why there is no commit.',
    },
    name: text(
      'function: its image or command, as in the Kptfile. Absent if the line follows from an edit elsewhere in the file.',
    ),
    isOther: {
      type: 'boolean',
      description: 'function: true for a program or an image that is not built in, whose rules are not known.',
    },
    rules: {
      type: 'array',
      items: rule,
      description:
        'function: what asked for the line. variant, object: the field that it is from, then what selects it.',
    },
    through: {
      type: 'array',
      items: { type: 'string' },
      description: 'Lines of other variants through which it came, as FILE:LINE, the last one first.',
    },
  },
} as const;

/** JSON Schema of the report of `krm-variants blame`. Fields may be added within a version. */
export const blameReportSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'BlameReport',
  description: 'Report of krm-variants blame: --report json',
  type: 'object',
  required: ['version', 'function', 'exitCode', 'files', 'results'],
  properties: {
    version: { const: 1, description: 'Version of this format.' },
    function: { enum: ['blame', 'fleet blame'], description: 'Name of the command.' },
    exitCode: { enum: [0, 1], description: '0: done. 1: an error.' },
    files: {
      type: 'array',
      description: 'Files, by path. None after an error.',
      items: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: text('Path, relative to the package or, for a fleet, to the top of the repository.'),
          lines: {
            type: 'array',
            description: 'Lines, in their order.',
            items: {
              type: 'object',
              required: ['line', 'text', 'cause'],
              properties: {
                line: number('Number of the line.'),
                text: text('The line. Values of Secrets are redacted.'),
                cause: causeSchema,
                derived: {
                  type: 'object',
                  description:
                    'Line that the package has in its place without the changes of people, or after its pipeline ran. Absent if there is none, or if it is the same.',
                  required: ['text', 'cause'],
                  properties: { text: text('The line. Values of Secrets are redacted.'), cause: causeSchema },
                },
              },
            },
          },
        },
      },
    },
    results: resultList('Errors and warnings.'),
  },
} as const;
