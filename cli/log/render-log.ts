import { joinPath } from '../../src/files/index.ts';
import { isSelective, type PipelineFunction, type RenderObserver, type RenderStep } from '../../src/render/index.ts';
import { printable } from '../terminal/printable.ts';
import { progress } from '../terminal/progress.ts';
import { counted } from '../../src/wording.ts';
import { endLines, type LogSettings } from './step-lines.ts';
import { Turns, type ShowLines } from './turns.ts';

/**
 * Log of a rendering in the lines of `kpt fn render` (1.0.0-beta.56), shown with `--verbose`. Packages that are
 * rendered in parallel are shown one after the other, in the order of the plan, up to the first that fails.
 */
export class RenderLog implements RenderObserver {
  readonly #root: string;
  readonly #settings: LogSettings;
  readonly #starts = new Map<string, number>();
  /** Turns of the packages, by folder. */
  #turns: ReadonlyMap<string, number> = new Map([['', 0]]);
  readonly #lines: Turns;
  readonly #ended = new Set<number>();

  /** `root`: name of the root package. */
  constructor(root: string, settings: LogSettings, show: ShowLines) {
    this.#root = root;
    this.#settings = settings;
    this.#lines = new Turns(show);
  }

  plan(folders: readonly string[]): void {
    this.#turns = new Map(folders.map((folder, turn) => [folder, turn]));
  }

  package(folder: string): void {
    this.#show(folder, () => `Package "${printable(joinPath(this.#root, folder))}": \n`);
  }

  running(folder: string, fn: PipelineFunction, count: number): void {
    const title = printable(fn.called);
    progress.report(() => `applying ${title} to ${counted(count, 'resource')} of ${this.#placeOf(folder)}`);
    this.#show(folder, () => `[RUNNING] "${title}"${isSelective(fn) ? ` on ${count} resource(s)` : ''}\n`);
    this.#starts.set(folder, performance.now());
  }

  done(step: RenderStep): void {
    const { folder, fn } = step;
    const milliseconds = performance.now() - (this.#starts.get(folder) ?? 0);
    this.#show(folder, () => endLines(step, printable(fn.called), milliseconds, this.#settings));
  }

  ended(folder: string, isDone: boolean): void {
    if (isDone) this.#ended.add(this.#turnOf(folder));
    while (this.#ended.has(this.#lines.turn)) this.#lines.next();
  }

  /** Names the package of a folder: the root package, and which of its packages this is. */
  #placeOf(folder: string): string {
    const { size } = this.#turns;
    return size < 2 ? this.#root : `${this.#root}, package ${this.#turnOf(folder) + 1} of ${size}`;
  }

  #turnOf(folder: string): number {
    return this.#turns.get(folder) ?? 0;
  }

  /** Shows lines about a package in its turn. */
  #show(folder: string, lines: () => string): void {
    if (this.#settings.verbose) this.#lines.show(this.#turnOf(folder), lines());
  }
}
