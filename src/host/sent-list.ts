import type { Resource } from '../krm/resource.ts';
import { KrmError } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { YamlError } from '../yaml/index.ts';
import { goScalar } from './go-scalar.ts';
import { fileAnnotations, isListed, kptAnnotations, type KptAnnotations, type SentPlace } from './kpt-annotations.ts';
import { sentText } from './sent-item.ts';

/** Call of a function with items of a package. */
export interface HostedInput {
  readonly items: readonly Resource[];
  /** Positions of the items among all items of the package; undefined without selectors. */
  readonly positions: readonly number[] | undefined;
  readonly config: Resource | undefined;
  readonly isMutator: boolean;
  /** True for the input of `kpt fn eval`, which always has a function config, by default an empty ConfigMap. */
  readonly isEval: boolean;
}

/**
 * Returns the ResourceList that `kpt fn render` (1.0.0-beta.56) sends to a function: the same data, in the same order, with
 * its annotations, and the same bytes for a package that kpt has formatted.
 */
export function sentList(input: HostedInput): string {
  const texts = input.items.map(
    (resource, index) => `${linesAbove(resource)}- ${indented(itemText(resource, placeOf(input, index))).slice(2)}`,
  );
  const sent = texts.length === 0 ? 'items: []\n' : `items:\n${texts.join('')}`;
  return `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n${sent}${configText(input)}`;
}

/** Returns the comment lines above the dash of an item. */
function linesAbove(resource: Resource): string {
  if (!isListed(resource) || resource.list !== undefined) return '';
  const text = resource.document.ownText(true).replaceAll('\r\n', '\n');
  return text.slice(0, text.length - resource.document.ownText().replaceAll('\r\n', '\n').length);
}

function placeOf({ positions, isMutator }: HostedInput, index: number): SentPlace {
  return { index, position: positions?.[index], isMutator };
}

function itemText(resource: Resource, place: SentPlace): string {
  return textOf(resource, kptAnnotations(resource, place));
}

/** Returns the text of a resource. Throws a `KrmError` that names the resource and its file if it cannot be read. */
function textOf(resource: Resource, annotations: KptAnnotations): string {
  // Aliases that expand too far are an error of this resource, not of a function that sends them back.
  if (resource.document.hasAliases) resource.value('kpt');
  try {
    return sentText(resource, annotations);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    // Positions in the sent text are not those in the file.
    resource.value();
    throw new KrmError([makeResult('error', error.message, { code: 'invalid-yaml', resource })]);
  }
}

/** Returns the function config: a resource of the package, a file, or data from the Kptfile or the command line. */
function configText(input: HostedInput): string {
  const { items, config, isEval } = input;
  if (config === undefined) return isEval ? configMapText(new Map(), EVAL_CONFIG_MAP) : '';
  if (config.location.path === undefined && config.name === 'function-input')
    return configMapText(config.texts(['data']), isEval ? EVAL_CONFIG_MAP : CONFIG_MAP);
  const index = items.indexOf(config);
  const place = index === -1 ? undefined : placeOf(input, index);
  return `functionConfig:\n${indented(textOf(config, configAnnotations(config, place, input)))}`;
}

function configAnnotations(config: Resource, place: SentPlace | undefined, { isMutator, isEval }: HostedInput) {
  if (isEval) return isListed(config) ? [] : fileAnnotations(config);
  return isMutator ? kptAnnotations(config, place) : [];
}

const CONFIG_MAP = ['apiVersion', 'kind', 'metadata', 'data'] as const;
const EVAL_CONFIG_MAP = ['metadata', 'data', 'kind', 'apiVersion'] as const;

/** Returns the ConfigMap that kpt generates from strings. `order`: order of its fields. */
function configMapText(data: ReadonlyMap<string, string>, order: readonly (typeof CONFIG_MAP)[number][]): string {
  const pairs = Array.from(data, ([key, text]) => `${goScalar(key)}: ${goScalar(text)}`);
  const fields = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: '\n    name: function-input',
    data: `{${pairs.join(', ')}}`,
  };
  const lines = order.map((field) => `  ${field}: ${fields[field]}\n`.replace(': \n', ':\n'));
  return `functionConfig:\n${lines.join('')}`;
}

/** Indents lines by two columns, except for blank ones. U+2028 does not end a line here, unlike in a regular expression. */
function indented(lines: string): string {
  return lines.replaceAll(/(?<=^|\n)(?=[^\n])/g, '  ');
}
