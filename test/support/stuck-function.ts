// `krm-variants` with a function that is stuck in the stage of a run that the environment variable STAGE names.
import { main } from '../../cli/main.ts';
import { enterStage, type Stage } from '../../cli/watchdog/stage.ts';
import { probe } from './probe.ts';

const stuck = probe(() => {
  enterStage((process.env['STAGE'] ?? 'computing') as Stage);
  // No timer of this thread fires any more.
  for (;;);
});

void main({ stuck: () => stuck }, { version: '1.2.3', references: () => ({}) });
