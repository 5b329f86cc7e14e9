import type { Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { PIPELINE_LISTS } from './pipeline.ts';

/** Returns warnings about elements of a pipeline that were probably meant to be functions, and run none. */
export function emptyFunctions(kptfile: Resource): readonly Result[] {
  const { document } = kptfile;
  return PIPELINE_LISTS.flatMap((list) => {
    const paths = Array.from({ length: document.length(['pipeline', list]) ?? 0 }, (_, at) => ['pipeline', list, at]);
    const empty = paths.filter((path) => document.get(path)?.kind === 'scalar' && document.value(path, 'kpt') === null);
    return empty.map((field) => makeResult('warning', IGNORED, { code: 'ignored-field', resource: kptfile, field }));
  });
}

const IGNORED = 'is ignored: an element must have `image` or `exec`';
