// Worker that answers each task with its share and the task, ends as the task says, or never answers.
import { serveTasks, workerShare } from '../../cli/workers/worker.ts';

await serveTasks((setting) => async (task) => {
  if (task === 'SIGKILL' || task === 'SIGTERM') process.kill(process.pid, task);
  if (task === 'exit') process.exit(7);
  if (task === 'wait') await new Promise((resolve) => setTimeout(resolve, 600_000));
  return { share: workerShare(), setting, task, hasVariable: 'KRM_VARIANTS_JOBS' in process.env };
});
