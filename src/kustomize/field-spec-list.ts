import type { Problems } from '../function/problems.ts';
import type { Schema } from '../function/schema.ts';
import { pathFault } from './apply-field-spec.ts';
import type { FieldSpec } from './field-specs.ts';

/** Schema of a list of field specs in a function config. */
export const fieldSpecList = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      group: { type: 'string', description: 'API group. Default: all.' },
      version: { type: 'string', description: 'API version, without its group. Default: all.' },
      kind: { type: 'string', description: 'Kind. Default: all.' },
      path: {
        type: 'string',
        description: 'Keys separated by `/`, such as `spec/template/metadata/annotations`. Lists are passed through.',
      },
      create: { type: 'boolean', description: 'Creates the field if it is missing. Default: false.' },
    },
  },
} as const satisfies Schema;

/** Two fields with field specs: that in use, and its former name. */
type FieldSpecLists<Name extends string> = Readonly<Partial<Record<Name | 'fieldSpecs', readonly FieldSpec[]>>>;

/** Reads the field specs of a function config, which has them in a field or in `fieldSpecs`, its former name. */
export function readFieldSpecs<Name extends string>(
  spec: FieldSpecLists<Name>,
  name: Name,
  problems: Problems,
): readonly FieldSpec[] {
  const lists: FieldSpecLists<string> = spec;
  const { fieldSpecs, [name]: additional } = lists;
  if (fieldSpecs !== undefined && additional !== undefined) {
    const message = `is the former name of \`${name}\`: move its elements there`;
    problems.add({ code: 'exclusive-fields', field: ['fieldSpecs'], message });
  }
  const field = additional === undefined ? 'fieldSpecs' : name;
  const specs = additional ?? fieldSpecs ?? [];
  specs.forEach(({ path }, index) => {
    const fault = pathFault(path);
    if (fault !== undefined) problems.add({ field: [field, index, 'path'], message: fault, currentValue: path });
  });
  return specs;
}
