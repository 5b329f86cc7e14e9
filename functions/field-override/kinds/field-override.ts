import {
  anyValue,
  ifMissingSchema,
  objectMeta,
  ownResourceSelectorsSchema,
  readFieldOverrider,
  readSelection,
  typeMeta,
  type Problems,
  type ResourceSelector,
  type WrittenFieldOverrider,
} from '../../../src/index.ts';
import type { FieldOverrides } from '../policy.ts';

const operationsSchema = {
  type: 'array',
  description: 'Operations on the text in this format, in order (RFC 6902).',
  items: {
    type: 'object',
    description: 'One operation.',
    additionalProperties: false,
    required: ['subPath', 'operator'],
    properties: {
      subPath: {
        type: 'string',
        description:
          'JSON pointer to a value in the text (RFC 6901). `[name=main]` names an element of a list by a field.',
      },
      operator: {
        type: 'string',
        enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'],
        description: 'Operation. If a `test` does not hold, the resource stays unchanged.',
      },
      from: {
        type: 'string',
        description: 'JSON pointer to the value to take, for `move` and `copy`, like `subPath`.',
      },
      value: { ...anyValue, description: 'The value, for `add`, `replace` and `test`. Never null.' },
    },
  },
} as const;

/** The kind of this function: overriders as in Karmada's policies, with the alternatives of the design. */
export const fieldOverride = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'FieldOverride',
  schema: {
    type: 'object',
    description: 'Edits texts embedded in fields.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'FieldOverride'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Texts to edit, and their edits.',
        additionalProperties: false,
        properties: {
          resourceSelectors: ownResourceSelectorsSchema,
          fieldOverrider: {
            type: 'array',
            description: 'Texts, in the order in which they are edited.',
            items: {
              type: 'object',
              description: 'Edits of one text.',
              additionalProperties: false,
              required: ['fieldPath'],
              properties: {
                fieldPath: {
                  type: 'string',
                  description:
                    'JSON pointer to the field that holds the text (RFC 6901). `[name=main]` names an element of a list by a field.',
                },
                json: operationsSchema,
                yaml: operationsSchema,
                document: {
                  type: 'integer',
                  minimum: 0,
                  description: 'Number of the document in the text, from 0. The first if not set.',
                },
                ifMissing: {
                  ...ifMissingSchema,
                  description:
                    'Severity if a resource lacks `fieldPath`, or the text lacks the target of an operation other than `remove` and `test`, which is then skipped. If not set, a warning and an error.',
                },
                ensurePath: {
                  type: 'boolean',
                  description: 'Creates missing parents of the values to add: maps, lists and named elements.',
                },
                mergeValue: {
                  type: 'object',
                  ...anyValue,
                  description: 'Merged into the document after the operations (RFC 7396): null removes a key.',
                },
                mergeRawValue: {
                  type: 'string',
                  description: 'Like `mergeValue`, but as text in the format of the entry; merged last.',
                },
              },
            },
          },
        },
      },
    },
  },
} as const;

/** Options of our own kinds. */
const OWN = { elementsByField: true };

interface FieldOverrideSpec {
  readonly resourceSelectors?: readonly ResourceSelector[];
  readonly fieldOverrider?: readonly WrittenFieldOverrider[];
}

/** Reads a FieldOverride, which selects in all namespaces. */
export function readFieldOverride(
  { resourceSelectors: selectors = [], fieldOverrider = [] }: FieldOverrideSpec,
  problems: Problems,
): FieldOverrides {
  const selection = { selectors, namespace: undefined, patterns: true };
  return {
    selection: readSelection(selection, ['spec', 'resourceSelectors'], problems),
    overriders: fieldOverrider.flatMap(
      (overrider, index) => readFieldOverrider(overrider, ['spec', 'fieldOverrider', index], problems, OWN) ?? [],
    ),
  };
}
