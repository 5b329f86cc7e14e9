import { groupBy } from '../../src/group-by.ts';
import { identityOf, makeResult, type Resource, type Result } from '../../src/krm/index.ts';
import type { Input } from '../package/input.ts';
import { STDIN } from '../process/stdio.ts';
import type { OpenInput } from './open-input.ts';

/**
 * Returns a warning for an input, or a file of a set, without a resource, and an error for standard input with other
 * documents, such as a message of the program that should have written it; and an error for each resource of a set that
 * repeats the identity of one in another file.
 */
export function checkInput(input: Input, open: OpenInput): readonly Result[] {
  const { name, names } = input;
  if (names === undefined) return open.resources.length === 0 ? [emptyInput(name, open)] : [];
  const paths = new Set(open.resources.items.map(({ location }) => location.path));
  const empty = [...names].filter(([path]) => !paths.has(path)).map(([, file]) => emptyFile(file));
  return [...empty, ...repeatedResources(open.resources, names)];
}

function emptyInput(name: string, { passedOver }: OpenInput): Result {
  if (name === STDIN)
    return { severity: passedOver.length > 0 ? 'error' : 'warning', code: 'empty-input', message: NO_INPUT };
  const message = `no resource in ${JSON.stringify(name)}: looked for ${FIELDS} in its Kptfile and .yaml, .yml and .json files`;
  return { severity: 'warning', code: 'empty-input', message };
}

function emptyFile(name: string): Result {
  return { severity: 'warning', code: 'empty-input', message: `no resource in ${JSON.stringify(name)}: ${RULE}` };
}

const FIELDS = '`apiVersion`, `kind` and `metadata.name`';
const RULE = `one must have ${FIELDS}`;
const NO_INPUT = `no resource on standard input: ${RULE}`;

function repeatedResources(resources: Iterable<Resource>, names: ReadonlyMap<string, string>): readonly Result[] {
  return [...groupBy(resources, identityOf).values()].flatMap(([first, ...others]) => {
    const { path = '' } = first?.location ?? {};
    const message = `duplicate of a resource in ${names.get(path) ?? path}: files that are named together are one set, in which kind, namespace and name must be unique`;
    return others
      .filter(({ location }) => location.path !== path)
      .map((resource) => makeResult('error', message, { code: 'duplicate-resource', resource }));
  });
}
