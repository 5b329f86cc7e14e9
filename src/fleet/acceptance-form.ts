import { configForm, objectMeta, typeMeta } from '../function/index.ts';
import type { Resource } from '../krm/resource.ts';

/** Resource of an accepted warning. Fields that are undefined may have any value. */
interface AcceptedResource {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** Decision to accept a warning about variants. */
export interface Acceptance {
  readonly resource: Resource;
  /** Place of the warning. Parts that are undefined may be any. */
  readonly about: AcceptedResource | undefined;
  readonly file: string | undefined;
  readonly path: string | undefined;
  /** Text of the warning: in a pattern, each `*` stands for any number of characters. */
  readonly text: { readonly message: string } | { readonly pattern: string };
  readonly reason: string;
}

/** Kind of the resources that accept warnings. */
export const warningAcceptanceForm = configForm({
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'WarningAcceptance',
  schema: {
    type: 'object',
    description: 'Accepts a warning about the variants of a fleet: it is an info, and `--strict` does not count it.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'WarningAcceptance'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description:
          'The warning, and the reason. Exactly one of `message` and `pattern` must be set. A field of the place that is absent can have any value.',
        additionalProperties: false,
        required: ['reason'],
        properties: {
          resource: {
            type: 'object',
            description: 'Resource that the warning is about.',
            additionalProperties: false,
            properties: {
              apiVersion: { type: 'string', description: 'API version.' },
              kind: { type: 'string', description: 'Kind.' },
              namespace: { type: 'string', description: 'Namespace.' },
              name: { type: 'string', description: 'Name.' },
            },
          },
          file: {
            type: 'string',
            description:
              'File that the warning is about, relative to the folder of each variant, or to the top of the git repository.',
          },
          path: {
            type: 'string',
            description: 'Field that the warning is about, as it shows it, such as `spec.template.spec.containers`.',
          },
          message: { type: 'string', description: 'Text of the warning after its place.' },
          pattern: {
            type: 'string',
            description: 'Pattern of the text of the warning. Each `*` stands for any number of characters.',
          },
          reason: { type: 'string', description: 'Reason, for those who read the plan.' },
        },
      },
    },
  },
  read({ spec: { resource: about, file, path, message, pattern, reason } }, problems, resource): Acceptance {
    const add = (field: readonly string[], text: string): void =>
      problems.add({ field: ['spec', ...field], message: text });
    if ((message === undefined) === (pattern === undefined)) add([], 'must have either `message` or `pattern`');
    if (about !== undefined && Object.keys(about).length === 0) add(['resource'], 'must have `kind` or another field');
    for (const [name, value] of Object.entries({ file, path, message })) if (value?.trim() === '') add([name], EMPTY);
    for (const [name, value] of Object.entries(about ?? {})) if (value.trim() === '') add(['resource', name], EMPTY);
    if (pattern !== undefined && /^[\s*]*$/.test(pattern)) add(['pattern'], ANY);
    if (reason.trim() === '') add(['reason'], 'must say why');
    const text = pattern === undefined ? { message: message ?? '' } : { pattern };
    return { resource, about, file, path, text, reason };
  },
});

const EMPTY = 'must not be empty';
const ANY = 'must have other characters than `*`, since it would accept warnings that nobody has seen';
