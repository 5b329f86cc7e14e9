import { join } from '../process/host-paths.ts';
import { isKptfilePath, isSameContent, isYamlPath, type FileContent } from '../../src/files/index.ts';
import { KrmError, type Result, fileError, fileWarning } from '../../src/krm/index.ts';
import { mergePackages, type Conflict, type PackageFiles } from '../../src/merge/index.ts';
import { isSameFiles, renderFiles } from '../../src/upstream/index.ts';
import { writeChanges } from '../package/file-changes.ts';
import { checkKptfileFields, type ContentChange, readPackageFile } from '../../src/package/index.ts';
import { FILE_AS_BEFORE, markerLeft, UPDATE_INTERRUPTED, UPDATE_UNDONE } from '../../src/messages/updates.ts';
import { UTF8_NEEDED } from '../../src/messages/reading.ts';
import { finishedNotRendered } from '../../src/messages/rendering.ts';
import { namedPath, shownIn, workIn } from '../package/named-path.ts';
import { shownChanges } from '../package/patch-folder.ts';
import { readWholeFolder } from '../package/whole-folder.ts';
import type { Findings, Job, JobFacts } from '../work/job.ts';
import { checkLaterCommit } from './begun-commit.ts';
import { firstMarker, MARKER_NAMES } from './marker-lines.ts';
import { openUpdate, type OpenUpdate } from './open-update.ts';
import { removeUpdate, type UpdatedFile } from './update-state.ts';
import { removeEmptied } from '../merge/remove-emptied.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { pipelineHost } from '../render/pipeline-host.ts';

/** Finishes an update whose conflicts were edited by hand: checks that no marker is left, and writes the Kptfiles. */
export class ContinueJob implements Job {
  readonly name = 'update';
  readonly locked: readonly string[];
  readonly #program: FunctionProgram;
  readonly #folder: string;
  #update: OpenUpdate;
  #changes: readonly ContentChange[] = [];
  #conflicts: readonly Conflict[] = [];
  #hasMarkers = false;

  /** Throws a `KrmError` if there is no unfinished update. */
  constructor(program: FunctionProgram, folder: string) {
    this.#program = program;
    this.#folder = folder;
    this.#update = openUpdate(folder);
    this.locked = [this.#update.root];
  }

  get conflicts(): readonly Conflict[] {
    const { named } = this.#update;
    return this.#conflicts.map((each) => ({ ...each, file: { ...each.file, path: join(named, each.file.path) } }));
  }

  get isHeld(): boolean {
    return this.#hasMarkers || this.#conflicts.length > 0;
  }

  async compute({ results }: Findings): Promise<void> {
    this.#update = openUpdate(this.#folder);
    const { named, isWritten } = this.#update;
    if (!isWritten) throw fileError(named, 'update-interrupted', UPDATE_INTERRUPTED);
    checkLaterCommit(this.#update);
    const { files } = readWholeFolder(named);
    const add = (about: readonly Result[]): void => void results.push(...about.map(shownIn(named)));
    await workIn(named, () => this.#finish(files, add));
  }

  /** Computes the changes that finish the update. `add`: receives results. */
  async #finish(files: PackageFiles, add: (results: readonly Result[]) => void): Promise<void> {
    const markers = this.#markersIn(files);
    add(markers);
    this.#hasMarkers = markers.length > 0;
    if (this.#hasMarkers) return;
    add(this.#revertedIn(files));
    this.#checkYaml(files);
    const merged = this.#mergeKptfiles(files);
    this.#conflicts = merged.conflicts;
    this.#changes = this.#changesTo(merged.files, files);
    const changed = this.#changes.map(({ path, after }) => [path, after] as const);
    add(checkKptfileFields(changed, true));
    if (this.#update.isRendered && !this.isHeld) add(await this.#unrendered(new Map([...files, ...merged.files])));
  }

  /** Returns an error for each file with a marker of a conflict. */
  #markersIn(files: PackageFiles): readonly Result[] {
    const lookalikes = new Map(this.#update.lookalikes);
    const marked = new Set(this.#update.marked);
    return [...files].flatMap(([path, content]) => {
      const line = firstMarker(content, lookalikes.get(path), marked.has(path));
      if (line === undefined) return [];
      const message = markerLeft(MARKER_NAMES);
      const position = { line, column: 1 };
      return [{ severity: 'error', code: 'conflict-marker', message, file: { path, index: 0 }, position }];
    });
  }

  /**
   * Returns a warning for each file without conflicts that is as before the update. Throws a `KrmError` if all files
   * are, since the package is then not of the new version.
   */
  #revertedIn(files: PackageFiles): readonly Result[] {
    const marked = new Set(this.#update.marked);
    const written = this.#update.files.filter(
      ({ path, before, after }) => !isKptfilePath(path) && !isSameContent(before, after),
    );
    const reverted = written.filter(({ path, before }) => isSameContent(files.get(path), before));
    const unmarked = reverted.filter(({ path }) => !marked.has(path));
    if (unmarked.length > 0 && reverted.length === written.length)
      throw fileError(namedPath(this.#update.named), 'update-reverted', UPDATE_UNDONE);
    return unmarked.map(({ path }) => fileWarning(path, 'update-reverted', FILE_AS_BEFORE));
  }

  /** Throws a `KrmError` that names each file of the update that was YAML before it, and no longer is. */
  #checkYaml(files: PackageFiles): void {
    const marked = new Set(this.#update.marked);
    const errors = this.#update.files.flatMap(({ path, before, after }) => {
      const now = files.get(path);
      if (now === undefined || !isYamlPath(path) || isKptfilePath(path)) return [];
      const wasYaml = isYaml(path, before) || (!marked.has(path) && isYaml(path, after));
      return wasYaml ? yamlErrors(path, now) : [];
    });
    if (errors.length > 0) throw new KrmError(errors);
  }

  /** Returns the Kptfiles of the update, with edits that were made to them since it began. */
  #mergeKptfiles(files: PackageFiles): { readonly files: PackageFiles; readonly conflicts: readonly Conflict[] } {
    const kptfiles = this.#kptfiles;
    const only = (content: (file: UpdatedFile) => FileContent | undefined): PackageFiles =>
      new Map(
        kptfiles.flatMap((file) => {
          const each = content(file);
          return each === undefined ? [] : [[file.path, each] as const];
        }),
      );
    const versions = {
      base: only(({ before }) => before),
      theirs: only(({ after }) => after),
      local: only(({ path }) => files.get(path)),
    };
    return mergePackages(versions, { kptfile: 'plain' });
  }

  get #kptfiles(): readonly UpdatedFile[] {
    return this.#update.files.filter(({ path }) => isKptfilePath(path));
  }

  #changesTo(merged: PackageFiles, files: PackageFiles): readonly ContentChange[] {
    return this.#kptfiles.flatMap(({ path, isExecutable }) => {
      const [before, after] = [files.get(path), merged.get(path)];
      if (isSameContent(before, after)) return [];
      return [{ path, before, after, isExecutable }];
    });
  }

  /** Returns a warning if the pipeline of the finished package changes it. */
  async #unrendered(files: PackageFiles): Promise<readonly Result[]> {
    const { root, named } = this.#update;
    try {
      const rendered = await renderFiles(files, { host: pipelineHost(this.#program), root, allowsUnknownFields: true });
      if (rendered.others.length === 0 && isSameFiles(rendered.files, files)) return [];
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
    }
    return [fileWarning('Kptfile', 'not-rendered', finishedNotRendered(named))];
  }

  changes(): readonly ContentChange[] {
    const { root, named } = this.#update;
    return shownChanges(this.#changes, root, named);
  }

  write(): void {
    const { root, tree, named } = this.#update;
    writeChanges(this.#changes.map((change) => ({ ...change, root, shown: join(named, change.path) })));
    removeEmptied(root, this.#changes);
    removeUpdate(tree);
  }

  /** Text before the summary: the versions of the update. */
  about(): string {
    return this.#update.about;
  }

  facts(isDone: boolean): JobFacts {
    return {
      steps: undefined,
      resources: undefined,
      explanations: undefined,
      packages: () => [this.#update.named],
      conclusion: isDone ? undefined : 'the update is not finished',
    };
  }
}

function isYaml(path: string, content: FileContent | undefined): boolean {
  return content !== undefined && yamlErrors(path, content).length === 0;
}

function yamlErrors(path: string, content: FileContent): readonly Result[] {
  if (typeof content !== 'string') return fileError(path, 'not-utf8', UTF8_NEEDED).results;
  try {
    readPackageFile(path, content);
    return [];
  } catch (error) {
    if (error instanceof KrmError) return error.results;
    throw error;
  }
}
