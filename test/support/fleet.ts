import { sortArguments } from '../../cli/arguments/sort-arguments.ts';
import { driftOf, DRIFT_OPTIONS, parseDriftArguments } from '../../cli/fleet/commands/drift-command.ts';
import { ADOPT_OPTIONS, parseAdoptArguments } from '../../cli/fleet/commands/adopt.ts';
import { APPLY_OPTIONS, parseApplyArguments } from '../../cli/fleet/commands/apply.ts';
import { parsePlanArguments, PLAN_OPTIONS } from '../../cli/fleet/commands/plan.ts';
import { parsePruneArguments, PRUNE_OPTIONS } from '../../cli/fleet/commands/prune.ts';
import { parseRollbackArguments, ROLLBACK_OPTIONS } from '../../cli/fleet/commands/rollback.ts';
import { parseStatusArguments, STATUS_OPTIONS } from '../../cli/fleet/commands/status.ts';
import { blameVariant, FLEET_BLAME_OPTIONS, parseFleetBlame } from '../../cli/fleet/commands/fleet-blame-command.ts';
import type { FleetOutcome } from '../../cli/fleet/show/fleet-outcome.ts';
import { runFleet } from '../../cli/fleet/call/run-fleet.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import type { Files } from '../cli/run-support.ts';
import { allFunctions } from './all-functions.ts';
import { keepFleet } from './kept-fleets.ts';
import { inRepositoryWith, type GitRepository } from './git-repository.ts';
import type { FleetFolder } from './fleet-folder.ts';
import { MemoryRepository } from './memory-repository.ts';
import { MemoryStore } from './memory-store.ts';
import { standInProcesses, type StandIns } from './planning-processes.ts';
import type { TaskArguments } from '../../cli/fleet/request.ts';
import type { FleetProgram } from '../../cli/fleet/fleet-store.ts';

/** Command that works on the variants of a fleet. */
export type FleetAction = 'plan' | 'status' | 'apply' | 'rollback' | 'adopt' | 'prune';

/** A git repository with a fleet. */
export interface FleetSetting<Folder extends FleetFolder = FleetFolder> {
  readonly fleet: Folder;
  /**
   * Runs `krm-variants fleet` in it, without showing its output. Does not wait for other processes. A rollback is given
   * its variant first.
   */
  readonly run: (action: FleetAction, ...args: readonly string[]) => Promise<FleetOutcome>;
  /**
   * Runs it as `run` does, but with the variants that have changed planned by other processes, which `standInProcesses`
   * stands in for.
   */
  readonly runShared: (
    action: 'plan' | 'apply',
    args: readonly string[],
    ask?: Parameters<typeof standInProcesses>[2],
  ) => Promise<FleetOutcome & Pick<StandIns, 'planned'>>;
  /** Runs `krm-variants fleet drift` in it, without showing its output. */
  readonly drift: (...args: readonly string[]) => Promise<FolderOutcome>;
}

/** Passes a fleet to a test: `inMemoryFleet` or `inFleet`. */
export type InFleet<Setting extends FleetSetting> = (
  files: Files,
  act: (setting: Setting) => Promise<void>,
) => Promise<void>;

/** A fleet in a git repository on the disk. */
export type GitFleet = FleetSetting<GitRepository>;

/** Parses the arguments of a call of `krm-variants fleet`. */
export function fleetArguments(action: FleetAction, args: readonly string[]): TaskArguments {
  if (action === 'plan') return parsePlanArguments(sortArguments(args, PLAN_OPTIONS));
  if (action === 'status') return parseStatusArguments(sortArguments(args, STATUS_OPTIONS));
  if (action === 'adopt') return parseAdoptArguments(sortArguments(args, ADOPT_OPTIONS));
  if (action === 'rollback') return parseRollbackArguments(sortArguments(args, ROLLBACK_OPTIONS));
  if (action === 'prune') return parsePruneArguments(sortArguments(args, PRUNE_OPTIONS));
  return parseApplyArguments(sortArguments(args, APPLY_OPTIONS));
}

/** Runs `krm-variants fleet blame` in a fleet, without showing its output. `args`: VARIANT, FILE and options. */
export async function blameIn(fleet: Pick<FleetFolder, 'folder'>, ...args: readonly string[]): Promise<FolderOutcome> {
  const [variant = '', file = '.'] = args.filter((arg) => !arg.startsWith('-'));
  const options = args.filter((arg) => arg.startsWith('-'));
  const sorted = sortArguments([variant, file, '-C', fleet.folder, ...options], FLEET_BLAME_OPTIONS);
  return await blameVariant(await programFor(fleet), parseFleetBlame(sorted));
}

/** Passes a repository with these files, in one commit with the tag v1, to a test. */
export function inFleet<T>(files: Files, act: (setting: GitFleet) => T | Promise<T>): Promise<T> {
  return inRepositoryWith(files, 'v1', async (fleet) => await act(await settingOf(fleet)));
}

/** True to run the tests of fleets in memory on real git: they must pass on both. */
const IS_REAL = process.env['REAL_GIT'] === '1';

/**
 * Passes a repository in memory to a test as `inFleet` does: for tests of what is planned, written and reported, not of
 * git.
 */
export async function inMemoryFleet<T>(files: Files, act: (setting: FleetSetting) => T | Promise<T>): Promise<T> {
  if (IS_REAL) return await inFleet(files, act);
  const fleet = new MemoryRepository();
  fleet.commit({ '.gitignore': '', ...files });
  fleet.tag('v1');
  return await act(await settingOf(fleet));
}

/** Returns the program that runs commands in a fleet, on the disk or in memory. */
export async function programFor(fleet: Pick<FleetFolder, 'folder'>): Promise<FleetProgram> {
  const program = { functions: await allFunctions(), version: '1.2.3' };
  return fleet instanceof MemoryRepository ? { ...program, open: () => new MemoryStore(fleet) } : program;
}

/** Returns what a test needs to run commands in a fleet. */
export async function settingOf<Folder extends FleetFolder>(fleet: Folder): Promise<FleetSetting<Folder>> {
  const program = await programFor(fleet);
  const parse = (action: FleetAction, args: readonly string[]) => {
    const [folder = fleet.folder, options] =
      args[0]?.startsWith('-') === false ? [args[0], args.slice(1)] : [undefined, args];
    const isNamed = action === 'adopt' || action === 'rollback';
    const words = isNamed ? [folder, '-C', fleet.folder] : ['-C', folder];
    return { ...fleetArguments(action, [...words, ...options]), patience: 0 };
  };
  return {
    fleet,
    run: (action, ...args) => {
      const asked = parse(action, args);
      if (program.open === undefined) keepFleet(fleet.folder, ['fleet', action, ...args]);
      return runFleet(program, asked);
    },
    runShared: async (action, args, ask) => {
      const asked = parse(action, [...args, '--jobs', '3']);
      const { processes, planned } = standInProcesses(program, asked, ask);
      return { ...(await runFleet(program, { ...asked, processes })), planned };
    },
    drift: (...args) =>
      driftOf(program, parseDriftArguments(sortArguments(['-C', fleet.folder, ...args], DRIFT_OPTIONS))),
  };
}

/** Returns a call of `krm-variants fleet drift` in a folder. */
export async function driftIn(folder: string): Promise<(...args: readonly string[]) => Promise<FolderOutcome>> {
  const functions = await allFunctions();
  return (...args) =>
    driftOf(
      { functions, version: '1.2.3' },
      parseDriftArguments(sortArguments(['-C', folder, ...args], DRIFT_OPTIONS)),
    );
}

/** Returns a Repository that is a folder of the fleet's git repository. */
export function repository(name: string, directory: string, rest = ''): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata:
  name: ${name}
${rest}spec:
  git: {repo: ., directory: ${directory}}
`;
}

/** Returns a PackageVariant: `blueprints/shop@v1` to `eu/shop`. */
export function packageVariant(name: string, upstream: string, downstream: string, rest = ''): string {
  const [from = '', revision] = upstream.split('@');
  const version = revision === undefined ? '' : `, revision: ${revision}`;
  return `apiVersion: config.porch.kpt.dev/v1alpha1
kind: PackageVariant
metadata:
  name: ${name}
spec:
  upstream: {${sideOf(from)}${version}}
  downstream: {${sideOf(downstream)}}
${rest}`;
}

function sideOf(text: string): string {
  const [repo = '', ...path] = text.split('/');
  return `repo: ${repo}, package: ${path.join('/')}`;
}

/** Returns a Deployment. `name`: of its resource. */
export function web(replicas: number, image = 'web:1', name = 'web'): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  template:
    spec:
      containers:
        - name: web
          image: ${image}
`;
}

/** Returns an OverridePolicy that gives the images of Deployments another registry. */
export function registryPolicy(registry: string, name = 'registry'): string {
  return `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: ${name}
spec:
  resourceSelectors:
    - {apiVersion: apps/v1, kind: Deployment}
  overrideRules:
    - overriders:
        imageOverrider:
          - {component: Registry, operator: replace, value: ${registry}}
`;
}

/** Returns a MergePolicy that keeps local's number of replicas. */
export function replicasPolicy(name: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1
kind: MergePolicy
metadata: {name: ${name}, annotations: {config.kubernetes.io/local-config: 'true'}}
spec:
  rules:
    - {resource: {kind: Deployment}, path: spec.replicas, take: local}
`;
}
