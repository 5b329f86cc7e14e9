import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from './outcome.ts';
import { lockedVariants, type State } from './state.ts';

/** Calls that follow each other in one copy of a state. */
export interface Sequence {
  readonly name: string;
  readonly calls: readonly Call[];
  /**
   * True for calls of which some write: their order is also tried with one program that reads what another one wrote.
   * Default: false.
   */
  readonly writes?: true;
  /** True for calls in a shallow clone of the repository. Default: false. */
  readonly shallow?: true;
}

/** Commands that write. */
const WRITING = new Set(['apply', 'adopt', 'prune', 'rollback', 'move', 'hold', 'unhold', 'resolve', 'init']);

function call(...words: readonly string[]): Call {
  return { words: ['fleet', ...words] };
}

/**
 * Returns the sequences that a state, which is on the disk, goes through: questions, then what writes, and the recorded
 * call.
 */
export function sequences(state: State): readonly Sequence[] {
  const [variant, other = variant] = lockedVariants(state);
  return [
    { name: 'recorded', calls: [{ words: state.words }, call('status')] },
    {
      name: 'questions',
      calls: [...QUESTIONS, ...(variant === undefined ? [] : about(variant, other ?? variant, state))],
    },
    { name: 'apply', writes: true, calls: APPLIES },
    { name: 'several jobs', calls: [call('plan', '--jobs', '4', '--diff'), call('apply', '--jobs', '4')] },
    { name: 'fetch', calls: [call('plan', '--fetch', '--diff'), call('apply', '--fetch', '--on-conflict', 'new')] },
    ...(variant === undefined ? [] : [{ name: 'changes', writes: true, calls: changesOf(variant) } as const]),
    { name: 'shallow clone', shallow: true, calls: SHALLOW },
  ];
}

const QUESTIONS: readonly Call[] = [
  // The first call has no caches.
  call('plan'),
  call('plan', '--diff'),
  call('plan', '--check', '--strict', '--report', 'json'),
  call('plan', '--report', 'markdown'),
  call('plan', '--report', 'html'),
  call('plan', '-v'),
  call('plan', '--shard', '1/2'),
  call('status'),
  call('status', '--report', 'json'),
  call('table', 'image', 'ConfigMap/a:data'),
  call('drift'),
  call('drift', '--diff'),
  call('diff', 'HEAD~1', 'HEAD'),
  call('prune', '--check'),
  call('unhold', '--selector', 'wave'),
];

const APPLIES: readonly Call[] = [
  call('apply', '--check'),
  call('apply'),
  call('apply'),
  call('plan', '--check', '--strict'),
  call('prune', '--yes', '--all'),
  call('apply', '--on-conflict', 'local', '--diff'),
  call('status'),
];

const SHALLOW: readonly Call[] = [call('plan'), call('drift'), call('apply', '--commit')];

function about(variant: string, other: string, { repository }: State): readonly Call[] {
  const folder = join(repository, variant);
  const [file = 'Kptfile'] = filesOf(folder);
  return [
    call('blame', variant, file),
    call('log', variant),
    call('plan', '--variant', variant, '--diff', '--explain'),
    call('drift', '--variant', variant, '--report', 'json'),
    call('diff', variant, other),
    call('adopt', variant, '--check'),
  ];
}

function changesOf(variant: string): readonly Call[] {
  return [
    call('hold', '--variant', variant, '--reason', 'waits'),
    call('apply'),
    call('unhold', '--variant', variant),
    call('rollback', variant),
    call('apply', '--commit', '--tag'),
    call('move', variant, `${variant}-moved`),
    call('log', variant),
  ];
}

function filesOf(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() && entry.name.endsWith('.yaml') ? [entry.name] : [])).toSorted();
  } catch {
    return [];
  }
}

/**
 * Returns sequences in which a call that writes ends at some step, or cannot write from there on, and what comes after
 * it.
 */
export function faultSequences(state: State, steps: readonly number[]): readonly Sequence[] {
  const words = WRITING.has(state.words[1] ?? '') ? state.words : ['fleet', 'apply'];
  return steps.flatMap((step) =>
    ['kill', 'ENOSPC', 'EACCES'].map((how) => ({
      name: `${how} at step ${step} of ${words.join(' ')}`,
      calls: [{ words, fault: { how, step } }, call('drift'), call('plan'), call('apply'), call('status')],
    })),
  );
}
