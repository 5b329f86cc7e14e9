import { joinPath } from '../../files/index.ts';
import { isWithin } from '../index.ts';
import {
  type Answer,
  type Conflict,
  type ConflictArguments,
  type MergeOptions,
  type MergeRule,
  type Packages,
  localPolicies,
} from '../../merge/index.ts';
import { isSameFiles } from '../../upstream/index.ts';
import type { FleetContext, FleetRun } from './fleet-run.ts';

/**
 * Options of the merge of one variant. Paths of conflicts are relative to the top of the repository, those of a merge
 * to the folder.
 */
interface VariantOptions {
  readonly options: MergeOptions;
  readonly shown: (conflict: Conflict) => Conflict;
  /** Returns rules that decided a conflict as they were given. */
  readonly given: (used: ReadonlySet<MergeRule>) => readonly MergeRule[];
}

/** Decisions of conflicts of a merge, beside the policies of the package. */
type Decisions = Pick<FleetContext, 'repository' | 'home'> & {
  readonly args: ConflictArguments;
  readonly policyRules: readonly MergeRule[];
};

/**
 * Returns the options of a merge into a folder. A `--take` that names a file of the folder decides conflicts in it.
 * `packages`: versions of the folder without edits to inputs of pipelines: a MergePolicy is such an input, and versions
 * that have it are no longer without it.
 */
export function mergeOptionsFor(folder: string, decisions: Decisions, packages: Packages): VariantOptions {
  const { args, policyRules } = decisions;
  const takes = new Map(args.takes.map(({ rule }) => [within(rule, folder, decisions), rule] as const));
  // A folder that nobody edited has none, and those of upstream may be wrong until a new version corrects them.
  const policies = isSameFiles(packages.base, packages.local) ? [] : localPolicies(packages);
  const own = policies.flatMap((policy) => policy.rules);
  const rules = [...takes.keys(), ...policyRules, ...own];
  const options = { kptfile: 'plain', onDelete: args.onDelete, rules, answer: () => args.answer } as const;
  return {
    options,
    shown: (conflict) => ({ ...conflict, file: { ...conflict.file, path: joinPath(folder, conflict.file.path) } }),
    given: (used) => [...used].map((rule) => takes.get(rule) ?? rule),
  };
}

/**
 * Returns the path that the rule of a `--take` names in the git repository of a run; undefined if it names a folder of
 * another one. In a git repository that is not the fleet's, the path may have its URL before it, and must if another
 * one has the folder, too.
 */
function takenPath(
  { repository, home }: Pick<FleetContext, 'repository' | 'home'>,
  { file }: MergeRule,
): string | undefined {
  if (file === undefined || repository === undefined) return file;
  if (file.startsWith(`${repository}/`)) return file.slice(repository.length + 1);
  return isWithin(file, home?.others ?? new Set()) ? undefined : file;
}

/**
 * Returns the answer to a conflict about a folder or file as a whole: of a `--take` that names it, or of
 * `--on-conflict`.
 */
export function takenAnswer(path: string, run: FleetRun): Answer | undefined {
  const { args, session } = run;
  const rule = args.takes.find((take) => takenPath(run, take.rule) === path)?.rule;
  if (rule === undefined) return args.answer;
  session.use([rule]);
  return rule.take === 'local' ? 'local' : 'theirs';
}

function within(rule: MergeRule, folder: string, at: Pick<FleetContext, 'repository' | 'home'>): MergeRule {
  const path = takenPath(at, rule);
  return path?.startsWith(`${folder}/`) === true ? { ...rule, file: path.slice(folder.length + 1) } : rule;
}
