import type { Value } from '../../src/yaml/index.ts';
import { GoProgram } from './go-program.ts';
import { readGo } from './read-go.ts';

/** The reader of kubectl and the API server, sigs.k8s.io/yaml, for the tests of a suite. */
export class GoYaml {
  readonly #program = new GoProgram('go-yaml');

  /** Reads texts: the plain data of each, or the error as a string. */
  read(texts: readonly string[]): Value[] {
    return this.#program.ask(texts).map(readGo);
  }
}
