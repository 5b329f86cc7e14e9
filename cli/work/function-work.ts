import { KrmError, makeResult, copyOf, Resources, type Resource, type Result } from '../../src/krm/index.ts';
import {
  selectedResources,
  type CallReport,
  type FunctionCall,
  type FunctionSelection,
} from '../../src/render/index.ts';
import type { ConfigArguments } from '../arguments/config-arguments.ts';
import type { Input } from '../package/input.ts';
import { progress } from '../terminal/progress.ts';
import type { FolderWork } from './folder-work.ts';
import type { Findings } from './job.ts';
import { readFunctionConfig } from './function-config.ts';
import type { OpenInput } from './open-input.ts';

/** One function, with its inputs. */
export interface FunctionSetting {
  readonly name: string;
  /** Returns the call of the function. `hasConfig`: true if the command line names its configuration. */
  readonly callOf: (hasConfig: boolean) => Promise<FunctionCall>;
  /** Resources to pass to the function. Default: all. */
  readonly selection?: FunctionSelection;
  /** True to discard the edits of the function. Default: false. */
  readonly isValidator?: boolean;
  /** Called before the function, with the number of its resources. */
  readonly onStart?: (count: number) => void;
  /** False to refuse the removal of all resources. Default: true. */
  readonly allowsDeleteAll?: boolean;
}

/** One function, applied to each input. */
export class FunctionWork implements FolderWork {
  readonly name: string;
  readonly #setting: FunctionSetting;
  readonly #args: ConfigArguments;
  /** Configuration from the command line. */
  #config: Resource | undefined;
  #call: FunctionCall | undefined;
  /** Warnings of the inputs in which the function found no policy. */
  readonly #lacked: Result[] = [];
  /** True once it found one in an input, or needs none there. */
  #hasPolicy = false;

  constructor(setting: FunctionSetting, args: ConfigArguments) {
    this.name = setting.name;
    this.#setting = setting;
    this.#args = args;
  }

  async prepare(): Promise<void> {
    this.#config = readFunctionConfig(this.#args);
    this.#call = await this.#setting.callOf(this.#config !== undefined);
  }

  async apply({ resources: all, functionConfig }: OpenInput, _input: Input): Promise<CallReport> {
    const { selection, allowsDeleteAll, isValidator, onStart } = this.#setting;
    const { resources, positions } =
      selection === undefined ? { resources: all, positions: undefined } : selectedResources(all, selection);
    const given = isValidator === true ? new Resources(resources.items.map(copyOf)) : resources;
    const { length } = given;
    onStart?.(given.items.length);
    progress.report(() => `applying ${this.name}`);
    const call = this.#call as FunctionCall;
    const report = await call.run(given, { config: this.#config ?? functionConfig, positions });
    if (allowsDeleteAll === false) this.#refuseDeletion(given, length);
    const { lackedPolicy } = report;
    if (lackedPolicy === undefined) {
      this.#hasPolicy ||= length > 0;
      return report;
    }
    this.#lacked.push(lackedPolicy);
    return { ...report, results: report.results.filter((each) => each !== lackedPolicy) };
  }

  /**
   * Reports an error if no input has a policy and nothing changes: the command would succeed and do nothing. A function may
   * take back without a policy what an earlier one did.
   */
  finish({ kept, results }: Findings, { hasChanges }: { readonly hasChanges: boolean }): void {
    const [first] = this.#lacked;
    if (first === undefined) return;
    if (this.#hasPolicy || hasChanges) return void results.push(...this.#lacked);
    const message = `${first.message}: give one with \`--fn-config FILE\`, or add it to the input`;
    kept.push({ ...first, severity: 'error', message });
  }

  origin({ functionConfig }: OpenInput) {
    return { resource: this.#config ?? functionConfig };
  }

  givenFile(): string | undefined {
    return this.#config?.file?.path;
  }

  #refuseDeletion({ length }: Resources, before: number): void {
    if (before === 0 || length > 0) return;
    throw new KrmError([makeResult('error', `"${this.name}" ${EMPTIED}`, {})]);
  }
}

const EMPTIED = 'removed all resources that it was given, which only `--allow-delete-all` lets it do';
