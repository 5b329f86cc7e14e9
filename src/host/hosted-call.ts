import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { KrmError, type Notice, type Result, resultsOf, type Severity } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { isList, isMap, readDocument, type Value, YamlError } from '../yaml/index.ts';
import { type ListItem, type PrintedList, readAnswer } from './answer.ts';
import {
  RESULTS_NO_LIST,
  endedWith,
  listNeeded,
  outputNotUtf8,
  resultInvalid,
  resultsInvalid,
  tookTooLong,
  unreadableList,
} from '../messages/function-output.ts';
import type { CommentSource } from './answered-comments.ts';
import { applyAnswer } from './apply-answer.ts';
import { fileAnnotations, isListed, kptAnnotations, type KptAnnotations, type SentPlace } from './kpt-annotations.ts';
import { endText, FunctionFailure, type ProgramCall, type ProgramEnd } from './program.ts';
import { sentText } from './sent-item.ts';
import { SentSecrets } from './sent-secrets.ts';

/** Function that another program implements. */
export interface HostedFunction {
  /** Name in messages. */
  readonly name: string;
  /** Time limit of the call, for messages. */
  readonly limit: string;
  /** True to accept empty output as the removal of all items. */
  readonly allowsNoOutput: boolean;
  /** False for a validator, of which only the results are used. */
  readonly isMutator: boolean;
  /** True to send the input of `kpt fn eval` instead of `kpt fn render`. */
  readonly isEval: boolean;
  readonly call: ProgramCall;
  readonly comments: CommentSource;
}

/** Result of a function that another program implements. */
export interface HostedReport {
  readonly results: readonly Result[];
  /** Comments that the function added at places that cannot have any. */
  readonly notices: readonly Notice[];
  readonly end: ProgramEnd;
  /** Items in the order of the output; undefined for a validator. */
  readonly order?: readonly Resource[];
}

/**
 * Calls a function with resources, and applies the data that it changed. `positions`: positions of the resources among
 * all resources of the package, if the function has selectors. Redacts values of Secrets in messages. Throws a
 * `FunctionFailure` if the function fails, or its output cannot be applied.
 */
export async function callHosted(
  fn: HostedFunction,
  resources: Resources,
  { config, positions }: { readonly config: Resource | undefined; readonly positions: readonly number[] | undefined },
): Promise<HostedReport> {
  const given = givenResources(resources);
  const input = sentList({
    items: given,
    positions: positions && positionsOf(given, resources, positions),
    config,
    isMutator: fn.isMutator,
    isEval: fn.isEval,
  });
  const end = await fn.call(input).catch((error: unknown) => {
    throw new FunctionFailure(resultsOf(error), [], undefined);
  });
  const secrets = new SentSecrets([input, end.stdout]);
  try {
    const report = applyEnd(fn, resources, { given, input, end, isSelective: positions !== undefined });
    const { results, notices } = report;
    return { ...report, results: secrets.results(results), notices: secrets.results(notices), end: secrets.end(end) };
  } catch (error) {
    if (!(error instanceof FunctionFailure)) throw error;
    throw new FunctionFailure(secrets.results(error.results), secrets.results(error.printed), secrets.end(end));
  }
}

/** Input and end of a call. */
interface EndedCall {
  readonly given: readonly Resource[];
  readonly input: string;
  readonly end: ProgramEnd;
  readonly isSelective: boolean;
}

/** Applies what a function printed. */
function applyEnd(
  fn: HostedFunction,
  resources: Resources,
  { given, input, end, isSelective }: EndedCall,
): HostedReport {
  const isEmpty = end.stdout.trim() === '';
  const answer = isEmpty && fn.allowsNoOutput ? NO_ITEMS : readAnswer(end.stdout);
  const printed = typeof answer === 'string' ? [] : answeredResults(answer.results);
  const results = typeof printed === 'string' ? [] : printed;
  const fail = (...failures: readonly Failure[]): FunctionFailure =>
    new FunctionFailure(
      failures.map(({ code, message }) => ({ severity: 'error', code, message })),
      results,
      end,
    );
  const failOutput = (message: string): FunctionFailure => fail({ code: 'function-output', message });
  const failures = failuresOf(fn, end, typeof answer === 'string');
  if (failures.length > 0) throw fail(...failures);
  if (typeof printed === 'string') throw failOutput(resultsInvalid(fn.name, printed));
  if (!fn.isMutator && isEmpty) return { results, notices: [], end };
  if (typeof answer === 'string') throw failOutput(listNeeded(fn.name, answer));
  if (!fn.isMutator) return { results, notices: [], end };
  try {
    const sent = sentItems(input);
    const { warnings, ...applied } = applyAnswer(resources, {
      name: fn.name,
      given,
      sent,
      answered: answer.items,
      isSelective,
      comments: fn.comments,
    });
    return { results: [...results, ...warnings], end, ...applied };
  } catch (error) {
    // Errors about resources name them, but this one is about the output.
    if (error instanceof YamlError) throw failOutput(listNeeded(fn.name, unreadableList(error.message)));
    throw new FunctionFailure(resultsOf(error), results, end);
  }
}

/**
 * Returns the resources to send. As in kpt, a list of resources with a name is one resource, and any other is replaced
 * by its elements.
 */
function givenResources(resources: Resources): readonly Resource[] {
  const given = Array.from(resources, (resource) => (resource.item.name === '' ? resource : resource.item));
  return [...new Set(given)];
}

function positionsOf(
  given: readonly Resource[],
  { items }: Resources,
  positions: readonly number[],
): readonly number[] {
  const byItem = new Map(items.map((item, index) => [item, positions[index] ?? 0]));
  return given.map(({ item }) => byItem.get(item) ?? 0);
}

const NO_ITEMS: PrintedList = { items: [], results: null };

/** Reads the sent list in the same form as an answer. */
function sentItems(input: string): readonly ListItem[] {
  const sent = readAnswer(input);
  if (typeof sent === 'string') throw new Error(`what was sent is ${sent}`);
  return sent.items;
}

/** A reason why a call failed. */
interface Failure {
  readonly code: ResultCode;
  readonly message: string;
}

/** Returns the reasons why a program failed; none if it succeeded. */
function failuresOf({ name, limit }: HostedFunction, end: ProgramEnd, isNoList: boolean): readonly Failure[] {
  const { exitCode, isTimedOut, damage } = end;
  if (isTimedOut) return [{ code: 'function-timeout', message: tookTooLong(name, limit) }];
  const failed: Failure = { code: 'function-failed', message: endedWith(name, endText(end), !isNoList) };
  return [
    ...(exitCode === 0 ? [] : [failed]),
    ...(damage === undefined ? [] : [{ code: 'not-utf8', message: outputNotUtf8(name, damage) } as const]),
  ];
}

const SEVERITIES: readonly string[] = ['error', 'warning', 'info'] satisfies readonly Severity[];

/** Fields of a result that are maps. */
const MAPS = ['resourceRef', 'field', 'file', 'tags'] as const;

type Fields = Readonly<Record<string, Value>>;

/**
 * Reads the `results` of a printed ResourceList: a list, or in the old form a map with `items`. As in kpt, the default
 * severity is `info`. Redacts values in fields of Secrets. Returns the reason as a string if the results are invalid.
 */
function answeredResults(value: Value): readonly Result[] | string {
  const list = isMap(value) ? (value['items'] ?? null) : value;
  if (list === null) return [];
  if (!isList(list)) return RESULTS_NO_LIST;
  const results: Result[] = [];
  for (const [index, each] of list.entries()) {
    const result = isMap(each) ? resultOf(each) : undefined;
    if (result === undefined) return resultInvalid(index, SEVERITIES);
    results.push(result);
  }
  return results;
}

function resultOf(fields: Fields): Result | undefined {
  const { message = '', severity = 'info' } = fields;
  if (MAPS.some((key) => (fields[key] ?? null) !== null && !isMap(fields[key]))) return undefined;
  const ref = fieldsOf(fields['resourceRef']);
  const file = fieldsOf(fields['file']);
  const index = file?.['index'] ?? 0;
  if (typeof message !== 'string' || typeof severity !== 'string' || typeof index !== 'number') return undefined;
  if (severity !== '' && !SEVERITIES.includes(severity)) return undefined;
  const field = fieldsOf(fields['field']);
  const tags = fieldsOf(fields['tags']);
  return {
    message,
    severity: (severity || 'info') as Severity,
    code: 'function-result',
    ...(ref && { resourceRef: refOf(ref) }),
    ...(field && { field: fieldOf(field, textValue(ref?.['kind']) === 'Secret') }),
    ...(file && { file: { path: textValue(file['path']), index } }),
    ...(tags && { tags: Object.fromEntries(Object.entries(tags).map(([key, tag]) => [key, textValue(tag)])) }),
  };
}

/** In the old form, name and namespace are below `metadata`. */
function refOf(ref: Fields): NonNullable<Result['resourceRef']> {
  const metadata = fieldsOf(ref['metadata']) ?? {};
  const namespace = textValue(ref['namespace'] ?? metadata['namespace']);
  return {
    apiVersion: textValue(ref['apiVersion']),
    kind: textValue(ref['kind']),
    name: textValue(ref['name'] ?? metadata['name']),
    ...(namespace !== '' && { namespace }),
  };
}

/** In the old form, the proposed value is `suggestedValue`. */
function fieldOf(field: Fields, isSecret: boolean): NonNullable<Result['field']> {
  const { currentValue, suggestedValue, proposedValue = suggestedValue } = field;
  const hidden = (value: Value): Value => (isSecret ? '(redacted)' : value);
  return {
    path: textValue(field['path']),
    ...(currentValue !== undefined && { currentValue: hidden(currentValue) }),
    ...(proposedValue !== undefined && { proposedValue: hidden(proposedValue) }),
  };
}

function fieldsOf(value: Value | undefined): Fields | undefined {
  return isMap(value) ? value : undefined;
}

function textValue(value: Value | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

/** Call of a function with items of a package. */
interface HostedInput {
  readonly items: readonly Resource[];
  /** Positions of the items among all items of the package; undefined without selectors. */
  readonly positions: readonly number[] | undefined;
  readonly config: Resource | undefined;
  readonly isMutator: boolean;
  /** True for the input of `kpt fn eval`, which always has a function config, by default an empty ConfigMap. */
  readonly isEval: boolean;
}

/**
 * Returns the ResourceList that `kpt fn render` (1.0.0-beta.56) sends to a function: the same data, in the same order,
 * with its annotations, and the same bytes for a package that kpt has formatted.
 */
export function sentList(input: HostedInput): string {
  const texts = input.items.map(
    (resource, index) => `${linesAbove(resource)}- ${indented(itemText(resource, sentPlace(input, index))).slice(2)}`,
  );
  const sent = texts.length === 0 ? 'items: []\n' : `items:\n${texts.join('')}`;
  return `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n${sent}${configText(input)}`;
}

/** Returns the comment lines above the dash of an item. */
function linesAbove(resource: Resource): string {
  if (!isListed(resource) || resource.list !== undefined) return '';
  const text = resource.document.ownText(true).replaceAll('\r\n', '\n');
  return text.slice(0, text.length - resource.document.ownText().replaceAll('\r\n', '\n').length);
}

function sentPlace({ positions, isMutator }: HostedInput, index: number): SentPlace {
  return { index, position: positions?.[index], isMutator };
}

function itemText(resource: Resource, place: SentPlace): string {
  return resourceText(resource, kptAnnotations(resource, place));
}

/** Returns the text of a resource. Throws a `KrmError` that names the resource and its file if it cannot be read. */
function resourceText(resource: Resource, annotations: KptAnnotations): string {
  // Aliases that expand too far are an error of this resource, not of a function that sends them back.
  if (resource.document.hasAliases) resource.value('kpt');
  try {
    return sentText(resource, annotations);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    // Positions in the sent text are not those in the file.
    resource.value();
    throw new KrmError([makeResult('error', error.message, { code: 'invalid-yaml', resource })]);
  }
}

/** Returns the function config: a resource of the package, a file, or data from the Kptfile or the command line. */
function configText(input: HostedInput): string {
  const { items, config, isEval } = input;
  if (config === undefined) return isEval ? configMapText(new Map(), EVAL_CONFIG_MAP) : '';
  if (config.location.path === undefined && config.name === 'function-input')
    return configMapText(config.texts(['data']), isEval ? EVAL_CONFIG_MAP : CONFIG_MAP);
  const index = items.indexOf(config);
  const place = index === -1 ? undefined : sentPlace(input, index);
  return `functionConfig:\n${indented(resourceText(config, configAnnotations(config, place, input)))}`;
}

function configAnnotations(config: Resource, place: SentPlace | undefined, { isMutator, isEval }: HostedInput) {
  if (isEval) return isListed(config) ? [] : fileAnnotations(config);
  return isMutator ? kptAnnotations(config, place) : [];
}

const CONFIG_MAP = ['apiVersion', 'kind', 'metadata', 'data'] as const;
const EVAL_CONFIG_MAP = ['metadata', 'data', 'kind', 'apiVersion'] as const;

/** Returns the ConfigMap that kpt generates from strings. `order`: order of its fields. */
function configMapText(data: ReadonlyMap<string, string>, order: readonly (typeof CONFIG_MAP)[number][]): string {
  const pairs = Array.from(data, ([key, text]) => `${goScalar(key)}: ${goScalar(text)}`);
  const fields = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: '\n    name: function-input',
    data: `{${pairs.join(', ')}}`,
  };
  const lines = order.map((field) => `  ${field}: ${fields[field]}\n`.replace(': \n', ':\n'));
  return `functionConfig:\n${lines.join('')}`;
}

/**
 * Indents lines by two columns, except for blank ones. U+2028 does not end a line here, unlike in a regular expression.
 */
function indented(lines: string): string {
  return lines.replaceAll(/(?<=^|\n)(?=[^\n])/g, '  ');
}

/** Characters that go-yaml does not accept at the start of a plain scalar in a flow map. */
const FIRST = /^(?:[#,[\]{}&*!|>'"%@`?:]|-(?:\s|$)|---|\.\.\.)/;

/** Characters that it does not accept inside one. */
const INSIDE = /[,?[\]{}:]|\s#/;

/**
 * Prints a string for a flow map as go-yaml does, which prints kpt's function config: plain if every YAML 1.2 reader
 * reads it as this string.
 */
function goScalar(text: string): string {
  if (text === '' || /[\u0000-\u001F\u007F-\u009F\u{10000}-\u{10FFFF}]/u.test(text)) return doubleQuoted(text);
  if (FIRST.test(text) || INSIDE.test(text) || text.trim() !== text) return `'${text.replaceAll("'", "''")}'`;
  const isText = readDocument(`- ${text}\n`).value([0], 'kpt') === text && !/^\d{4}-\d\d?-\d\d?/.test(text);
  return isText ? text : doubleQuoted(text);
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u{10000}-\u{10FFFF}]/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`,
  );
}
