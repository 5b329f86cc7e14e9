import type { Call } from '../../src/function/index.ts';
import { countedResources, misspelledKey, type Resource } from '../../src/krm/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import type { Step } from './field-path.ts';
import { findPlaces } from './places.ts';
import type { Replacement, ReplacementConfig } from './replacement.ts';
import { isEmptyAt, scalarAt } from './scalar.ts';
import { hasIdentity, identityName } from './selection.ts';
import { SourceValue } from './source-value.ts';

/** Finds the value of a replacement. Reports an error and returns undefined if there is none, or more than one. */
export function findSource(
  replacement: Replacement,
  path: readonly Step[],
  call: Call<ReplacementConfig>,
): SourceValue | undefined {
  const resource = findResource(replacement, call);
  if (resource === undefined) return undefined;
  const { places, failure } = findPlaces(resource.document, path, { meaning: 'first', create: false });
  const [place] = places;
  if (place === undefined || isEmptyAt(resource.document, place.path)) {
    const { fieldPath } = replacement.source;
    const reason = failure === undefined ? misspelledKey(resource, namesOf(path)) : `: ${failure}`;
    call.results.error(`fieldPath "${fieldPath}" is missing for replacement source${reason}`, {
      code: 'missing-field',
      resource,
    });
    return undefined;
  }
  return refined(replacement, new SourceValue(resource, place.path), call);
}

/** Returns the names at the start of a path. */
function namesOf(path: readonly Step[]): string[] {
  const end = path.findIndex(({ kind }) => kind !== 'field');
  return path.slice(0, end === -1 ? path.length : end).flatMap((step) => (step.kind === 'field' ? step.name : []));
}

function findResource({ source, field }: Replacement, call: Call<ReplacementConfig>): Resource | undefined {
  const { config, resources, results } = call;
  const found = resources.items.filter((resource) => hasIdentity(resource, source.identity));
  if (found.length === 1) return found[0];
  const about = { resource: config.source, field: [...field, 'source'] };
  const name = identityName(source.identity);
  if (found.length > 1)
    results.error(`multiple matches for the source ${name}: ${countedResources(found)}`, {
      code: 'ambiguous-name',
      ...about,
    });
  else
    results.error(
      `nothing selected by the source ${name}${nearest(replacementNames(source, call), source.identity.name)}`,
      { code: 'unresolved-reference', ...about },
    );
  return undefined;
}

/** Returns the names of the resources that the source would select but for its name. */
function replacementNames({ identity }: Replacement['source'], { resources }: Call<ReplacementConfig>): string[] {
  return resources.items.filter((each) => hasIdentity(each, { ...identity, name: '' })).map(({ name }) => name);
}

function nearest(names: readonly string[], name: string | undefined): string {
  return name === undefined ? '' : didYouMean(name, names);
}

/** Takes the part of the value that the options ask for. */
function refined(
  { source, field }: Replacement,
  value: SourceValue,
  call: Call<ReplacementConfig>,
): SourceValue | undefined {
  const { delimiter = '', index = 0 } = source.options;
  if (delimiter === '') return value;
  const about = {
    code: 'invalid-value',
    resource: call.config.source,
    field: [...field, 'source', 'options'],
  } as const;
  const scalar = scalarAt(value.resource.document, value.path);
  if (scalar === undefined) {
    call.results.error('the source is a map or list, which has no parts: `delimiter` needs a text', about);
    return undefined;
  }
  const parts = scalar.text.split(delimiter);
  const part = parts[index];
  if (part !== undefined) return new SourceValue(value.resource, value.path, part);
  call.results.error(`\`index\` ${index} is out of bounds: the value of the source has ${parts.length} parts`, about);
  return undefined;
}
