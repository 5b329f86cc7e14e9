/** Messages about the variants and fields that a call selects. Each function returns the text of a result. */
import { didYouMean, nearestName, suggestion } from '../../nearest-name.ts';
import { firstNames, unknownName } from '../../wording.ts';

/** `advice`: `noSuchLabel` and the like, and advice about fields. */
export function noVariantWithLabels(advice: string): string {
  return `no variant has the labels of \`--selector\`: they are those of PackageVariants, their \`spec.labels\`, and their sets${advice}`;
}

/** `advice`: `noSuchLabel` and the like, and advice about fields. */
export function noVariantAsAsked(advice: string): string {
  return `no variant is as \`--where\` and the other options of selection ask for${advice}`;
}

/** End of a message. `keys`: of the labels that variants have. */
export function noSuchLabel(key: string, keys: readonly string[]): string {
  return `; no variant has the label ${key}${didYouMean(key, keys)}`;
}

/** End of a message. `values`: those that are asked for. `known`: those that variants have. */
export function noSuchValue(key: string, values: readonly string[], known: readonly string[]): string {
  const hints = values.map((value) => didYouMean(value, known)).filter((hint) => hint !== '');
  return `; values of the label ${key} are ${firstNames(known, (value) => JSON.stringify(value))}${hints[0] ?? ''}`;
}

/**
 * `key`: of the label that the text is a value of; undefined if the text is a key. `meant`: the near one that variants
 * have.
 */
export function nothingLeftOut(written: string, key: string | undefined, meant: string): string {
  return `\`--selector\`: no variant has the ${key === undefined ? 'label' : `value of ${key}`} ${JSON.stringify(written)}, so that it leaves out nothing${suggestion(JSON.stringify(meant))}`;
}

/**
 * `others`: other ways to name variants. `path`: the name as one of these. `place`: a folder that the name is;
 * undefined: it is none.
 */
export function unknownVariant(
  name: string,
  {
    names,
    path,
    others,
    place,
  }: {
    readonly names: readonly string[];
    readonly path: string;
    readonly others: readonly string[];
    readonly place?: string | undefined;
  },
): string {
  const near = nearestName(name, names) === undefined ? didYouMean(path, others) : '';
  const fleet = place === undefined ? '' : `; if ${JSON.stringify(place)} has the PackageVariants, name it with \`-C\``;
  return `${unknownName('variant', name, names)}${near}${fleet}`;
}

/** `others`: such folders of other git repositories. */
export function notOwnFolder(name: string, others: readonly string[]): string {
  return `${JSON.stringify(name)} is not a folder of the fleet's own git repository: name one of another by ${firstNames(others, (each) => each)}`;
}

/** `meanings`: what the word can be, each with its variants. */
export function severalMeanings(word: string, meanings: readonly string[]): string {
  return `${JSON.stringify(word)} names different variants: ${meanings.join('; ')}: name them by their folders`;
}

export function notFolderForVariant(text: string): string {
  return `${JSON.stringify(text)} must be a folder for a variant in the git repository, without ".." out of it`;
}

export function severalVariants(name: string, folders: readonly string[]): string {
  return `${JSON.stringify(name)} names several variants: name one by its folder, one of ${firstNames(folders, (each) => each)}`;
}

/** `hint`: near fields, or ''. */
export function noSuchField(hint: string): string {
  return `no variant has this field${hint}`;
}

/** Names the field in a message about it. */
export function ofField(field: string, message: string): string {
  return `${field}: ${message}`;
}

/** `known`: keys that there are. */
export function noSuchKey(key: string, known: readonly string[]): string {
  return `\`--by ${key}\`: no PackageVariant has this label, or this key in its package context${didYouMean(key, known)}`;
}

/** `kind` and `name`: of a resource that is wrong. */
export function leftOutWrong(kind: string, name: string): string {
  return `${kind} "${name}" is wrong, so that it is left out: \`krm-variants fleet plan\` says why`;
}

export const LEFT_OUT_DELETED =
  'is left out: it was deleted; restore it, for example with `git restore`, or run `krm-variants fleet apply --on-conflict new`';

export const LEFT_OUT_NEW = 'is left out: it does not exist yet; `krm-variants fleet apply` makes it';
