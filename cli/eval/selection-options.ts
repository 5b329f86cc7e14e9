import { makeResult, type Resource, type Result } from '../../src/krm/index.ts';
import { noResourceMatches } from '../../src/messages/inputs.ts';
import {
  unmatchedSelectors,
  type FunctionSelection,
  type Selector as FunctionSelector,
} from '../../src/render/index.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';

/** Options that select by a text, without the verb, and the fields of a selector that they set. */
const TEXTS = [
  ['api-version', 'apiVersion'],
  ['kind', 'kind'],
  ['name', 'name'],
  ['namespace', 'namespace'],
] as const satisfies readonly (readonly [option: string, field: keyof FunctionSelector])[];

const MAPS = ['labels', 'annotations'] as const satisfies readonly (keyof FunctionSelector)[];

/** Options that select resources: those of `kpt fn eval`. */
export const SELECTION_OPTIONS = (['match', 'exclude'] as const).flatMap((verb) => [
  ...TEXTS.map(
    ([name]) =>
      ({
        name: `${verb}-${name}`,
        value: 'TEXT',
        meaning: `${verb === 'match' ? 'Select' : 'Exclude'} resources by ${name}.`,
        group: 'Selection',
      }) as const satisfies Option,
  ),
  ...MAPS.map(
    (name) =>
      ({
        name: `${verb}-${name}`,
        value: 'KEY=VALUE',
        isRepeatable: true,
        meaning: `${verb === 'match' ? 'Select' : 'Exclude'} resources by ${name}.`,
        group: 'Selection',
      }) as const satisfies Option,
  ),
]);

type SortedSelection = SortedArguments<(typeof SELECTION_OPTIONS)[number]>;

/** Reads the options that select resources: all of one verb together are one selector. Throws a `UsageError`. */
export function parseSelection(sorted: SortedSelection): FunctionSelection<FunctionSelector> {
  return { selectors: selectorOf(sorted, 'match'), exclude: selectorOf(sorted, 'exclude') };
}

function selectorOf(sorted: SortedSelection, verb: 'match' | 'exclude'): readonly FunctionSelector[] {
  const given: readonly FunctionSelector[] = [
    ...TEXTS.flatMap(([name, field]) => {
      const text = sorted.value(`${verb}-${name}`);
      return text === undefined ? [] : [{ [field]: text }];
    }),
    ...MAPS.flatMap((name) => {
      const pairs = sorted.values(`${verb}-${name}`).map((pair) => parsePair(`${verb}-${name}`, pair));
      return pairs.length === 0 ? [] : [{ [name]: Object.fromEntries(pairs) }];
    }),
  ];
  return given.length === 0 ? [] : [given.reduce((all, each) => ({ ...all, ...each }))];
}

/** Returns a warning for the options of each verb if they match none of the resources. */
export function unmatchedOptions(
  { selectors, exclude }: FunctionSelection<FunctionSelector>,
  resources: readonly Resource[],
): readonly Result[] {
  const lists = [
    ['match', selectors],
    ['exclude', exclude],
  ] as const;
  return lists.flatMap(([verb, list]) =>
    unmatchedSelectors(list, resources).map(({ index, hint }) =>
      makeResult('warning', noResourceMatches(verb, optionsOf(verb, list[index] ?? {}), hint), {
        code: 'rule-unmatched',
      }),
    ),
  );
}

/** Returns the options that give a selector. */
function optionsOf(verb: 'match' | 'exclude', selector: FunctionSelector): string {
  const texts = TEXTS.flatMap(([name, field]) => (selector[field] === undefined ? [] : [[name, selector[field]]]));
  const pairs = MAPS.flatMap((name) =>
    Object.entries(selector[name] ?? {}).map(([key, value]) => [name, `${key}=${value}`]),
  );
  return [...texts, ...pairs].map(([name, value]) => `--${verb}-${name} ${value}`).join(' ');
}

function parsePair(option: string, pair: string): readonly [key: string, value: string] {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new UsageError(`\`--${option}\` must be KEY=VALUE, not "${pair}"`);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
