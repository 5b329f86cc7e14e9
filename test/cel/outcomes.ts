import { text } from 'node:stream/consumers';
import { compile } from '../../src/cel/index.ts';
import type { Case } from './generate.ts';
import { outcomeOf } from './outcome.ts';

// Reads expressions with their bindings as JSON, and writes their outcomes with the current engine.
const asked = JSON.parse(await text(process.stdin)) as readonly Case[];
console.log(
  JSON.stringify(asked.map(({ expression, bindings }) => outcomeOf(() => compile(expression).evaluate(bindings)))),
);
