import { groupBy } from '../../group-by.ts';
import { ARGUMENT_LISTS } from '../../kubernetes-types.ts';
import { inferredKeys } from '../../pairing/pair-elements.ts';
import { byFoundKeys, byListKeys, byOptions, pairByText, SEQUENCE, SET, type Keying } from '../../pairing/keying.ts';
import { isMap, type Path, type Value } from '../../yaml/index.ts';
import type { Place } from './place.ts';
import { isResourceList, RESOURCES } from './resource-list.ts';
import { presentSides, type Sides } from '../sides.ts';

/** Returns how to identify the elements of a list at a place, for all of its versions. */
export function keyingOf(place: Place, lists: Sides<readonly Value[]>): Keying {
  const { schema, field } = place;
  if (isFunctionList(schema.kind, field)) return FUNCTIONS;
  if (isResourceList(schema.kind, field)) return RESOURCES;
  const keys = schema.listKeys(field);
  if (keys === 'set' && presentSides(lists).every((list) => list.every((each) => typeof each !== 'object'))) return SET;
  if (keys !== undefined && keys !== 'set') return byListKeys(keys);
  const inferred = inferredKeys(presentSides(lists));
  if (inferred === undefined)
    return areArguments(field, presentSides(lists)) ? byOptions(presentSides(lists)) : SEQUENCE;
  return byFoundKeys(inferred);
}

/** Reports whether lists are arguments of a program: judged by the key, or by an element that is an option. */
export function areArguments(field: Path, lists: readonly (readonly Value[])[]): boolean {
  const isOption = (element: Value): boolean => typeof element === 'string' && element.startsWith('-');
  return ARGUMENT_LISTS.has(String(field.at(-1))) || lists.some((list) => list.some(isOption));
}

/**
 * Functions of a Kptfile: identified by name, or else by image or program, and by order among equal ones. Remaining
 * ones are paired by the last part of the image, if it is unique.
 */
const FUNCTIONS: Keying = {
  isKeyed: false,
  way: 'functionName',
  names: ['name', 'image', 'exec'],
  keyOf: functionKey,
  pair(before, after) {
    const byKey = pairByText(before, after, functionKey);
    const taken = new Set(byKey);
    const left = groupBy(
      [...before.keys()].filter((index) => !taken.has(index)),
      (index) => imageName(before[index]),
    );
    const added = groupBy(
      [...after.keys()].filter((at) => byKey[at] === undefined),
      (at) => imageName(after[at]),
    );
    return byKey.map((pair, at) => {
      const name = imageName(after[at]);
      const [index, ...others] = left.get(name ?? '') ?? [];
      return pair ?? (others.length === 0 && added.get(name ?? '')?.length === 1 ? index : undefined);
    });
  },
};

/** Returns the last part of a function's image, which stays when its registry changes. */
function imageName(element: Value | undefined): string | undefined {
  const image = isMap(element) ? element['image'] : undefined;
  return typeof image === 'string' ? withoutTag(image).replace(/^.*\//, '') : undefined;
}

function isFunctionList(kind: string, field: Path): boolean {
  return kind === 'Kptfile' && field.length === 2 && field[0] === 'pipeline';
}

function functionKey(element: Value): string {
  const { name, image, exec } = isMap(element) ? element : {};
  if (typeof name === 'string') return `name ${name}`;
  return typeof image === 'string' ? `image ${withoutTag(image)}` : `exec ${JSON.stringify(exec ?? '')}`;
}

/** Returns an image without tag and digest. Keeps the port of a registry. */
function withoutTag(image: string): string {
  return image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
}
