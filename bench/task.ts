import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input } from './input.ts';
import type { Job } from './job.ts';

/** Job on an input, with the files that the contenders read. */
export interface Task {
  readonly job: Job;
  readonly input: Input;
  /** File of a ResourceList. */
  readonly list: string;
  /** Folder for kustomize, and the file of resources in it. */
  readonly folder?: { readonly path: string; readonly resources: string };
}

/** Writes the files of a task into a folder, overwriting those of another task. */
export function writeTask(job: Job, input: Input, scratch: string): Task {
  const list = join(scratch, 'list.yaml');
  writeFileSync(list, input.list(job.functionConfig(input), job.flavour));
  if (input.files === undefined || job.kustomization === undefined) return { job, input, list };
  const path = join(scratch, 'kustomize');
  const resources = join(path, 'resources.yaml');
  mkdirSync(path, { recursive: true });
  writeFileSync(resources, input.files());
  writeFileSync(join(path, 'kustomization.yaml'), `resources: [resources.yaml]\n${job.kustomization(input)}`);
  return { job, input, list, folder: { path, resources } };
}
