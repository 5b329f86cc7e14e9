import type { EndedJob } from '../../work/report-jobs.ts';
import { repeatedMessage } from '../../../src/fleet/messages/apply.ts';

type Message = EndedJob['messages']['found'][number];

/**
 * Leaves each message that several variants have only at the first of them, with their number: it is about an input that they share. An error about a
 * file stays with each.
 */
export function withoutRepeats(jobs: readonly EndedJob[]): readonly EndedJob[] {
  const counts = new Map<string, number>();
  for (const key of jobs.flatMap(({ messages }) => [...new Set(messages.found.map(keyOf))]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const shown = new Set<string>();
  const once = (message: Message): readonly Message[] => {
    const key = keyOf(message);
    const count = counts.get(key) ?? 1;
    if (count === 1 || (message.severity === 'error' && message.file !== undefined)) return [message];
    if (shown.has(key)) return [];
    shown.add(key);
    return [{ ...message, message: repeatedMessage(message.message, count) }];
  };
  return jobs.map((job) => ({ ...job, messages: { ...job.messages, found: job.messages.found.flatMap(once) } }));
}

function keyOf({ severity, message, file, field }: Message): string {
  return JSON.stringify([severity, message, file, field]);
}
