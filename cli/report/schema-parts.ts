import { RESULT_CODES } from '../../src/krm/index.ts';

/** Returns the schema of a text. */
export const text = (description: string) => ({ type: 'string', description }) as const;

/** Returns the schema of a number of things. */
export const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

/** Schema of the git repository of a variant. */
export const REPOSITORY = text('URL of its git repository. Absent for the repository of the fleet.');

/** Returns the schema of the results of a report. */
export const resultList = (description: string) =>
  ({
    type: 'array',
    description,
    items: {
      type: 'object',
      required: ['message', 'severity', 'code'],
      properties: {
        message: text('Message.'),
        severity: { enum: ['error', 'warning', 'info'], description: 'Severity.' },
        code: {
          enum: Object.keys(RESULT_CODES),
          description: 'What happened. A later version may have more codes.',
        },
      },
    },
  }) as const;
