import { Contexts, type EffectiveContext } from '../../../functions/overwrite-components/contexts.ts';
import { findHolders, type ReferenceHolder } from '../../../functions/overwrite-components/holders.ts';
import overwriteComponents from '../../../functions/overwrite-components/index.ts';
import { defineFunction } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList, type Ran } from '../../support/run-list.ts';

type Policies = Parameters<typeof overwriteComponents.run>[0]['config'];

/** Policies and references that were found. */
export interface Looked extends Ran {
  /** Undefined if the configuration could not be read. */
  readonly policies: Policies | undefined;
  readonly holders: readonly ReferenceHolder[];
  /** Settings of each holder. */
  readonly effective: readonly (EffectiveContext | undefined)[];
}

/** Reads the policies and finds the references with their settings, and edits nothing. */
export async function look(items: readonly string[], config?: string): Promise<Looked> {
  let looked: Omit<Looked, keyof Ran> = { policies: undefined, holders: [], effective: [] };
  const fn = defineFunction<Policies>({
    ...overwriteComponents,
    run({ config: read, resources, results }) {
      const holders = findHolders({ resources, results });
      const contexts = new Contexts(read, results);
      looked = { policies: read, holders, effective: holders.map((holder) => contexts.for(holder)) };
      contexts.report();
    },
  });
  const ran = await runList(loaded(fn), resourceList(items, config));
  return { ...ran, ...looked };
}

const LANDSCAPER = 'landscaper.gardener.cloud/v1alpha1';

function inNamespace(namespace: string): string {
  return namespace === '' ? '' : `  namespace: ${namespace}\n`;
}

/** Returns a ComponentVersionOverwrites whose overwrites are in flow style. */
export function overwrites(name: string, list = '[]', namespace = ''): string {
  return resource(LANDSCAPER, 'ComponentVersionOverwrites', name, `overwrites: ${list}\n`, inNamespace(namespace));
}

/** Returns a Context with fields in block style. */
export function context(name: string, fields = '', namespace = ''): string {
  return resource(LANDSCAPER, 'Context', name, fields, inNamespace(namespace));
}

/** Returns an Installation whose spec is in flow style. */
export function installation(name: string, spec: string, namespace = ''): string {
  return resource(LANDSCAPER, 'Installation', name, `spec: ${spec}\n`, inNamespace(namespace));
}

/** Returns a DeployItem whose spec is in flow style. */
export function deployItem(name: string, spec: string, namespace = ''): string {
  return resource(LANDSCAPER, 'DeployItem', name, `spec: ${spec}\n`, inNamespace(namespace));
}

/** Returns a ComponentOverwriting whose spec is in flow style. */
export function options(spec: string): string {
  return resource('krm-variants.dev/v1alpha1', 'ComponentOverwriting', 'how', `spec: ${spec}\n`);
}
