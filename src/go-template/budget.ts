import { Failure } from './failure.ts';
import { BYTES_PER_STEP, MAX_BYTES, MAX_STEPS } from './limits.ts';
import type { Operand } from './operand.ts';

/** Remaining steps and output of an expansion. */
export class Budget {
  #steps = MAX_STEPS;
  #bytes = MAX_BYTES;

  step(): void {
    this.#spend(1);
  }

  /** Counts the work for a value that was made or read. */
  spendOn(operand: Operand): void {
    if (operand.kind === 'slice') this.#spend(operand.items.length + (operand.beyond?.length ?? 0));
    if (operand.kind !== 'string') return;
    if (operand.value.length > MAX_BYTES) throw new Failure(`exceeded maximum string length (${MAX_BYTES} bytes)`);
    this.#spend(Math.floor(operand.value.length / BYTES_PER_STEP));
  }

  write(bytes: string): void {
    this.#bytes -= bytes.length;
    if (this.#bytes < 0) throw new Failure(`exceeded maximum output length (${MAX_BYTES} bytes)`);
  }

  #spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new Failure(`exceeded maximum number of steps (${MAX_STEPS})`);
  }
}
