import { isStream, STDIN } from '../process/stdio.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from './message-arguments.ts';
import type { Option } from './option.ts';
import { checkStdout, parseReport, REPORT_OPTION, type ReportRequest } from './report-argument.ts';
import type { SortedArguments } from './sort-arguments.ts';
import { parseTimeout, TIMEOUT_OPTION, type TimeoutArgument } from './time-limit.ts';
import { UsageError } from './usage-error.ts';

/** Options of every command that reads and writes folders. */
export const FOLDER_OPTIONS = [
  {
    name: 'policy',
    value: 'FILE[#NAME]|DIR',
    isRepeatable: true,
    meaning: 'Policies that are not in the input: a file, or a folder of files.',
    group: 'Configuration',
  },
  {
    name: 'objects',
    value: 'DIR|FILE',
    meaning: 'File or folder with objects of the cluster, such as a Karmada Cluster.',
    group: 'Configuration',
  },
  {
    name: 'context',
    value: 'NAME',
    meaning: 'Read these objects from the running cluster of a kubeconfig context.',
    group: 'Configuration',
  },
  { name: 'diff', meaning: 'Also print the changes as a diff. To write nothing, add --dry-run.', group: 'Output' },
  { name: 'explain', meaning: 'Print which policy and rule changed each line.', group: 'Output' },
  { name: 'check', meaning: 'Write nothing, and exit with 4 if anything would change. For CI.', group: 'Checks' },
  { name: 'dry-run', meaning: 'Write nothing.', group: 'Output' },
  { name: 'strict', meaning: 'Check every file completely, and fail on warnings.', group: 'Checks' },
  { name: 'verify', meaning: 'Check every file completely, and fail on duplicate keys.', group: 'Input' },
  REPORT_OPTION,
  {
    name: 'results-dir',
    value: 'DIR',
    meaning: "Write the functions' results to DIR/results.yaml, in kpt's format.",
    group: 'Output',
  },
  {
    name: 'output',
    short: 'o',
    value: 'stdout|unwrap|DIR',
    meaning: 'stdout: print a ResourceList. unwrap: print plain YAML. DIR: new folder.',
    group: 'Output',
  },
  {
    name: 'no-local-config',
    meaning: 'Print no Kptfiles and no resources annotated as local-config.',
    group: 'Output',
  },
  {
    name: 'exclude',
    value: 'GLOB',
    isRepeatable: true,
    meaning: 'Skip files and folders that match a pattern, as in .krmignore.',
    group: 'Input',
  },
  { name: 'skip-invalid', meaning: 'Warn about files that are not YAML, and skip them.', group: 'Input' },
  TIMEOUT_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Parsed arguments of a command that reads and writes folders. */
export interface FolderArguments extends MessageArguments, TimeoutArgument {
  /** True to report packages that a `.krmignore` hides. */
  readonly namesHidden: boolean;
  /** Folders and files, as given, or `-` for a stream; at least one. */
  readonly inputs: readonly string[];
  /** Path of the stream to read, such as a pipe; undefined for standard input. */
  readonly stream: string | undefined;
  /** Files with policies, or folders; `FILE#NAME` for those of a name. */
  readonly policies: readonly string[];
  /** Folder or file with cluster objects. */
  readonly objects: string | undefined;
  /** Context of the user's kubeconfig to read cluster objects from; undefined if a folder is given. */
  readonly context: string | undefined;
  readonly diff: boolean;
  readonly explain: boolean;
  readonly check: boolean;
  /** Also false with `--check`. */
  readonly writes: boolean;
  readonly strict: boolean;
  /** True to parse every file completely, so that invalid YAML anywhere is an error. */
  readonly verify: boolean;
  readonly report: ReportRequest | undefined;
  readonly resultsDir: string | undefined;
  /** True to print resources to stdout. */
  readonly prints: boolean;
  /** `stdout`, `unwrap` or a folder; undefined to write the inputs, or to print standard input in its own form. */
  readonly output: string | undefined;
  /** Omits Kptfiles and local configuration from printed resources. */
  readonly noLocalConfig: boolean;
  /** Rules in the syntax of .krmignore. */
  readonly exclude: readonly string[];
  readonly skipInvalid: boolean;
}

/** Reads the arguments of a command that reads and writes these folders and files. Throws a `UsageError`. */
export function parseFolderArguments(
  sorted: SortedArguments<(typeof FOLDER_OPTIONS)[number]>,
  named: readonly string[],
): FolderArguments {
  const stream = named.find(isStream);
  if (stream !== undefined && named.length > 1)
    throw new UsageError(`"${stream}" is a pipe or device, and must be the only input: copy it to a file`);
  const inputs = stream === undefined ? named : [STDIN];
  const [objects, context] = [sorted.value('objects'), sorted.value('context')];
  if (objects !== undefined && context !== undefined)
    throw new UsageError('`--objects` and `--context` are mutually exclusive');
  const [check, strict, diff] = [sorted.has('check'), sorted.has('strict'), sorted.has('diff')];
  const report = parseReport(sorted.value('report'));
  const output = sorted.value('output');
  const writes = !check && !sorted.has('dry-run');
  const prints =
    writes && (output === 'stdout' || output === 'unwrap' || (output === undefined && inputs[0] === STDIN));
  if (output === 'yaml' || output === 'json')
    throw new UsageError(
      `\`-o ${output}\` is not a format: use \`-o unwrap\` for plain YAML, or \`-o ./${output}\` for a folder`,
    );
  const noLocalConfig = sorted.has('no-local-config');
  if (noLocalConfig && output !== 'unwrap') throw new UsageError('`--no-local-config` requires `-o unwrap`');
  if (output !== undefined && !prints && inputs[0] === STDIN)
    throw new UsageError('`--output DIR` must be for a folder or files');
  checkStdout({ prints, diff, report });
  return {
    inputs,
    stream,
    namesHidden: false,
    policies: sorted.values('policy'),
    objects,
    context,
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
    ...parseTimeout(sorted),
    ...parseMessageArguments(sorted),
  };
}
