import { compileValidators } from '../../scripts/validators.ts';
import { configForm, type Call, type FunctionDefinition, type LoadedFunction } from '../../src/function/index.ts';

/** Configuration of the probe. */
export interface ProbeConfig {
  readonly names: readonly string[];
}

const fromProbe = configForm({
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'Probe',
  schema: {
    type: 'object',
    description: 'Configures the probe.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      apiVersion: { type: 'string', description: 'Version.' },
      kind: { type: 'string', description: 'Kind.' },
      metadata: { type: 'object', description: 'Metadata.' },
      spec: {
        type: 'object',
        description: 'What it does.',
        additionalProperties: false,
        required: ['names'],
        properties: {
          names: { type: 'array', items: { type: 'string', minLength: 1 } },
          mode: { type: 'string', enum: ['fast', 'safe'] },
          revision: { type: ['integer', 'string'] },
          steps: {
            type: 'array',
            items: { type: 'object', additionalProperties: false, properties: { image: { type: 'string' } } },
          },
        },
      },
    },
  },
  read({ spec: { names } }, problems): ProbeConfig {
    names.forEach((name, index) => {
      if (name === 'bad')
        problems.add({ field: ['spec', 'names', index], message: 'must not be "bad"', currentValue: name });
    });
    return { names };
  },
});

/** Returns a function whose behavior is defined by a test. */
export function probe(run: (call: Call<ProbeConfig>) => void | Promise<void> = () => {}): LoadedFunction {
  return loaded({ name: 'probe', summary: 'Does as a test says.', origin: 'tests', configs: [fromProbe], run });
}

/** Returns a function whose behavior is defined by a test, and which needs no function config. */
export function probeOfItems(run: (call: Call<undefined>) => void = () => {}): LoadedFunction {
  const about = { name: 'probe', summary: 'Does as a test says.', origin: 'tests', configs: [] };
  return loaded({ ...about, policies: { forms: [], combine: () => undefined }, run });
}

/** Returns a function as in its executable. */
export function loaded(definition: FunctionDefinition): LoadedFunction {
  return { definition, validators: compileValidators(definition), help: `# ${definition.name}\n` };
}

/** Configuration of the probe. */
export const PROBE = `apiVersion: krm-variants.dev/v1alpha1
kind: Probe
metadata:
  name: p
spec:
  names:
    - one
`;
