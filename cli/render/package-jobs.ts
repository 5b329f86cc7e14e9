import { basename, join } from '../process/host-paths.ts';
import type { Result } from '../../src/krm/index.ts';
import { limiter } from '../host/limiter.ts';
import { RenderLog } from '../log/render-log.ts';
import type { ShowLines } from '../log/turns.ts';
import { realPath } from '../package/real-path.ts';
import { FolderJob } from '../work/folder-job.ts';
import type { Job, JobArguments } from '../work/job.ts';
import { namedSources } from '../work/sources.ts';
import type { RenderArguments } from './render-arguments.ts';
import { RenderWork, type RenderSetting } from './render-work.ts';
import type { FunctionProgram } from '../arguments/command.ts';

/** Rendering of one package. */
export interface PackageJob<J = Job> {
  /** Arguments for this package alone. */
  readonly args: ReturnType<typeof ownArguments>;
  readonly job: J;
  /** Receives the rendered packages when the job computes. */
  readonly work: Pick<RenderWork, 'rendering' | 'isInvalid'>;
}

/** Maker of the jobs of a command line. */
export interface PackageJobs {
  /** Number of packages to compute at once. */
  readonly atOnce: number;
  /**
   * Returns the job of a package. `path`: relative to the folder of all packages. `show` receives the lines of its log.
   */
  jobOf(path: string, show: ShowLines): PackageJob;
  /** Returns errors about policies of the command line that no job so far has read, and a warning about its objects. */
  unread(): readonly Result[];
  /** Frees what the jobs share. */
  end(): Promise<void>;
}

/** Jobs that run in this process. */
export class OwnJobs implements PackageJobs {
  readonly atOnce: number;
  readonly #args: RenderArguments;
  readonly #setting: Omit<RenderSetting, 'observer' | 'path'>;
  #last: RenderWork | undefined;

  constructor(program: FunctionProgram, args: RenderArguments) {
    this.atOnce = args.jobs;
    this.#args = args;
    this.#setting = {
      program,
      given: once(() => namedSources(args)),
      limited: limiter(args.jobs),
      read: { objects: false },
    };
  }

  jobOf(path: string, show: ShowLines): PackageJob<FolderJob> & { readonly work: RenderWork } {
    const args = ownArguments(this.#args, path);
    const [place = ''] = args.inputs;
    const observer = new RenderLog(path === '' ? basename(realPath(place) ?? place) : path, args, show);
    const work = new RenderWork(args, { ...this.#setting, observer, path });
    this.#last = work;
    return { args, work, job: new FolderJob(work, args, this.#args.inputs) };
  }

  /**
   * Returns the job that renders a package again, up to a function, without a log. `args`: of the package alone.
   * `count`: number of functions before that one.
   */
  partOf(args: PackageJob['args'], count: number): FolderJob {
    const own = { ...args, verbose: false, recordsStatus: false };
    const observer = new RenderLog('', own, () => {});
    const work = new RenderWork(own, { ...this.#setting, observer, path: '' }, count);
    return new FolderJob(work, own, this.#args.inputs);
  }

  unread(): readonly Result[] {
    return this.#last?.unread() ?? [];
  }

  async end(): Promise<void> {}
}

/** Returns the arguments for one of the packages of a command line. */
export function ownArguments(args: RenderArguments, path: string): RenderArguments & Pick<JobArguments, 'place'> {
  const place = join(args.inputs[0] ?? '', path);
  return {
    ...args,
    inputs: [place],
    ...(args.isAll && { place }),
    ...(args.output !== undefined && { output: join(args.output, path) }),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
