import assert from 'node:assert/strict';
import { parseAllDocuments } from 'yaml';
import { fleetArguments } from './support/fleet.ts';
import { pageBlocks, readPage } from './support/pages.ts';

const YAML = pageBlocks(readPage('docs/fleet-ci.md')).filter(({ language }) => language === 'yaml');

/** Returns all texts and lists of texts in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the containers in a value: maps with a command and arguments. */
function commandsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const { command, args } = value as { readonly command?: readonly string[]; readonly args?: readonly string[] };
  const own = command !== undefined && args !== undefined ? [[...command, ...args]] : [];
  return [...own, ...Object.values(value).flatMap(commandsIn)];
}

/** Checks the arguments of a call of `krm-variants fleet`. Placeholders count as 0, or as the digits of a commit. */
function check(words: readonly string[]): void {
  const [program, command, action, ...args] = words.map((word) =>
    word.replaceAll(/\{\{.*?\}\}|\$\(.*?\)/g, (text) => (text.includes('commit') ? '0123456' : '0')),
  );
  assert.deepEqual([program, command], ['krm-variants', 'fleet']);
  assert.ok(action === 'plan' || action === 'apply', action);
  fleetArguments(action, args);
}

describe('the page about a fleet in CI', () => {
  it('has YAML that can be read', () => {
    assert.equal(YAML.length, 7);
    for (const { text } of YAML)
      for (const document of parseAllDocuments(text)) assert.deepEqual(document.errors, [], text);
  });

  it('has workflows with commands that exist, with options that exist', () => {
    const documents = YAML.flatMap(({ text }) => parseAllDocuments(text).map((each) => each.toJS() as unknown));
    const lines = documents.flatMap(textsIn).filter((text) => text.startsWith('krm-variants '));
    assert.equal(lines.length, 3);
    for (const line of lines)
      check(
        line
          .replaceAll(/ >"[^"]*"/g, '')
          .split(' ')
          .map((word) => word.replaceAll(/['"]/g, '')),
      );
    const isShell = ([program]: readonly string[]): boolean => program === 'sh';
    const clones = documents.flatMap(commandsIn).filter(isShell);
    const calls = documents.flatMap(commandsIn).filter((call) => !isShell(call));
    assert.deepEqual([clones.length, calls.length], [2, 2]);
    for (const [, , script = ''] of clones) assert.match(script, /^git clone /);
    for (const call of calls) check(call);
  });
});
