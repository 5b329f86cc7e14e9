import assert from 'node:assert/strict';
import { parse } from 'yaml';
import type { LoadedFunction } from '../../src/function/index.ts';
import type { Result } from '../../src/krm/index.ts';
import { firstExample } from './example-list.ts';
import { resource, resourceList } from './resource-list.ts';
import type { Runner } from './runner.ts';

/** Defines the tests of the contract that every function keeps, however it is run. */
export function itKeepsTheContract(fn: LoadedFunction, run: Runner): void {
  const { name, configs, policies } = fn.definition;
  const { items, functionConfig } = firstExample(name);
  const list = resourceList(items, functionConfig);

  /** Runs a call that must fail, leave the list unchanged, and report why on stderr too. */
  async function errors(text: string): Promise<readonly Result[]> {
    const { stdout, stderr, exitCode } = await run(text);
    const { results } = parse(stdout) as { results: readonly Result[] };
    assert.ok(stdout.startsWith(text), 'the items and the configuration come out as they came in');
    assert.equal(exitCode, 1);
    assert.equal(stderr.split('\n').length - 1, results.filter(({ severity }) => severity === 'error').length);
    return results;
  }

  it('runs its first example and changes something', async () => {
    const { stdout, exitCode } = await run(list);
    assert.equal(exitCode, 0);
    assert.notEqual(itemsOf(stdout), itemsOf(list));
  });

  it('leaves the items unchanged when it runs again', async () => {
    const once = itemsOf((await run(list)).stdout);
    assert.equal(itemsOf((await run(`${once}functionConfig:\n${list.split('\nfunctionConfig:\n')[1]}`)).stdout), once);
  });

  it('returns identical results when it runs on its own output', async () => {
    const [output, report] = atResults((await run(list)).stdout);
    const [, again] = atResults((await run(output)).stdout);
    assert.equal(again, report);
  });

  it('ignores the order of keys in its configuration', async () => {
    const shuffled = await run(resourceList(items, `${JSON.stringify(reversed(parse(functionConfig)))}\n`));
    const straight = await run(list);
    assert.equal(itemsOf(shuffled.stdout), itemsOf(straight.stdout));
    assert.deepEqual(resultsOf(shuffled.stdout), resultsOf(straight.stdout));
  });

  it('keeps every comment', async () => {
    const commented = items.map((item) =>
      item.replaceAll(/^(?=\w)/gm, '# above\n').replaceAll(/^(kind: .*)$/gm, '$1 # beside'),
    );
    const changes = changedLines(list, (await run(list)).stdout);
    const all = resourceList(commented, functionConfig);
    assert.deepEqual(changedLines(all, (await run(all)).stdout), changes);
  });

  it('succeeds without items and configuration', async () => {
    assert.deepEqual(await run(resourceList([])), {
      stdout: resourceList([]),
      stderr: '',
      exitCode: 0,
    });
  });

  it('writes a list without items if there are none', async () => {
    const { stdout } = await run(resourceList([], functionConfig));
    assert.ok(stdout.startsWith(resourceList([], functionConfig)));
  });

  it('names the accepted kinds if the config is missing or of another kind', async () => {
    const kinds = configs.map(({ kind, apiVersion }) => `${kind} (${apiVersion})`);
    const none = [undefined, resource('v1', 'ConfigMap', 'function-input', 'data: {}\n')];
    const wrong = [...(policies === undefined ? none : []), resource('v1', 'Secret', 's')];
    for (const config of wrong) {
      const [result] = await errors(resourceList(items, config));
      for (const kind of kinds) assert.ok(result?.message.includes(kind), result?.message);
    }
  });

  it('suggests the right API group for a wrong one', async () => {
    for (const { kind, apiVersion } of configs) {
      const [result] = await errors(resourceList(items, resource('example.com/v1', kind, 'c', 'data: {a: b}\n')));
      assert.ok(result?.message.includes(`"${apiVersion}"`), result?.message);
    }
  });

  it('refuses unknown fields', async () => {
    for (const { kind, apiVersion } of configs) {
      const config = resource(apiVersion, kind, 'c', 'data: {a: b}\nspec: {}\nfieldOfNobody: 1\n');
      const results = await errors(resourceList(items, config));
      assert.ok(results.some(({ field }) => field?.path === 'fieldOfNobody'));
    }
  });

  it('refuses unknown fields in configuration among the items', async () => {
    for (const { kind, apiVersion } of policies?.forms ?? []) {
      const results = await errors(resourceList([resource(apiVersion, kind, 'c', 'fieldOfNobody: 1\n')]));
      assert.ok(results.some(({ field }) => field?.path === 'fieldOfNobody'));
    }
  });

  it('treats items named like properties of JavaScript objects like any others', async () => {
    const odd = ['constructor', 'toString', 'hasOwnProperty', '__proto__'].flatMap((word) =>
      ['v1', `${word}/v1`].map((apiVersion) =>
        resource(apiVersion, word, word, `${word}: {${word}: 1}\n`, `  labels: {${word}: a}\n`),
      ),
    );
    const { stdout, stderr } = await run(resourceList([...items, ...odd], functionConfig));
    assert.equal(stderr, '');
    const plain = await run(resourceList([...items, ...odd.map(renamed)], functionConfig));
    assert.equal(renamed(itemsOf(stdout)), itemsOf(plain.stdout));
  });

  it('explains why input is not a ResourceList', async () => {
    const deep = '['.repeat(10_000);
    for (const text of ['', 'a: [', 'a: 1\n- b\n', resource('v1', 'ConfigMap', 'c'), `${list}---\n${list}`, deep]) {
      const { stdout, stderr, exitCode } = await run(text);
      assert.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 1 });
      assert.match(stderr, /^\[error\].*: .+\n$/);
    }
  });
}

/** Replaces names like properties of JavaScript objects by others. */
function renamed(text: string): string {
  return text.replaceAll(/constructor|toString|hasOwnProperty|__proto__/g, (word) => `plain${word.length}`);
}

function itemsOf(list: string): string {
  return list.slice(0, list.search(/^functionConfig:|^results:/m));
}

/** Splits a list into the text before its results, and that of the results. */
function atResults(list: string): readonly [list: string, results: string] {
  const at = list.search(/^results:/m);
  assert.notEqual(at, -1, list);
  return [list.slice(0, at), list.slice(at)];
}

function resultsOf(list: string): unknown {
  return (parse(list) as { results?: unknown }).results;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, field]) => [key, reversed(field)]),
  );
}

/** Returns the added and the removed lines of the items, without those in common. */
function changedLines(before: string, after: string): { readonly gone: string[]; readonly came: string[] } {
  const [old, now] = [itemsOf(before).split('\n'), itemsOf(after).split('\n')];
  return { gone: without(old, now), came: without(now, old) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return lines.filter((line) => {
    const at = rest.indexOf(line);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}
