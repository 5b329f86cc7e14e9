import { readComplete, readEntry } from '../src/yaml/read/complete-reader.ts';
import { readFast } from '../src/yaml/read/fast-reader.ts';
import type { Input } from './input.ts';
import { median } from './median.ts';

/** Speed of a reader on an input. */
export interface ReaderSpeed {
  readonly reader: string;
  readonly input: string;
  /** Millions of bytes. */
  readonly megabytes: number;
  readonly megabytesPerSecond: number;
}

/** Readers of source documents; a new one is another row. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'complete reader': (text) => readComplete(text),
  'fast reader, to the end': (text) => readFast(text),
  'fast reader, nothing looked at': (text) => readFast(text, readEntry),
};

/** Reads each input as often as requested in this process, after one warm-up read. */
export function readerSpeeds(inputs: readonly Input[], rounds: number): ReaderSpeed[] {
  return inputs.flatMap((input) => {
    const text = input.list('kind: ConfigMap\n');
    const megabytes = Buffer.byteLength(text) / 1e6;
    return Object.entries(READERS).map(([reader, read]) => {
      const [, ...seconds] = Array.from({ length: rounds + 1 }, () => secondsOf(() => read(text)));
      return { reader, input: input.title, megabytes, megabytesPerSecond: megabytes / median(seconds) };
    });
  });
}

function secondsOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
