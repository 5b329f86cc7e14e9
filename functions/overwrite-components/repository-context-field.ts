import { anyValue, type Path, type Resource, type Schema, type Value } from '../../src/index.ts';

/** Where components are kept. Its fields depend on its type, so any are taken. */
export const repositoryContextSchema = {
  ...anyValue,
  type: 'object',
  description: 'Where components are kept.',
  required: ['type'],
  properties: { type: { type: 'string', minLength: 1, description: 'Its type, as `ociRegistry`.' } },
} as const satisfies Schema;

/** The repository context at a path, as it is written: numbers keep their digits. Undefined where it is unset. */
export function readRepositoryContext({ document }: Resource, path: Path): Value | undefined {
  return document.value(path) ?? undefined;
}
