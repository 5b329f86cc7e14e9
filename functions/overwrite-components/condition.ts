import { isList, isMap, type SourceDocument, type Value } from '../../src/yaml/index.ts';
import { changedAttributes, type Attribute, type Reference } from './reference.ts';
import { canonicalJson } from './repository-context.ts';
import type { Substituted } from './substitution.ts';

/** A condition of an Installation, without its times. */
export interface Condition {
  readonly type: 'ComponentReferenceOverwrite';
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** Writes a condition to an Installation, in place of the one of its type. The times of that one stay. */
export function writeCondition(document: SourceDocument, condition: Condition): void {
  const path = ['status', 'conditions'];
  const fields: Readonly<Record<string, Value>> = { ...condition };
  const conditions = document.value(path);
  const index = isList(conditions) ? conditions.findIndex((one) => isMap(one) && one['type'] === condition.type) : -1;
  if (index === -1) document.append(path, fields);
  else for (const [key, value] of Object.entries(fields)) document.set([...path, index, key], value);
}

/** Returns the condition that Landscaper writes for a reference with overwrites, word for word. */
export function conditionOf(before: Reference, { matched, result }: Substituted): Condition {
  const type = 'ComponentReferenceOverwrite';
  return matched
    ? { type, status: 'True', reason: 'FoundOverwrite', message: conditionMessage(before, result) }
    : {
        type,
        status: 'False',
        reason: 'No overwrite defined',
        message: 'component reference has not been overwritten',
      };
}

/** Describes the difference of two references in Landscaper's words: four lines, or one if they are equal. */
export function conditionMessage(before: Reference, after: Reference): string {
  const changed = changedAttributes(before, after);
  if (changed.length === 0) return 'Component reference has not been overwritten.';
  const line = (attribute: Attribute, name: string, change: string): string =>
    changed.includes(attribute) ? change : `${name} has not been overwritten`;
  return [
    'Component reference has been overwritten:',
    line('repositoryContext', 'RepositoryContext', contextChange(before.repositoryContext, after.repositoryContext)),
    line('componentName', 'ComponentName', `${before.componentName} -> ${after.componentName}`),
    line('version', 'Version', `${before.version} -> ${after.version}`),
  ].join('\n');
}

function contextChange(before: Value | undefined, after: Value | undefined): string {
  const [from, to] = [registry(before), registry(after)];
  if (from !== undefined && to !== undefined) return `${from} -> ${to}`;
  return `${before === undefined || before === null ? '' : `${canonicalJson(before)} `}-> ${canonicalJson(after ?? null)}`;
}

/** Returns the address and the mapping of a registry; undefined for other types. */
function registry(context: Value | undefined): string | undefined {
  if (!isMap(context) || context['type'] !== 'ociRegistry') return undefined;
  const [baseUrl, mapping] = [context['baseUrl'] ?? '', context['componentNameMapping'] ?? ''];
  return typeof baseUrl === 'string' && typeof mapping === 'string' ? `${baseUrl} (${mapping})` : undefined;
}
