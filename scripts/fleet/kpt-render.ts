import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { missingTools } from '../command.ts';

/** How kpt finds the functions of a pipeline, and where it writes what they say. */
export interface RenderOptions {
  /** A folder for the PATH that has the functions. */
  readonly bin: string;
  /** A folder for the results: none of another package may be there. */
  readonly resultsFolder: string;
}

interface ResultList {
  readonly items: readonly {
    readonly exec: string;
    readonly exitCode: number;
    readonly results?: readonly { readonly message: string; readonly severity: string }[];
  }[];
}

/** Throws where kpt is not there. */
export function requireKpt(): void {
  if (missingTools(['kpt']).length > 0) throw new Error('kpt is not on the PATH: https://kpt.dev/installation/');
}

/** Renders a package in place. Throws where it fails, and where a function warns of anything. */
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

/** Results that are more than information. */
function complaints(resultsFolder: string): string[] {
  const { items } = parse(readFileSync(join(resultsFolder, 'results.yaml'), 'utf8')) as ResultList;
  return items.flatMap(({ exec, results = [] }) =>
    results
      .filter(({ severity }) => severity !== 'info')
      .map(({ severity, message }) => `${exec}: ${severity}: ${message}`),
  );
}
