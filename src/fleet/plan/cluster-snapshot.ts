import { byteOrder } from '../../byte-order.ts';
import { OBJECTS_NOT_ASKED } from '../messages/apply.ts';
import { findSecrets, Resource, type AskCluster, type ClusterQuestion, type KindAnswer } from '../../krm/index.ts';
import { injectedFields } from '../../package-variant/index.ts';
import { readDocument, type Path } from '../../yaml/index.ts';
import { sha256 } from '../../sha-256.ts';

/** Question to a live cluster with its answer: objects have only the fields that can be injected. */
interface Asked {
  readonly kinds: readonly { readonly apiVersion: string; readonly kind: string }[];
  readonly namespace: string;
  /** Undefined for all objects. */
  readonly names?: readonly string[];
  readonly answers: readonly KindAnswer[];
}

/** Answers of a live cluster while a package was derived, to derive it again without the cluster. */
export class ClusterSnapshot {
  readonly #asked: readonly Asked[];

  private constructor(asked: readonly Asked[]) {
    this.#asked = asked;
  }

  /** Reads a kept snapshot; undefined if the text is not the one with this id. */
  static read(text: string, id: string): ClusterSnapshot | undefined {
    const kept = text.replaceAll('\r\n', '\n');
    return sha256(kept) === id ? new ClusterSnapshot(JSON.parse(kept) as Asked[]) : undefined;
  }

  /** Asks the same questions now; undefined if the cluster does not answer, which a derivation then reports. */
  async askAgain(ask: AskCluster): Promise<ClusterSnapshot | undefined> {
    const recorder = new ClusterRecorder(ask);
    for (const { answers: _, names, ...question } of this.#asked) {
      const answer = await recorder.ask({ ...question, names: names && new Set(names) });
      if ('failure' in answer) return undefined;
    }
    return recorder.snapshot();
  }

  /** Answers as the cluster did. */
  readonly ask: AskCluster = (question) => {
    const key = questionKey(question);
    const found = this.#asked.find(
      ({ names, ...each }) => questionKey({ ...each, names: names && new Set(names) }) === key,
    );
    return Promise.resolve(found === undefined ? { failure: OBJECTS_NOT_ASKED } : { kinds: found.answers });
  };

  /** True if the answers have a Secret, so that they must not be kept. */
  get hasSecret(): boolean {
    return this.#asked.some(
      ({ kinds, answers }) =>
        kinds.some(({ kind }) => kind === 'Secret') || answers.some((answer) => objectsOf(answer).some(isSecret)),
    );
  }

  /** SHA-256 of the text; '' if nothing was asked. */
  get id(): string {
    return this.#asked.length === 0 ? '' : sha256(this.text);
  }

  get text(): string {
    return `${JSON.stringify(this.#asked, undefined, 2)}\n`;
  }

  /** Returns a snapshot of these answers, in an order that does not depend on that of the questions. */
  static of(asked: ReadonlyMap<string, Asked>): ClusterSnapshot {
    return new ClusterSnapshot([...asked].toSorted(([a], [b]) => byteOrder(a, b)).map(([, each]) => each));
  }
}

/** Records what a live cluster answers. */
export class ClusterRecorder {
  readonly #ask: AskCluster;
  readonly #asked = new Map<string, Asked>();

  constructor(ask: AskCluster) {
    this.#ask = ask;
  }

  /** Asks the cluster. What is recorded is the answer as it is returned: without fields that are not injected. */
  readonly ask: AskCluster = async (question) => {
    const answer = await this.#ask(question);
    if ('failure' in answer) return answer;
    const answers = answer.kinds.map(reducedAnswer);
    const { namespace, names } = question;
    const kinds = question.kinds.map(({ apiVersion, kind }) => ({ apiVersion, kind }));
    const asked = { kinds, namespace, ...(names && { names: [...names].toSorted(byteOrder) }), answers };
    this.#asked.set(questionKey(question), asked);
    return { kinds: answers };
  };

  snapshot(): ClusterSnapshot {
    return ClusterSnapshot.of(this.#asked);
  }
}

function questionKey({ kinds, namespace, names }: ClusterQuestion): string {
  const wanted = kinds.map(({ apiVersion, kind }) => `${apiVersion}/${kind}`);
  return JSON.stringify([wanted, namespace, names && [...names].toSorted(byteOrder)]);
}

function objectsOf(answer: KindAnswer): readonly string[] {
  return 'objects' in answer ? answer.objects : [];
}

function isSecret(text: string): boolean {
  return findSecrets(text).length > 0;
}

function reducedAnswer(answer: KindAnswer): KindAnswer {
  return 'objects' in answer ? { ...answer, objects: answer.objects.map(reduced).toSorted(byteOrder) } : answer;
}

/** Returns an object without the fields that are not injected. Numbers stay as the server wrote them. */
function reduced(text: string): string {
  const document = readDocument(text);
  const kept = new Set<string>(['apiVersion', 'kind', 'metadata', ...injectedFields(new Resource(document))]);
  keepOnly([], kept);
  keepOnly(['metadata'], new Set(['name', 'namespace']));
  return document.text();

  function keepOnly(path: Path, names: ReadonlySet<string>): void {
    for (const key of document.keys(path) ?? []) if (!names.has(key)) document.remove([...path, key]);
  }
}
