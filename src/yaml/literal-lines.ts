import type { SourceDocument } from './document.ts';
import type { NestedEdit } from './edit/data-edit.ts';
import { lineValue } from './edit/line-value.ts';
import { hasMeantText, isOneLine } from './edit/literal-difference.ts';
import type { LiteralText } from './literal-text.ts';
import type { LiteralBlock, NestedPair } from './read/literal-block.ts';
import { isPlainPair } from './read/plain-text.ts';
import { YamlError } from './tree/error.ts';
import { equalValues, isList, isMap, type Value } from './tree/value.ts';

/** The document that holds a literal block. */
export interface LiteralHolder {
  /** Reads a line as a document of its own. */
  readLine(line: string): SourceDocument;
  /** Replaces the lines of the block. `within`: the edits of its text. `content`: returns the text. */
  write(lines: string, within: readonly NestedEdit[], content: () => string): void;
}

interface EditedPair extends NestedPair {
  readonly edit: NestedEdit;
}

/** Text in the lines of a literal block. */
export class LiteralLines implements LiteralText {
  readonly #block: LiteralBlock;
  readonly #holder: LiteralHolder;
  readonly #pairs: EditedPair[] = [];

  constructor(block: LiteralBlock, holder: LiteralHolder) {
    this.#block = block;
    this.#holder = holder;
  }

  get isEdited(): boolean {
    return this.#pairs.length > 0;
  }

  replace(path: readonly string[], value: Value): boolean | undefined {
    const pair = this.#block.pair(path);
    if (pair === undefined || this.#pairs.some(({ start }) => start === pair.start)) return undefined;
    const old = this.#block.text.slice(pair.start, pair.end);
    const line = withValue(old, pair.key, value, this.#holder);
    if (line === undefined || line === old) return line === undefined ? undefined : false;
    this.#pairs.push({ ...pair, edit: { kind: 'set', path, value, line } });
    return true;
  }

  write(): void {
    const lines = this.#lines();
    this.#holder.write(lines, this.#edits, () => this.#contentOf(lines));
  }

  get #edits(): readonly NestedEdit[] {
    return this.#pairs.map(({ edit }) => edit);
  }

  /** Returns the text in lines. @throws Error if it is not the old one with the edits. */
  #contentOf(lines: string): string {
    const { text, from, end } = this.#block;
    const content = this.#block.contentOf(lines);
    const old = this.#block.contentOf(text.slice(from, end));
    if (!hasMeantText(content, old, this.#edits))
      throw new Error('the text of a literal block does not read back as edited');
    return content;
  }

  #lines(): string {
    const { text, from, end } = this.#block;
    const parts: string[] = [];
    let at = from;
    for (const pair of this.#pairs.toSorted((a, b) => a.start - b.start)) {
      parts.push(text.slice(at, pair.start), pair.edit.line);
      at = pair.end;
    }
    return `${parts.join('')}${text.slice(at, end)}`;
  }
}

/** Number of lines whose edits are kept: the same few lines are edited in many texts. */
const MAX_KEPT = 64;

interface KeptEdit {
  readonly value: Value;
  readonly edited: string | undefined;
}

const KEPT = new Map<string, KeptEdit>();

/**
 * Returns the line of a pair with another value; the same line if it has that value, and undefined if it is uncertain.
 */
function withValue(line: string, key: string, value: Value, holder: LiteralHolder): string | undefined {
  const kept = KEPT.get(line);
  if (kept !== undefined && Object.is(kept.value, value)) return kept.edited;
  // A slice would keep the text that it is of.
  const own = ` ${line}`.slice(1);
  const edited = editLine(own, key, value, holder);
  if (KEPT.size === MAX_KEPT) KEPT.clear();
  KEPT.set(own, { value, edited });
  return edited;
}

function editLine(line: string, key: string, value: Value, holder: LiteralHolder): string | undefined {
  try {
    const document = holder.readLine(line);
    if (document.get([key])?.kind !== 'scalar' || isList(value) || isMap(value)) return undefined;
    if (equalValues(document.value([key]) ?? null, value)) return line;
    document.set([key], value);
    const edited = document.text();
    const isCertain = isPlainPair(edited, 0) && isOneLine(edited);
    return isCertain && equalValues(lineValue(edited), { [key]: value }) ? edited : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
