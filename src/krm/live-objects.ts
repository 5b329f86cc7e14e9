import type { AskCluster, ClusterKind, ClusterQuestion, KindAnswer } from './cluster-objects.ts';
import { isDnsLabel } from './qualified-name.ts';
import { Resource } from './resource.ts';
import { KrmError } from './result.ts';
import { makeResult, type Subject } from './results.ts';
import type { ResultCode } from './result-codes.ts';
import { readDocument, YamlError } from '../yaml/index.ts';

/** Objects of one kind in a live cluster, and whether others exist; or the reason why none are visible. */
export type LiveKind = { readonly kind: ClusterKind } & (
  { readonly objects: readonly Resource[]; readonly hasOthers: boolean } | { readonly refusal: string }
);

/**
 * Reads objects of a live cluster; sends no request for no kinds. Returns one element for each kind. Throws a
 * `KrmError` about `about` if the cluster or an object cannot be read.
 */
export async function readLiveObjects(
  ask: AskCluster,
  question: ClusterQuestion,
  about: Subject = {},
): Promise<readonly LiveKind[]> {
  const { kinds, namespace } = question;
  const failure: Failure = (code, message) => new KrmError([makeResult('error', message, { code, ...about })]);
  if (kinds.length === 0) return [];
  // Part of a path of the API, which it must not leave.
  if (namespace !== '' && !isDnsLabel(namespace))
    throw failure('invalid-value', `${JSON.stringify(namespace)} must be the name of a namespace`);
  const answer = await ask(question);
  if ('failure' in answer) throw failure('cluster-unreadable', answer.failure);
  return kinds.flatMap((kind, index) => {
    const given = answer.kinds[index];
    return given === undefined ? [] : [readKind(kind, given, failure)];
  });
}

type Failure = (code: ResultCode, message: string) => KrmError;

function readKind(kind: ClusterKind, answer: KindAnswer, failure: Failure): LiveKind {
  if ('refusal' in answer) return { kind, refusal: answer.refusal };
  const objects = answer.objects.map((text) => {
    try {
      return new Resource(readDocument(text));
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      throw failure(
        'cluster-unreadable',
        `an object of kind ${kind.kind} of ${kind.apiVersion} cannot be read: ${error.message}`,
      );
    }
  });
  return { kind, objects, hasOthers: answer.hasOthers };
}
