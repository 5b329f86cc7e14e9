import { packageVariant } from './kind.ts';
import type { Problems } from '../function/problems.ts';
import type { Resource } from '../krm/resource.ts';
import type { Path } from '../yaml/index.ts';

/**
 * Selects the cluster objects to inject and their injection points (design "Configuration Injection Details"). An
 * absent field matches all.
 */
export interface InjectionSelector {
  /** API group; '' is the core group. */
  readonly group?: string;
  /** API version without its group. */
  readonly version?: string;
  readonly kind?: string;
  readonly name: string;
}

/** `injectors` of a PackageVariant and of a ConfigInjection. */
export const injectorsSchema = packageVariant.schema.properties.spec.properties.injectors;

/** Reads injectors at a field; an empty name is a problem, in Porch's words. */
export function readInjectors(
  injectors: readonly InjectionSelector[],
  field: Path,
  problems: Problems,
): readonly InjectionSelector[] {
  for (const [index, { name }] of injectors.entries()) {
    if (name === '') problems.add({ field: [...field, index, 'name'], message: 'must not be empty' });
  }
  return injectors;
}

/** Reports whether a selector accepts the group, version and kind of a resource. */
export function acceptsKind(selector: InjectionSelector, { version, group, kind }: Resource): boolean {
  return (
    (selector.group ?? group) === group && (selector.version ?? version) === version && (selector.kind ?? kind) === kind
  );
}
