import { readData, type DataKind, type PreparedData, type TemplateData } from './data.ts';
import { TemplateError } from './error.ts';
import { execute, type ParsedTemplate } from './executor.ts';
import type { MissingKey } from './fields.ts';
import { parse } from './parser.ts';
import { decodeBytes, decodeLeniently, encodeBytes } from './value.ts';

/** How a template is executed. */
export interface ExecuteOptions {
  /** What a field is for which a map has no key: `<no value>` by default, the zero of the map's elements, or an error. */
  readonly missingKey?: MissingKey;
  /** The Go type of the data, where they are a map: a `map[string]any` by default. Prepared data have theirs already. */
  readonly dataKind?: DataKind;
}

/** How a template is parsed and executed. */
export interface ExpandOptions extends ExecuteOptions {
  /** What messages call the template. */
  readonly name: string;
}

/** A template that has been parsed, to be executed as often as needed. */
export interface Template {
  /** The text that the template makes of the data. Throws a TemplateError, also where the output is not UTF-8. */
  expand(data: TemplateData | PreparedData, options?: ExecuteOptions): string;
  /** The same as bytes, which need not be UTF-8: `slice` can cut a character in two. */
  expandBytes(data: TemplateData | PreparedData, options?: ExecuteOptions): Uint8Array;
}

/** Parses a template of Go's text/template. Throws a TemplateError whose message is Go's. */
export function parseTemplate(text: string, name: string): Template {
  const bytes = { name: encodeBytes(name), text: encodeBytes(text) };
  return new ParsedText({ ...bytes, templates: parse(bytes.name, bytes.text) });
}

/** Parses and executes a template: `parseTemplate(template, name).expand(data, options)`. */
export function expand(template: string, data: TemplateData | PreparedData, options: ExpandOptions): string {
  return parseTemplate(template, options.name).expand(data, options);
}

class ParsedText implements Template {
  readonly #parsed: ParsedTemplate;

  constructor(parsed: ParsedTemplate) {
    this.#parsed = parsed;
  }

  expand(data: TemplateData | PreparedData, options: ExecuteOptions = {}): string {
    const bytes = this.#execute(data, options);
    const text = decodeBytes(bytes);
    if (text !== undefined) return text;
    const message = `template: ${decodeLeniently(this.#parsed.name)}: the output is not valid UTF-8`;
    throw new TemplateError('exec', message, decodeLeniently(bytes));
  }

  expandBytes(data: TemplateData | PreparedData, options: ExecuteOptions = {}): Uint8Array {
    return new Uint8Array(Buffer.from(this.#execute(data, options), 'latin1'));
  }

  #execute(data: TemplateData | PreparedData, { missingKey = 'default', dataKind }: ExecuteOptions): string {
    const value = readData(data, dataKind, decodeLeniently(this.#parsed.name));
    return execute(this.#parsed, value, missingKey);
  }
}
