import { MAX_DURATION, parseDuration } from './duration.ts';
import type { Option, SortedArguments } from './options.ts';
import { STDIN } from '../process/stdio.ts';
import { UsageError } from './usage-error.ts';
import type { TimeLimit } from '../watchdog/watchdog.ts';

/** Options of every command that reads and writes folders. */
export const FOLDER_OPTIONS: readonly Option[] = [
  { name: 'objects', value: 'DIR', meaning: 'Folder with objects of clusters, for functions that read such.' },
  { name: 'context', value: 'NAME', meaning: 'Context of your kubeconfig: read such objects from that live cluster.' },
  { name: 'diff', meaning: 'Print the changes as a unified diff.' },
  { name: 'explain', meaning: 'Print which policy and rule changed each line.' },
  { name: 'check', meaning: 'Write nothing, and exit with 4 if anything would change.' },
  { name: 'dry-run', meaning: 'Write nothing.' },
  { name: 'strict', meaning: 'Read every file to its end, and fail on warnings.' },
  { name: 'verify', meaning: 'Read every file to its end.' },
  { name: 'report', value: 'json|markdown[=FILE]', meaning: 'Print a report, or write it to a file.' },
  { name: 'results-dir', value: 'DIR', meaning: "Write the results to `results.yaml` in a folder, in kpt's form." },
  {
    name: 'output',
    short: 'o',
    value: 'stdout|unwrap|DIR',
    meaning: 'Print a ResourceList or plain YAML, or write a new folder.',
  },
  { name: 'no-local-config', meaning: 'Leave Kptfiles and local configuration out of what is printed.' },
  { name: 'exclude', value: 'GLOB', isRepeatable: true, meaning: 'Leave out files and folders, as .krmignore does.' },
  { name: 'skip-invalid', meaning: 'Warn of files that are not YAML, and leave them alone.' },
  {
    name: 'timeout',
    value: 'DURATION',
    meaning: 'Stop the whole call after a time, such as 30s or 1m30s. 0 is no limit.',
  },
];

const REPORT_FORMATS = ['json', 'markdown'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A report and its file; stdout if undefined. */
export interface ReportRequest {
  readonly format: ReportFormat;
  readonly file: string | undefined;
}

/** Parsed arguments of a command that reads and writes folders. */
export interface FolderArguments {
  /** True to name packages that a `.krmignore` hides. */
  readonly namesHidden: boolean;
  /** Folders and files, as given; at least one. */
  readonly inputs: readonly string[];
  /** True to name each file with its input, since there are several. */
  readonly namesInputs: boolean;
  /** Folder with objects of clusters. */
  readonly objects: string | undefined;
  /** Context of the user's kubeconfig, to read such objects from; undefined if there is a folder. */
  readonly context: string | undefined;
  readonly diff: boolean;
  readonly explain: boolean;
  readonly check: boolean;
  /** False with `--check`, too. */
  readonly writes: boolean;
  readonly strict: boolean;
  /** True to read every file to its end, so that any that is not YAML is an error. */
  readonly verify: boolean;
  readonly report: ReportRequest | undefined;
  readonly resultsDir: string | undefined;
  /** True if resources go to stdout. */
  readonly prints: boolean;
  /** `stdout`, `unwrap` or a folder; undefined to write the inputs, or to print standard input in its own form. */
  readonly output: string | undefined;
  /** Leaves Kptfiles and local configuration out of printed resources. */
  readonly noLocalConfig: boolean;
  /** Rules in the syntax of .krmignore. */
  readonly exclude: readonly string[];
  readonly skipInvalid: boolean;
  /** Undefined for no limit. */
  readonly timeout: TimeLimit | undefined;
}

/** Reads the arguments of a command that reads and writes these folders and files. Throws a `UsageError`. */
export function parseFolderArguments(sorted: SortedArguments, inputs: readonly string[]): FolderArguments {
  if (sorted.has('objects') && sorted.has('context'))
    throw new UsageError('`--objects` and `--context` are mutually exclusive');
  const [check, strict, diff] = [sorted.has('check'), sorted.has('strict'), sorted.has('diff')];
  const report = parseReport(sorted.value('report'));
  const output = sorted.value('output');
  const writes = !check && !sorted.has('dry-run');
  const prints =
    writes && (output === 'stdout' || output === 'unwrap' || (output === undefined && inputs[0] === STDIN));
  const noLocalConfig = sorted.has('no-local-config');
  if (noLocalConfig && output !== 'unwrap')
    throw new UsageError('`--no-local-config` must be together with `-o unwrap`');
  if (output !== undefined && !prints && (inputs.length > 1 || inputs[0] === STDIN))
    throw new UsageError('`--output DIR` must be for one folder or file');
  refuseTwoOnStdout([
    ...(prints ? ['the resources'] : []),
    ...(diff ? ['`--diff`'] : []),
    ...(report !== undefined && report.file === undefined ? [`\`--report ${report.format}\``] : []),
  ]);
  return {
    inputs,
    namesInputs: inputs.length > 1,
    namesHidden: false,
    objects: sorted.value('objects'),
    context: sorted.value('context'),
    diff,
    explain: sorted.has('explain'),
    check,
    writes,
    strict,
    verify: strict || sorted.has('verify'),
    report,
    resultsDir: sorted.value('results-dir'),
    prints,
    output,
    noLocalConfig,
    exclude: sorted.values('exclude'),
    skipInvalid: sorted.has('skip-invalid'),
    timeout: parseTimeout(sorted.value('timeout')),
  };
}

/** Throws a `UsageError` if several things go to stdout, where nobody could tell them apart. */
function refuseTwoOnStdout([first, second]: readonly string[]): void {
  if (second === undefined) return;
  throw new UsageError(
    `${first} and ${second} cannot both go to stdout: give a report a file (\`--report json=FILE\`), or add \`--dry-run\``,
  );
}

/** Reads the value of `--report`. Throws a `UsageError`. */
export function parseReport(text: string | undefined): ReportRequest | undefined {
  if (text === undefined) return undefined;
  const [name = '', ...file] = text.split('=');
  const format = REPORT_FORMATS.find((each) => each === name);
  if (format === undefined || (file.join('=') === '' && file.length > 0))
    throw new UsageError(`\`--report\` must be json or markdown, with \`=FILE\` to write a file, not "${text}"`);
  return { format, file: file.length === 0 ? undefined : file.join('=') };
}

function parseTimeout(text: string | undefined): TimeLimit | undefined {
  if (text === undefined) return undefined;
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds > MAX_DURATION)
    throw new UsageError(`\`--timeout\` must be a duration of at most 24h, such as 30s or 1m30s, not "${text}"`);
  return milliseconds === 0 ? undefined : { text, milliseconds };
}
