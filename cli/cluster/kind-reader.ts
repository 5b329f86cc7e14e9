import type { ClusterKind, ClusterQuestion, KindAnswer } from '../../src/index.ts';
import { messageOf, type ApiAnswer } from './api-answer.ts';
import type { ApiClient } from './api-client.ts';
import { readPage } from './object-list.ts';

/** Reads what a cluster has of one kind. Throws a `ClusterFailure` where it does not answer as an API server does. */
export async function readKind(client: ApiClient, kind: ClusterKind, question: ClusterQuestion): Promise<KindAnswer> {
  const version = versionPath(kind.apiVersion);
  if (version === undefined) return { refusal: unknownKind(kind) };
  const described = await client.get(version);
  if (described.status === 404) await checkServer(client);
  const refusal = refusalOf(kind, described);
  if (refusal !== undefined) return { refusal };
  const type = read(client, version, described, (text) => findType(text, kind));
  if (type === undefined) return { refusal: unknownKind(kind) };
  if (!type.isKept) return { refusal: `the cluster keeps no objects of kind ${kind.kind} of ${kind.apiVersion}` };
  const namespace = type.namespaced ? `/namespaces/${encodeURIComponent(question.namespace || 'default')}` : '';
  return await readObjects(client, `${version}${namespace}/${type.name}`, kind, question.names);
}

/** Undefined where no server has such a version: it must not lead to another place. */
function versionPath(apiVersion: string): string | undefined {
  if (!/^(?:[a-z\d][a-z\d.-]*\/)?v[a-z\d]+$/.test(apiVersion)) return undefined;
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** What has no list of groups is no API server, or one that is below another path: it would not have any kind. */
async function checkServer(client: ApiClient): Promise<void> {
  const groups = '/apis';
  const { status } = await client.get(groups);
  if (status === 404) throw client.failure(groups, NO_API_SERVER);
}

/** How objects of a kind are reached. */
interface ResourceType {
  /** Plural, as in paths. */
  readonly name: string;
  readonly namespaced: boolean;
  /** Some are answered at once, and never kept. */
  readonly isKept: boolean;
}

/** What a server says of the kinds of a version (APIResourceList, meta/v1). */
interface ResourceTypes {
  readonly resources: readonly {
    /** That of a part of objects, such as their status, has a slash. */
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
  }[];
}

/** Throws where the text is something else. */
function findType(text: string, { kind }: ClusterKind): ResourceType | undefined {
  const { resources } = JSON.parse(text) as ResourceTypes;
  const type = resources.find((each) => each.kind === kind && !each.name.includes('/'));
  return type && { name: type.name, namespaced: type.namespaced, isKept: type.verbs.includes('list') };
}

/** As many objects in one answer as kubectl asks for. */
const LIMIT = '500';

async function readObjects(
  client: ApiClient,
  path: string,
  kind: ClusterKind,
  names: ReadonlySet<string>,
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
      // The list has become too old to go on with: all of it at once then, as clients of Kubernetes do.
      wanted.clear();
      hasOthers = false;
      query = {};
      continue;
    }
    const { objects, next } = read(client, path, answer, (text) => readPage(text, kind));
    for (const { name, text } of objects) {
      if (names.has(name)) wanted.set(name, text);
      else hasOthers = true;
    }
    if (pages.has(next)) throw client.failure(path, 'the answers lead to one another for ever');
    pages.add(next);
    query = next === '' ? undefined : { limit: LIMIT, continue: next };
  }
  return { objects: [...wanted.values()], hasOthers };
}

/** Why a kind is not there to be read; undefined where it is. */
function refusalOf(kind: ClusterKind, answer: ApiAnswer): string | undefined {
  if (answer.status === 404) return unknownKind(kind);
  if (answer.status !== 403) return undefined;
  return `not allowed to read ${kind.kind} of ${kind.apiVersion}: ${messageOf(answer)}`;
}

function unknownKind({ apiVersion, kind }: ClusterKind): string {
  return `the cluster has no kind ${kind} of ${apiVersion}`;
}

const NO_API_SERVER = 'the answer is not one of an API server';

function read<T>(client: ApiClient, path: string, answer: ApiAnswer, parse: (text: string) => T): T {
  if (answer.status !== 200) throw client.failure(path, `the answer is ${answer.status}: ${messageOf(answer)}`);
  try {
    return parse(answer.text);
  } catch {
    throw client.failure(path, NO_API_SERVER);
  }
}
