import type { Value } from '../../src/index.ts';
import { sameRepositoryContext } from './repository-context.ts';

/** Name, version and location of a component. */
export interface Reference {
  /** A map with a `type`, as it is written; undefined if absent. */
  readonly repositoryContext: Value | undefined;
  readonly componentName: string;
  readonly version: string;
}

/** Attribute that an overwrite matches or sets. */
export type Attribute = keyof Reference;

/** Attributes in the order in which messages list them. */
export const ATTRIBUTES = ['repositoryContext', 'componentName', 'version'] as const satisfies readonly Attribute[];

/** Returns the attributes in which two references differ, in the order of `ATTRIBUTES`. */
export function changedAttributes(a: Reference, b: Reference): readonly Attribute[] {
  return ATTRIBUTES.filter((attribute) =>
    attribute === 'repositoryContext'
      ? !sameRepositoryContext(a.repositoryContext, b.repositoryContext)
      : a[attribute] !== b[attribute],
  );
}
