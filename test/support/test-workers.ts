import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(import.meta.resolve('./worker-program.ts'));

/** Starts a worker that does what its tasks say. */
export function startTestWorker(share: number): ChildProcess {
  const env = { ...process.env, KRM_VARIANTS_JOBS: String(share) };
  return spawn(process.execPath, [WORKER], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}
