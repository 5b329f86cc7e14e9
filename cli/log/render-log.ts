import { joinPath } from '../../src/files/index.ts';
import type { PipelineFunction, RenderObserver, RenderStep } from '../../src/render/index.ts';
import { Turns, type ShowLines } from './turns.ts';

/**
 * Log of a rendering: shows lines about its packages and functions. Packages that are rendered in parallel are shown one
 * after the other, in the order of the plan, up to the first that fails.
 */
export abstract class RenderLog implements RenderObserver {
  protected readonly root: string;
  protected readonly truncates: boolean;
  readonly #starts = new Map<string, number>();
  /** Turns of the packages, by folder. */
  #turns: ReadonlyMap<string, number> = new Map([['', 0]]);
  readonly #lines: Turns;
  readonly #ended = new Set<number>();

  /** `root`: name of the root package. `truncates`: true to show only the first lines of the stderr of a function. */
  constructor(root: string, truncates: boolean, show: ShowLines) {
    this.root = root;
    this.truncates = truncates;
    this.#lines = new Turns(show);
  }

  plan(folders: readonly string[]): void {
    this.#turns = new Map(folders.map((folder, turn) => [folder, turn]));
  }

  running(folder: string, fn: PipelineFunction, count: number): void {
    this.showStart(folder, fn, count);
    this.#starts.set(folder, performance.now());
  }

  done(step: RenderStep): void {
    this.showEnd(step, performance.now() - (this.#starts.get(step.folder) ?? 0));
  }

  ended(folder: string, isDone: boolean): void {
    if (isDone) this.#ended.add(this.#turnOf(folder));
    while (this.#ended.has(this.#lines.turn)) this.#lines.next();
  }

  #turnOf(folder: string): number {
    return this.#turns.get(folder) ?? 0;
  }

  /** Shows lines about a package in its turn. */
  protected show(folder: string, lines: string): void {
    this.#lines.show(this.#turnOf(folder), lines);
  }

  protected nameOf(folder: string): string {
    return printable(joinPath(this.root, folder));
  }

  protected titleOf({ called }: PipelineFunction): string {
    return printable(called);
  }

  protected abstract showStart(folder: string, fn: PipelineFunction, count: number): void;

  /** Shows the end of a function, with its duration in milliseconds. */
  protected abstract showEnd(step: RenderStep, milliseconds: number): void;
}

/** Returns a text without control characters, which a terminal could interpret. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
