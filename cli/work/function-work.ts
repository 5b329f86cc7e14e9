import {
  copyOf,
  identityOf,
  isProtectedResource,
  KrmError,
  makeResult,
  Resources,
  type Resource,
  type Result,
} from '../../src/krm/index.ts';
import { inputEmptied } from '../../src/messages/function-output.ts';
import { GIVE_POLICY, GIVE_POLICY_BESIDE, NO_RESOURCE, POLICY_IGNORED } from '../../src/messages/inputs.ts';
import {
  selectedResources,
  type CallReport,
  type FunctionCall,
  type FunctionSelection,
} from '../../src/render/index.ts';
import type { ConfigArguments } from '../arguments/config-arguments.ts';
import type { Input } from '../package/input.ts';
import { progress } from '../terminal/progress.ts';
import { counted } from '../../src/wording.ts';
import type { FolderWork } from './folder-work.ts';
import type { Findings } from './job.ts';
import { readFunctionConfig, type NamedConfig } from './function-config.ts';
import type { OpenInput } from './open-input.ts';

/** One function, with its inputs. */
export interface FunctionSetting {
  readonly name: string;
  /** Returns the call of the function. `named`: its configuration on the command line. */
  readonly callOf: (named: NamedConfig) => Promise<FunctionCall>;
  /** Returns errors about policies of the command line that no call has read. Default: none. */
  readonly unread?: () => readonly Result[];
  /** Reports whether the function reads a resource as a policy. Default: none. */
  readonly isPolicy?: (resource: Resource) => boolean;
  /** Resources to pass to the function. Default: all. */
  readonly selection?: FunctionSelection;
  /** True to discard the edits of the function. Default: false. */
  readonly isValidator?: boolean;
  /** Called before the function, with the number of its resources. */
  readonly onStart?: (count: number) => void;
  /** False to refuse the removal of all resources. Default: true. */
  readonly allowsDeleteAll?: boolean;
  /** True to refuse inputs that together hold no resource. Default: false. */
  readonly refusesEmpty?: boolean;
  /**
   * True if the output of inputs other than a ResourceList goes elsewhere, so that the next call gets the same input.
   * Default: false.
   */
  readonly isOnce?: boolean;
  /** True to refuse arrays of resources in the inputs. Default: false. */
  readonly refusesArrays?: boolean;
  /** Returns the inputs to work on. Default: all. */
  readonly select?: FolderWork['select'];
}

/** One function, applied to each input. */
export class FunctionWork implements FolderWork {
  readonly name: string;
  readonly #setting: FunctionSetting;
  readonly #args: ConfigArguments;
  /** Configuration from the command line. */
  #named: NamedConfig = { config: undefined, policy: undefined };
  #call: FunctionCall | undefined;
  /** Inputs in which the function found no policy. */
  readonly #lacking: LackingInput[] = [];
  /** True once it found one in an input, or needs none there. */
  #hasPolicy = false;
  /** Number of resources in all inputs that were read. */
  #count = 0;
  /** True if the set of files has nothing but policies. */
  #hasOnlyPolicies = false;

  constructor(setting: FunctionSetting, args: ConfigArguments) {
    this.name = setting.name;
    this.#setting = setting;
    this.#args = args;
  }

  get refusesArrays(): boolean {
    return this.#setting.refusesArrays === true;
  }

  async prepare(): Promise<void> {
    this.#named = readFunctionConfig(this.#args);
    this.#call = await this.#setting.callOf(this.#named);
  }

  select(inputs: readonly Input[]): readonly Input[] {
    return this.#setting.select?.(inputs) ?? inputs;
  }

  async apply({ resources: all, functionConfig, list }: OpenInput, { name, names }: Input): Promise<CallReport> {
    const { selection, allowsDeleteAll, isValidator, onStart } = this.#setting;
    const { resources, positions } =
      selection === undefined ? { resources: all, positions: undefined } : selectedResources(all, selection);
    const given = isValidator === true ? new Resources(resources.items.map(copyOf)) : resources;
    const { length } = given;
    this.#count += all.length;
    if (names !== undefined) this.#refuseIgnored(given);
    onStart?.(given.items.length);
    progress.report(() => `applying ${this.name} to ${counted(length, 'resource')}`);
    const call = this.#call as FunctionCall;
    // A program that sends a ResourceList may send what the last call made.
    const isOnce = this.#setting.isOnce === true && list === undefined;
    const report = await call.run(given, { config: this.#named.config ?? functionConfig, positions, isOnce });
    if (allowsDeleteAll === false) this.#refuseDeletion(given, length);
    const { lackedPolicy } = report;
    // An empty input needs no policy.
    if (lackedPolicy === undefined || length === 0) {
      this.#hasPolicy ||= length > 0;
      this.#hasOnlyPolicies ||= length > 0 && names !== undefined && [...given].every(isProtectedResource);
      return report;
    }
    this.#lacking.push({ name, result: lackedPolicy });
    return { ...report, results: report.results.filter((each) => each !== lackedPolicy) };
  }

  /**
   * Reports an error if no input has a resource, if a policy of the command line was not read, or if no input has a
   * policy and nothing changes: the command would succeed and do nothing. A function may take back without a policy
   * what an earlier one did.
   */
  finish({ kept, results }: Findings, { hasChanges }: { readonly hasChanges: boolean }): void {
    if (hasErrors(kept)) return;
    if (this.#setting.refusesEmpty === true && this.#count === 0 && !hasChanges)
      kept.push({ severity: 'error', code: 'empty-input', message: NO_RESOURCE });
    kept.push(...(this.#setting.unread?.() ?? []));
    const [first] = this.#lacking;
    if (first === undefined || hasErrors(kept)) return;
    if (!this.#hasPolicy && !hasChanges) kept.push(asError(first.result, GIVE_POLICY));
    else if (this.#hasOnlyPolicies)
      kept.push(...this.#lacking.map((each) => asError(located(each), GIVE_POLICY_BESIDE)));
    else results.push(...(this.#hasPolicy ? this.#lacking.map(located) : [first.result]));
  }

  origin({ functionConfig }: OpenInput) {
    const { config, policy } = this.#named;
    return { resource: policy ?? config ?? functionConfig };
  }

  /** Throws for policies in named files if the one policy is another one, so that they are not read. */
  #refuseIgnored(resources: Resources): void {
    const { isPolicy = () => false } = this.#setting;
    const { config, policy = config } = this.#named;
    if (policy === undefined || !isPolicy(policy)) return;
    const ignored = [...resources].filter((each) => isPolicy(each) && identityOf(each) !== identityOf(policy));
    if (ignored.length > 0)
      throw new KrmError(
        ignored.map((resource) => makeResult('error', POLICY_IGNORED, { code: 'policy-ignored', resource })),
      );
  }

  #refuseDeletion({ length }: Resources, before: number): void {
    if (before === 0 || length > 0) return;
    throw new KrmError([makeResult('error', inputEmptied(this.name), { code: 'package-emptied' })]);
  }
}

/** An input without a policy. */
interface LackingInput {
  /** As given on the command line. */
  readonly name: string;
  /** Warning of the function. */
  readonly result: Result;
}

function located({ name, result }: LackingInput): Result {
  return { ...result, message: `${result.message} of ${JSON.stringify(name)}` };
}

function asError(result: Result, remedy: string): Result {
  return { ...result, severity: 'error', message: `${result.message}: ${remedy}` };
}

function hasErrors(results: readonly Result[]): boolean {
  return results.some(({ severity }) => severity === 'error');
}
