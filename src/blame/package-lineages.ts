import { joinPath } from '../files/index.ts';
import { KrmError, type Result, fileWarning } from '../krm/index.ts';
import type { PackageFiles } from '../merge/index.ts';
import type { Explanations, LinePlace } from '../explain/index.ts';
import {
  type BaseSource,
  type CommittedLine,
  editedInputs,
  faultsOf,
  reasonOf,
  type RenderedFiles,
  rendererOf,
  type RenderSetting,
  withFiles,
} from '../upstream/index.ts';
import { pipelineNotRun } from '../messages/rendering.ts';
import type { Cause } from './cause.ts';
import { Lineage, pipelineCauses, type Stage } from './lineage.ts';

/** Derived packages that the lines of a local package can be from. */
export interface PackageLineages {
  /**
   * The package as it is derived now, then what it was before edits to inputs of its pipelines, and before its
   * pipelines ran.
   */
  readonly lineages: readonly [now: Lineage, ...earlier: Lineage[]];
  /** False if a pipeline could not be run, so that its lines are not known. */
  readonly isRendered: boolean;
  /** The package after its pipelines ran, without edits to their inputs; undefined if they did not run. */
  readonly plain?: PackageFiles;
  readonly results: readonly Result[];
}

/** A package before its pipelines run. */
export interface MadePackage {
  readonly files: PackageFiles;
  /** Steps that made it, the last one first. */
  readonly stages: readonly Stage[];
  /** Returns the cause of a line before these steps. */
  readonly origin: (place: LinePlace) => Cause;
}

/**
 * Renders a package, with and without the local edits to inputs of its pipelines. `others`: more packages that lines
 * can be from.
 */
export async function renderedLineages(
  { files: base, stages, origin }: MadePackage,
  local: PackageFiles,
  others: readonly Lineage[],
  setting: RenderSetting,
): Promise<PackageLineages> {
  const copies = [new Lineage(base, stages, origin), ...others] as const;
  const unrendered = (...results: readonly Result[]): PackageLineages => ({
    lineages: copies,
    isRendered: false,
    results,
  });
  if (setting.when === 'never') return unrendered();
  try {
    const render = rendererOf(setting);
    const plain = await render(base);
    const inputs = editedInputs(local, [base, plain.files]);
    const edited = inputs.length === 0 ? plain : await render(withFiles(base, inputs, local));
    const files = withFiles(edited.files, inputs, plain.files);
    const explainNow: Explanations = (path) => (inputs.includes(path) ? plain : edited).explain(path);
    const lineageOf = (rendered: RenderedFiles, after: PackageFiles, explain: Explanations): Lineage => {
      return new Lineage(
        after,
        [{ before: base, after, explain, causeOf: pipelineCauses(rendered.others) }, ...stages],
        origin,
      );
    };
    const now = lineageOf(edited, files, explainNow);
    const before = edited === plain ? [] : [lineageOf(plain, plain.files, plain.explain)];
    return { lineages: [now, ...before, ...copies], isRendered: true, plain: plain.files, results: faultsOf(edited) };
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return unrendered(fileWarning('Kptfile', 'not-rendered', pipelineNotRun(reasonOf(error))));
  }
}

/** Returns a step without functions. `causeOf`: cause of its new lines. */
export function stageOf(before: PackageFiles, after: PackageFiles, causeOf: Stage['causeOf']): Stage {
  return { before, after, explain: () => undefined, causeOf };
}

/** Returns the files of upstream packages by their paths in the copy. `paths`: of the copy. */
export function sourceFiles(paths: Iterable<string>, sources: readonly BaseSource[]): PackageFiles {
  return new Map(
    [...paths].flatMap((path) => {
      const source = sourceOf(path, sources);
      const content = source?.files.get(path.slice(source.folder.length));
      return content === undefined ? [] : [[path, content] as const];
    }),
  );
}

/** Returns the innermost package that a file came from. */
export function sourceOf(file: string, sources: readonly BaseSource[]): BaseSource | undefined {
  return sources.findLast(({ folder }) => file.startsWith(folder));
}

/** Returns a function that names the line of the upstream that a line of the copy is. */
export function upstreamCauses(sources: readonly BaseSource[]): (place: LinePlace) => Cause {
  const histories = new Map<string, readonly CommittedLine[] | undefined>();
  return ({ file, line }) => {
    const source = sourceOf(file, sources);
    const own = file.slice(source?.folder.length ?? 0);
    if (source?.version === undefined) return { by: 'upstream', file: own, line };
    const { lock, directory, repository } = source.version;
    const path = joinPath(directory, own);
    const { ref, commit } = lock;
    if (!histories.has(file)) histories.set(file, repository.history(commit, path));
    const known = histories.get(file)?.[line - 1]?.commit;
    const version = { repository: repository.url.shown, ref, commit };
    // Without a history, all lines seem to come with its only commit.
    return { by: 'upstream', file: path, line, version, ...(known && !known.isCutOff && { commit: known }) };
  };
}
