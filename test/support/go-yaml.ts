import type { Value } from '../../src/yaml/index.ts';
import { plain } from '../yaml/edit/random-edits.ts';
import { GoProgram } from './go-program.ts';

/** The reader of kubectl and the API server, sigs.k8s.io/yaml, for the tests of a suite. */
export class GoYaml {
  readonly #program = new GoProgram('go-yaml');

  /** Reads texts: the plain data of each, or the error as a string. */
  read(texts: readonly string[]): Value[] {
    return this.#program.ask(texts).map(parsed);
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Parses the JSON that Go printed, with integers of any size, or an error. */
function parsed(line: string): Value {
  if (line.startsWith('error: ')) return line;
  const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
  return plain(
    parse(line, (_, value, { source = '' }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
      const exact = BigInt(source);
      return exact >= -(2n ** 63n) && exact < 2n ** 64n ? exact : value;
    }),
  );
}
