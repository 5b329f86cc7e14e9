import type { Value } from '../../src/index.ts';
import { sameRepositoryContext } from './repository-context.ts';

/** What names one version of a component, and where it is. */
export interface Reference {
  /** A map with a `type`, as it is written; undefined where there is none. */
  readonly repositoryContext: Value | undefined;
  readonly componentName: string;
  readonly version: string;
}

/** What an overwrite matches and sets. */
export type Attribute = keyof Reference;

/** In the order in which they are told. */
export const ATTRIBUTES = ['repositoryContext', 'componentName', 'version'] as const satisfies readonly Attribute[];

/** The attributes in which two references differ, in the order of `ATTRIBUTES`. */
export function changedAttributes(a: Reference, b: Reference): readonly Attribute[] {
  return ATTRIBUTES.filter((attribute) =>
    attribute === 'repositoryContext'
      ? !sameRepositoryContext(a.repositoryContext, b.repositoryContext)
      : a[attribute] !== b[attribute],
  );
}
