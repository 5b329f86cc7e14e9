import type { ExplainedLines, ExplainedOrigin } from '../explain/index.ts';
import type { LineCommit } from '../upstream/index.ts';

/** Part of a policy, a configuration or a resource that asked for a line. */
export interface Rule {
  /** Kind and name of the resource, or the name of a built-in rule; undefined if it has none. */
  readonly resource?: string;
  /**
   * Context of the kubeconfig whose cluster has the resource; undefined for others, and if it is not known which
   * cluster it was.
   */
  readonly cluster?: string;
  readonly field?: string;
  readonly file?: string;
  readonly line?: number;
}

/** A line of the upstream package. */
interface UpstreamCause {
  readonly by: 'upstream';
  /** Path in the repository, or in the folder of `--base`. */
  readonly file: string;
  readonly line: number;
  /**
   * Version that the package came from; undefined for a given folder. `commit`: undefined for files that are not
   * committed.
   */
  readonly version?: { readonly repository: string; readonly ref: string; readonly commit?: string };
  /** Commit of the upstream that the line came with; undefined if that history is not at hand. */
  readonly commit?: LineCommit;
}

/**
 * A line that an input of a fleet asks for: a PackageVariant or the set that made it, or an object that was injected.
 */
interface InputCause<By extends 'variant' | 'object'> {
  readonly by: By;
  /** The field that the line is from, then what selects it. */
  readonly rules: readonly Rule[];
}

/** A line that a function of a pipeline made. */
interface FunctionCause {
  readonly by: 'function';
  /** Image or command; undefined if an edit elsewhere in the file caused the line, or the function is not known. */
  readonly name?: string;
  /** Place in the Kptfile that declares the function. */
  readonly file?: string;
  readonly line?: number;
  /** True for a program or an image of others, whose rules are not known. */
  readonly isOther: boolean;
  /** Input that asked for the line. */
  readonly rules: readonly Rule[];
}

/** A line that is neither of the upstream nor of a pipeline. */
interface PersonCause {
  /** `unknown`: a person, or a pipeline that was not run. */
  readonly by: 'person' | 'unknown';
  /** Undefined if the line is not committed, or the package is not in a git repository. */
  readonly commit?: LineCommit;
  /** Reason why there is no commit. */
  readonly reason?: 'not committed' | 'not in git' | 'derived by the last apply';
}

/** Author or input that set a line. `get`: the fields of a Kptfile that `get` and `update` write. */
export type Cause = (
  UpstreamCause | FunctionCause | InputCause<'variant'> | InputCause<'object'> | PersonCause | { readonly by: 'get' }
) &
  Passed;

interface Passed {
  /** Lines of other variants, as `FILE:LINE`, through which the line came, the last one first. Default: none. */
  readonly through?: readonly string[];
}

/** Returns the function and the rules of an explanation. `others`: functions that are not built in. */
export function functionCause({ origins }: ExplainedLines, others: readonly string[]): Cause {
  // The last function that set the line made what it is.
  const step = origins.at(-1)?.step;
  const own = origins.filter((origin) => origin.step?.called === step?.called && origin.step?.line === step?.line);
  return {
    by: 'function',
    ...(step && { name: step.called, file: step.file }),
    ...(step?.line !== undefined && { line: step.line }),
    isOther: step !== undefined && others.includes(step.called),
    rules: own.map(ruleOf).filter((rule) => rule.resource !== undefined && !isStep(rule, step)),
  };
}

/** Reports whether a rule is only the function itself, which has no configuration. */
function isStep({ file, line }: Rule, step: ExplainedOrigin['step']): boolean {
  return file !== undefined && file === step?.file && line === step.line;
}

function ruleOf({ resourceRef, field, file, title, line }: ExplainedOrigin): Rule {
  const resource = resourceRef === undefined ? title : `${resourceRef.kind} ${resourceRef.name}`;
  // A ConfigMap that was made of fields of the Kptfile has no file: the place of the function says more.
  if (file === undefined && title === undefined) return {};
  return {
    ...(resource !== undefined && { resource }),
    ...(field && { field: field.path }),
    ...(file && { file: file.path }),
    ...(line !== undefined && { line }),
  };
}

/** Returns the place that people look at first: a line of the upstream, or of the rule that asked for a line. */
export function causePlace(cause: Cause): { readonly file: string; readonly line: number | undefined } | undefined {
  if (cause.by === 'upstream') return cause;
  // What selects an object is not its place.
  const rules = cause.by === 'object' ? cause.rules.slice(0, 1) : rulesOf(cause);
  const { file, line } = rules.find((rule) => rule.file !== undefined) ?? (cause.by === 'function' ? cause : NO_PLACE);
  return file === undefined ? undefined : { file, line };
}

const NO_PLACE: Rule = {};

/** Returns what asked for a line; empty if nothing did, or it is not known. */
export function rulesOf(cause: Cause): readonly Rule[] {
  return 'rules' in cause ? cause.rules : [];
}

/** Returns the commit that a line came with; undefined if there is none, or it is not known. */
export function commitOf(cause: Cause): LineCommit | undefined {
  return 'commit' in cause ? cause.commit : undefined;
}

/** Commits of the lines of local files. */
export interface LineCommits {
  /** Returns the commit of each line of a file, or the reason why there is none. */
  of(
    path: string,
    lines: readonly string[],
  ): readonly Pick<Extract<Cause, { by: 'person' | 'unknown' }>, 'commit' | 'reason'>[];
}
