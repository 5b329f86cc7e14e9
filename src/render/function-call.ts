import type { Report } from '../function/apply.ts';
import type { ProgramEnd } from '../host/program.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';

/** Input of a function besides its resources. */
export interface CallInput {
  readonly config: Resource | undefined;
  /** Zero-based positions of its resources among all of the package; undefined without selectors. */
  readonly positions: readonly number[] | undefined;
  /** True if the output goes elsewhere, so that the next call gets the same input again. Default: false. */
  readonly isOnce?: boolean;
}

/** Report of a function. Includes the end of the program if another program implements the function. */
export interface CallReport extends Report {
  readonly end?: ProgramEnd;
  /** All resources in the order of the output. Default: the previous order, with new resources at the end. */
  readonly order?: readonly Resource[];
}

/** Call of one function of a pipeline. */
export interface FunctionCall {
  /** False if another program implements the function. */
  readonly inProcess: boolean;
  /** Name in reports. Default: as in the Kptfile. */
  readonly name?: string;
  /** Applies the function to resources, edited in place. Throws a `KrmError` if it fails. */
  run(resources: Resources, input: CallInput): Promise<CallReport>;
}
