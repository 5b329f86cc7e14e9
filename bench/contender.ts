import { devNull } from 'node:os';
import { MOST_FOR_PEERS } from './job.ts';
import type { NodeVersion } from './node-versions.ts';
import type { Task } from './task.ts';
import type { Tools } from './tools.ts';

/** Program to be measured at a task. */
export interface Contender {
  readonly name: string;
  /** Set for floors, which edit nothing. */
  readonly isFloor: boolean;
  readonly command: readonly string[];
  readonly stdin: string;
  /** File of resources that it reads. */
  readonly resources: string;
  /** Folder that it changes; absent if it writes no files. */
  readonly folder?: RestoredFolder;
}

/** Folder that is made anew as a copy of another one before each run, which is not measured. */
export interface RestoredFolder {
  readonly from: string;
  readonly to: string;
}

/** Function built on kyaml, the baseline of all comparisons. */
export const KYAML = 'kyaml function';

/** Our native executable. */
export const NATIVE = 'krm-variants, native';

/** Returns the name of our bundle on a version of Node. */
export function ours(node: NodeVersion): string {
  return `krm-variants, ${node.name}`;
}

/** Returns the name of a runtime that copies stdin to stdout. */
export function copyOf(runtime: string): string {
  return `copy, ${runtime}`;
}

/** Returns the name of a runtime that does nothing. */
export function startOf(runtime: string): string {
  return `start, ${runtime}`;
}

/** Returns all contenders that can do the task. */
export function contenders(tools: Tools, { job, input, list, folder }: Task): Contender[] {
  const onList = (name: string, ...command: readonly string[]): Contender => ({
    name,
    isFloor: false,
    command,
    stdin: list,
    resources: list,
  });
  const floor = (name: string, ...command: readonly string[]): Contender => ({
    ...onList(name, ...command),
    isFloor: true,
  });
  const expression = job.expression?.(input);
  const peers = [
    onList(KYAML, tools.kyaml(job.kyamlProgram)),
    ...(expression === undefined ? [] : [onList('yq', tools.yq, '--yaml-compact-seq-indent', expression, '-')]),
    ...(folder === undefined ? [] : [kustomize(tools, folder)]),
  ];
  return [
    floor('cat', 'cat'),
    ...tools.nodes.map(({ name, command }) => floor(copyOf(name), command, tools.copy.bundle)),
    floor(copyOf('bun'), tools.copy.native),
    ...tools.nodes.map((node) => onList(ours(node), node.command, tools.bundle(job.functionName))),
    onList(NATIVE, tools.native, job.functionName),
    ...(input.count > MOST_FOR_PEERS ? [] : peers),
  ];
}

/** Returns the runtimes that do nothing at all; their time does not depend on the input. */
export function bareStarts({ nodes, nothing }: Tools): Contender[] {
  const start = (name: string, ...command: readonly string[]): Contender => ({
    name: startOf(name),
    isFloor: true,
    command,
    stdin: devNull,
    resources: devNull,
  });
  return [...nodes.map(({ name, command }) => start(name, command, '-e', '0')), start('bun', nothing)];
}

/** Runs on a folder, since kustomize does not accept a ResourceList. */
function kustomize(tools: Tools, { path, resources }: NonNullable<Task['folder']>): Contender {
  return {
    name: 'kustomize',
    isFloor: false,
    command: [tools.kustomize, 'build', path],
    stdin: devNull,
    resources,
  };
}
