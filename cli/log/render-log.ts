import type { PipelineFunction, RenderObserver, RenderStep } from '../../src/index.ts';
import { packageName } from './package-name.ts';

/** Receives one or more lines. */
export type ShowLines = (lines: string) => void;

/**
 * Log of a rendering: shows lines about its packages and functions. Those of packages that are rendered at the same time are
 * shown one package after the other, in the order of the plan; behind a package that fails none is shown.
 */
export abstract class RenderLog implements RenderObserver {
  protected readonly root: string;
  protected readonly truncates: boolean;
  readonly #show: ShowLines;
  readonly #starts = new Map<string, number>();
  /** Folders of packages whose lines are still to be shown, in their order. */
  #folders: readonly string[] = [''];
  readonly #waiting = new Map<string, string[]>();
  readonly #ended = new Set<string>();

  /** `root`: name of the root package. `truncates`: true to show only the first lines of the stderr of a function. */
  constructor(root: string, truncates: boolean, show: ShowLines) {
    this.root = root;
    this.truncates = truncates;
    this.#show = show;
  }

  plan(folders: readonly string[]): void {
    this.#folders = folders;
  }

  running(folder: string, fn: PipelineFunction, count: number): void {
    this.showStart(folder, fn, count);
    this.#starts.set(folder, performance.now());
  }

  done(step: RenderStep): void {
    this.showEnd(step, performance.now() - (this.#starts.get(step.folder) ?? 0));
  }

  ended(folder: string, isDone: boolean): void {
    if (isDone) this.#ended.add(folder);
    while (this.#ended.has(this.#folders[0] ?? '/')) {
      this.#folders = this.#folders.slice(1);
      for (const lines of this.#waiting.get(this.#folders[0] ?? '/') ?? []) this.#show(lines);
    }
  }

  /** Shows lines about a package when it is its turn. */
  protected show(folder: string, lines: string): void {
    if (folder === this.#folders[0]) this.#show(lines);
    else this.#waiting.set(folder, [...(this.#waiting.get(folder) ?? []), lines]);
  }

  /** Returns the name of a package. */
  protected nameOf(folder: string): string {
    return printable(packageName(this.root, folder));
  }

  /** Returns the name of a function. */
  protected titleOf({ called }: PipelineFunction): string {
    return printable(called);
  }

  protected abstract showStart(folder: string, fn: PipelineFunction, count: number): void;

  /** Shows the end of a function that took so many milliseconds. */
  protected abstract showEnd(step: RenderStep, milliseconds: number): void;
}

/** Returns a text of a package without control characters, which a terminal could obey. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
