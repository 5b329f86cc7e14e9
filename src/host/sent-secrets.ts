import type { AnySeverity, Message } from '../krm/result.ts';
import { findSecrets } from '../krm/redaction.ts';
import { SecretValues } from '../krm/secret-values.ts';
import { isMap, readStream, YamlError, type SourceDocument, type Value } from '../yaml/index.ts';
import { readAnswer, type ListItem } from './answer.ts';
import type { ProgramEnd } from './program.ts';

/**
 * Redacts values of Secrets that a function was sent, or printed, in its messages. Searches for Secrets only if there
 * are messages.
 */
export class SentSecrets {
  readonly #lists: readonly string[];
  #values: SecretValues | undefined;
  #names: ReadonlySet<string> | undefined;

  /** `lists`: texts of the ResourceLists. */
  constructor(lists: readonly string[]) {
    this.#lists = lists;
  }

  end(end: ProgramEnd): ProgramEnd {
    return end.stderr === '' ? end : { ...end, stderr: this.#redact(end.stderr) };
  }

  results<T extends Message<AnySeverity>>(results: readonly T[]): readonly T[] {
    return results.map((result) => this.#result(result));
  }

  /** Redacts a text except for the names of sent resources and files. */
  #redact(text: string): string {
    return this.#secrets.redact(text, (word) => this.#isName(word));
  }

  get #secrets(): SecretValues {
    return (this.#values ??= secretsIn(this.#lists));
  }

  #result<T extends Message<AnySeverity>>(result: T): T {
    const { message, resourceRef, field, file, tags } = result;
    const secrets = this.#secrets;
    const data = <D>(value: D): D => secrets.redactData(value as Value) as D;
    return {
      ...result,
      message: this.#redact(message),
      ...(resourceRef && { resourceRef: this.#known(resourceRef) }),
      ...(field && { field: data(field) }),
      ...(file && { file: { ...file, ...this.#known({ path: file.path }) } }),
      ...(tags && { tags: data(tags) }),
    };
  }

  /** Redacts texts that name a resource or file, unless a sent one has that name, which may be a common word. */
  #known<T extends object>(texts: T): T {
    const redacted = Object.entries(texts).map(([key, text]) => {
      const shown = this.#secrets.redact(String(text));
      return [key, shown === text || this.#isName(String(text)) ? text : shown] as const;
    });
    return Object.fromEntries(redacted) as T;
  }

  #isName(text: string): boolean {
    this.#names ??= new Set(this.#lists.flatMap(namesIn));
    return this.#names.has(text);
  }
}

/** Matches lines that may contain a Secret, or a text that holds one, in any form. */
const MAY_HOLD_SECRET = /secret|\\[uUx]|[A-Za-z0-9+/]{40}|:\s*\*/i;

/** Returns the values of Secrets in lists; none for an unreadable list. */
function secretsIn(lists: readonly string[]): SecretValues {
  const documents = lists.flatMap((list) => [
    ...configOf(list),
    ...itemsOf(list).flatMap(({ lines, document }) =>
      lines === undefined || MAY_HOLD_SECRET.test(lines) ? [document] : [],
    ),
  ]);
  const data = documents.map((document) => orNull(() => document.value([]) ?? null));
  const secrets = new SecretValues(data);
  for (const [index, document] of documents.entries())
    for (const text of sourcesIn(document, data[index] ?? null)) secrets.addSource(text);
  return secrets;
}

/** Returns the source texts of the secret fields of a document. */
function sourcesIn(document: SourceDocument, data: Value): readonly string[] {
  const paths = findSecrets(data).flatMap(({ path, fields }) => fields.map((field) => [...path, ...field]));
  return paths.flatMap((path) =>
    path.at(-1) === 'stringData' && document.has(path) ? [document.view(path).text()] : [],
  );
}

function itemsOf(list: string): readonly ListItem[] {
  const answer = readAnswer(list);
  return typeof answer === 'string' ? [] : answer.items;
}

function configOf(list: string): readonly SourceDocument[] {
  try {
    const [document] = readStream(list, { lazy: true }).documents;
    return document?.has(['functionConfig']) === true ? [document.view(['functionConfig'])] : [];
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
}

/** Returns the names in a list that may occur in results: those of its resources and files. */
function namesIn(list: string): readonly string[] {
  return itemsOf(list).flatMap((item) => {
    const head = orNull(() => item.head);
    const { apiVersion, kind, metadata = null } = isMap(head) ? head : {};
    const { name, namespace } = isMap(metadata) ? metadata : {};
    const paths = PATHS.map((key) => orNull(() => item.annotation(key) ?? null));
    return [apiVersion, kind, name, namespace, ...paths].filter((text) => typeof text === 'string');
  });
}

const PATHS = ['internal.config.kubernetes.io/path', 'config.kubernetes.io/path'] as const;

/** Returns null for text that is not YAML. */
function orNull(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlError) return null;
    throw error;
  }
}
