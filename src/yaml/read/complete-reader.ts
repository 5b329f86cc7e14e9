import { Composer, isAlias, isMap, isScalar, isSeq, Parser } from 'yaml';
import type {
  Alias as YamlAlias,
  CST,
  Document,
  Node as YamlNode,
  Pair,
  Scalar as YamlScalar,
  YAMLParseError,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { AnchorTable } from './anchor-table.ts';
import { MAX_DEPTH, tooDeepAlias } from '../tree/depth.ts';
import type { YamlError } from '../tree/error.ts';
import { errorAt, MISPLACED_MARK, syntaxError, unclosedError } from './syntax-error.ts';
import { goBlockScalar } from './go-block-scalar.ts';
import { loneReturnIn, otherBreakError, otherBreakIn } from './other-breaks.ts';
import { allTokens } from './tokens.ts';
import { findUnclosed, unclosedQuote } from './unclosed.ts';
import { column, lineEnd, lineStart, linesStart, skipBlanks, skipTrivia } from '../tree/positions.ts';
import { entryLinesEnd, outerRange } from '../tree/extent.ts';
import type { ReadDocument } from '../tree/read-document.ts';
import {
  Alias,
  Collection,
  type Entry,
  isCollection,
  readyEntry,
  Scalar,
  type NodeInit,
  type ScalarStyle,
  type TreeNode,
} from '../tree/tree.ts';

/**
 * Reads every document of any YAML 1.2 text. Together they cover the text; text between two of them belongs to the
 * first.
 *
 * @throws YamlError if the text is not YAML, nests deeper than MAX_DEPTH, or an alias has no anchor.
 */
export function readComplete(text: string): ReadDocument[] {
  const source = { text, end: text.length, shift: 0, depth: 0 };
  const documents = compose(text, source);
  return documents.map((document, index) => {
    const start = index === 0 ? 0 : document.range[0];
    const end = documents[index + 1]?.range[0] ?? text.length;
    return new TreeBuilder(source).document(document, start, end);
  });
}

/**
 * Reads one entry of a block collection: from `start`, where it begins in its line, to `end`, the start of a line. It
 * must have no alias. `depth`: number of collections that hold it.
 * @throws YamlError as `readComplete` does.
 */
export function readEntry(text: string, start: number, end: number, depth: number): Entry {
  const indent = column(text, start);
  const source = { text, end, shift: start - indent, depth: depth - 1 };
  // The extent of a block scalar without content depends on the column of the text that follows: a comment substitutes
  // for it.
  const next = skipBlanks(text, end);
  const after = next < text.length ? '#' : '';
  const [document] = compose(`${' '.repeat(indent)}${text.slice(start, next)}${after}`, source);
  const collection = document && new TreeBuilder(source).document(document, start, end).top.value;
  const [entry] = isCollection(collection) ? collection.entries : [];
  if (entry?.start !== start) throw invalid(text, start);
  return entry;
}

/**
 * Origin of a text to compose, up to `end`: its offsets in the original are larger by `shift`, its nodes deeper by
 * `depth`.
 */
interface Origin {
  readonly text: string;
  readonly end: number;
  readonly shift: number;
  readonly depth: number;
}

function compose(text: string, origin: Origin): Document.Parsed[] {
  const lone = loneReturnIn(text);
  if (lone !== undefined) throw otherBreakError(origin.text, lone + origin.shift);
  const tokens = [...new Parser().parse(text)];
  checkDepth(tokens, origin);
  const mark = tokens.find(({ type, offset }) => type === 'byte-order-mark' && offset > 0);
  if (mark !== undefined) throw errorAt(origin.text, 'syntax', MISPLACED_MARK, mark.offset + origin.shift);
  // Scalars stay text (failsafe): scalar-type.ts decides their meaning. Duplicate keys pass through.
  const options = {
    keepSourceTokens: true,
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: 'silent',
  } as const;
  const documents = [...new Composer(options).compose(tokens)];
  for (const { errors } of documents) {
    const error = errors.find((each) => !isMistaken(each, text));
    if (error !== undefined) throw explain(error, tokens, origin);
  }
  const at = otherBreakIn(tokens, text);
  if (at !== undefined) throw otherBreakError(origin.text, at + origin.shift);
  return documents;
}

/** Maximum number of characters of a key: YAML 1.2, 7.4.2. */
const MAX_KEY_LENGTH = 1024;

/**
 * Reports whether an error of the `yaml` package is wrong: it counts the length of a key below an empty value from the
 * colon above it, after a value in braces it misses white space before a comment that begins a line, and in an inner
 * map it takes the line break before a key in brackets for a comment.
 */
function isMistaken({ code, pos: [start, end] }: YAMLParseError, text: string): boolean {
  if (code === 'IMPOSSIBLE') return text[start] === '[' || text[start] === '{';
  if (code === 'MISSING_CHAR') return text[start] === '#' && text[start - 1] === '\n';
  if (code !== 'KEY_OVER_1024_CHARS' || end - start > MAX_KEY_LENGTH) return false;
  return text.slice(lineStart(text, start), start).trim() === '';
}

/** Codes of the `yaml` package for a collection or a quoted text without its end. */
const ENDLESS: ReadonlySet<string> = new Set(['BAD_INDENT', 'MISSING_CHAR']);

function explain({ code, pos }: YAMLParseError, tokens: readonly CST.Token[], origin: Origin): YamlError {
  const { text, shift, end } = origin;
  const at = Math.min(pos[0] + shift, end);
  const open = ENDLESS.has(code) ? findUnclosed(tokens, pos[0]) : undefined;
  return open === undefined
    ? syntaxError(text, code, at)
    : unclosedError(text, { ...open, offset: open.offset + shift }, at);
}

function depthError(text: string, offset: number): YamlError {
  return errorAt(text, 'depth', `collections must be nested at most ${MAX_DEPTH} levels deep`, offset);
}

/** Checks the depth first, on the tokens and without recursion, since the composer recurses. */
function checkDepth(tokens: readonly CST.Token[], { text, shift, depth: outer }: Origin): void {
  for (const { token, depth } of allTokens(tokens, outer))
    if (depth > MAX_DEPTH) throw depthError(text, token.offset + shift);
}

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

const MISREAD = 'a plain value must not continue in this column: quote it, or move the comment above it';

type ScalarInit = NodeInit & { readonly end: number };

/** Surroundings of a node. */
interface Place {
  /** End of the text before the node. */
  readonly at: number;
  /** Tokens that have its anchor and tag. */
  readonly before?: readonly CST.SourceToken[];
  /** Offset of the entry that holds it; undefined for a whole document. */
  readonly entry?: number;
}

/** Builds our tree of one document from that of the `yaml` package, whose source tokens locate the indicators. */
class TreeBuilder {
  readonly #text: string;
  readonly #end: number;
  readonly #shift: number;
  readonly #anchors = new AnchorTable();
  readonly #aliases: Alias[] = [];

  constructor({ text, end, shift }: Origin) {
    this.#text = text;
    this.#end = end;
    this.#shift = shift;
  }

  document(document: Document.Parsed, start: number, end: number): ReadDocument {
    const value = this.#node(document.contents, { at: start });
    this.#checkRest(outerRange(value)[1]);
    const top = readyEntry(this.#text, start, { key: undefined, value, indicatorEnd: undefined, end });
    const tooDeep = tooDeepAlias(this.#aliases);
    if (tooDeep !== undefined) throw depthError(this.#text, tooDeep.start);
    return { top, aliases: this.#aliases };
  }

  /** Checks that nothing follows the value of a document except text that belongs to no document. */
  #checkRest(from: number): void {
    const at = skipTrivia(this.#text, from);
    const isNext = column(this.#text, at) === 0 && /^(?:---|\.\.\.|%|\uFEFF)/.test(this.#text.slice(at, at + 3));
    if (at < this.#end && !isNext) throw invalid(this.#text, at);
  }

  /** Returns the tree of a node. */
  #node(node: unknown, place: Place): TreeNode {
    if (isAlias(node)) return this.#alias(node);
    if (isMap(node) || isSeq(node)) return this.#collection(node, place.at);
    return this.#anchors.add(this.#scalar(isScalar(node) ? node : undefined, place));
  }

  #alias(node: YamlAlias): Alias {
    const init = this.#init(node);
    const fail = (message: string): YamlError => errorAt(this.#text, 'syntax', message, init.start);
    const alias = new Alias(init, node.source, this.#anchors.resolve(node.source, fail));
    this.#aliases.push(alias);
    return alias;
  }

  #scalar(node: YamlScalar | undefined, { at, before = [], entry }: Place): Scalar {
    if (node === undefined) return new Scalar({ text: this.#text, start: at, end: at }, 'plain', '');
    const style = STYLES[node.type ?? ''] ?? 'plain';
    const init = this.#tight(this.#init(node), before);
    const { source = '' } = node;
    if (style === 'literal' || style === 'folded') return this.#blockScalar(init, style, source, entry);
    // The `yaml` package takes an escaped quote at the end of a token for a closing one.
    if (style !== 'plain' && isOpen(this.#text.slice(init.start, init.end), style))
      throw unclosedError(this.#text, unclosedQuote(init.start, style), init.end);
    return new Scalar(init, style, source);
  }

  /** Returns a block scalar as Go reads it; where it cannot tell, as the `yaml` package does. */
  #blockScalar(init: ScalarInit, style: 'literal' | 'folded', source: string, entry: number | undefined): Scalar {
    // A line that begins with spaces and a tab is not one of a block scalar to the `yaml` package, but in part.
    if (init.end < this.#text.length && this.#text[init.end - 1] !== '\n') throw invalid(this.#text, init.end);
    const indent = entry === undefined ? -1 : column(this.#text, entry);
    const read = goBlockScalar(this.#text, init.start, indent);
    if (read === undefined || this.#hasContent(init.end, read.end))
      return new Scalar(init, style, this.#withoutAddedNewline(source, init.end));
    return new Scalar({ ...init, end: Math.max(init.end, read.end) }, style, read.content);
  }

  #hasContent(one: number, other: number): boolean {
    return this.#text.slice(Math.min(one, other), Math.max(one, other)).trim() !== '';
  }

  /**
   * Returns a node without content after its anchor or tag and one blank, which Go requires. The `yaml` package places
   * it after all white space and comments.
   */
  #tight(init: ScalarInit, before: readonly CST.SourceToken[]): ScalarInit {
    const property = before.findLast(({ type }) => type === 'anchor' || type === 'tag');
    if (init.start < init.end || property === undefined) return init;
    const end = property.offset + this.#shift + property.source.length;
    const at = Math.min(skipBlanks(this.#text, end), end + 1);
    return { ...init, start: at, end: at };
  }

  /**
   * Returns the content of a block scalar without an added newline: if the text ends within it, go-yaml reads no
   * newline, while the `yaml` package adds one.
   */
  #withoutAddedNewline(content: string, end: number): string {
    if (end < this.#text.length || !content.endsWith('\n')) return content;
    const lastLine = this.#text.slice(this.#text.lastIndexOf('\n') + 1);
    return lastLine.trim() === '' ? content : content.slice(0, -1);
  }

  #init(node: YamlNode): ScalarInit {
    const [start, end] = node.range ?? [0, 0];
    const anchor = isAlias(node) ? undefined : node.anchor;
    return { text: this.#text, start: start + this.#shift, end: end + this.#shift, anchor, tag: node.tag };
  }

  #collection(node: YAMLMap | YAMLSeq, floor: number): Collection {
    const init = this.#init(node);
    const flow = node.srcToken === undefined || node.srcToken.type === 'flow-collection';
    this.#anchors.open(init.anchor);
    const entries = this.#entries(node, flow);
    const first = entries[0];
    const kind = isMap(node) ? 'map' : 'seq';
    if (flow || first === undefined) {
      const implicit = node.srcToken === undefined;
      // The `?` of a pair without braces begins before its map, and an absent key after the lines above its colon.
      const start = (implicit ? first : undefined)?.start ?? init.start;
      return this.#anchors.close(new Collection({ ...init, start, kind, flow, implicit, entries }));
    }
    this.#checkPlaces(entries, column(this.#text, first.start));
    // A first key with an anchor or a tag begins before the token of its map.
    const start = Math.min(init.start, first.start);
    const above = linesStart(this.#text, start, floor);
    const { text, anchor, tag } = init;
    return this.#anchors.close(new Collection({ text, start, anchor, tag, kind, flow, linesStart: above, entries }));
  }

  /**
   * Rejects misplaced entries: the `yaml` package takes `a: {}: b` for two pairs, and overlooks text below `? a` at the
   * column of `a`. Edits would make it worse.
   */
  #checkPlaces(entries: readonly Entry[], indent: number): void {
    let end: number | undefined;
    for (const entry of entries) {
      const from = end === undefined ? entry.start : skipTrivia(this.#text, end);
      if (from !== entry.start || column(this.#text, from) !== indent)
        throw invalid(this.#text, Math.min(from, entry.start));
      ({ end } = entry);
    }
  }

  #entries(node: YAMLMap | YAMLSeq, flow: boolean): Entry[] {
    if (node.srcToken?.type === 'flow-collection') this.#checkCommas(node.srcToken);
    if (isMap(node)) return node.items.map((pair) => this.#pair(pair, flow));
    // The tokens of a sequence can have one more item, which holds the comment after its last element.
    const token =
      node.srcToken?.type === 'block-seq' || node.srcToken?.type === 'flow-collection' ? node.srcToken : undefined;
    const items = (token?.items ?? []).filter((item) => flow || item.start.some(isDash));
    return node.items.map((element, index) => this.#element(element, items[index]?.start ?? [], flow));
  }

  /** Rejects an entry without a comma before it, which the `yaml` package accepts below a comment. */
  #checkCommas({ items }: CST.FlowCollection): void {
    for (const { start, key, value } of items.slice(1)) {
      const token = start.find(({ type }) => !isTrivia(type)) ?? key ?? value;
      if (token && token.type !== 'comma') throw syntaxError(this.#text, 'MISSING_CHAR', token.offset + this.#shift);
    }
  }

  #pair(pair: Pair, flow: boolean): Entry {
    const { start: before = [], sep = [] } = pair.srcToken ?? {};
    const colon = this.#offset(sep.find((token) => token.type === 'map-value-ind'));
    const property = this.#offset(before.find(isProperty));
    // The `yaml` package places an absent key before the lines above its colon.
    const { range } = pair.key as YamlNode;
    const isAbsent = colon !== undefined && property === undefined && range?.[0] === range?.[1];
    const place = { at: colon ?? 0, before, entry: property ?? 0 };
    const key = this.#node(isAbsent ? undefined : pair.key, place);
    const start = Math.min(property ?? key.start, key.start);
    const indicatorEnd = colon === undefined ? undefined : colon + 1;
    const value = this.#node(pair.value, { at: indicatorEnd ?? key.end, before: sep, entry: start });
    if (!flow) {
      if (!before.some(isExplicit)) this.#checkKey(key, colon);
      this.#checkLines(value, start);
    }
    const end = flow
      ? Math.max(value.end, indicatorEnd ?? 0)
      : entryLinesEnd(colon === undefined ? key : value, indicatorEnd ?? 0);
    return readyEntry(this.#text, start, { key, value, indicatorEnd, end });
  }

  #element(node: unknown, before: readonly CST.SourceToken[], flow: boolean): Entry {
    const dash = this.#offset(before.find(isDash));
    const indicatorEnd = dash === undefined ? undefined : dash + 1;
    const value = this.#node(node, { at: indicatorEnd ?? 0, before, entry: dash ?? 0 });
    const start = dash ?? Math.min(this.#offset(before.find(isProperty)) ?? value.start, value.start);
    if (!flow) this.#checkLines(value, start);
    const end = flow ? value.end : entryLinesEnd(value, indicatorEnd ?? 0);
    return readyEntry(this.#text, start, { key: undefined, value, indicatorEnd, end });
  }

  /**
   * Rejects a map that is no deeper than its entry, as below `? a` and `:` in two lines with a colon each, and a plain
   * scalar with such a line: below a comment such as `#a`, without a space, or one below a blank line, the `yaml`
   * package takes what follows, such as `- b`, for more of the scalar.
   */
  #checkLines(value: TreeNode, start: number): void {
    if (value.kind === 'map' && !value.flow && column(this.#text, value.start) <= column(this.#text, start))
      throw invalid(this.#text, value.start);
    if (value.kind !== 'scalar' || value.style !== 'plain') return;
    const text = this.#text;
    const indent = column(text, start);
    for (let line = lineEnd(text, value.start); line < value.end; line = lineEnd(text, line)) {
      const at = skipBlanks(text, line);
      if (at < value.end && at - line <= indent && !/[\r\n]/.test(text[at] ?? ''))
        throw errorAt(text, 'syntax', MISREAD, at);
    }
  }

  /**
   * Rejects a key without `?` whose colon is on a later line, which the `yaml` package accepts below another key, and
   * one that begins with a byte order mark: where the text of its entry begins, it would be none of the key.
   */
  #checkKey({ start, end }: TreeNode, colon: number | undefined): void {
    if (this.#text[start] === '\uFEFF') throw errorAt(this.#text, 'syntax', MISPLACED_MARK, start);
    if (colon !== undefined && lineEnd(this.#text, start) < Math.max(end, colon))
      throw syntaxError(this.#text, 'MULTILINE_IMPLICIT_KEY', start);
  }

  #offset(token: CST.SourceToken | undefined): number | undefined {
    return token && token.offset + this.#shift;
  }
}

function invalid(text: string, offset: number): YamlError {
  return errorAt(text, 'syntax', 'not valid YAML', offset);
}

/** Reports whether a quoted text that ends in a quote has no closing one. */
function isOpen(text: string, style: 'single' | 'double'): boolean {
  if (style === 'single') return text.split("'").length % 2 === 0;
  return /(?<!\\)(?:\\\\)*\\"$/.test(text);
}

function isDash(token: CST.SourceToken): boolean {
  return token.type === 'seq-item-ind';
}

function isTrivia(type: CST.Token['type']): boolean {
  return type === 'space' || type === 'newline' || type === 'comment';
}

function isExplicit({ type }: CST.SourceToken): boolean {
  return type === 'explicit-key-ind';
}

/** Reports whether a token before a node is part of its entry: `?`, an anchor or a tag. */
function isProperty({ type }: CST.SourceToken): boolean {
  return type === 'explicit-key-ind' || type === 'anchor' || type === 'tag';
}
