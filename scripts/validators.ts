import { Ajv, type AnySchemaObject, type Options } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { formsOf, type ConfigForm, type FunctionDefinition, type Validator } from '../src/function/index.ts';

type Definition = Pick<FunctionDefinition, 'configs' | 'policies'>;

// If ajv would silently interpret a schema less strictly than intended, that is a defect of ours: fail at build time.
const options: Options = {
  strict: true,
  strictRequired: true,
  allErrors: true,
  allowUnionTypes: true,
  inlineRefs: false,
  code: { source: true },
};

// Kubernetes' extensions of OpenAPI, used by the CRDs and ignored by validation here.
const kubernetesKeywords = [
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
];

/**
 * Compiles the validators of a function's configuration at run time, keyed `apiVersion/kind`. For tests and scripts.
 */
export function compileValidators(definition: Definition): Record<string, Validator> {
  const { ajv, keys } = ajvOf(definition);
  return Object.fromEntries(keys.map((key) => [key, validator(ajv, key)]));
}

/** Returns the same validators as source text of a CommonJS module, for bundles, so that start-up compiles nothing. */
export function validatorsSource(definition: Definition): string {
  const { ajv, keys } = ajvOf(definition);
  return standaloneCode.default(ajv, Object.fromEntries(keys.map((key) => [key, key])));
}

const ofForms = new Map<ConfigForm<unknown>, Validator>();

/**
 * Returns the validator of a kind that no function reads, compiled by the first call. The library imports this module
 * as `#validators`. The build replaces it by compiled validators (`form-validators.ts`): executables and users of the
 * library have no Ajv.
 */
export function validatorOf(form: ConfigForm<unknown>): Validator {
  const found = ofForms.get(form) ?? validator(ajvOf({ configs: [form] }).ajv, `${form.apiVersion}/${form.kind}`);
  ofForms.set(form, found);
  return found;
}

function ajvOf(definition: Definition): { ajv: Ajv; keys: string[] } {
  const ajv = new Ajv(options);
  ajv.addVocabulary(kubernetesKeywords);
  const parts = new Map<string, string>();
  const keys = formsOf(definition).map(({ apiVersion, kind, schema }) => {
    const key = `${apiVersion}/${kind}`;
    ajv.addSchema(divided(schema as AnySchemaObject, parts), key);
    return key;
  });
  for (const [part, name] of parts) ajv.addSchema(JSON.parse(part) as AnySchemaObject, name);
  return { ajv, keys };
}

/**
 * Returns a schema in which each map and list refers to a schema of its own, which is added to `parts`: names by
 * schema. So a validator is a function for each of them, and a call enters those of the fields that are there: in one
 * function for all, a runtime prepares the code of each field first. Descriptions are left out, since validation
 * ignores them.
 */
function divided(schema: AnySchemaObject, parts: Map<string, string>): AnySchemaObject {
  const part = (each: unknown): unknown => (isSchema(each) ? reference(each, parts) : each);
  const keywords = Object.entries(schema as Record<string, unknown>).filter(([keyword]) => keyword !== 'description');
  return Object.fromEntries(
    keywords.map(([keyword, value]) => {
      if (keyword === 'properties' && isSchema(value))
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, field]) => [name, part(field)]))];
      return [keyword, keyword === 'items' || keyword === 'additionalProperties' ? part(value) : value];
    }),
  );
}

/** Returns a schema that refers to another one, or that one if no schema is in it. */
function reference(schema: AnySchemaObject, parts: Map<string, string>): AnySchemaObject {
  const own = divided(schema, parts);
  if (!['properties', 'items', 'additionalProperties'].some((keyword) => keyword in own)) return own;
  const text = JSON.stringify(own);
  const name = parts.get(text) ?? `part:${parts.size}`;
  parts.set(text, name);
  return { $ref: name };
}

function isSchema(value: unknown): value is AnySchemaObject {
  return typeof value === 'object' && value !== null;
}

function validator(ajv: Ajv, key: string): Validator {
  const compiled = ajv.getSchema(key);
  if (compiled === undefined) throw new Error(`no schema ${key}`);
  return compiled as Validator;
}
