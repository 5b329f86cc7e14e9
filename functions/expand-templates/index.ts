import { configForm, defineFunction, objectMeta, stringMap, typeMeta, type Call } from '../../src/function/index.ts';
import { attributeEdits, isPackageContext, removeField, resourceNames } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { asks, EXPAND, EXPAND_PATH, warnOfAnnotation } from './annotation.ts';
import { makeCopies } from './copies.ts';
import { expandTemplates, findTemplates, targetOf, type Asking, type ExpansionTarget } from './expand-object.ts';
import { refuseBareTemplates } from './bare-templates.ts';
import { ClusterProperties } from './properties.ts';
import {
  DEFAULTS,
  readProperties,
  readTemplateExpansion,
  templateExpansion,
  type Expansion,
} from './kinds/template-expansion.ts';

const fromTemplateExpansion = configForm({
  ...templateExpansion,
  read: ({ spec }, problems): Expansion => readTemplateExpansion(spec, problems),
});

const fromConfigMap = configForm({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  schema: {
    type: 'object',
    description: 'Supplies properties.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'data'],
    properties: {
      ...typeMeta('v1', 'ConfigMap'),
      metadata: objectMeta,
      data: { ...stringMap, description: 'Properties. `clusterName` names the cluster that the package is for.' },
      binaryData: { ...stringMap, description: 'Not read.' },
      immutable: { type: 'boolean', description: 'Not read.' },
    },
  },
  read: ({ data }, problems, resource): Expansion => ({
    ...DEFAULTS,
    clusterName: data['clusterName'],
    // A context has keys that are not for templates, such as `package-path`.
    properties: isPackageContext(resource) ? data : readProperties(data, ['data'], problems),
  }),
});

/** Expands templates in the strings of annotated objects (design "Template Expansion"). */
export default defineFunction({
  name: 'expand-templates',
  summary: 'Expands Go templates in annotated resources, using the properties of a cluster.',
  origin: 'KubeStellar template expansion',
  configs: [fromTemplateExpansion, fromConfigMap],
  // Without a configuration the cluster comes from the inventory.
  policies: { forms: [], combine: (given) => given ?? DEFAULTS },
  run(call) {
    const { config, resources, results } = call;
    const objects = [...resources].filter((resource) => resource.annotation(EXPAND) === 'true').map(findTemplates);
    for (const resource of resources) warnOfAnnotation(resource, results);
    if (objects.length === 0) results.info(NO_OBJECT, { code: 'rule-unmatched' });
    for (const { resource } of objects) refuseBareTemplates(resource, results);
    if (results.hasErrors()) return;
    const properties = new ClusterProperties(call);
    if (config.clusters.length === 0) expandInPlace(objects, properties, call);
    else if (objects.length > 0) makeCopies(objects, properties, call);
  },
});

function expandInPlace(objects: readonly Asking[], properties: ClusterProperties, call: Call<Expansion>): void {
  const clusters = call.config.clusterName === undefined ? properties.clusters : [call.config.clusterName];
  // A second run finds no object, and must warn of the same properties.
  if (clusters.length === 1) properties.check(clusters[0] ?? '');
  if (objects.length === 0) return;
  const target = findTarget(clusters, properties, call);
  if (target !== undefined) expandAll(objects, target, call);
}

/** Returns the cluster that the package is for, with its properties; undefined if it is unknown or ambiguous. */
function findTarget(
  [name, ...others]: readonly string[],
  properties: ClusterProperties,
  { config, results }: Call<Expansion>,
): ExpansionTarget | undefined {
  if (others.length > 0) results.error(SEVERAL, { code: 'unknown-cluster' });
  else if (name !== undefined) return targetOf(name, properties.of(name, {}));
  else if (Object.keys(config.properties).length > 0) return targetOf('', config.properties);
  else results.warning(NONE, { code: 'unknown-cluster' });
  return undefined;
}

const SEVERAL = 'the cluster of the package is ambiguous: set `clusterName`, or `clusters` for copies';
const NONE = 'the cluster of the package is unknown, so no template is expanded: set `clusterName`';

function expandAll(objects: readonly Asking[], target: ExpansionTarget, call: Call<Expansion>): void {
  const { config, results } = call;
  const asking = objects.filter(({ templates }) => templates.length > 0);
  let count = 0;
  for (const { resource, templates } of asking) {
    const strings = expandTemplates({ resource, templates }, target, { ...config, results });
    for (const { path, text } of strings) {
      attributeEdits(asks(resource), resource, () => resource.document.set(path, text));
      if (config.keepAnnotation && text.includes('{{'))
        results.error('must not expand to another template while `keepAnnotation` is true', {
          code: 'not-repeatable',
          resource,
          field: path,
        });
    }
    if (!config.keepAnnotation)
      attributeEdits(asks(resource), resource, () => removeField(resource.document, EXPAND_PATH));
    count += strings.length;
  }
  reportLeft(objects, call);
  if (count > 0) results.notice(`expanded ${counted(count, 'string')} in ${counted(asking.length, 'object')}`);
}

/** Reports the objects that are annotated after the run. A second run finds only those, and so reports the same. */
function reportLeft(objects: readonly Asking[], { config, results }: Call<Expansion>): void {
  const bare = objects.filter(({ templates }) => templates.length === 0);
  const names = resourceNames(objects.map(({ resource }) => resource));
  const left = `no template is left in ${counted(objects.length, 'object')} with ${ASKS}`;
  if (config.keepAnnotation) results.info(`${left}: ${names}`, { code: 'rule-applied' });
  else if (bare.length === 0) results.info(NO_OBJECT, { code: 'rule-unmatched' });
  else
    for (const { resource } of bare)
      results.warning('is annotated for template expansion but has no template', { code: 'rule-idle', resource });
}

const ASKS = `the annotation ${EXPAND}: "true"`;
const NO_OBJECT = `no object has ${ASKS}`;
