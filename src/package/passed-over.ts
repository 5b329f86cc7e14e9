import {
  duplicateOn,
  formatFieldPath,
  inputHint,
  isFunctionInput,
  isKrm,
  KrmError,
  makeResult,
  misspelledKey,
  Resource,
  type Result,
} from '../krm/index.ts';
import { duplicateMessage, type Path } from '../yaml/index.ts';

/** Fields that a resource must have, each a nonempty string. */
const REQUIRED: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name']];

/**
 * Returns the result about a list of resources that is no `List`, which neither kubectl nor a function reads: an error if `isRefused`, or
 * else a warning. Undefined for any other document.
 */
export function describeArray(
  { document, file }: Resource,
  { isRefused }: { readonly isRefused: boolean },
): Result | undefined {
  const holdsResource = (): boolean => {
    const length = document.length([]) ?? 0;
    return Array.from({ length }, (_, index) => index).some((index) => isKrm(new Resource(document.view([index]))));
  };
  if (ifYaml(holdsResource) !== true) return undefined;
  return { severity: isRefused ? 'error' : 'warning', code: 'file-skipped', message: ARRAY, ...(file && { file }) };
}

const ARRAY =
  'an array of resources is not read; kubectl refuses it, too: write a `List` with the resources as its `items`, or a stream of documents';

/**
 * Returns the result about a document, or an element of a list, that is not a resource: an info or, if it lacks one field
 * only and was probably meant to be one, a warning with the remedy.
 */
export function describePassedOver(resource: Resource): Result {
  const { file, location } = resource;
  const place = location.element?.flatMap((index) => ['items', index]);
  const what = place === undefined ? 'skipped' : `skipped \`${formatFieldPath(place)}\``;
  const [missing, ...others] = REQUIRED.filter((path) => resource.text(path) === '');
  const remedy = missing === undefined || others.length > 0 ? undefined : remedyFor(resource, missing);
  const message = `${what}: a KRM resource must have \`apiVersion\`, \`kind\` and \`metadata.name\`${remedy ?? ''}`;
  return {
    severity: remedy === undefined ? 'info' : 'warning',
    code: 'resource-skipped',
    message,
    ...(file && { file }),
  };
}

/** Returns the end of the message about a resource that lacks only one field; undefined if it may be meant so. */
function remedyFor(resource: Resource, missing: Path): string | undefined {
  for (const find of [wrongType, misspelling, duplicate, halfInput]) {
    const found = ifYaml(() => find(resource, missing));
    if (found !== undefined) return found;
  }
  if (isFunctionInput(resource)) return `: without a name, no function reads this ${resource.kind}`;
  const mayBeMeant = missing.length === 1 || isToolConfiguration(resource);
  return mayBeMeant
    ? undefined
    : `: without a name, functions do not get this ${resource.kind}; add one, or exclude the file`;
}

/** Groups of configuration files that tools read, which have no names, beside those that end in `config.k8s.io`. */
const TOOL_GROUPS: readonly string[] = ['audit.k8s.io', 'kind.x-k8s.io', 'kubeadm.k8s.io'];

/**
 * Reports whether a document without a name is probably a configuration file of a tool, such as a kubeconfig, a
 * KubeletConfiguration or an AdmissionConfiguration, which has no metadata at all.
 */
function isToolConfiguration(resource: Resource): boolean {
  const { group, kind } = resource;
  if (resource.document.has(['metadata'])) return false;
  return /(?:^|\.)config\.k8s\.io$/.test(group) || TOOL_GROUPS.includes(group) || /Config(?:uration)?$/.test(kind);
}

/** Returns what `read` returns; undefined for a part that is not YAML, which is an error only if a function reads it. */
function ifYaml<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}

function wrongType({ document }: Resource, missing: Path): string | undefined {
  const value = document.value(missing) ?? null;
  if (value === null || typeof value === 'object' || value === '') return undefined;
  return `: \`${formatFieldPath(missing)}\` must be a string, so quote it`;
}

function misspelling(resource: Resource, missing: Path): string | undefined {
  return misspelledKey(resource, missing) || undefined;
}

/** Returns the suggestion if the object is an input of functions without its `apiVersion` or its `kind`. */
function halfInput(resource: Resource): string | undefined {
  return inputHint(resource) || undefined;
}

function duplicate(resource: Resource, missing: Path): string | undefined {
  const found = duplicateOn(resource.document, missing);
  return found && `: ${duplicateMessage(found)}`;
}

/**
 * Returns a warning for each document with two kinds: two resources without a `---` between them, as of joined files, of
 * which readers see one. `text`: that of the documents.
 */
export function warnOfJoined(text: string, documents: readonly Resource[]): readonly Result[] {
  // Few files need a look at all of their keys.
  if ((text.match(/^kind:/gm) ?? []).length <= documents.length) return [];
  return documents.flatMap((resource) => {
    const found = ifYaml(() => duplicateOn(resource.document, ['kind']));
    const message = found && `${duplicateMessage(found)}; is \`---\` missing between two resources?`;
    return message === undefined ? [] : [makeResult('warning', message, { code: 'duplicate-key', resource })];
  });
}
