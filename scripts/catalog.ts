import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import type { ConfigForm, FunctionDefinition } from '../src/function/index.ts';
import { readDocument } from '../src/yaml/index.ts';
import { root } from './functions.ts';
import { isCoreKind, isOwnKind, structuralSchema } from '../cli/reference/kind-schema.ts';

/** Initial catalog metadata of a function. */
const NEW_METADATA = `# What a catalog of KRM functions lists. Images have no registry before them, and paths are relative to the top folder,
# since neither is published anywhere. \`emails\` are left out: there is no address. \`tags\` are kept here, all else is generated.
image: new
description: new
tags:
  - mutator
`;

/**
 * Returns the function's \`metadata.yaml\` in the form of the kpt functions catalog: fields from the definition are
 * set, and the rest of \`old\`, such as \`tags\`, stays unchanged.
 */
export function catalogMetadata({ name, summary }: FunctionDefinition, old = NEW_METADATA): string {
  const document = readDocument(old);
  const fields = {
    image: name,
    description: summary,
    sourceURL: `functions/${name}`,
    examplePackageURLs: examplesOf(name),
    license: packageJson.license,
  };
  for (const [field, value] of Object.entries(fields)) document.set([field], value);
  return document.text();
}

/**
 * Returns the function as a KRMFunctionDefinition (KEP 2906) under its own kind, by which kyaml finds the schema of a
 * configuration.
 */
export function krmFunctionDefinition(definition: FunctionDefinition, metadata: string): string {
  const { name, summary } = definition;
  const form = definingForm(definition);
  const [version, group = ''] = form.apiVersion.split('/').toReversed();
  const versions = [
    {
      name: version,
      schema: { openAPIV3Schema: structuralSchema(form) },
      idempotent: true,
      usage: `functions/${name}/README.md`,
      examples: examplesOf(name).map((folder) => `${folder}/README.md`),
      // In the form that the schema of the KEP requires.
      license: packageJson.license.replace('-', ' '),
      runtime: { container: { image: `${name}:v${packageJson.version}` } },
    },
  ];
  const resource = {
    apiVersion: 'config.kubernetes.io/v1alpha1',
    kind: 'KRMFunctionDefinition',
    metadata: { name },
    spec: {
      group,
      names: { kind: form.kind },
      description: summary,
      publisher: packageJson.name,
      tags: readDocument(metadata).value(['tags']),
      versions,
    },
  };
  return stringify(resource, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Returns the form that identifies the function: its own kind, or else one that is not of Kubernetes. */
function definingForm({ name, configs }: FunctionDefinition): ConfigForm<unknown> {
  const form = configs.find(isOwnKind) ?? configs.find((each) => !isCoreKind(each)) ?? configs[0];
  if (form === undefined) throw new Error(`${name} has no configuration`);
  return form;
}

function examplesOf(name: string): string[] {
  const folder = `examples/${name}`;
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .toSorted()
    .map((example) => `${folder}/${example}`);
}
