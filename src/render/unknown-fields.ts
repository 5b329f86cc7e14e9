import { didYouMean } from '../nearest-name.ts';
import type { Resource } from '../krm/resource.ts';
import type { Result, Severity } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import type { Path } from '../yaml/index.ts';

/** A value with any fields, or with none. */
const OPEN = Symbol('open');

/** Fields of a map, or of each element of a list. */
interface Fields {
  readonly [name: string]: Fields | typeof OPEN;
}

/** Returns the fields of a map whose values are not checked further. */
function open<Name extends string>(...names: readonly Name[]): Record<Name, typeof OPEN> {
  return Object.fromEntries(names.map((name) => [name, OPEN])) as Record<Name, typeof OPEN>;
}

const SELECTOR = open(
  'apiVersion',
  'kind',
  'name',
  'namespace',
  'labels',
  'annotations',
  'resourceFileRegexp',
) satisfies Fields;

/** kpt had `resourceFileRegexp` in a function before it moved to selectors: `readPipeline` refuses it there. */
const FUNCTION = {
  ...open('image', 'tag', 'exec', 'configPath', 'configMap', 'name', 'when', 'resourceFileRegexp'),
  configRef: open('apiVersion', 'kind', 'name', 'namespace'),
  selectors: SELECTOR,
  exclude: SELECTOR,
} satisfies Fields;

const STEP_STATUS = open(
  'name',
  'image',
  'exec',
  'executionError',
  'stderr',
  'exitCode',
  'results',
  'errorResults',
  'when',
  'skipped',
) satisfies Fields;

/** Fields of a Kptfile (kpt.dev/v1) that a version of kpt knows. Each version refuses all others, at any depth. */
const KPTFILE = {
  ...open('apiVersion', 'kind'),
  metadata: open('name', 'namespace', 'labels', 'annotations'),
  upstream: { ...open('type', 'updateStrategy', 'preserveExplicitNull'), git: open('repo', 'directory', 'ref') },
  upstreamLock: {
    ...open('type'),
    git: open('repo', 'directory', 'ref', 'commit'),
    generic: open('storeID', 'resourceID', 'resourceVersion'),
  },
  info: {
    ...open('site', 'emails', 'license', 'licenseFile', 'description', 'keywords', 'man'),
    readinessGates: open('conditionType'),
  },
  pipeline: { mutators: FUNCTION, validators: FUNCTION },
  inventory: open('namespace', 'name', 'inventoryID', 'labels', 'annotations'),
  status: {
    conditions: open('type', 'status', 'reason', 'message'),
    renderStatus: { ...open('errorSummary'), mutationSteps: STEP_STATUS, validationSteps: STEP_STATUS },
  },
} satisfies Fields;

/**
 * Returns a result about each field of a Kptfile that no version of kpt knows, in the order of the file. `part`: `all`
 * fields, or those of the `pipeline`.
 */
export function unknownFields(
  kptfile: Resource,
  severity: Severity,
  part: 'all' | 'pipeline' = 'all',
): readonly Result[] {
  const { document } = kptfile;
  const unknownBelow = (path: Path, fields: Fields): readonly Result[] => {
    const elements = document.length(path);
    if (elements !== undefined)
      return Array.from({ length: elements }, (_, at) => unknownBelow([...path, at], fields)).flat();
    return (document.keys(path) ?? []).flatMap((key) => {
      const field = [...path, key];
      const known = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (known !== undefined) return known === OPEN ? [] : unknownBelow(field, known);
      const message = `unknown field, which kpt refuses${hintFor(key, Object.keys(fields))}`;
      return [makeResult(severity, message, { code: 'unknown-field', resource: kptfile, field })];
    });
  };
  return part === 'all' ? unknownBelow([], KPTFILE) : unknownBelow(['pipeline'], KPTFILE.pipeline);
}

function hintFor(key: string, known: readonly string[]): string {
  const quote = (name: string): string => `\`${name}\``;
  return didYouMean(key, known, { quote, otherwise: `known fields: ${known.map(quote).join(', ')}` });
}
