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
import type { CommandProgram } from '../../arguments/command.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import { type Findings, NO_OUTPUTS } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import { type NamedSide, withSides } from '../call/compared-variant.ts';
import { formatClasses, formatDifferences, markdownDifferences } from '../show/format-differences.ts';
import type { FleetProgram } from '../fleet-store.ts';
import { KnownPlaces } from '../store/known-places.ts';
import { revisionFiles } from '../store/revision-checkout.ts';
import { WorkTree } from '../store/work-tree.ts';
import {
  type FleetDiffArguments,
  type FleetDiffFormat,
  parseFleetDiff,
  type SortedFleetDiff,
} from './fleet-diff-arguments.ts';

export { FLEET_DIFF_OPTIONS } from './fleet-diff-arguments.ts';

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
