import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';

/** Reports whether a resource is the context of a package, by kind and name. */
export function isPackageContext({ apiVersion, kind, name }: Resource): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap' && name === 'kptfile.kpt.dev';
}

/** Returns the value of a key in the context of the root package; undefined if there is none, or several contexts. */
export function contextValue(resources: Resources, key: string): string | undefined {
  const value = rootContext(resources)?.document.value(['data', key]);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the keys in the context of the root package; none if there is no context, or several. */
export function contextKeys(resources: Resources): readonly string[] {
  return rootContext(resources)?.document.keys(['data']) ?? [];
}

function rootContext(resources: Resources): Resource | undefined {
  const [context, ...others] = resources.inRootPackage().filter(isPackageContext);
  return others.length === 0 ? context : undefined;
}
