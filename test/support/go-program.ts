import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../scripts/command.ts';
import { root } from '../../scripts/functions.ts';
import { needTools } from './kpt.ts';

/** Go program in a folder of `test/e2e/`, statically linked, which exists while the tests of a suite run. */
export class GoProgram {
  readonly #name: string;
  #folder = '';

  /** For a suite: builds the program before its tests, and removes it after them. */
  constructor(name: string) {
    this.#name = name;
    // The hooks need `this` of both Mocha and the program.
    const build = (): void => this.#build();
    before(function () {
      needTools(this, 'go');
      build();
    });
    after(() => rmSync(this.#folder, { recursive: true, force: true }));
  }

  /** Folder of the executable, which has the name of the program. */
  get folder(): string {
    assert.ok(this.#folder !== '', `${this.#name} is not built yet`);
    return this.#folder;
  }

  get file(): string {
    return join(this.folder, this.#name);
  }

  /** Returns the answers to questions: a program reads each one as JSON on a line, and answers it on a line. */
  ask(questions: readonly unknown[], ...args: readonly string[]): string[] {
    const lines = this.run(args, questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
    assert.equal(lines.length, questions.length, `${this.#name} must answer each question`);
    return lines;
  }

  /** Returns the lines that the program writes. Throws if it fails. */
  run(args: readonly string[], input = ''): string[] {
    const options = { input, encoding: 'utf8', maxBuffer: 1 << 30 } as const;
    const { status, stdout, stderr, error } = spawnSync(this.file, args, options);
    assert.equal(status, 0, `${this.#name} failed: ${error?.message ?? ''}${stderr.slice(0, 2000)}`);
    return stdout.split('\n').slice(0, -1);
  }

  #build(): void {
    this.#folder = mkdtempSync(join(tmpdir(), `krm-variants-${this.#name}-`));
    const cwd = join(root, 'test/e2e', this.#name);
    runCommand('go', ['build', '-trimpath', '-o', this.file, '.'], { cwd, env: { CGO_ENABLED: '0' } });
  }
}

/** For a suite: returns the programs that read YAML as Kubernetes and as kpt do, by the names of their libraries. */
export function goReaders() {
  return [
    ['sigs.k8s.io/yaml', new GoProgram('go-yaml')],
    ['go-yaml v3, as in kpt', new GoProgram('go-yaml-3')],
  ] as const;
}
