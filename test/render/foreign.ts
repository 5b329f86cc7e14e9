import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments, type DocumentOptions, type ParseOptions, type SchemaOptions } from 'yaml';
import { kptfile, readFiles, type Files } from '../cli/run-support.ts';
import { formatPipeline, type Pipeline, type Step } from './generate-pipeline.ts';
import { renderKpts, renderOurs, type Rendered } from './render-both.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('../support/foreign-function.ts'));

/** Returns the step of a pipeline that runs the foreign function in a mode. */
export function foreign(mode: string, more: Step = {}): Step {
  return { exec: `node ${PROGRAM} ${mode}`, ...more };
}

/** Stands for the folder in which a renderer works. */
const FOLDER = '/FOLDER';

/** Returns a function that keeps what it is sent. */
export function capture(more: Step = {}): Step {
  return foreign(`capture ${FOLDER}/sent`, more);
}

/** Returns a package with a pipeline at the end of its Kptfile. */
export function withSteps(files: Files, { mutators = [], validators = [] }: Partial<Pipeline>): Files {
  return {
    ...files,
    Kptfile: `${String(files['Kptfile'] ?? kptfile('root'))}${formatPipeline({ mutators, validators })}`,
  };
}

/** Outcome of a rendering with foreign functions; texts have the same name for its folder. */
export interface ForeignRendering extends Rendered {
  /** What capturing functions were sent, in the order of their calls. */
  readonly sent: readonly string[];
}

/**
 * Renders a package with our program, which may run programs, with these variables: by default those of this process.
 */
export async function renderForeign(
  folder: string,
  files: Files,
  options: readonly string[] = [],
  env?: NodeJS.ProcessEnv,
): Promise<ForeignRendering> {
  const drawn = { files: placed(files, folder), extra: undefined };
  const rendered = await renderOurs(folder, drawn, ['--allow-exec', ...options], env);
  return withSent(rendered, folder);
}

/** Renders a package with kpt. */
export async function renderForeignKpt(
  folder: string,
  files: Files,
  env: NodeJS.ProcessEnv,
): Promise<ForeignRendering> {
  return withSent(await renderKpts(folder, placed(files, folder), env, ['--allow-exec']), folder);
}

function withSent(rendered: Rendered, folder: string): ForeignRendering {
  const sent = join(folder, 'sent');
  const anywhere = (text: string): string => text.replaceAll(folder, FOLDER);
  return {
    ...rendered,
    stderr: anywhere(rendered.stderr),
    results: rendered.results === undefined ? undefined : anywhere(rendered.results),
    files: mapped(rendered.files, anywhere),
    sent: existsSync(sent) ? Object.values(readFiles(sent)).map(anywhere) : [],
  };
}

function placed(files: Files, folder: string): Files {
  return mapped(files, (text) => text.replaceAll(FOLDER, folder));
}

function mapped(files: Files, change: (text: string) => string): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(String(text))]));
}

const CORE = { schema: 'core', intAsBigInt: true, uniqueKeys: false, logLevel: 'error' } as const;

/** Changes the data of a document. */
type Normal = (value: unknown) => unknown;

/**
 * Returns the data of YAML as text, document by document: types and values, and the order of keys, but no comments, no
 * layout, and no empty documents.
 */
export function dataOf(text: string, normal: Normal = same): readonly string[] {
  return printed(text, CORE, normal);
}

/** Returns the data of YAML as `dataOf` does, and the text of its scalars. */
export function exactDataOf(text: string, normal: Normal = same): readonly string[] {
  return [...dataOf(text, normal), ...printed(text, { ...CORE, schema: 'failsafe', intAsBigInt: false }, normal)];
}

function printed(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions,
  normal: Normal,
): readonly string[] {
  const values = parseAllDocuments(text, options).map((document) => document.toJS() as unknown);
  const full = values.filter((value) => value !== null && value !== '');
  return full.map((value) =>
    JSON.stringify(normal(value), (_, each: unknown) => (isInteger(each) ? `${each}n` : each), 1),
  );
}

/** Reports whether a value is an integer, however it was written. */
function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function same(value: unknown): unknown {
  return value;
}
