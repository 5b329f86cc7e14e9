import { anyValue, type Schema } from '../function/schema.ts';
import { ifMissingSchema } from './overrider.ts';
import { overridersSchema } from './policies.ts';
import { valueSourceSchema } from './value-source.ts';

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
      valueFrom: valueSourceSchema,
    },
  },
} as const;

/** `fieldOverrider` of our own kinds. */
export const ownFieldOverriderSchema = {
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
} as const satisfies Schema;

const ifMissing = {
  ...ifMissingSchema,
  description: 'Severity if what the entry edits is missing. Defaults to `warn`.',
} as const;

/** Adds fields to the elements of a list. */
function withFields<
  const List extends { readonly items: { readonly properties: object } },
  const Fields extends object,
>(list: List, fields: Fields) {
  const { items } = list;
  return { ...list, items: { ...items, properties: { ...items.properties, ...fields } } } as const;
}

const valueFrom = valueSourceSchema;
const valuesFrom = {
  type: 'object',
  description: 'Sources of values in the package, by the keys of labels or annotations.',
  additionalProperties: valueSourceSchema,
} as const;

const { properties: overriders } = overridersSchema;

/** `overriders` of a rule in our own kinds. */
export const ownOverridersSchema = {
  ...overridersSchema,
  properties: {
    ...overriders,
    imageOverrider: withFields(overriders.imageOverrider, { valueFrom }),
    fieldOverrider: ownFieldOverriderSchema,
    plaintext: withFields(overriders.plaintext, {
      valueFrom,
      ifMissing: {
        ...ifMissingSchema,
        description: 'Severity if there is nothing to replace, or no parent to add to. Defaults to `error`.',
      },
      ensurePath: {
        type: 'boolean',
        description: 'Creates missing parents of the value to add: maps, lists and named elements. Defaults to false.',
      },
    }),
    commandOverrider: withFields(overriders.commandOverrider, { valueFrom, ifMissing }),
    argsOverrider: withFields(overriders.argsOverrider, { valueFrom, ifMissing }),
    labelsOverrider: withFields(overriders.labelsOverrider, { valueFrom: valuesFrom, ifMissing }),
    annotationsOverrider: withFields(overriders.annotationsOverrider, { valueFrom: valuesFrom, ifMissing }),
  },
} as const;
