import { readData, type DataKind, type PreparedData, type TemplateData } from './data.ts';
import { TemplateError } from './error.ts';
import { execute, type ParsedTemplate } from './executor.ts';
import type { MissingKey } from './fields.ts';
import { parse } from './parser.ts';
import { decodeBytes, decodeLeniently, encodeBytes } from './value.ts';

/** Options for executing a template. */
export interface ExecuteOptions {
  /**
   * Value of a field whose key is absent from a map: `<no value>` by default, the zero of the map's elements, or an
   * error.
   */
  readonly missingKey?: MissingKey;
  /** Go type of data that are a map; `map[string]any` by default. Ignored for prepared data, which have their own. */
  readonly dataKind?: DataKind;
}

/** Options for parsing and executing a template. */
export interface ExpandOptions extends ExecuteOptions {
  /** Name of the template in messages. */
  readonly name: string;
}

/** Parsed template, to be executed as often as needed. */
export interface Template {
  /** Returns the output for the data. Throws a TemplateError, also if the output is not UTF-8. */
  expand(data: TemplateData | PreparedData, options?: ExecuteOptions): string;
  /** Returns the output as bytes, which need not be UTF-8: `slice` can split a character. */
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
