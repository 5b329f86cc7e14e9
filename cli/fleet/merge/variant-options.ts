import { joinPath } from '../../../src/files/index.ts';
import type { Conflict, MergeOptions, MergeRule } from '../../../src/merge/index.ts';
import type { FleetRun } from '../fleet-run.ts';

/** Options of the merge of one variant. Paths of conflicts are relative to the top of the repository, those of a merge to the folder. */
interface VariantOptions {
  readonly options: MergeOptions;
  readonly shown: (conflict: Conflict) => Conflict;
  /** Records the rules that decided a conflict. */
  readonly markUsed: (used: ReadonlySet<MergeRule>) => void;
}

/** Returns the options of a merge into a folder. A `--take` that names a file of the folder decides conflicts in it. */
export function mergeOptionsFor(folder: string, run: FleetRun): VariantOptions {
  const { args, policyRules } = run;
  const takes = new Map(args.takes.map(({ rule }) => [within(rule, folder), rule] as const));
  const rules = [...takes.keys(), ...policyRules];
  const options = { kptfile: 'plain', onDelete: args.onDelete, rules, answer: () => args.answer } as const;
  return {
    options,
    shown: (conflict) => ({ ...conflict, file: { ...conflict.file, path: joinPath(folder, conflict.file.path) } }),
    markUsed: (used) => {
      for (const rule of used) run.used.add(takes.get(rule) ?? rule);
    },
  };
}

function within(rule: MergeRule, folder: string): MergeRule {
  const { file } = rule;
  return file?.startsWith(`${folder}/`) === true ? { ...rule, file: file.slice(folder.length + 1) } : rule;
}
