import type { PipelineFunction, RenderObserver, RenderStep } from '../../src/index.ts';
import { packageName } from './package-name.ts';

/** Receives one or more lines. */
export type ShowLines = (lines: string) => void;

/** Log of a rendering: shows lines about its packages and functions. */
export abstract class RenderLog implements RenderObserver {
  protected readonly show: ShowLines;
  protected readonly root: string;
  protected readonly truncates: boolean;
  #start = 0;

  /** `root`: name of the root package. `truncates`: true to show only the first lines of the stderr of a function. */
  constructor(root: string, truncates: boolean, show: ShowLines) {
    this.root = root;
    this.truncates = truncates;
    this.show = show;
  }

  running(fn: PipelineFunction, count: number): void {
    this.showStart(fn, count);
    this.#start = performance.now();
  }

  done(step: RenderStep): void {
    this.showEnd(step, performance.now() - this.#start);
  }

  /** Returns the name of a package. */
  protected nameOf(folder: string): string {
    return packageName(this.root, folder);
  }

  protected abstract showStart(fn: PipelineFunction, count: number): void;

  /** Shows the end of a function that took so many milliseconds. */
  protected abstract showEnd(step: RenderStep, milliseconds: number): void;
}
