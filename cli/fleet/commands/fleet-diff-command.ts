import { revisionChanges, type RevisionChanges } from '../../../src/fleet/answers/revision-changes.ts';
import {
  unreadableWarnings,
  type VariantDifference,
  variantDifferences,
} from '../../../src/fleet/answers/variant-differences.ts';
import { foldersOf } from '../../../src/fleet/index.ts';
import { comparedHereOnly } from '../../../src/fleet/messages/versions.ts';
import { asShown, type Result } from '../../../src/krm/index.ts';
import { counted } from '../../../src/wording.ts';
import { choice } from '../../arguments/choice.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import { MESSAGE_OPTIONS, type MessageArguments, parseMessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../render/pipeline-arguments.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import { type Findings, NO_OUTPUTS } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import type { NamedSide } from '../call/compared-variant.ts';
import type { FleetProgram } from '../fleet-store.ts';
import type { DerivingArguments } from '../request.ts';
import { formatClasses, formatDifferences, markdownDifferences } from '../show/format-differences.ts';
import { KnownPlaces } from '../store/known-places.ts';
import { revisionFiles } from '../store/revision-checkout.ts';
import { WorkTree } from '../store/work-tree.ts';
import { DIRECTORY_OPTION, directoryOf, FETCH_OPTION, OBJECT_OPTIONS, parseObjects } from './fleet-arguments.ts';

/**
 * Implements `krm-variants fleet diff`: prints what differs between two variants or two revisions of a fleet to stdout.
 * Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function fleetDiffCommand(sorted: SortedFleetDiff, program: CommandProgram): Promise<number> {
  const asked = parseFleetDiff(sorted);
  return await showCall(asked, () => diffFleet(program, asked));
}

/** Finds out what differs in a fleet. */
export async function diffFleet(program: FleetProgram, args: FleetDiffArguments): Promise<FolderOutcome> {
  return await runJob(new FleetDiffJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}

/** Version of the JSON report. Fields may be added within a version. */
const REPORT_VERSION = 1;

/** Differences between two variants. */
interface Compared {
  readonly names: readonly [left: string, right: string];
  readonly folders: readonly [left: string, right: string];
  readonly differences: readonly VariantDifference[];
  /** Number of differences that `--unexplained` leaves out. */
  readonly hidden: number;
}

/** Differences between two variants, or between two revisions of a fleet. */
class FleetDiffJob extends ReadingJob {
  readonly name = 'fleet diff';
  readonly #program: FleetProgram;
  readonly #args: FleetDiffArguments;
  #compared: Compared | undefined;
  #changes: RevisionChanges | undefined;

  constructor(program: FleetProgram, args: FleetDiffArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const { compared, folder } = this.#args;
    if ('revisions' in compared) {
      const tree = WorkTree.around(folder);
      this.#changes = revisionChanges(tree.objects, revisionFiles(tree.root, compared.revisions));
      results.push(...otherRepositories(tree));
    } else await this.#compare(compared.sides, compared.file, { results });
  }

  async #compare(
    sides: readonly [NamedSide, NamedSide],
    file: string | undefined,
    { results }: Pick<Findings, 'results'>,
  ): Promise<void> {
    // Two revisions are compared without what derives a variant, whose code slows down the start.
    const { withSides } = await import('../call/compared-variant.ts');
    this.#compared = await withSides(this.#program, this.#args, sides, (left, right) => {
      results.push(...left.results, ...right.results, ...unreadableWarnings(left, right, file));
      const all = variantDifferences(left, right, file);
      const differences = this.#args.isUnexplained ? all.filter(({ isExplained }) => !isExplained) : all;
      const hidden = all.length - differences.length;
      return { names: [left.name, right.name], folders: [left.folder, right.folder], differences, hidden };
    });
  }

  protected override conclusion(): string {
    if (this.#changes !== undefined) {
      const { count, classes } = this.#changes;
      return `${counted(count, 'variant')} changed, ${classes.length === 1 ? '1 class' : `${classes.length} classes`} of changes`;
    }
    const { differences = [], hidden = 0 } = this.#compared ?? {};
    const explained = hidden === 0 ? '' : `, ${hidden} with a known cause left out`;
    return `${counted(differences.length, 'difference')}${explained}`;
  }

  print({ results, exitCode }: RunOutcome, isDone: boolean): string {
    const { format } = this.#args;
    const texts: Readonly<Record<FleetDiffFormat, () => string>> = {
      json: () => {
        const found = isDone ? this.#data() : {};
        const head = { version: REPORT_VERSION, function: this.name, exitCode };
        return `${JSON.stringify({ ...head, ...found, results: results.map(asShown) }, undefined, 2)}\n`;
      },
      markdown: () => this.#text({ isMarkdown: true }),
      text: () => this.#text({ isMarkdown: false }),
    };
    // After an error only a report is printed, since it has the errors.
    return isDone || format === 'json' ? texts[format]() : '';
  }

  #text({ isMarkdown }: { readonly isMarkdown: boolean }): string {
    if (this.#changes !== undefined) return formatChanges(this.#changes, isMarkdown);
    if (this.#compared === undefined) return '';
    const { differences, names } = this.#compared;
    return isMarkdown ? markdownDifferences(differences, names) : formatDifferences(differences, names);
  }

  #data(): object {
    if (this.#changes !== undefined) {
      const { classes, created, removed } = this.#changes;
      return {
        created,
        removed,
        classes: classes.map(({ places, ...each }) => ({ ...each, variants: foldersOf({ places }) })),
      };
    }
    const { folders: [left, right] = ['', ''], differences = [] } = this.#compared ?? {};
    return {
      left,
      right,
      differences: differences.map(({ resource, field, isExplained, sides, causes }) => ({
        resource,
        field,
        isExplained,
        left: { ...sides[0], cause: causes[0] },
        right: { ...sides[1], cause: causes[1] },
      })),
    };
  }
}

/** Returns a warning about variants in other git repositories, whose revisions are others. */
function otherRepositories({ records }: Pick<WorkTree, 'records'>): readonly Result[] {
  const urls = new KnownPlaces(records).read().map(({ url }) => url);
  if (urls.length === 0) return [];
  return [{ severity: 'warning', code: 'variant-left-out', message: comparedHereOnly(urls) }];
}

function formatChanges({ classes, created, removed }: RevisionChanges, isMarkdown: boolean): string {
  const line = (what: string, folders: readonly string[]): string =>
    folders.length === 0 ? '' : `${what}: ${folders.join(', ')}\n`;
  const listed = `${line('created', created)}${line('removed', removed)}`;
  const table = formatClasses(classes, isMarkdown);
  return listed !== '' && table !== '' ? `${listed}\n${table}` : `${listed}${table}`;
}

const REPORTS = ['json', 'markdown'] as const;

/** Options of `krm-variants fleet diff`. */
export const FLEET_DIFF_OPTIONS = [
  DIRECTORY_OPTION,
  {
    name: 'unexplained',
    meaning: 'Only differences that people made, or whose cause is unknown.',
    group: 'Output',
  },
  {
    name: 'report',
    value: REPORTS.join('|'),
    meaning: 'Print JSON, or Markdown for a pull request.',
    group: 'Output',
  },
  ...OBJECT_OPTIONS,
  FETCH_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet diff`. */
type SortedFleetDiff = SortedArguments<(typeof FLEET_DIFF_OPTIONS)[number]>;

/** Form of the output: a table for people, or a report. */
type FleetDiffFormat = (typeof REPORTS)[number] | 'text';

/** Parsed arguments of `krm-variants fleet diff`. */
interface FleetDiffArguments extends DerivingArguments, MessageArguments {
  readonly compared:
    | { readonly sides: readonly [NamedSide, NamedSide]; readonly file: string | undefined }
    | { readonly revisions: readonly [from: string, to: string] };
  readonly isUnexplained: boolean;
  readonly format: FleetDiffFormat;
}

/** Reads the checked arguments of `krm-variants fleet diff A B [FILE]` or `REV1..REV2`. Throws a `UsageError`. */
export function parseFleetDiff(sorted: SortedFleetDiff): FleetDiffArguments {
  const compared = parseCompared(sorted.operands);
  const isUnexplained = sorted.has('unexplained');
  if (isUnexplained && 'revisions' in compared)
    throw new UsageError('`--unexplained` is for two variants, not for two revisions of a fleet');
  return {
    folder: directoryOf(sorted),
    compared,
    isUnexplained,
    format: sorted.value('report') === undefined ? 'text' : choice(sorted, 'report', REPORTS),
    ...parseObjects(sorted),
    fetches: sorted.has('fetch'),
    ...parsePipelineArguments(sorted),
    ...parseMessageArguments(sorted),
  };
}

function parseCompared([first = '', second, file]: readonly string[]): FleetDiffArguments['compared'] {
  if (second !== undefined) return { sides: [parseSide(first), parseSide(second)], file };
  const [, from, to] = /^(.+?)\.\.(.+)$/.exec(first) ?? [];
  if (to?.startsWith('.') === true)
    throw new UsageError(`two revisions must have two dots between them, not three: ${from ?? ''}..${to.slice(1)}`);
  if (from !== undefined && to !== undefined) return { revisions: [from, to] };
  throw new UsageError('fleet diff requires two variants, A B, or two revisions, REV1..REV2');
}

function parseSide(text: string): NamedSide {
  const [, variant = text, revision] = /^(.+?)@(.+)$/.exec(text) ?? [];
  return { text, variant, revision };
}
