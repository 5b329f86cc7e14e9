import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  arrangeResults,
  KrmError,
  makeResult,
  renderPackages,
  type Origin,
  type Rendering,
  type Report,
  type RenderStep,
  type Sources,
} from '../../src/index.ts';
import type { Program } from '../command.ts';
import { runOnFolders, type FolderOutcome, type FolderWork } from '../folder-run.ts';
import type { OpenInput } from '../open-input.ts';
import { fileError } from '../package/file-error.ts';
import type { Input } from '../package/input.ts';
import type { ReportedStep } from '../report.ts';
import { namedSources } from '../sources.ts';
import { ownCall } from './own-call.ts';
import type { RenderArguments } from './render-arguments.ts';
import { failureOf, RenderLog, successLine } from './render-log.ts';

/** Receivers of what a rendering shows. */
export interface RenderDisplay {
  /** Receives the diff before a file is written, and may throw. */
  readonly diff?: (diff: string) => void;
  /** Receives the lines of the log. */
  readonly log: (lines: string) => void;
}

/** Renders a package as `krm-variants render` does, but has no limit of its time. */
export async function renderFolder(
  program: Pick<Program, 'functions' | 'version'>,
  args: RenderArguments,
  { diff, log }: RenderDisplay,
): Promise<FolderOutcome> {
  const work = new RenderWork(program, args, log);
  const outcome = await runOnFolders(work, args, diff);
  if (outcome.exitCode !== 1 && work.rendering !== undefined)
    log(successLine(work.rendering.steps.length, work.rendering.packages));
  return outcome;
}

/** The pipelines of a package and its subpackages. */
class RenderWork implements FolderWork {
  readonly name = 'render';
  rendering: Rendering | undefined;
  readonly #program: Pick<Program, 'functions' | 'version'>;
  readonly #args: RenderArguments;
  readonly #log: (lines: string) => void;
  #given: Sources = {};

  constructor(program: Pick<Program, 'functions' | 'version'>, args: RenderArguments, log: (lines: string) => void) {
    this.#program = program;
    this.#args = args;
    this.#log = log;
  }

  async prepare(): Promise<void> {
    const [folder = ''] = this.#args.inputs;
    // A package may be large, so this is the first that is looked for.
    if (!existsSync(join(folder, 'Kptfile'))) throw fileError(folder, 'must be a package: a folder with a Kptfile');
    this.#given = await namedSources(this.#args);
  }

  async apply({ resources }: OpenInput, { root }: Input): Promise<Report> {
    const rendering = await renderPackages(resources, {
      root,
      callOf: (fn, kptfile) => ownCall(fn, kptfile, this.#program, this.#args, this.#given),
      observer: new RenderLog(root, this.#log),
    });
    this.rendering = rendering;
    const { steps } = rendering;
    const failed = steps.find(({ isFailed }) => isFailed);
    if (failed !== undefined)
      throw new KrmError([...failed.results, makeResult('error', failureOf(failed, rendering.packages), {})]);
    return { results: steps.flatMap(({ results }) => results), notices: steps.flatMap(({ notices }) => notices) };
  }

  origin(): Origin {
    return {};
  }

  steps(): readonly ReportedStep[] {
    return (this.rendering?.steps ?? []).map(reported);
  }
}

function reported({ folder, fn, isFailed, results }: RenderStep): ReportedStep {
  return {
    package: folder,
    function: { [fn.by]: fn.called },
    inProcess: true,
    exitCode: isFailed ? 1 : 0,
    results: arrangeResults(results),
  };
}
