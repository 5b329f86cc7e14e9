import { PackageFolder } from '../../src/package/folder.ts';
import { readPackageFile } from '../../src/package/file.ts';
import { callHosted, type CommentSource, type ProgramEnd } from '../../src/host/index.ts';
import { formatResult, KrmError, type Notice, type Result } from '../../src/krm/index.ts';
import { renderPackages } from '../../src/render/index.ts';

/** Program that reads a ResourceList: returns its output, or how it ended. */
export type HostedProgram = (input: string) => string | ProgramEnd;

/** Texts of files by path. */
export type Texts = Readonly<Record<string, string>>;

/** Package after a function of another program. */
export interface HostedFiles {
  /** As they are written. */
  readonly files: Texts;
  /** Errors as they are shown; without one the function has succeeded. */
  readonly errors: readonly string[];
  readonly results: readonly Result[];
}

/** Options of a call, with those of the command line as their defaults. */
export interface HostedOptions {
  readonly isMutator?: boolean;
  readonly comments?: CommentSource;
  readonly allowsDeleteAll?: boolean;
  /** Gets the notices of the call. Default: they are left out. */
  readonly notices?: Notice[];
}

export const ENDED = { stderr: '', exitCode: 0, isTimedOut: false };

/** Root folder of the package in annotations. */
const ROOT = '/shop';

/** Kptfile whose pipeline has one function of another program. */
export const HOSTING_KPTFILE = kptfileWith('mutators');

/** Kptfile whose pipeline has one validator of another program. */
export const VALIDATING_KPTFILE = kptfileWith('validators');

function kptfileWith(list: string): string {
  return `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: shop\npipeline:\n  ${list}:\n    - exec: fn\n`;
}

/** Renders a package in memory as `krm-variants render` does, with a program in place of each function. */
export async function hostOnFiles(
  texts: Texts,
  program: HostedProgram,
  options: HostedOptions = {},
): Promise<HostedFiles> {
  const folder = new PackageFolder(Object.entries(texts).map(([path, text]) => readPackageFile(path, text)));
  try {
    const results = await render(folder, program, options);
    const changed = folder.texts().flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]));
    return { files: Object.fromEntries(changed), errors: [], results };
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return { files: texts, errors: error.results.map(formatResult), results: [] };
  }
}

async function render(
  { resources }: PackageFolder,
  program: HostedProgram,
  { allowsDeleteAll = false, comments = 'added', notices }: HostedOptions,
): Promise<readonly Result[]> {
  const call = async (input: string): Promise<ProgramEnd> => {
    const end = program(input);
    return typeof end === 'string' ? { ...ENDED, stdout: end } : end;
  };
  const fn = { name: 'fn', limit: '1s', isEval: false, allowsNoOutput: allowsDeleteAll, call, comments };
  const { steps } = await renderPackages(resources, {
    root: ROOT,
    allowsDeleteAll,
    callOf: ({ list }) => ({
      inProcess: false,
      run: async (given, input) => {
        const called = await callHosted({ ...fn, isMutator: list === 'mutators' }, given, input);
        notices?.push(...called.notices);
        return { ...called, notices: [] };
      },
    }),
  });
  const failed = steps.find(({ isFailed }) => isFailed);
  if (failed !== undefined) throw new KrmError([...failed.errors, ...failed.results]);
  return steps.flatMap(({ results }) => results);
}
