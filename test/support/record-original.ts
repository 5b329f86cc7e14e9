import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { isList, isMap, readStream, type Value } from '../../src/yaml/index.ts';

/** Input of a function of kpt's catalog, as plain data. */
export interface OriginalInput {
  /** Sentence that says what is special about it; unique in its file. */
  readonly name: string;
  readonly config: Value;
  readonly items: readonly Value[];
  /** Text of the ResourceList, for a layout that data do not have. Default: `listText`. */
  readonly text?: string;
}

/** Outcome of a function for one input. */
export interface OriginalOutcome {
  readonly exitCode: number;
  /** Items afterwards, as Kubernetes reads them; null if the program printed no list. */
  readonly after: Value;
  /** Results, whole; null if there are none. */
  readonly results: Value;
}

/** One line of a `recorded.jsonl`: an input, and what the original made of it. */
export type Recorded = OriginalInput & OriginalOutcome;

/** Returns the ResourceList of an input as text, in block style, with quotes where YAML 1.1 needs them. */
export function listText({ config, items, text }: OriginalInput): string {
  if (text !== undefined) return text;
  const list = { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items, functionConfig: config };
  return stringify(list, { version: '1.1', aliasDuplicateObjects: false, lineWidth: 0 });
}

/** Milliseconds after which an original is killed: for some inputs, one appends elements without end. */
const LIMIT = 20_000;

/** Runs the original at a path on the text of a ResourceList. One that does not end has the exit code -1. */
export function runOriginal(program: string, list: string): OriginalOutcome {
  const options = { input: list, encoding: 'utf8', maxBuffer: 1 << 30, timeout: LIMIT } as const;
  const { status, stdout, error } = spawnSync(program, options);
  if (error !== undefined && !('code' in error && error.code === 'ETIMEDOUT')) throw error;
  return { exitCode: status ?? -1, ...readOutcome(stdout) };
}

/** Reads items and results from the ResourceList that a function printed. */
export function readOutcome(stdout: string): Omit<OriginalOutcome, 'exitCode'> {
  if (stdout.trim() === '') return { after: null, results: null };
  const list = readStream(stdout).documents[0]?.value([]) ?? null;
  if (!isMap(list)) return { after: null, results: null };
  const { items, results } = list;
  return { after: items === undefined || items === null ? [] : items, results: listed(results) };
}

/** Returns results as a list: older versions of kyaml print a map that has it. */
function listed(results: Value | undefined): Value {
  const list = isMap(results) ? results['items'] : results;
  return isList(list) ? list : null;
}

/** Writes what the original at a path makes of each input, one a line. */
export function recordOriginal(program: string, inputs: Iterable<OriginalInput>, file: string): void {
  const lines = Array.from(inputs, (input): Recorded => ({ ...input, ...runOriginal(program, listText(input)) }));
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Reads the lines that `recordOriginal` wrote. */
export function readRecorded(file: string): readonly Recorded[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded);
}
