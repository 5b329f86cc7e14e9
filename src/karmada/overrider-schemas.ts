import { anyValue, stringMap, type Schema } from '../function/schema.ts';
import { ifMissingSchema } from './overrider.ts';
import { valueSourceSchema } from './value-source.ts';

const operatorSchema = {
  type: 'string',
  enum: ['add', 'remove', 'replace'],
  description: 'Operation.',
} as const satisfies Schema;

const containerOverriderSchema = {
  type: 'array',
  description: 'Edits of a command line.',
  items: {
    type: 'object',
    description: 'One edit.',
    additionalProperties: false,
    required: ['containerName', 'operator'],
    properties: {
      containerName: { type: 'string', description: 'Name of the container.' },
      operator: { ...operatorSchema, enum: ['add', 'remove'] },
      value: { type: 'array', description: 'Words.', items: { type: 'string', description: 'A word.' } },
    },
  },
} as const satisfies Schema;

const mapOverriderSchema = {
  type: 'array',
  description: 'Edits of labels or annotations.',
  items: {
    type: 'object',
    description: 'One edit.',
    additionalProperties: false,
    required: ['operator'],
    properties: { operator: operatorSchema, value: { ...stringMap, description: 'Keys and values.' } },
  },
} as const satisfies Schema;

const patchSchema = {
  type: 'array',
  description: 'Operations, in their order.',
  items: {
    type: 'object',
    description: 'One operation.',
    additionalProperties: false,
    required: ['subPath', 'operator'],
    properties: {
      subPath: { type: 'string', description: 'JSON pointer into the text.' },
      operator: operatorSchema,
      value: { ...anyValue, description: 'New value, for `add` and `replace`.' },
    },
  },
} as const satisfies Schema;

const plaintextSchema = {
  type: 'array',
  description: 'Edits of fields.',
  items: {
    type: 'object',
    description: 'One edit.',
    additionalProperties: false,
    required: ['path', 'operator'],
    properties: {
      path: { type: 'string', description: 'JSON pointer.' },
      operator: operatorSchema,
      value: { ...anyValue, description: 'New value.' },
    },
  },
} as const satisfies Schema;

const imageOverriderSchema = {
  type: 'array',
  description: 'Edits of images.',
  items: {
    type: 'object',
    description: 'One edit.',
    additionalProperties: false,
    required: ['component', 'operator'],
    properties: {
      predicate: {
        type: 'object',
        description: 'Location of the image.',
        additionalProperties: false,
        required: ['path'],
        properties: { path: { type: 'string', description: 'JSON pointer.' } },
      },
      component: { type: 'string', enum: ['Registry', 'Repository', 'Tag'], description: 'Part of the image.' },
      operator: operatorSchema,
      value: { type: 'string', description: 'Text.' },
    },
  },
} as const satisfies Schema;

const fieldOverriderSchema = {
  type: 'array',
  description: 'Edits of texts in fields.',
  items: {
    type: 'object',
    description: 'The edits of one text.',
    additionalProperties: false,
    required: ['fieldPath'],
    properties: {
      fieldPath: { type: 'string', description: 'JSON pointer to the field.' },
      json: patchSchema,
      yaml: patchSchema,
    },
  },
} as const satisfies Schema;

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

const ownFieldOverriderSchema = {
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

/** Schemas of the list of an overrider. */
export interface ListSchemas {
  /** In Karmada's policies. */
  readonly schema: Schema;
  /** In our own kinds. */
  readonly ownSchema: Schema;
}

export const plaintextSchemas = {
  schema: plaintextSchema,
  ownSchema: withFields(plaintextSchema, {
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
} as const satisfies ListSchemas;

export const imageSchemas = {
  schema: imageOverriderSchema,
  ownSchema: withFields(imageOverriderSchema, { valueFrom }),
} as const satisfies ListSchemas;

export const commandSchemas = {
  schema: containerOverriderSchema,
  ownSchema: withFields(containerOverriderSchema, { valueFrom, ifMissing }),
} as const satisfies ListSchemas;

export const labelSchemas = {
  schema: mapOverriderSchema,
  ownSchema: withFields(mapOverriderSchema, { valueFrom: valuesFrom, ifMissing }),
} as const satisfies ListSchemas;

export const fieldSchemas = {
  schema: fieldOverriderSchema,
  ownSchema: ownFieldOverriderSchema,
} as const satisfies ListSchemas;
