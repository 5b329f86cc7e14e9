import { configForm, defineFunction } from '../../src/function/index.ts';
import {
  applyFieldOverriders,
  clusterOverridePolicy,
  overridePolicy,
  selectResources,
} from '../../src/karmada/index.ts';
import { fieldOverride, readFieldOverride } from './kinds/field-override.ts';
import { readPolicy, type FieldOverrides } from './policy.ts';
import { report } from './report.ts';

const fromOverridePolicy = configForm({
  ...overridePolicy,
  read: ({ metadata, spec }, problems, source): FieldOverrides => ({
    ...readPolicy(spec, metadata?.namespace ?? '', problems),
    source,
  }),
});

const fromClusterOverridePolicy = configForm({
  ...clusterOverridePolicy,
  read: ({ spec }, problems, source): FieldOverrides => ({ ...readPolicy(spec, undefined, problems), source }),
});

const fromFieldOverride = configForm({ ...fieldOverride, read: readFieldOverride });

/** Edits texts embedded in fields, like Karmada's `fieldOverrider` (proposal "Structured configuration overrider"). */
export default defineFunction({
  name: 'field-override',
  summary: 'Edits JSON or YAML that is stored as text in a field, such as a file in a ConfigMap.',
  origin: 'Karmada OverridePolicy `fieldOverrider`',
  configs: [fromOverridePolicy, fromClusterOverridePolicy, fromFieldOverride],
  run(call) {
    const { config, resources, results } = call;
    if (config.overriders.length === 0) {
      results.warning('nothing to do: no `fieldOverrider` in the function config', { code: 'rule-idle' });
      return;
    }
    const { kind, name } = config.source;
    const selected = selectResources(config.selection, resources, results, `${kind} ${JSON.stringify(name)}`);
    const all = selected.map((resource) => ({
      resource,
      edit: applyFieldOverriders(resource, config.overriders, call),
    }));
    config.checkValues?.(results);
    report(all, call);
  },
});
