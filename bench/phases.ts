/**
 * `node bench/phases.ts [--rounds N] FILE [KIND NAME]` sets an annotation on every item of a ResourceList, or on one,
 * as a process of a function does, and prints the milliseconds of each phase as a line of JSON. With more rounds, it
 * does so again in the same process, where the code is compiled already.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyOutput } from '../src/krm/output-check.ts';
import { ResourceList } from '../src/krm/resource-list.ts';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const [file = '', kind, name] = positionals;
const input = readFileSync(file, 'utf8');

for (let round = 0; round < Number(values.rounds); round++) console.log(JSON.stringify(timePhases()));

function timePhases(): Record<string, number> {
  const phases: Record<string, number> = {};
  const phase = <T>(title: string, work: () => T): T => {
    const start = performance.now();
    const result = work();
    phases[title] = performance.now() - start;
    return result;
  };
  const list = phase('read', () => new ResourceList(input));
  const selected = phase('select', () =>
    [...list.resources].filter((resource) => name === undefined || (resource.name === name && resource.kind === kind)),
  );
  phase('edit', () => {
    for (const { document } of selected) document.set(['metadata', 'annotations', 'example.com/bench'], 'edited');
  });
  const text = phase('write', () => list.text());
  phase('verify', () => verifyOutput(text, list));
  return phases;
}
