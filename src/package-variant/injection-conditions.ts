import { groupBy } from '../group-by.ts';
import { CONDITION_TYPE } from './injection-point.ts';
import type { Resource } from '../krm/resource.ts';
import { isList, isMap, type Path, type SourceDocument, type Value } from '../yaml/index.ts';

/** Condition of an injection point in a Kptfile. */
export interface InjectionCondition {
  readonly type: string;
  readonly isRequired: boolean;
  readonly isInjected: boolean;
  readonly message: string;
}

const CONDITIONS: Path = ['status', 'conditions'];
const GATES: Path = ['info', 'readinessGates'];

/** Lists of a Kptfile that name injection points. */
export const CONDITION_LISTS: readonly Path[] = [GATES, CONDITIONS];

const INJECTED = 'ConfigInjected';
const NOT_INJECTED = 'NoResourceSelected';

/**
 * Sets the conditions of injection points in a Kptfile, and the readiness gates of the required ones. An existing
 * condition keeps its position and its other fields; a new one comes last. A gate is never removed.
 */
export function setInjectionConditions({ document }: Resource, conditions: readonly InjectionCondition[]): void {
  const gates = new Set(namesAt(document, GATES, 'conditionType'));
  for (const { type } of conditions.filter(({ isRequired }) => isRequired)) {
    if (!gates.has(type)) document.append(GATES, { conditionType: type });
  }
  const types = namesAt(document, CONDITIONS, 'type');
  const known = groupBy(types.keys(), (index) => types[index]);
  for (const condition of conditions) {
    const indexes = known.get(condition.type) ?? [];
    const value = conditionValue(condition);
    if (indexes.length === 0) document.append(CONDITIONS, value);
    for (const index of indexes) {
      for (const [key, text] of Object.entries(value)) document.set([...CONDITIONS, index, key], text);
    }
  }
}

/** Returns a condition with its keys in Porch's order. */
function conditionValue({ type, isInjected, message }: InjectionCondition): Readonly<Record<string, string>> {
  return {
    type,
    status: isInjected ? 'True' : 'False',
    message,
    reason: isInjected ? INJECTED : NOT_INJECTED,
  };
}

/** Returns the types of the injection conditions in a Kptfile that belong to none of these points. */
export function staleConditions({ document }: Resource, points: ReadonlySet<string>): ReadonlySet<string> {
  const types = elementsAt(document, CONDITIONS).flatMap((condition) => {
    const type = textOf(condition, 'type');
    const reason = textOf(condition, 'reason');
    const isOurs = type.startsWith(CONDITION_TYPE) && (reason === INJECTED || reason === NOT_INJECTED);
    return isOurs && !points.has(type) ? [type] : [];
  });
  return new Set(types);
}

/**
 * Removes conditions of these types and their readiness gates from a Kptfile, together with maps and lists that become
 * empty.
 */
export function removeConditions({ document }: Resource, types: ReadonlySet<string>): void {
  removeNamed(document, GATES, 'conditionType', types);
  removeNamed(document, CONDITIONS, 'type', types);
}

function removeNamed(document: SourceDocument, path: Path, key: string, names: ReadonlySet<string>): void {
  const indexes = [...namesAt(document, path, key).entries()].filter(([, name]) => names.has(name));
  if (indexes.length === 0) return;
  for (const [index] of indexes.toReversed()) document.remove([...path, index]);
  if (document.length(path) !== 0) return;
  document.remove(path);
  const holder = path.slice(0, -1);
  if (document.keys(holder)?.length === 0) document.remove(holder);
}

function namesAt(document: SourceDocument, path: Path, key: string): string[] {
  return elementsAt(document, path).map((element) => textOf(element, key));
}

function elementsAt(document: SourceDocument, path: Path): readonly Value[] {
  const value = document.value(path);
  return isList(value) ? value : [];
}

function textOf(element: Value, key: string): string {
  const value = isMap(element) ? element[key] : undefined;
  return typeof value === 'string' ? value : '';
}
