import type { Resource } from '../krm/resource.ts';
import { goScalar } from './go-scalar.ts';
import { kptAnnotations, type SentPlace } from './kpt-annotations.ts';
import { sentText } from './sent-item.ts';

/** Call of a function on items of a package. */
export interface HostedInput {
  readonly items: readonly Resource[];
  /** Positions of the items among all of the package; undefined if the function does not select. */
  readonly positions: readonly number[] | undefined;
  readonly config: Resource | undefined;
  readonly isMutator: boolean;
}

/**
 * Returns the ResourceList that `kpt fn render` (1.0.0-beta.56) sends to a function: the same data, in the same order, with
 * its annotations, and the same bytes for a package that kpt has formatted.
 */
export function sentList({ items, positions, config, isMutator }: HostedInput): string {
  const texts = items.map((resource, index) => {
    const place = { index, position: positions?.[index], isMutator };
    return `- ${indented(itemText(resource, place)).slice(2)}`;
  });
  const sent = texts.length === 0 ? 'items: []\n' : `items:\n${texts.join('')}`;
  const index = config === undefined ? -1 : items.indexOf(config);
  const place = index === -1 ? undefined : { index, position: positions?.[index], isMutator };
  return `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n${sent}${config === undefined ? '' : configText(config, place, isMutator)}`;
}

function itemText(resource: Resource, place: SentPlace): string {
  return sentText(resource, kptAnnotations(resource, place));
}

/** Returns the function config: a resource of the package, or data that the Kptfile has. */
function configText(config: Resource, place: SentPlace | undefined, isMutator: boolean): string {
  if (config.location.path === undefined) return configMapText(config);
  const annotations = isMutator ? kptAnnotations(config, place) : [];
  return `functionConfig:\n${indented(sentText(config, annotations))}`;
}

/** Returns the ConfigMap that kpt makes of the data in a Kptfile. */
function configMapText(config: Resource): string {
  const pairs = Array.from(config.texts(['data']), ([key, text]) => `${goScalar(key)}: ${goScalar(text)}`);
  const map = `{${pairs.join(', ')}}`;
  return `functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: function-input\n  data: ${map}\n`;
}

/** Indents lines by two columns, except for blank ones. */
function indented(lines: string): string {
  return lines.replaceAll(/^(?=.)/gm, '  ');
}
