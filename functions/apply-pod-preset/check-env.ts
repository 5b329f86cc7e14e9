import type { Problems } from '../../src/function/index.ts';
import { isObjectName } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { EnvFromFields, EnvFields } from './kinds/pod-preset.ts';

type ValueFrom = NonNullable<EnvFields['valueFrom']>;

const NAME_RULE = 'must be printable ASCII without "=", and not empty';
const OBJECT_NAME_RULE = 'must be a DNS subdomain (RFC 1123)';
const ONLY_ONE = 'may not have more than one field specified at a time';

/** Adds the problems of a variable at a field, by the rules of Kubernetes. */
export function checkEnv({ name, value = '', valueFrom }: EnvFields, field: Path, problems: Problems): void {
  if (!isEnvName(name)) problems.add({ field: [...field, 'name'], message: NAME_RULE, currentValue: name });
  if (valueFrom === undefined) return;
  const at = [...field, 'valueFrom'];
  if (value !== '')
    problems.add({ code: 'exclusive-fields', field: at, message: 'may not be specified when `value` is not empty' });
  checkValueFrom(valueFrom, at, problems);
}

function checkValueFrom(valueFrom: ValueFrom, field: Path, problems: Problems): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  checkOne(valueFrom, VALUE_SOURCES, { field, problems });
  checkTexts({ fieldRef: fieldRef?.fieldPath }, 'fieldPath', { field, problems });
  checkTexts({ resourceFieldRef: resourceFieldRef?.resource }, 'resource', { field, problems });
  checkRefs({ configMapKeyRef, secretKeyRef }, field, problems);
  const keys = { configMapKeyRef: configMapKeyRef?.key, secretKeyRef: secretKeyRef?.key, fileKeyRef: fileKeyRef?.key };
  checkTexts(keys, 'key', { field, problems });
  checkTexts({ fileKeyRef: fileKeyRef?.path }, 'path', { field, problems });
  checkTexts({ fileKeyRef: fileKeyRef?.volumeName }, 'volumeName', { field, problems });
}

const VALUE_SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];

/** Adds the problems of a source of variables at a field, by the rules of Kubernetes. */
export function checkEnvFrom(source: EnvFromFields, field: Path, problems: Problems): void {
  const { prefix = '', configMapRef, secretRef } = source;
  if (prefix !== '' && !isEnvName(prefix))
    problems.add({ field: [...field, 'prefix'], message: NAME_RULE, currentValue: prefix });
  checkOne({ configMapRef, secretRef }, ['configMapRef', 'secretRef'], { field, problems });
  checkRefs({ configMapRef, secretRef }, field, problems);
}

/** Reports whether Kubernetes 1.30 or later accepts the name. */
function isEnvName(name: string): boolean {
  return /^[ -<>-~]+$/.test(name);
}

interface CheckContext {
  readonly field: Path;
  readonly problems: Problems;
}

function checkOne(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { field, problems }: CheckContext,
): void {
  const given = names.filter((name) => fields[name] !== undefined);
  if (given.length === 0) {
    const known = names.map((name) => `\`${name}\``).join(', ');
    problems.add({ code: 'missing-field', field, message: `must specify one of: ${known}` });
  }
  if (given.length > 1) problems.add({ code: 'exclusive-fields', field, message: ONLY_ONE });
}

function checkRefs(
  refs: Readonly<Record<string, { readonly name: string } | undefined>>,
  field: Path,
  problems: Problems,
): void {
  for (const [ref, object] of Object.entries(refs))
    if (object !== undefined && !isObjectName(object.name))
      problems.add({ field: [...field, ref, 'name'], message: OBJECT_NAME_RULE, currentValue: object.name });
}

/** Checks that a field of each given reference is not empty. */
function checkTexts(
  texts: Readonly<Record<string, string | undefined>>,
  name: string,
  { field, problems }: CheckContext,
): void {
  for (const [ref, text] of Object.entries(texts))
    if (text === '') problems.add({ field: [...field, ref, name], message: 'must not be empty' });
}
