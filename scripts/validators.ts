import { Ajv, type AnySchemaObject, type Options } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { formsOf, type FunctionDefinition, type Validator } from '../src/function/index.ts';

type Definition = Pick<FunctionDefinition, 'configs' | 'policies'>;

// If ajv would silently interpret a schema less strictly than intended, that is a defect of ours: fail at build time.
const options: Options = {
  strict: true,
  strictRequired: true,
  allErrors: true,
  allowUnionTypes: true,
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

function ajvOf(definition: Definition): { ajv: Ajv; keys: string[] } {
  const ajv = new Ajv(options);
  ajv.addVocabulary(kubernetesKeywords);
  const keys = formsOf(definition).map(({ apiVersion, kind, schema }) => {
    const key = `${apiVersion}/${kind}`;
    ajv.addSchema(schema as AnySchemaObject, key);
    return key;
  });
  return { ajv, keys };
}

function validator(ajv: Ajv, key: string): Validator {
  const compiled = ajv.getSchema(key);
  if (compiled === undefined) throw new Error(`no schema ${key}`);
  return compiled as Validator;
}
