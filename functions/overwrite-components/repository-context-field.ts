import { anyValue, type Path, type Resource, type Schema, type Value } from '../../src/index.ts';

/** Schema of the location of components. Its fields depend on its type, so any are accepted. */
export const repositoryContextSchema = {
  ...anyValue,
  type: 'object',
  description: 'Location of components.',
  required: ['type'],
  properties: { type: { type: 'string', minLength: 1, description: 'Type, such as `ociRegistry`.' } },
} as const satisfies Schema;

/** Returns the repository context at a path as it is written: numbers keep their digits. Undefined if unset. */
export function readRepositoryContext({ document }: Resource, path: Path): Value | undefined {
  return document.value(path) ?? undefined;
}
