import { documentsIn, findSecrets, REDACTED } from './redaction.ts';
import { decodeBase64, encodeBase64, isList, isMap, type Path, type Value } from '../yaml/index.ts';

/**
 * Minimum length of a value to search for in other text, in characters: shorter values occur in most texts by chance.
 */
const MIN_LENGTH = 4;

/**
 * Values of Secrets, to be found in the text of another program: each value and each of its lines, as they are, decoded
 * from base64 and encoded in it, and escaped as in JSON, YAML and URLs. Common words count, too.
 */
export class SecretValues {
  /** Texts to find, by their first characters. */
  readonly #texts = new Map<string, Set<string>>();
  /** Values that are too short without their backslashes. */
  readonly #escapes = new Set<string>();

  /** `data`: plain data with Secrets anywhere in them. */
  constructor(data: Iterable<Value>) {
    for (const value of data) this.#addSecrets(value);
  }

  /**
   * Returns a text with `(redacted)` for each value. `isName`: reports whether a word is a name, in which values stay.
   */
  redact(text: string, isName: (word: string) => boolean = () => false): string {
    if (this.#isEmpty) return text;
    let shown = '';
    let end = 0;
    for (const range of this.#rangesIn(text)) {
      if (WORDS.some((word) => isName(wordAround(text, range, word)))) continue;
      shown += `${text.slice(end, range.start)}${REDACTED}`;
      ({ end } = range);
    }
    shown += text.slice(end);
    for (const value of this.#escapes) shown = shown.replaceAll(value, REDACTED);
    return shown;
  }

  /** Returns data with `(redacted)` for each value in their keys and scalars. */
  redactData(data: Value): Value {
    if (this.#isEmpty || data === null) return data;
    if (isList(data)) return data.map((element) => this.redactData(element));
    if (isMap(data))
      return Object.fromEntries(Object.entries(data).map(([key, value]) => [this.redact(key), this.redactData(value)]));
    const text = String(data);
    const redacted = this.redact(text);
    return redacted === text ? data : redacted;
  }

  get #isEmpty(): boolean {
    return this.#texts.size === 0 && this.#escapes.size === 0;
  }

  /** Returns the ranges of a text with values; values that overlap share one. */
  #rangesIn(text: string): readonly Range[] {
    const bare = bareText(text);
    const ranges: { readonly start: number; end: number }[] = [];
    for (let at = 0; at + MIN_LENGTH <= bare.text.length; at++) {
      const length = this.#lengthAt(bare.text, at);
      if (length === 0) continue;
      const [start, end] = [bare.offset(at), bare.offset(at + length - 1) + 1];
      const last = ranges.at(-1);
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
      else ranges.push({ start, end });
    }
    return ranges;
  }

  /** Returns the length of the longest value at an offset; 0 if there is none. */
  #lengthAt(text: string, offset: number): number {
    let length = 0;
    for (const value of this.#texts.get(text.slice(offset, offset + MIN_LENGTH)) ?? [])
      if (value.length > length && text.startsWith(value, offset)) ({ length } = value);
    return length;
  }

  /** Adds the lines of a source text of secret fields, in which values may be folded. */
  addSource(text: string): void {
    for (const line of text.split('\n'))
      this.#add(unquoted(line.replace(/^\s*(?:- +)*["']?[\w./-]+["']?:(?=\s|$)/, '')));
  }

  #addSecrets(value: Value): void {
    for (const { path, fields, isKeyed = false } of findSecrets(value)) {
      for (const field of fields) {
        const found = valueAt(value, [...path, ...field]);
        const isData = field[0] === 'data' || field[0] === 'stringData';
        if (typeof found === 'string' && isKeyed) this.#addText(found.slice(found.indexOf('=') + 1));
        else if (typeof found === 'string' && !isData) this.#addManifest(found);
        else this.#addScalars(found);
      }
    }
  }

  /** Adds the values in a text that holds Secrets: if it is not YAML, all lines below `data`. */
  #addManifest(text: string): void {
    const decoded = decodeBase64(text);
    if (decoded !== undefined) for (const line of [text, ...text.split('\n')]) this.#add(line);
    const manifest = decoded ?? text;
    const documents = documentsIn(manifest);
    for (const document of documents) this.#addSecrets(document);
    if (documents.length > 0) return;
    const from = /(?:data|stringData)\W*:/.exec(manifest);
    for (const field of this.#addLines(manifest.slice(from?.index ?? 0))) this.#addText(field);
  }

  #addScalars(value: Value | undefined): void {
    if (value === undefined || value === null) return;
    if (isList(value)) for (const each of value) this.#addScalars(each);
    else if (isMap(value)) this.#addScalars(Object.values(value));
    else this.#addText(String(value));
  }

  #addText(text: string): void {
    const lines = text.trim().split('\n');
    const decoded = [text, ...(lines.length > 1 ? lines : [])].flatMap((each) => decodeBase64(each) ?? []);
    for (const each of [text, ...decoded]) {
      this.#add(each);
      this.#addLines(each);
      this.#addSecrets(each);
      // Credentials of a registry, for example, are values in JSON.
      if (/^\s*[[{]/.test(each)) for (const document of documentsIn(each)) this.#addScalars(document);
    }
  }

  /** Adds the lines of a text, and the text after a key in each. Returns the latter. */
  #addLines(text: string): readonly string[] {
    if (!/[\n:=]/.test(text)) return [];
    return text.split('\n').flatMap((line) => {
      this.#add(line);
      const separator = line.search(/[:=]/);
      if (separator === -1) return [];
      const field = unquoted(
        line
          .slice(separator + 1)
          .trim()
          .replace(/,$/, ''),
      );
      this.#add(field);
      return [field];
    });
  }

  #add(value: string): void {
    const text = value.trim();
    if (text.length < MIN_LENGTH) return;
    if (bareText(text).text.length < MIN_LENGTH) this.#escapes.add(text);
    for (const form of [...formsOf(value), ...formsOf(text)].map((each) => bareText(each).text)) {
      if (form.length < MIN_LENGTH) continue;
      const start = form.slice(0, MIN_LENGTH);
      const others = this.#texts.get(start);
      if (others === undefined) this.#texts.set(start, new Set([form]));
      else others.add(form);
    }
  }
}

function unquoted(text: string): string {
  return text.trim().replace(/^["']|["']$/g, '');
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Characters of the name of a resource, and of a path. */
const WORDS = [/[\w.-]/, /[\w./-]/];

/** Returns the word of such characters that holds a range, without a full stop at its end. */
function wordAround(text: string, { start, end }: Range, character: RegExp): string {
  let [from, to] = [start, end];
  while (from > 0 && character.test(text[from - 1] ?? '')) from--;
  while (to < text.length && character.test(text[to] ?? '')) to++;
  return text.slice(from, to).replace(/\.$/, '');
}

/**
 * Returns a text without backslashes, which escape quotes in texts within texts, and the offsets of its characters
 * before.
 */
function bareText(text: string): { readonly text: string; readonly offset: (at: number) => number } {
  if (!text.includes('\\')) return { text, offset: (at) => at };
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at++) if (text[at] !== '\\') offsets.push(at);
  return { text: text.replaceAll('\\', ''), offset: (at) => offsets[at] ?? text.length };
}

/** Returns a value as it may be printed. */
function formsOf(value: string): readonly string[] {
  const text = value.trim();
  const json = JSON.stringify(text).slice(1, -1);
  // Padding depends on what follows.
  const base64 = encodeBase64(value, '').replace(/=+$/, '');
  return [
    text,
    json,
    json.replaceAll(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
    text.replaceAll("'", "''"),
    encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
  ];
}

function valueAt(top: Value, path: Path): Value | undefined {
  let value: Value | undefined = top;
  for (const step of path) {
    if (isList(value)) value = typeof step === 'number' ? value[step] : undefined;
    else value = isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}
