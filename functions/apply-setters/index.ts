import { anyValue, configForm, configMapSchema, defineFunction } from '../../src/function/index.ts';
import { Application } from './application.ts';
import { readSetters } from './setters.ts';

const fromConfigMap = configForm({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  schema: configMapSchema('Names of setters, and their values.', {
    type: 'object',
    additionalProperties: { ...anyValue, description: 'A string.' },
    description:
      'Values by the name of their setter. A number or boolean without quotes is taken as it is written. The value of a list is its YAML text; an empty one removes all elements.',
  }),
  read: (_, __, source) => readSetters(source),
});

/** Sets the fields that setter comments name, as apply-setters of kpt's catalog of functions does. */
export default defineFunction({
  name: 'apply-setters',
  summary: 'Sets the fields beside comments such as `# kpt-set: ${image}:${tag}` to given values.',
  origin: 'kpt catalog `apply-setters`',
  configs: [fromConfigMap],
  originalTags: ['v0.1', 'v0.1.1', 'v0.2', 'v0.2.0', 'v0.2.1'],
  run({ config, resources, results, inPlaceOf }) {
    const application = new Application(config, results);
    for (const item of resources.items) application.applyTo(item);
    // Setters without any match are an error in v0.1.1.
    application.report(inPlaceOf?.startsWith('v0.1') === true);
  },
});
