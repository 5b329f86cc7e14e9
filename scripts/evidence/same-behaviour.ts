/**
 * `npm run same-behaviour -- OLD KEPT` compares what two builds of the program do: `OLD`, the `dist` folder of one, and
 * that of this checkout. `KEPT` has states of fleets, as `KEEP_FLEETS=KEPT npm test -- test/cli/fleet/` keeps them. In
 * a copy of each state both run the same calls of `krm-variants fleet`, and then one after the other. Compared are
 * output, exit code, all files with their modes, what git has, and the calls of git. Exits with 1 if anything differs.
 *
 * `--states N`: so many states, drawn with `--seed N` (1 by default); all by default. `--faults N`: in so many of them
 * calls are killed, or cannot write, at some steps (0 by default). `--planted`: instead compares the old build with
 * itself, changed in ten ways one after the other, and exits with 1 if one of them is not found.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../functions.ts';
import { faultSequences, sequences, type Sequence } from './same-behaviour/calls.ts';
import { differences, planted, runCall, type Outcome, type Program } from './same-behaviour/outcome.ts';
import { readStates, remove, restore, type State } from './same-behaviour/state.ts';
import { randomNumbers } from './upgrades/local-edits.ts';

/** One thing that a changed program does in another way, as commands of a shell after the call. */
const PLANTS: Readonly<Record<string, string>> = {
  'another exit code': 'code=$((code == 0 ? 3 : 0))',
  'a line more in stdout': 'echo more >>"$out"',
  'another order in stdout': 'sort -r -o "$out" "$out"',
  'a word in stderr': 'sed -i "s/ a / the /; s/^[0-9]/&0/" "$err"; echo . >>"$err"',
  'a byte of a file': 'for f in *; do [ -f "$f" ] && printf " " >>"$f"; done; printf " " >>.gitignore',
  'the mode of a file': 'chmod +x .gitignore',
  'a file less': 'rm -f .gitignore',
  'a file more': 'touch .left-behind.tmp',
  'a ref more': 'PATH=${PATH#*:} git update-ref refs/krm-variants/left HEAD',
  'a call of git more': 'PATH=$PATH git version >/dev/null',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    states: { type: 'string' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '0' },
    planted: { type: 'boolean', default: false },
  },
});
const [old = '', kept = ''] = positionals.map((path) => resolve(path));
if (!existsSync(join(old, 'krm-variants')) || !existsSync(kept)) throw new Error('give OLD, a dist folder, and KEPT');

const now = join(root, 'dist');
const states = drawn(readStates(kept));
process.exitCode = (values.planted ? findPlanted() : compare()) ? 0 : 1;

/** Returns the states to look at, in an order that the seed decides. */
function drawn(all: readonly State[]): readonly State[] {
  const random = randomNumbers(Number(values.seed));
  const mixed = all.map((state) => ({ state, at: random() })).toSorted((a, b) => a.at - b.at);
  return mixed.slice(0, Number(values.states ?? mixed.length)).map(({ state }) => state);
}

function compare(): boolean {
  let [calls, faults] = [0, 0];
  for (const [index, state] of states.entries()) {
    const all = [
      ...sequences(state),
      ...(index < Number(values.faults) ? faultSequences(state, [3, 7, 12, 20, 33]) : []),
    ];
    for (const sequence of all) {
      const before = runSequence(sequence, state, [old]);
      // The last two: one build reads what the other one wrote.
      for (const programs of [[now], [old, now], [now, old]]) {
        if (programs.length > 1 && !sequence.writes) continue;
        const after = runSequence(sequence, state, programs);
        calls += after.length;
        faults += report(
          state,
          sequence,
          programs.length > 1 ? `${programs.map(nameOf).join(', ')} in turn` : 'new',
          before,
          after,
        );
      }
    }
    if (index % 20 === 19) console.error(`${index + 1} of ${states.length} states, ${calls} calls, ${faults} differ`);
  }
  const types = differentTypes();
  for (const path of types) console.log(`dist/lib/${path}: other types`);
  console.log(`${states.length} states, ${calls} calls: ${faults} differ; ${types.length} types of the library differ`);
  return faults === 0 && types.length === 0;
}

function nameOf(program: Program): string {
  return program === old ? 'old' : 'new';
}

/** Runs the calls of a sequence in a new copy of a state. `programs`: take turns. */
function runSequence({ calls, shallow }: Sequence, state: State, programs: readonly Program[]): readonly Outcome[] {
  restore(state);
  try {
    const at = shallow === true ? { ...state, repository: shallowClone(state) } : state;
    return calls.map((call, index) => runCall(programs[index % programs.length] ?? old, call, at));
  } finally {
    remove(state);
  }
}

function shallowClone({ folder, repository }: State): string {
  const clone = join(folder, 'shallow');
  spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, clone]);
  return existsSync(clone) ? clone : repository;
}

/** Prints the first difference of a sequence. Returns the number of calls that differ. */
function report(
  state: State,
  { name, calls }: Sequence,
  which: string,
  before: readonly Outcome[],
  after: readonly Outcome[],
): number {
  const found = before.map((outcome, index) => differences(outcome, after[index] ?? {}));
  const first = found.findIndex((lines) => lines.length > 0);
  if (first === -1) return 0;
  console.log(`${state.name}, ${name}, ${which}: krm-variants ${calls[first]?.words.join(' ')}`);
  for (const line of found[first] ?? []) console.log(`  ${line.slice(0, 900)}`);
  return found.filter((lines) => lines.length > 0).length;
}

function differentTypes(): readonly string[] {
  const [before, after] = [old, now].map((dist) => typesOf(join(dist, 'lib')));
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].filter((name) => before?.get(name) !== after?.get(name)).toSorted();
}

/** Returns the files with the types that users of the library see: its doors, and what these import. */
function typesOf(folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const open = Object.values(packageJson.exports).map(({ types }) => types.replace('./dist/lib/', ''));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (texts.has(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    texts.set(file, text);
    const imports = text.matchAll(/from ['"](\.[^'"]+)\.(?:js|ts)['"]/g);
    for (const [, path = ''] of imports) open.push(`${posix.join(posix.dirname(file), path)}.d.ts`);
  }
  return texts;
}

/** Reports whether each planted change is found in the first state. */
function findPlanted(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const [state] = states;
  if (state === undefined) throw new Error(`${kept} has no state`);
  restore(state);
  const [, sequence] = sequences(state);
  const plan = { name: 'plan', calls: sequence?.calls.slice(0, 1) ?? [] };
  const before = runSequence(plan, state, [old]);
  const missed = Object.entries(PLANTS).filter(([name, change]) => {
    const after = runSequence(plan, state, [planted(folder, old, change)]);
    const isFound = before.some((outcome, index) => differences(outcome, after[index] ?? {}).length > 0);
    console.log(`${name}: ${isFound ? 'found' : 'MISSED'}`);
    return !isFound;
  });
  rmSync(folder, { recursive: true });
  return missed.length === 0;
}
