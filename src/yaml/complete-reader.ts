import { Composer, isAlias, isMap, isScalar, isSeq, Parser } from 'yaml';
import type {
  Alias as YamlAlias,
  CST,
  Document,
  Node as YamlNode,
  Pair,
  Scalar as YamlScalar,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { AnchorTable } from './anchor-table.ts';
import { MAX_DEPTH, tooDeepAlias } from './depth.ts';
import type { YamlError } from './error.ts';
import { errorAt, syntaxError } from './syntax-error.ts';
import { lineEnd, linesStart } from './text.ts';
import {
  Alias,
  Collection,
  Entry,
  isBlock,
  outerRange,
  Scalar,
  type NodeInit,
  type ScalarStyle,
  type TreeNode,
} from './tree.ts';

/** A document as a reader gives it. */
export interface ReadDocument {
  /** The whole of it: an entry without a collection. */
  readonly top: Entry;
  /** In the order of the text. */
  readonly aliases: readonly Alias[];
}

/**
 * Reads every document of any YAML 1.2 text. Together they cover the text, what stands between two of them belonging
 * to the first.
 *
 * @throws YamlError where the text is no YAML, nests deeper than MAX_DEPTH, or an alias has no anchor.
 */
export function readComplete(text: string): ReadDocument[] {
  const tokens = [...new Parser().parse(text)];
  checkDepth(text, tokens);
  // Scalars stay text (failsafe): what they mean is decided in scalar-type.ts. Duplicate keys pass through.
  const options = {
    keepSourceTokens: true,
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: 'silent',
  } as const;
  const documents = [...new Composer(options).compose(tokens)];
  return documents.map((document, index) => {
    const error = document.errors[0];
    if (error !== undefined) throw syntaxError(text, error.code, error.pos[0]);
    const start = index === 0 ? 0 : document.range[0];
    const end = documents[index + 1]?.range[0] ?? text.length;
    return new TreeBuilder(text).document(document, start, end);
  });
}

function depthError(text: string, offset: number): YamlError {
  return errorAt(text, 'depth', `nested more than ${MAX_DEPTH} deep`, offset);
}

/** The composer recurses, so depth is looked at first, on the tokens, without recursion. */
function checkDepth(text: string, tokens: readonly CST.Token[]): void {
  const open: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_DEPTH) throw depthError(text, token.offset);
    if (token.type === 'document' && token.value) open.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const item of token.items) {
      if (item.key) open.push({ token: item.key, depth: depth + 1 });
      if (item.value) open.push({ token: item.value, depth: depth + 1 });
    }
  }
}

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Builds our tree of one document from that of the `yaml` package, whose source tokens tell where indicators stand. */
class TreeBuilder {
  readonly #text: string;
  readonly #anchors = new AnchorTable();
  readonly #aliases: Alias[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  document(document: Document.Parsed, start: number, end: number): ReadDocument {
    const value = this.#node(document.contents, start);
    const top = new Entry(this.#text, start, end, { key: undefined, value, indicatorEnd: undefined });
    const tooDeep = tooDeepAlias(this.#aliases);
    if (tooDeep !== undefined) throw depthError(this.#text, tooDeep.start);
    return { top, aliases: this.#aliases };
  }

  /** `at`: where what stands before the node ends. */
  #node(node: unknown, at: number): TreeNode {
    if (isAlias(node)) return this.#alias(node);
    if (isMap(node) || isSeq(node)) return this.#collection(node, at);
    return this.#anchors.add(this.#scalar(isScalar(node) ? node : undefined, at));
  }

  #alias(node: YamlAlias): Alias {
    const init = this.#init(node);
    const fail = (message: string): YamlError => errorAt(this.#text, 'syntax', message, init.start);
    const alias = new Alias(init, node.source, this.#anchors.resolve(node.source, fail));
    this.#aliases.push(alias);
    return alias;
  }

  #scalar(node: YamlScalar | undefined, at: number): Scalar {
    if (node === undefined) return new Scalar({ text: this.#text, start: at, end: at }, 'plain', '');
    const style = STYLES[node.type ?? ''] ?? 'plain';
    const init = this.#init(node);
    return new Scalar(init, style, this.#withoutAddedNewline(node.source ?? '', style, init.end));
  }

  /** Where the text ends within a block scalar, go-yaml reads no newline, while the `yaml` package adds one. */
  #withoutAddedNewline(content: string, style: ScalarStyle, end: number): string {
    const block = style === 'literal' || style === 'folded';
    if (!block || end < this.#text.length || !content.endsWith('\n')) return content;
    const lastLine = this.#text.slice(this.#text.lastIndexOf('\n') + 1);
    return lastLine.trim() === '' ? content : content.slice(0, -1);
  }

  #init(node: YamlNode): NodeInit {
    const [start, end] = node.range ?? [0, 0];
    const anchor = isAlias(node) ? undefined : node.anchor;
    return { text: this.#text, start, end, anchor, tag: node.tag };
  }

  #collection(node: YAMLMap | YAMLSeq, floor: number): Collection {
    const init = this.#init(node);
    const flow = node.srcToken === undefined || node.srcToken.type === 'flow-collection';
    this.#anchors.open(init.anchor);
    const entries = this.#entries(node, flow);
    const last = entries.at(-1);
    const block = !flow && last !== undefined;
    // A first key with an anchor or a tag begins before the token of its map.
    const start = Math.min(init.start, entries[0]?.start ?? init.start);
    const { key, value, indicatorEnd } = last?.parts ?? {};
    const collection = new Collection({
      ...init,
      start: block ? start : init.start,
      kind: isMap(node) ? 'map' : 'seq',
      flow,
      implicit: node.srcToken === undefined,
      end: block ? Math.max(value?.end ?? 0, key?.end ?? 0, indicatorEnd ?? 0) : init.end,
      linesStart: block ? linesStart(this.#text, start, floor) : init.start,
      linesEnd: block ? last.end : init.end,
      entries,
    });
    return this.#anchors.add(collection);
  }

  #entries(node: YAMLMap | YAMLSeq, flow: boolean): Entry[] {
    if (isMap(node)) return node.items.map((pair) => this.#pair(pair, flow));
    // The tokens of a sequence can have one more item, which holds the comment after its last element.
    const token =
      node.srcToken?.type === 'block-seq' || node.srcToken?.type === 'flow-collection' ? node.srcToken : undefined;
    const items = (token?.items ?? []).filter((item) => flow || item.start.some(isDash));
    return node.items.map((element, index) => this.#element(element, items[index]?.start ?? [], flow));
  }

  #pair(pair: Pair, flow: boolean): Entry {
    const { start: before = [], sep = [] } = pair.srcToken ?? {};
    const colon = sep.find((token) => token.type === 'map-value-ind');
    const key = this.#node(pair.key, colon?.offset ?? 0);
    const start = Math.min(propertiesStart(before) ?? key.start, key.start);
    const indicatorEnd = colon === undefined ? undefined : colon.offset + 1;
    const value = this.#node(pair.value, indicatorEnd ?? key.end);
    const end = flow ? Math.max(value.end, indicatorEnd ?? 0) : this.#linesEnd(colon ? value : key, indicatorEnd ?? 0);
    return new Entry(this.#text, start, end, { key, value, indicatorEnd });
  }

  #element(node: unknown, before: readonly CST.SourceToken[], flow: boolean): Entry {
    const dash = before.find(isDash);
    const value = this.#node(node, dash === undefined ? 0 : dash.offset + 1);
    const start = dash?.offset ?? Math.min(propertiesStart(before) ?? value.start, value.start);
    const indicatorEnd = dash === undefined ? undefined : dash.offset + 1;
    const end = flow ? value.end : this.#linesEnd(value, indicatorEnd ?? 0);
    return new Entry(this.#text, start, end, { key: undefined, value, indicatorEnd });
  }

  /** Where the lines of a block entry end: those of its last node, which begins at `at` or later. */
  #linesEnd(node: TreeNode, at: number): number {
    return isBlock(node) ? outerRange(node)[1] : lineEnd(this.#text, Math.max(node.end, at));
  }
}

function isDash(token: CST.SourceToken): boolean {
  return token.type === 'seq-item-ind';
}

/** Offset of the first of the tokens before a node that is part of its entry: `?`, an anchor or a tag. */
function propertiesStart(before: readonly CST.SourceToken[]): number | undefined {
  return before.find(({ type }) => type === 'explicit-key-ind' || type === 'anchor' || type === 'tag')?.offset;
}
