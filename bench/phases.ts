/**
 * `node bench/phases.ts FILE [KIND NAME]` sets an annotation on every item of a ResourceList, or on one, once, as a process
 * of a function does, and prints the milliseconds of each phase as JSON.
 */
import { readFileSync } from 'node:fs';
import { verifyOutput } from '../src/krm/output-check.ts';
import { ResourceList } from '../src/krm/resource-list.ts';

const [file = '', kind, name] = process.argv.slice(2);
const input = readFileSync(file, 'utf8');
const phases: Record<string, number> = {};

function phase<T>(title: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  phases[title] = performance.now() - start;
  return result;
}

const list = phase('read', () => new ResourceList(input));
const selected = phase('select', () =>
  [...list.resources].filter((resource) => name === undefined || (resource.name === name && resource.kind === kind)),
);
phase('edit', () => {
  for (const { document } of selected) document.set(['metadata', 'annotations', 'example.com/bench'], 'edited');
});
const text = phase('write', () => list.text());
phase('verify', () => verifyOutput(text, list));
console.log(JSON.stringify(phases));
