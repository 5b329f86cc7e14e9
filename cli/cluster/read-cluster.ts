import type { ClusterAccess, ClusterAnswer, ClusterKind, ClusterQuestion, KindAnswer } from '../../src/krm/index.ts';
import {
  API_SERVER_NEEDED,
  notAllowedToRead,
  notStored,
  PAGES_IN_CIRCLE,
  unexpectedStatus,
  unknownKind,
} from '../../src/messages/cluster.ts';
import { type ApiAnswer, messageOf } from './api-answer.ts';
import { ApiClient } from './api-client.ts';
import { ClusterFailure } from './cluster-failure.ts';

/** Reads objects of a live cluster: the `ReadCluster` that the executables load if a configuration asks for it. */
export async function readLiveCluster(access: ClusterAccess, question: ClusterQuestion): Promise<ClusterAnswer> {
  try {
    const client = new ApiClient(access);
    const kinds: KindAnswer[] = [];
    for (const kind of question.kinds) kinds.push(await readKind(client, kind, question));
    return { kinds };
  } catch (error) {
    if (error instanceof ClusterFailure) return { failure: error.message };
    throw error;
  }
}

/** Reads the objects of one kind. Throws a `ClusterFailure` if the answers are not those of an API server. */
async function readKind(client: ApiClient, kind: ClusterKind, question: ClusterQuestion): Promise<KindAnswer> {
  const version = versionPath(kind.apiVersion);
  if (version === undefined) return { refusal: unknownKind(kind) };
  const described = await client.get(version);
  if (described.status === 404) await checkServer(client);
  const refusal = refusalOf(kind, described);
  if (refusal !== undefined) return { refusal };
  const type = read(client, version, described, (text) => findType(text, kind));
  if (type === undefined) return { refusal: unknownKind(kind) };
  if (!type.isKept) return { refusal: notStored(kind) };
  const namespace = type.namespaced ? `/namespaces/${encodeURIComponent(question.namespace || 'default')}` : '';
  return await readObjects(client, `${version}${namespace}/${type.name}`, kind, question.names);
}

/** Returns the API path of a version; undefined if no server can have it: it must not lead to another path. */
function versionPath(apiVersion: string): string | undefined {
  if (!/^(?:[a-z\d][a-z\d.-]*\/)?v[a-z\d]+$/.test(apiVersion)) return undefined;
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/**
 * Throws if the server has no list of API groups: it is not an API server, or one below another path, and would seem to
 * have no kind.
 */
async function checkServer(client: ApiClient): Promise<void> {
  const groups = '/apis';
  const { status } = await client.get(groups);
  if (status === 404) throw client.failure(groups, API_SERVER_NEEDED);
}

/** API resource of a kind. */
interface ResourceType {
  /** Plural name, as in paths. */
  readonly name: string;
  readonly namespaced: boolean;
  /** False for kinds that the server answers at once and never stores. */
  readonly isKept: boolean;
}

/** Kinds of an API version (APIResourceList, meta/v1). */
interface ResourceTypes {
  readonly resources: readonly {
    /** A slash marks a part of objects, such as their status. */
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
  }[];
}

/** Finds the resource type of a kind. Throws if the text is not an APIResourceList. */
function findType(text: string, { kind }: ClusterKind): ResourceType | undefined {
  const { resources } = JSON.parse(text) as ResourceTypes;
  const type = resources.find((each) => each.kind === kind && !each.name.includes('/'));
  return type && { name: type.name, namespaced: type.namespaced, isKept: type.verbs.includes('list') };
}

/** Maximum number of objects in one answer, the same as kubectl's. */
const LIMIT = '500';

async function readObjects(
  client: ApiClient,
  path: string,
  kind: ClusterKind,
  names: ReadonlySet<string> | undefined,
): Promise<KindAnswer> {
  const wanted = new Map<string, string>();
  let hasOthers = false;
  const pages = new Set<string>();
  let query: Readonly<Record<string, string>> | undefined = { limit: LIMIT };
  while (query !== undefined) {
    const answer: ApiAnswer = await client.get(path, query);
    const refusal = refusalOf(kind, answer);
    if (refusal !== undefined) return { refusal };
    if (answer.status === 410 && 'continue' in query) {
      // The list has expired: read all of it at once, as clients of Kubernetes do.
      wanted.clear();
      hasOthers = false;
      query = {};
      continue;
    }
    const { objects, next } = read(client, path, answer, (text) => readPage(text, kind));
    for (const { name, text } of objects) {
      if (names === undefined || names.has(name)) wanted.set(name, text);
      else hasOthers = true;
    }
    if (pages.has(next)) throw client.failure(path, PAGES_IN_CIRCLE);
    pages.add(next);
    query = next === '' ? undefined : { limit: LIMIT, continue: next };
  }
  return { objects: [...wanted.values()], hasOthers };
}

/** Returns why a kind cannot be read; undefined if it can. */
function refusalOf(kind: ClusterKind, answer: ApiAnswer): string | undefined {
  if (answer.status === 404) return unknownKind(kind);
  if (answer.status !== 403) return undefined;
  return notAllowedToRead(kind, messageOf(answer));
}

function read<T>(client: ApiClient, path: string, answer: ApiAnswer, parse: (text: string) => T): T {
  if (answer.status !== 200) throw client.failure(path, unexpectedStatus(answer.status, messageOf(answer)));
  try {
    return parse(answer.text);
  } catch {
    throw client.failure(path, API_SERVER_NEEDED);
  }
}

/** One page of a list of objects. */
interface Page {
  readonly objects: readonly ListedObject[];
  /** Token of the next page; '' on the last one. */
  readonly next: string;
}

interface ListedObject {
  readonly name: string;
  /** JSON with its apiVersion and kind, and numbers as the server wrote them. */
  readonly text: string;
}

/** List of objects (meta/v1). Objects of built-in kinds omit the apiVersion and kind that follow from the list. */
interface ObjectList {
  readonly metadata?: { readonly continue?: string };
  readonly items?: readonly (Partial<ClusterKind> & { readonly metadata?: { readonly name?: string } })[] | null;
}

/** Reads a page of a list of objects of one kind. Throws if the text is not such a list. */
export function readPage(text: string, kind: ClusterKind): Page {
  const { metadata, items } = JSON.parse(text) as ObjectList;
  if (items === undefined) throw new SyntaxError('a list has items');
  const texts = itemTexts(text);
  if (texts.length !== (items ?? []).length) throw new SyntaxError('a list has no other array');
  const objects = (items ?? []).map((item, index) => {
    return { name: item.metadata?.name ?? '', text: withKind(texts[index] ?? '', item, kind) };
  });
  return { objects, next: metadata?.continue ?? '' };
}

function withKind(object: string, own: Partial<ClusterKind>, { apiVersion, kind }: ClusterKind): string {
  if (own.apiVersion === apiVersion && own.kind === kind) return object;
  if (own.apiVersion !== undefined || own.kind !== undefined)
    throw new SyntaxError('objects are of the kind of their list');
  return `{"apiVersion":${JSON.stringify(apiVersion)},"kind":${JSON.stringify(kind)},${object.slice(1)}`;
}

/** Matches the characters that determine the end of a JSON value. */
const MARK = /["{}[\]]/g;

/**
 * Returns the texts of the objects in `items` of a list, and in any other array at its top level. The text must be
 * valid JSON.
 */
export function itemTexts(list: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  let isInArray = false;
  let start = 0;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(list); mark !== null; mark = MARK.exec(list)) {
    const { 0: character, index } = mark;
    if (character === '"') MARK.lastIndex = stringEnd(list, index);
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth === ITEM - 1) isInArray = character === '[';
      if (depth === ITEM) start = index;
    } else {
      if (depth === ITEM && isInArray && character === '}') texts.push(list.slice(start, index + 1));
      depth -= 1;
    }
  }
  return texts;
}

/** Depth of the objects in `{"items": [{...}]}`. */
const ITEM = 3;

/** Returns the offset just past the closing quote of a string. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
