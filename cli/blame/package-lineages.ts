import { joinPath } from '../../src/files/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import type { PackageFiles, Packages } from '../../src/merge/index.ts';
import type { CommittedLine } from '../git/line-commits.ts';
import type { LinePlace } from '../report/aligned-lines.ts';
import type { Explanations } from '../report/explain-changes.ts';
import type { RenderedFiles } from '../render/render-files.ts';
import { editedInputs } from '../update/pipeline-inputs.ts';
import { reasonOf, rendererOf, warningsOf, withFiles, type RenderSetting } from '../update/rendered-versions.ts';
import type { BaseSource } from '../upstream/derive-package.ts';
import { readKptfile } from '../upstream/kptfile-upstream.ts';
import { packagePathOf, withContext } from '../upstream/package-context.ts';
import { textOf } from '../upstream/version-files.ts';
import type { Cause } from './cause.ts';
import { Lineage, type Stage } from './lineage.ts';

/** Derived packages that the lines of a local package can be from. */
export interface PackageLineages {
  /** The package as it is derived now, then what it was before edits to inputs of its pipelines, and before its pipelines ran. */
  readonly lineages: readonly [now: Lineage, ...earlier: Lineage[]];
  /** False if a pipeline could not be run, so that its lines are not known. */
  readonly isRendered: boolean;
  readonly results: readonly Result[];
}

/** Derives a package from the version that it came from, with and without its pipelines and the local edits to their inputs. */
export async function packageLineages(
  { base, local }: Pick<Packages, 'base' | 'local'>,
  sources: readonly BaseSource[],
  setting: RenderSetting,
): Promise<PackageLineages> {
  const upstream = upstreamOf(base, sources);
  const copied = new Lineage(base, [upstream.stage], upstream.causeOf);
  const deployed = withOwnContext(base, local, setting.root);
  const deployment = { before: base, after: deployed, explain: () => undefined, others: [], unexplained: GET } as const;
  const copies = [copied, new Lineage(deployed, [deployment, upstream.stage], upstream.causeOf)] as const;
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
    const lineageOf = ({ others }: RenderedFiles, after: PackageFiles, explain: Explanations): Lineage => {
      const rendering = { before: base, after, explain, others, unexplained: PIPELINE };
      return new Lineage(after, [rendering, upstream.stage], upstream.causeOf);
    };
    const now = lineageOf(edited, files, explainNow);
    const before = edited === plain ? [] : [lineageOf(plain, plain.files, plain.explain)];
    return { lineages: [now, ...before, ...copies], isRendered: true, results: warningsOf(edited) };
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return unrendered(notRun(reasonOf(error)));
  }
}

/** Cause of lines that name a copy of a package, and its version. */
const GET: Cause = { by: 'get' };

/** Returns a package with the context that `get --for-deployment` writes, if the local one has a context. */
function withOwnContext(base: PackageFiles, local: PackageFiles, root = ''): PackageFiles {
  const kptfile = textOf(local, 'Kptfile');
  const hasContext = [...local.values()].some((each) => typeof each === 'string' && each.includes('kptfile.kpt.dev'));
  if (kptfile === undefined || !hasContext) return base;
  try {
    return withContext(base, { name: readKptfile(kptfile, 'Kptfile').name, packagePath: packagePathOf(root) });
  } catch (error) {
    // The context of the upstream is not one that `get` writes.
    if (error instanceof KrmError) return base;
    throw error;
  }
}

/** Cause of a line of a rendered package that no explanation covers. */
const PIPELINE: Cause = { by: 'function', isOther: false, rules: [] };

function notRun(reason: string): Result {
  const message = `the pipeline was not run, so that its lines are shown as unknown: ${reason}`;
  return { severity: 'warning', message, file: { path: 'Kptfile', index: 0 } };
}

/** Returns the step in which `get` edited Kptfiles, and the cause of each line before it. */
function upstreamOf(
  base: PackageFiles,
  sources: readonly BaseSource[],
): { readonly stage: Stage; readonly causeOf: (place: LinePlace) => Cause } {
  const innerFirst = sources.toReversed();
  const sourceOf = (file: string): BaseSource | undefined => innerFirst.find(({ folder }) => file.startsWith(folder));
  const before = new Map(
    [...base.keys()].flatMap((path) => {
      const source = sourceOf(path);
      const content = source?.files.get(path.slice(source.folder.length));
      return content === undefined ? [] : [[path, content] as const];
    }),
  );
  const histories = new Map<string, readonly CommittedLine[] | undefined>();
  const causeOf = ({ file, line }: LinePlace): Cause => {
    const source = sourceOf(file);
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
  const stage = { before, after: base, explain: () => undefined, others: [], unexplained: GET } as const;
  return { stage, causeOf };
}
