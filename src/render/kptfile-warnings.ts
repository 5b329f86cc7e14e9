import { didYouMean } from '../nearest-name.ts';
import type { Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import type { Path } from '../yaml/index.ts';
import { PIPELINE_LISTS } from './pipeline.ts';

/** Fields of a Kptfile (kpt.dev/v1). kpt refuses others. */
const KPTFILE_FIELDS: readonly string[] = [
  'apiVersion',
  'kind',
  'metadata',
  'upstream',
  'upstreamLock',
  'info',
  'pipeline',
  'inventory',
  'status',
];

/** Returns warnings about parts of a Kptfile that were probably meant to run functions, and run none. */
export function kptfileWarnings(kptfile: Resource): readonly Result[] {
  const { document } = kptfile;
  const warning = (message: string, field: Path): Result =>
    makeResult('warning', message, { resource: kptfile, field });
  const unknown = (document.keys([]) ?? []).filter((key) => !KPTFILE_FIELDS.includes(key));
  const empty = PIPELINE_LISTS.flatMap((list) => {
    const paths = Array.from({ length: document.length(['pipeline', list]) ?? 0 }, (_, at) => ['pipeline', list, at]);
    return paths.filter((path) => document.get(path)?.kind === 'scalar' && document.value(path, 'kpt') === null);
  });
  return [
    ...unknown.map((key) => warning(`is ignored: unknown field${hintFor(key)}`, [key])),
    ...empty.map((field) => warning('is ignored: an element must have `image` or `exec`', field)),
  ];
}

function hintFor(key: string): string {
  const quote = (name: string): string => `\`${name}\``;
  return didYouMean(key, KPTFILE_FIELDS, { quote, otherwise: `known fields: ${KPTFILE_FIELDS.map(quote).join(', ')}` });
}
