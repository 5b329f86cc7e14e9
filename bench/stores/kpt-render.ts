import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { missingTools } from '../../scripts/command.ts';

/** Folders for kpt: the functions of a pipeline, and their results. */
export interface RenderOptions {
  /** Folder for the PATH that contains the functions. */
  readonly bin: string;
  /** Folder for the results; it must not contain those of another package. */
  readonly resultsFolder: string;
}

interface ResultList {
  readonly items: readonly {
    readonly exec: string;
    readonly exitCode: number;
    readonly results?: readonly { readonly message: string; readonly severity: string }[];
  }[];
}

/** Throws if kpt is not installed. */
export function requireKpt(): void {
  if (missingTools(['kpt']).length > 0) throw new Error('kpt is not on the PATH: https://kpt.dev/installation/');
}

/** Renders a package in place. Throws on failure, and if a function emits a warning. */
export async function renderPackage(folder: string, { bin, resultsFolder }: RenderOptions): Promise<void> {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  const args = ['fn', 'render', folder, '--allow-exec', '--results-dir', resultsFolder];
  try {
    await promisify(execFile)('kpt', args, { env });
  } catch (error) {
    throw new Error(`kpt could not render ${folder}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  for (const complaint of complaints(resultsFolder)) throw new Error(`${folder}: ${complaint}`);
}

/** Returns the results above the severity of information. */
function complaints(resultsFolder: string): string[] {
  const { items } = parse(readFileSync(join(resultsFolder, 'results.yaml'), 'utf8')) as ResultList;
  return items.flatMap(({ exec, results = [] }) =>
    results
      .filter(({ severity }) => severity !== 'info')
      .map(({ severity, message }) => `${exec}: ${severity}: ${message}`),
  );
}
