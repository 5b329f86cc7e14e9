// `krm-variants` with a function that adds one to `data.count` of every resource.
import { main } from '../../cli/main.ts';
import { probe } from './probe.ts';

const COUNT = ['data', 'count'];

const count = probe(({ resources }) => {
  for (const { document } of resources) document.set(COUNT, String(Number(document.value(COUNT)) + 1));
});

void main({ count: () => count }, { version: '1.2.3', references: () => ({}) });
