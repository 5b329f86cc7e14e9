import type { ClusterKind, ClusterQuestion, KindAnswer } from '../../src/krm/index.ts';
import { messageOf, type ApiAnswer } from './api-answer.ts';
import type { ApiClient } from './api-client.ts';
import { readPage } from './object-list.ts';

/** Reads the objects of one kind. Throws a `ClusterFailure` if the answers are not those of an API server. */
export async function readKind(client: ApiClient, kind: ClusterKind, question: ClusterQuestion): Promise<KindAnswer> {
  const version = versionPath(kind.apiVersion);
  if (version === undefined) return { refusal: unknownKind(kind) };
  const described = await client.get(version);
  if (described.status === 404) await checkServer(client);
  const refusal = refusalOf(kind, described);
  if (refusal !== undefined) return { refusal };
  const type = read(client, version, described, (text) => findType(text, kind));
  if (type === undefined) return { refusal: unknownKind(kind) };
  if (!type.isKept) return { refusal: `the cluster does not store objects of kind ${kind.kind} of ${kind.apiVersion}` };
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
  if (status === 404) throw client.failure(groups, NO_API_SERVER);
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
    if (pages.has(next)) throw client.failure(path, 'the pages of the list must not form a cycle');
    pages.add(next);
    query = next === '' ? undefined : { limit: LIMIT, continue: next };
  }
  return { objects: [...wanted.values()], hasOthers };
}

/** Returns why a kind cannot be read; undefined if it can. */
function refusalOf(kind: ClusterKind, answer: ApiAnswer): string | undefined {
  if (answer.status === 404) return unknownKind(kind);
  if (answer.status !== 403) return undefined;
  return `not allowed to read ${kind.kind} of ${kind.apiVersion}: ${messageOf(answer)}`;
}

function unknownKind({ apiVersion, kind }: ClusterKind): string {
  return `the cluster has no kind ${kind} of ${apiVersion}`;
}

const NO_API_SERVER = 'the response must come from an API server';

function read<T>(client: ApiClient, path: string, answer: ApiAnswer, parse: (text: string) => T): T {
  if (answer.status !== 200) throw client.failure(path, `unexpected status ${answer.status}: ${messageOf(answer)}`);
  try {
    return parse(answer.text);
  } catch {
    throw client.failure(path, NO_API_SERVER);
  }
}
