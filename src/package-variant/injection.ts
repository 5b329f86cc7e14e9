import { groupBy } from '../group-by.ts';
import { ClusterObjects, type ClusterView, isClusterObject } from '../krm/cluster-objects.ts';
import { attributeEdits, type Origin } from '../krm/edit-origins.ts';
import { forgetComments, keepComments } from '../krm/kpt-comments.ts';
import { findRootKptfile } from '../krm/kptfile.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { Results } from '../krm/results.ts';
import { counted } from '../wording.ts';
import {
  equalValues,
  isList,
  isMap,
  newDocument,
  type Path,
  readDocument,
  type SourceDocument,
  type Value,
} from '../yaml/index.ts';
import { chooseInjection, hasField, injectedFields, type InjectionChoice } from './injection-choice.ts';
import { CONDITION_TYPE, findInjectionPoints, type InjectionPoint } from './injection-point.ts';
import { type InjectionDone, reportInjection } from './injection-report.ts';
import type { InjectionSelector } from './injection-selector.ts';
import { NearMisses } from './near-miss.ts';

/** Selection of cluster objects to inject into a package. */
export interface ConfigInjection {
  /** Namespace of the objects; '' means `default`. */
  readonly namespace: string;
  /** Selectors in the order in which they are tried. */
  readonly injectors: readonly InjectionSelector[];
  /** Cluster snapshot. Defaults to the items annotated as cluster objects. */
  readonly cluster?: ClusterView | undefined;
}

/** Part of a function's input that injection needs. */
interface Package {
  readonly resources: Resources;
  readonly results: Results;
}

/**
 * Injects objects of a cluster into the injection points of a package (design "Configuration Injection Details"), and
 * records the outcome of each in the Kptfile of the root package. Removes the records of points that no longer exist.
 */
export function injectConfig({ namespace, injectors, cluster: view }: ConfigInjection, call: Package): void {
  const { resources, results } = call;
  const points = findInjectionPoints(resources, results);
  const cluster = new ClusterObjects(view ?? itemsOf(resources), namespace, results);
  const done = points.map((point) => {
    const choice = chooseInjection(point.resource, injectors, cluster);
    const origins = originsOf(choice, injectors);
    return attributeEdits(origins, point.resource, () => inject(point, { ...choice, origins }, results));
  });
  const nearMisses = view === undefined ? new NearMisses(resources, points, namespace) : undefined;
  if (points.length > 0) reportInjection(done, injectors, { cluster, nearMisses, results });
  else if (injectors.length > 0) results.warning(NO_POINT, { code: 'rule-unmatched' });
  else results.info(NO_POINT, { code: 'rule-unmatched' });
  removeAnnotations(points, call);
  recordInKptfile(done, call);
}

/** Returns the selector that chose an object, and the object. */
function originsOf({ chosen }: InjectionChoice, injectors: readonly InjectionSelector[]): readonly Origin[] {
  if (chosen === undefined) return [];
  const { injector, source } = chosen;
  const field = ['spec', 'injectors', injectors.indexOf(injector)];
  const [copied] = injectedFields(source).filter((name) => hasField(source, name));
  return [{ field }, { resource: source, ...(copied !== undefined && { field: [copied] }) }];
}

function itemsOf(resources: Resources): ClusterView {
  return { objects: [...resources].filter(isClusterObject) };
}

const NO_POINT = 'no resource has the annotation kpt.dev/config-injection';
const INJECTED_RESOURCE: Path = ['metadata', 'annotations', 'kpt.dev/injected-resource'];

function inject(
  point: InjectionPoint,
  { origins, ...choice }: InjectionChoice & { readonly origins: readonly Origin[] },
  results: Results,
): InjectionDone {
  const { resource } = point;
  const { chosen } = choice;
  const before = injectedInto(resource);
  if (chosen === undefined) return { ...point, ...choice, before, isChanged: false };
  const text = resource.document.text();
  copyData(chosen.source, resource, results);
  attributeEdits(origins.slice(0, 1), resource, () => resource.document.set(INJECTED_RESOURCE, chosen.source.name));
  return { ...point, ...choice, before, isChanged: resource.document.text() !== text };
}

function injectedInto(resource: Resource): string | undefined {
  return resource.annotation('kpt.dev/injected-resource');
}

/** Removes the records of injection from resources that are not injection points. */
function removeAnnotations(points: readonly InjectionPoint[], { resources, results }: Package): void {
  const known = new Set(points.map(({ resource }) => resource));
  for (const resource of resources) {
    if (known.has(resource) || injectedInto(resource) === undefined || isClusterObject(resource)) continue;
    resource.document.remove(INJECTED_RESOURCE);
    const annotations = INJECTED_RESOURCE.slice(0, 2);
    if (resource.document.keys(annotations)?.length === 0) resource.document.remove(annotations);
    results.notice('removed: the resource is no longer an injection point', {
      resource,
      field: INJECTED_RESOURCE,
    });
  }
}

function recordInKptfile(done: readonly InjectionDone[], { resources, results }: Package): void {
  // A package without injection points needs no Kptfile.
  const kptfile = findRootKptfile({ resources, results: done.length > 0 ? results : new Results() });
  if (kptfile === undefined) return;
  const conditions = done.map(({ conditionType: type, isRequired, chosen, message }) => {
    return { type, isRequired, isInjected: chosen !== undefined, message };
  });
  const record = (): void =>
    keepComments({ resource: kptfile, results }, CONDITION_LISTS, () => {
      setInjectionConditions(kptfile, conditions);
      // Later than the new conditions, so that their lists are never empty in between.
      removeStale(kptfile, new Set(conditions.map(({ type }) => type)), { resources, results });
    });
  attributeEdits({ field: ['spec', 'injectors'] }, kptfile, record);
}

function removeStale(kptfile: Resource, points: ReadonlySet<string>, { resources, results }: Package): void {
  const stale = staleConditions(kptfile, points);
  if (stale.size === 0) return;
  if (resources.isFiltered) {
    results.info(FILTERED, { code: 'items-hidden', resource: kptfile });
    return;
  }
  removeConditions(kptfile, stale);
  results.notice(`removed ${counted(stale.size, 'condition')} of injection points that no longer exist`, {
    resource: kptfile,
  });
}

const FILTERED =
  'kept the conditions of injection points that are not among the items: selectors may hide these points';

/** Condition of an injection point in a Kptfile. */
interface InjectionCondition {
  readonly type: string;
  readonly isRequired: boolean;
  readonly isInjected: boolean;
  readonly message: string;
}

const CONDITIONS: Path = ['status', 'conditions'];
const GATES: Path = ['info', 'readinessGates'];

/** Lists of a Kptfile that name injection points. */
const CONDITION_LISTS: readonly Path[] = [GATES, CONDITIONS];

const INJECTED = 'ConfigInjected';
const NOT_INJECTED = 'NoResourceSelected';

/**
 * Sets the conditions of injection points in a Kptfile, and the readiness gates of the required ones. An existing
 * condition keeps its position and its other fields; a new one comes last. A gate is never removed.
 */
function setInjectionConditions({ document }: Resource, conditions: readonly InjectionCondition[]): void {
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
function staleConditions({ document }: Resource, points: ReadonlySet<string>): ReadonlySet<string> {
  const types = elementsAt(document, CONDITIONS).flatMap((condition) => {
    const type = fieldText(condition, 'type');
    const reason = fieldText(condition, 'reason');
    const isOurs = type.startsWith(CONDITION_TYPE) && (reason === INJECTED || reason === NOT_INJECTED);
    return isOurs && !points.has(type) ? [type] : [];
  });
  return new Set(types);
}

/**
 * Removes conditions of these types and their readiness gates from a Kptfile, together with maps and lists that become
 * empty.
 */
function removeConditions({ document }: Resource, types: ReadonlySet<string>): void {
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
  return elementsAt(document, path).map((element) => fieldText(element, key));
}

function elementsAt(document: SourceDocument, path: Path): readonly Value[] {
  const value = document.value(path);
  return isList(value) ? value : [];
}

function fieldText(element: Value, key: string): string {
  const value = isMap(element) ? element[key] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Copies the injected fields from a source to a target; equal values keep their formatting. */
function copyData(source: Resource, target: Resource, results: Results): void {
  const kept = { resource: target, results };
  const before = injectedFields(target).map((field) => [field, textAt(target, field)] as const);
  keepComments(kept, listsIn(target), () => copyFields(source, target));
  for (const [field, text] of before) {
    // kpt might restore a comment into such a line, which YAML does not allow.
    if (COMMENT.test(text) && text !== textAt(target, field) && hasFlow(target.document, [field]))
      forgetComments(kept, [field]);
  }
}

/** Also matches text that only looks like a comment. */
const COMMENT = /(?:^|\s)#/m;

function textAt({ document }: Resource, field: string): string {
  return document.get([field]) === undefined ? '' : document.view([field]).text();
}

function copyFields(source: Resource, target: Resource): void {
  for (const field of injectedFields(target)) {
    // A field that the source lacks would count beside those that it has.
    if (!hasField(source, field)) target.document.remove([field]);
    else if (isJson(source) && !isJson(target)) copyJson(source.document, target.document, field);
    else copyText(source.document, target.document, [field]);
  }
}

function isJson({ document }: Resource): boolean {
  return document.get([])?.flow === true;
}

/** Copies a value as text, with its comments and numbers as written. */
function copyText(source: SourceDocument, target: SourceDocument, path: Path): void {
  const node = source.get(path);
  if (node !== undefined) target.set(path, node);
}

/** Copies a value in block style, with numbers as written, in the layout of the existing text. */
function copyJson(source: SourceDocument, target: SourceDocument, field: string): void {
  const value = source.value([field]) ?? null;
  const old = target.value([field]);
  if (old !== undefined && equalValues(old, value)) return;
  const root = target.get([]);
  if (root === undefined) return;
  // A new document has its own layout; one that is read has that of its text.
  const draft = readDocument(newDocument(root).text());
  if (old !== undefined) draft.rename([field], `${field} before`);
  draft.set([field], null);
  writeBlock(source, draft, [field], value);
  copyText(draft, target, [field]);
}

function writeBlock(source: SourceDocument, target: SourceDocument, path: Path, value: Value): void {
  const steps = isList(value) ? [...value.keys()] : isMap(value) ? Object.keys(value) : [];
  // JSON quotes every string, and its writers escape more than necessary.
  if (typeof value === 'string') target.set(path, value);
  else if (steps.length === 0) copyText(source, target, path);
  else target.set(path, isList(value) ? value.map(() => null) : Object.fromEntries(steps.map((key) => [key, null])));
  for (const step of steps) writeBlock(source, target, [...path, step], childOf(value, step));
}

function childOf(value: Value, step: string | number): Value {
  return (isList(value) ? value[Number(step)] : isMap(value) ? value[step] : undefined) ?? null;
}

/** Returns the lists among the injected fields, except those in other lists. */
function listsIn(resource: Resource): readonly Path[] {
  return injectedFields(resource).flatMap((field) => listsAt(resource.document.value([field]), [field]));
}

function listsAt(value: Value | undefined, path: Path): Path[] {
  if (isList(value)) return [path];
  return isMap(value) ? Object.entries(value).flatMap(([key, item]) => listsAt(item, [...path, key])) : [];
}

/** Reports whether there is a nonempty collection in flow style. */
function hasFlow(document: SourceDocument, path: Path): boolean {
  const node = document.get(path);
  if (node === undefined || node.kind === 'scalar') return false;
  const steps = document.keys(path) ?? [...Array(document.length(path) ?? 0).keys()];
  return (node.flow && steps.length > 0) || steps.some((step) => hasFlow(document, [...path, step]));
}
