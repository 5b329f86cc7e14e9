import assert from 'node:assert/strict';
import { Ajv, type AnySchemaObject } from 'ajv';
import fc from 'fast-check';
import { findFunctions, loadDefinition } from '../../scripts/functions.ts';
import { compileValidators, validatorOf } from '../../scripts/validators.ts';
import { commandForms } from '../../cli/reference/kinds.ts';
import { formsOf, type ConfigForm, type Validator } from '../../src/function/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('compiled validators', () => {
  for (const name of findFunctions())
    it(`report what ajv reports of the whole schema: ${name}`, async () => {
      const definition = await loadDefinition(name);
      const validators = compileValidators(definition);
      for (const form of formsOf(definition)) compareWithWhole(form, validators[`${form.apiVersion}/${form.kind}`]);
    });

  for (const form of commandForms())
    it(`report what ajv reports of the whole schema: ${form.kind}`, () => compareWithWhole(form, validatorOf(form)));

  it('are compiled once for each kind that commands read', () => {
    for (const form of commandForms()) assert.equal(validatorOf(form), validatorOf(form));
  });
});

function compareWithWhole({ schema }: ConfigForm<unknown>, divided: Validator | undefined): void {
  assert.ok(divided);
  const whole = new Ajv({ strict: false, allErrors: true }).compile(schema as AnySchemaObject);
  fc.assert(
    fc.property(valueOf(schema as AnySchemaObject), (value) => {
      assert.equal(divided(value), whole(value));
      assert.deepEqual(withoutPaths(divided.errors), withoutPaths(whole.errors));
    }),
    { numRuns: propertyRuns(300) },
  );
}

/** Returns errors without their places in a schema, which is divided. */
function withoutPaths(errors: readonly object[] | null | undefined): readonly object[] {
  return (errors ?? []).map((error) => ({ ...error, schemaPath: undefined }));
}

/** Returns values that fit a schema, except for some of their parts. */
function valueOf(schema: AnySchemaObject): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: fittingOf(schema) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
}

function fittingOf({
  type,
  enum: values,
  items,
  properties,
  additionalProperties,
}: AnySchemaObject): fc.Arbitrary<unknown> {
  if (Array.isArray(values)) return fc.constantFrom(...(values as readonly unknown[]));
  switch (type) {
    case 'object':
      return fc
        .tuple(
          fc.record(
            Object.fromEntries(
              Object.entries((properties ?? {}) as Record<string, AnySchemaObject>).map(([name, each]) => [
                name,
                valueOf(each),
              ]),
            ),
            { requiredKeys: [] },
          ),
          fc.dictionary(
            fc.constantFrom('a', 'b/c'),
            valueOf(isSchema(additionalProperties) ? additionalProperties : {}),
            {
              maxKeys: 1,
            },
          ),
        )
        .map(([known, other]) => ({ ...known, ...other }));
    case 'array':
      return fc.array(valueOf(isSchema(items) ? items : {}), { maxLength: 2 });
    case 'string':
      return fc.constantFrom('', 'a', '1');
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer();
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function isSchema(value: unknown): value is AnySchemaObject {
  return typeof value === 'object' && value !== null;
}
