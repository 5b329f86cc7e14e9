import { BACKSLASH, DOUBLE_QUOTE, NEWLINE, SINGLE_QUOTE } from '../tree/chars.ts';
import { Declined } from './declined.ts';
import { isBlank } from './line-scalar.ts';

/**
 * Returns the offset just past the quoted scalar or flow collection at an offset, on whatever line it ends: to Go, no
 * indentation matters in it. Infinity if it never ends. @throws Declined
 */
export function enclosedEnd(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code === DOUBLE_QUOTE) return doubleQuotedEnd(text, start);
  return code === SINGLE_QUOTE ? singleQuotedEnd(text, start) : new FlowEnd(text, start).find();
}

function doubleQuotedEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((at - first) % 2 === 0) return at + 1;
  }
  return Infinity;
}

function singleQuotedEnd(text: string, start: number): number {
  for (let at = text.indexOf("'", start + 1); at !== -1; at = text.indexOf("'", at + 2))
    if (text.charCodeAt(at + 1) !== SINGLE_QUOTE) return at + 1;
  return Infinity;
}

/** Characters between brackets that may begin or end something. */
const NOTABLE = /["'#[\]{},:]/g;

/** Anchors, tags and question marks before a node. */
const PROPERTIES = /^\s*(?:(?:[&!]\S*|\?)\s+)+$/;

/** Anchor or tag that the next character may be part of. */
const OPEN_PROPERTY = /(?:^|\s)[&!]\S*$/;

/** A search for the end of a flow collection. */
class FlowEnd {
  readonly #text: string;
  #at: number;
  #depth = 0;
  /** True where a node may begin; false in or after one. */
  #isAtNode = true;
  /** True after a quoted scalar or flow collection, whose colon needs no blank after it. */
  #isAfterEnclosed = false;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  find(): number {
    while (this.#at !== -1) {
      NOTABLE.lastIndex = this.#at;
      if (!NOTABLE.test(this.#text)) return Infinity;
      this.#pass(this.#text.slice(this.#at, NOTABLE.lastIndex - 1));
      this.#at = NOTABLE.lastIndex - 1;
      this.#step(this.#text[this.#at] as string);
      if (this.#depth === 0) return this.#at;
    }
    return Infinity;
  }

  /** Passes over a text in which nothing begins or ends: white space, properties, or a part of a plain scalar. */
  #pass(between: string): void {
    if (between.trim() === '') return;
    this.#isAfterEnclosed = false;
    if (!PROPERTIES.test(between)) this.#isAtNode = false;
    const isInProperty = OPEN_PROPERTY.test(between) && !',]}'.includes(this.#text[this.#at + between.length] ?? '');
    if (isInProperty) throw new Declined(this.#at);
  }

  #step(char: string): void {
    const [text, at] = [this.#text, this.#at];
    if (char === '#') this.#comment();
    else if (char === '"' || char === "'") this.#quote();
    else {
      if (char === ':') this.#isAtNode = isBlank(text, at + 1) || this.#isAfterEnclosed;
      else if (char === ',') this.#isAtNode = true;
      else this.#bracket(char);
      this.#isAfterEnclosed = char === ']' || char === '}';
      this.#at++;
    }
  }

  #bracket(char: string): void {
    const opens = char === '[' || char === '{';
    if (opens && !this.#isAtNode) throw new Declined(this.#at);
    this.#depth += opens ? 1 : -1;
    this.#isAtNode = opens;
  }

  #quote(): void {
    if (!this.#isAtNode) {
      if (this.#isAfterEnclosed) throw new Declined(this.#at);
      this.#at++;
      return;
    }
    const end = enclosedEnd(this.#text, this.#at);
    this.#at = end === Infinity ? -1 : end;
    this.#isAtNode = false;
    this.#isAfterEnclosed = true;
  }

  #comment(): void {
    const before = this.#text.charCodeAt(this.#at - 1);
    if (isBlank(this.#text, this.#at - 1)) this.#at = this.#text.indexOf('\n', this.#at);
    else if (this.#isAtNode || this.#isAfterEnclosed || before === NEWLINE) throw new Declined(this.#at);
    else this.#at++;
  }
}
