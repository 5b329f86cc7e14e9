import type { Failure, TestResult } from './test-protocol.ts';

/** Prints a line for each piece of work that has ended, and at the end what failed and was skipped. */
export class TestReport {
  readonly #results: TestResult[] = [];
  readonly #running = new Map<string, string>();

  /** Notes what is running, which a terminal shows. */
  running(name: string, title: string): void {
    this.#running.set(name, title);
    this.#showRunning();
  }

  /**
   * Prints the line of what has ended, and what it printed. `milliseconds`: how long it took. `nothing`: word for a
   * result without tests.
   */
  ended(name: string, milliseconds: number, result: TestResult, output: string, nothing = 'no test'): void {
    this.#results.push(result);
    this.#running.delete(name);
    const { passed, failures, skipped } = result;
    const counts = [
      passed > 0 ? `${passed} passed` : '',
      failures.length > 0 ? `${failures.length} FAILED` : '',
      skipped.length > 0 ? `${skipped.length} skipped` : '',
    ];
    const seconds = (milliseconds / 1000).toFixed(1).padStart(6);
    this.#clear();
    console.log(`${seconds} s  ${name}: ${counts.filter(Boolean).join(', ') || nothing}`);
    if (output.trim() !== '') console.log(output.trimEnd());
    this.#showRunning();
  }

  /** Prints the failures and the totals. Reports whether all is well. */
  end(): boolean {
    this.#clear();
    const failures = this.#results.flatMap((result) => result.failures);
    const skipped = this.#results.flatMap((result) => result.skipped);
    const passed = this.#results.reduce((sum, result) => sum + result.passed, 0);
    for (const title of skipped) console.log(`SKIPPED: ${title}`);
    for (const [index, failure] of failures.entries()) console.log(textOf(failure, index + 1));
    console.log(`\n${passed} passed, ${failures.length} failed, ${skipped.length} skipped`);
    return failures.length === 0;
  }

  #showRunning(): void {
    if (!process.stdout.isTTY) return;
    const now = [...this.#running].map(([name, title]) => `${name}: ${title}`).join(' | ');
    process.stdout.write(`\r\x1b[K${now.replaceAll(/\s+/g, ' ').slice(0, process.stdout.columns - 1)}`);
  }

  #clear(): void {
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  }
}

function textOf({ file, title, error }: Failure, number: number): string {
  const again = file.startsWith('test/') ? `npm test -- ${file} ${quoted(title)}` : file;
  return `\n${number}) ${title}\n   ${file}\n\n${error}\n\n   Repeat: ${again}`;
}

/** Returns a text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
