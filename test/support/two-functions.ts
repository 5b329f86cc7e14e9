// `krm-variants` with two functions; the second one reports when it is loaded.
import { main } from '../../cli/main.ts';
import { writeAll } from '../../cli/process/stdio.ts';
import type { LoadedFunction } from '../../src/function/index.ts';
import { probe } from './probe.ts';

const load = (): LoadedFunction => probe(({ results }) => results.info('ran', { code: 'x-test' }));

function other(): LoadedFunction {
  writeAll(2, 'loaded\n');
  return load();
}

void main({ probe: load, 'other-probe': other }, { version: '1.2.3', references: () => ({ probe: 'PROBE\n' }) });
