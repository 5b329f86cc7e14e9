// Executable of the probe alone.
import { functionMain } from '../../cli/main.ts';
import { probe } from './probe.ts';

void functionMain(() => probe(({ results }) => results.info('ran', { code: 'x-test' })), { version: '1.2.3' });
