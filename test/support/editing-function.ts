// `krm-variants` with a function that sets `data.k` of every resource.
import { main } from '../../cli/main.ts';
import { probe } from './probe.ts';

const edit = probe(({ resources, results }) => {
  for (const { document } of resources) document.set(['data', 'k'], 'v');
  results.info('ran', { code: 'x-test' });
});

void main({ edit: () => edit }, { version: '1.2.3', references: () => ({}) });
