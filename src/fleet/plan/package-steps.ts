import { stepEvidence, type MakingStep } from '../index.ts';
import { STEP_EDITED, STEP_MIXED, stepUncertain } from '../messages/adoption.ts';
import { KrmError, type Result, fileWarning, formatResult, resultsOf } from '../../krm/index.ts';
import { agreementOf, isSameFiles } from '../../upstream/index.ts';
import type { PackageFiles } from '../../merge/index.ts';

/** Makes a step on a package. Throws a `KrmError` if that fails. */
type MakeStep = (files: PackageFiles) => PackageFiles | Promise<PackageFiles>;

/** A package that is made step by step, as far as a local one was made. */
export class PackageSteps {
  /** Steps that were made so far. */
  readonly steps: MakingStep[] = [];
  /** Warnings about steps for which there is no clear evidence. */
  readonly doubts: Result[] = [];
  files: PackageFiles;
  readonly #local: PackageFiles;

  constructor(local: PackageFiles, files: PackageFiles) {
    this.#local = local;
    this.files = files;
  }

  /**
   * Makes a step if the local package has its output. `compared`: the package whose output is looked for; by default
   * the one so far.
   */
  async make(step: MakingStep, make: MakeStep, compared = this.files): Promise<void> {
    try {
      const made = await make(this.files);
      const output = await make(compared);
      if (isSameFiles(made, this.files) && isSameFiles(output, compared)) return;
      const agreed = agreementOf({ before: compared, after: output, local: this.#local });
      const isSettled = agreed === 'neither' && isSameFiles(await make(this.#local), this.#local);
      const { isDone, doubt } = stepEvidence(agreed, isSettled);
      if (doubt !== undefined) this.doubts.push(doubtful(step, DOUBTS[doubt]));
      if (!isDone) return;
      this.steps.push(step);
      this.files = made;
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      const [first] = resultsOf(error).map(formatResult);
      this.doubts.push(doubtful(step, first?.replace(/^\[error\]:? /, '') ?? ''));
    }
  }
}

const DOUBTS = { mixed: STEP_MIXED, edited: STEP_EDITED } as const;

function doubtful(step: MakingStep, reason: string): Result {
  return fileWarning('Kptfile', 'version-uncertain', stepUncertain(step, reason));
}
