import type { AskCluster, ClusterKind, ClusterQuestion, KindAnswer } from './cluster-reading.ts';
import { isDnsLabel } from './object-name.ts';
import { Resource } from './resource.ts';
import { KrmError } from './result.ts';
import { makeResult, type About } from './results.ts';
import { readDocument, YamlError } from '../yaml/index.ts';

/** Objects of one kind in a live cluster, and whether others exist; or the reason why none are visible. */
export type LiveKind = { readonly kind: ClusterKind } & (
  { readonly objects: readonly Resource[]; readonly hasOthers: boolean } | { readonly refusal: string }
);

/**
 * Reads objects of a live cluster; sends no request for no kinds. Returns one element for each kind. Throws a `KrmError`
 * about `about` if the cluster or an object cannot be read.
 */
export async function readLiveObjects(
  ask: AskCluster,
  question: ClusterQuestion,
  about: About = {},
): Promise<readonly LiveKind[]> {
  const { kinds, namespace } = question;
  const failure = (message: string): KrmError => new KrmError([makeResult('error', message, about)]);
  if (kinds.length === 0) return [];
  // Part of a path of the API, which it must not leave.
  if (namespace !== '' && !isDnsLabel(namespace))
    throw failure(`${JSON.stringify(namespace)} must be the name of a namespace`);
  const answer = await ask(question);
  if ('failure' in answer) throw failure(answer.failure);
  return kinds.flatMap((kind, index) => {
    const given = answer.kinds[index];
    return given === undefined ? [] : [readKind(kind, given, failure)];
  });
}

function readKind(kind: ClusterKind, answer: KindAnswer, failure: (message: string) => KrmError): LiveKind {
  if ('refusal' in answer) return { kind, refusal: answer.refusal };
  const objects = answer.objects.map((text) => {
    try {
      return new Resource(readDocument(text));
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      throw failure(`an object of kind ${kind.kind} of ${kind.apiVersion} cannot be read: ${error.message}`);
    }
  });
  return { kind, objects, hasOthers: answer.hasOthers };
}
