import type { Report } from '../function/apply.ts';
import type { ProgramEnd } from '../host/program.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';

/** Input of a function beside its resources. */
export interface CallInput {
  readonly config: Resource | undefined;
  /** Zero-based positions of its resources among all of the package; undefined if it does not select. */
  readonly positions: readonly number[] | undefined;
}

/** Report of a function, with the end of the program that implements it, if it is another. */
export interface CallReport extends Report {
  readonly end?: ProgramEnd;
  /** All resources in the order of its output. Default: as they were, and new ones after them. */
  readonly order?: readonly Resource[];
}

/** Call of one function of a pipeline. */
export interface FunctionCall {
  /** False if another program implements the function. */
  readonly inProcess: boolean;
  /** Name in reports. Default: as the Kptfile has it. */
  readonly name?: string;
  /** Applies the function to resources, which it edits in place. Throws a `KrmError` if it fails. */
  run(resources: Resources, input: CallInput): Promise<CallReport>;
}
