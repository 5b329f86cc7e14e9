import { joinPath } from '../../src/files/index.ts';
import { asShown, type Result } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { byteOrder } from '../../src/byte-order.ts';
import { fileError } from '../package/file-error.ts';
import type { WholeFolder } from '../package/whole-folder.ts';
import type { FileRendering } from '../render/render-files.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import { readVersions } from '../update/package-versions.ts';
import type { Findings } from '../work/job.ts';
import { ReadingJob } from '../work/reading-job.ts';
import type { BlameArguments } from './blame-arguments.ts';
import { Blame, type BlamedFile } from './blame-files.ts';
import type { BlameTarget } from './blame-target.ts';
import { formatFiles, formatLine } from './format-causes.ts';
import { LocalCommits } from './local-commits.ts';
import { packageLineages } from './package-lineages.ts';
import { formatPorcelain } from './porcelain.ts';

/** Version of the JSON report. Fields may be added within a version. */
const REPORT_VERSION = 1;

/** Causes of the lines of a package. */
export class BlameJob extends ReadingJob {
  readonly name = 'blame';
  readonly #program: FileRendering['program'];
  readonly #args: BlameArguments;
  #files: readonly BlamedFile[] = [];

  constructor(program: FileRendering['program'], args: BlameArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const { target, base } = this.#args;
    const read = readVersions({ ...this.#args, folder: target.folder, ref: undefined, base, isBaseOnly: true });
    const { local } = read.folders;
    if (read.from === undefined && base === undefined) throw fileError('Kptfile', WITHOUT_LOCK);
    results.push(...read.results);
    const setting = { ...this.#args, program: this.#program, root: local.root, keepsEdits: true };
    const packages = { base: read.folders.base.files, local: local.files };
    const lineages = await packageLineages(packages, read.sources, setting);
    results.push(...lineages.results);
    const blame = new Blame(local.files, lineages, new LocalCommits(local.root));
    const paths = pathsIn(local, target);
    this.#files = paths.flatMap((path) => blame.file(path, target.range) ?? []);
    results.push(...this.#findings(local, paths));
  }

  /** Returns warnings about files that are not text. Throws a `KrmError` if no line is in the range. */
  #findings(local: WholeFolder, paths: readonly string[]): readonly Result[] {
    const { range, path } = this.#args.target;
    const [first] = this.#files;
    if (range !== undefined && first !== undefined && first.lines.at(-1)?.line !== range.last)
      throw fileError(path, `has no line ${range.last}`);
    const shown = new Set(this.#files.map((file) => file.path));
    const others = paths.filter((each) => !shown.has(each) && local.files.has(each));
    return others.map((each) => ({ severity: 'warning', message: NOT_TEXT, file: { path: each, index: 0 } }));
  }

  protected override conclusion(): string {
    return summaryOf(this.#files);
  }

  print({ results, exitCode }: RunOutcome, isDone: boolean): string {
    const { format, target } = this.#args;
    const nameOf = (path: string): string => joinPath(target.folder === '.' ? '' : target.folder, path);
    if (format === 'json') {
      const files = isDone ? this.#files : [];
      const report = { version: REPORT_VERSION, function: this.name, exitCode, files, results: results.map(asShown) };
      return `${JSON.stringify(report, undefined, 2)}\n`;
    }
    if (!isDone) return '';
    if (format === 'porcelain') return formatPorcelain(this.#files, nameOf);
    const [file] = this.#files;
    const [line, ...others] = file?.lines ?? [];
    const isOne = target.range !== undefined && line !== undefined && others.length === 0;
    return isOne ? formatLine(nameOf(file?.path ?? ''), line) : formatFiles(this.#files, nameOf);
  }
}

/** Returns the files that a target names. Throws a `KrmError` if there is none. */
function pathsIn({ files }: WholeFolder, { path }: BlameTarget): readonly string[] {
  if (files.has(path)) return [path];
  const found = [...files.keys()].filter((each) => path === '' || each.startsWith(`${path}/`)).toSorted(byteOrder);
  if (found.length > 0) return found;
  throw fileError(path, 'must be a file of the package');
}

/** Returns the counts of lines: `12 lines: 8 upstream, 3 function, 1 person`. */
function summaryOf(files: readonly BlamedFile[]): string {
  const causes = files.flatMap(({ lines }) => lines.map(({ cause }) => cause.by));
  const counts = (['upstream', 'get', 'function', 'person', 'unknown'] as const).flatMap((by) => {
    const { length } = causes.filter((each) => each === by);
    return length === 0 ? [] : [`${length} ${by}`];
  });
  return `${counted(causes.length, 'line')}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}`;
}

const WITHOUT_LOCK =
  'must have an `upstreamLock`, the version that the package came from: give the files of that version with `--base DIR`';
const NOT_TEXT = 'is not text, and has no lines';
