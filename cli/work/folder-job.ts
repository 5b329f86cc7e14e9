import { type ExplainedLines, explainLines } from '../../src/explain/index.ts';
import { groupBy } from '../../src/group-by.ts';
import {
  elementsOf,
  identityOf,
  isKptfile,
  KrmError,
  makeResult,
  type Notice,
  otherElements,
  type Resource,
  ResourceList,
  type Result,
  resultsOf,
  verifyOutput,
} from '../../src/krm/index.ts';
import {
  NO_RESOURCE_ON_STDIN,
  noResourceInFile,
  noResourceInFolder,
  repeatedInSet,
} from '../../src/messages/inputs.ts';
import { type FileChange, isChange } from '../../src/package/index.ts';
import { equalValues, newDocument, readStream, type Value } from '../../src/yaml/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { findInputs, inPackage, type Input, shownPath } from '../package/input.ts';
import { fileOfNamedPath, renamed, withNamedFile } from '../package/named-path.ts';
import { packageName } from '../package/package-name.ts';
import { unmatchedExclusions } from '../package/unmatched-exclusions.ts';
import { unwrittenFiles } from '../package/unwritten-files.ts';
import { STDIN } from '../process/stdio.ts';
import type { ReportedStep, RunOutcome } from '../report/run-outcome.ts';
import { leftOutText, summaryStart } from '../report/summary.ts';
import { changesOf, replacedInputs, type WorkedInput, writeFiles } from './changed-inputs.ts';
import type { FolderWork } from './folder-work.ts';
import type { Findings, Job, JobArguments, JobFacts } from './job.ts';
import { openInput, type OpenInput } from './open-input.ts';
import { type FolderOutcome, outcomeOf } from './report-jobs.ts';
import { type ShowDiff, startJob } from './start-job.ts';

/** Runs work on the files of folders: on each folder separately, then writes all files together. Prints nothing. */
export async function runOnFolders(work: FolderWork, args: FolderArguments, show?: ShowDiff): Promise<FolderOutcome> {
  const job = new FolderJob(work, args);
  const end = await startJob(job, args);
  return outcomeOf([end(show)], args, summaryStart(leftOutText(job.leftOut)));
}

/** An input with its resources and, after the work, its files. */
interface OpenedInput {
  readonly input: Input;
  readonly open: OpenInput;
  readonly shown: (path: string) => string;
  /** Texts of all files; none before the work has succeeded. */
  files: readonly FileChange[];
}

/** Work on all inputs of a command line. */
export class FolderJob implements Job {
  readonly name: string;
  readonly locked: readonly string[];
  readonly #work: FolderWork;
  readonly #args: FolderArguments & Pick<JobArguments, 'place'>;
  readonly #named: readonly string[];
  #opened: readonly OpenedInput[] = [];
  #leftOut: readonly string[] = [];
  /** Info about files that are not in the new folder. */
  #unwritten: readonly Result[] = [];

  /** `named`: the inputs as the command line names them, for the paths of a diff. Default: those of this job. */
  constructor(work: FolderWork, args: FolderArguments & Pick<JobArguments, 'place'>, named = args.inputs) {
    this.name = work.name;
    this.locked = replacedInputs(args);
    this.#work = work;
    this.#args = args;
    this.#named = named;
  }

  /** Number of inputs that the work does not select. */
  get leftOut(): number {
    return this.#leftOut.length;
  }

  /** Runs the work on each input, and collects all errors. */
  async compute(found: Findings): Promise<void> {
    await this.#prepare();
    const all = inputsOf(this.#args);
    const inputs = this.#work.select?.(all) ?? all;
    this.#leftOut = all.filter((input) => !inputs.includes(input)).map(({ name }) => name);
    this.#opened = inputs.flatMap((input) => this.#open(input, found) ?? []);
    // Packages that are rendered together share these rules.
    if (this.#args.place === undefined) found.kept.push(...unmatchedExclusions(foldersOf(all), this.#args.exclude));
    for (const opened of this.#opened) await this.#applyTo(opened, found);
    this.#work.finish?.(found, { hasChanges: this.changes().length > 0 });
  }

  /** Prepares the work. Adds its errors about named files with these names. */
  async #prepare(): Promise<void> {
    try {
      await this.#work.prepare();
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      throw new KrmError(error.results.map(withNamedFile));
    }
  }

  /** Reads an input. On failure, returns undefined and stores the reason. */
  #open(input: Input, { kept, hints }: Findings): OpenedInput | undefined {
    const shown = (path: string): string => fileOfNamedPath(path) ?? shownPath(input, path);
    try {
      const open = openInput(input, { ...this.#args, refusesArrays: this.#work.refusesArrays === true });
      const checked = open.passedOver.some(isError) ? [] : checkInput(input, open);
      const found = [...open.passedOver, ...checked];
      kept.push(...found.map(renamed(shown)));
      return found.some(isError) ? undefined : { input, open, shown, files: [] };
    } catch (error) {
      const reasons = resultsOf(error).map(renamed(shown));
      kept.push(...reasons);
      hints.push(...reasons.filter(({ severity }) => severity === 'info'));
      return undefined;
    }
  }

  async #applyTo(opened: OpenedInput, found: Findings): Promise<void> {
    const { open, input } = opened;
    try {
      const { results, notices, hints = [] } = await this.#work.apply(open, input);
      const shown = this.#shown(results, opened, found);
      found.results.push(...shown);
      found.hints.push(...shown.filter((_, index) => hints.includes(results[index] as Result)));
      found.notices.push(...this.#shown(notices, opened, found));
      opened.files = open.texts();
    } catch (error) {
      if (error instanceof UsageError) throw error;
      found.kept.push(...this.#shown(resultsOf(error), opened, found));
    }
  }

  /** Returns messages with their files as users name them, and stores the functions that reported them. */
  #shown<T extends Result | Notice>(messages: readonly T[], { shown }: OpenedInput, { reporters }: Findings): T[] {
    const reported = this.#work.reporters?.();
    return messages.map((message) => {
      const shownMessage = renamed<T>(shown)(message);
      const reporter = reported?.get(message);
      if (reporter !== undefined) reporters.set(shownMessage, reporter);
      return shownMessage;
    });
  }

  /** Inputs with the texts of their files. */
  get worked(): readonly WorkedInput[] {
    return this.#opened.map(({ input: { name, root }, files, shown }) => ({
      name,
      root,
      files: files.map((file) => ({ ...file, shown: shown(file.path) })),
    }));
  }

  changes(): readonly FileChange[] {
    return changesOf(this.worked, this.#named);
  }

  write(found: Findings): void {
    const { output, place } = this.#args;
    writeFiles(this.worked, output, found);
    const [folder] = foldersOf(this.#opened.map(({ input }) => input));
    if (output === undefined || place !== undefined || folder === undefined) return;
    const changes = this.#opened.flatMap(({ files }) => files);
    this.#unwritten = unwrittenFiles([''], { from: folder, to: output, changes });
  }

  hints(): readonly Result[] {
    return this.#unwritten;
  }

  facts(isDone: boolean): JobFacts {
    const { explain, report } = this.#args;
    const isExplained = isDone && (explain || report?.format === 'markdown');
    return {
      steps: this.#steps(),
      explanations: isExplained ? this.#explanations() : undefined,
      packages: () => this.#packages(),
      resources: this.#opened.reduce((sum, { open }) => sum + open.resources.length, 0),
    };
  }

  failedOutput(): string {
    return this.#work.failedOutput?.() ?? '';
  }

  /** Returns the names of the inputs that are worked on: of an unreadable one, that of its folder. */
  #packages(): readonly string[] {
    const names = this.#args.inputs.filter((name) => !this.#leftOut.includes(name));
    return names.map((name) => {
      const opened = this.#opened.find(({ input }) => input.name === name && input.names === undefined);
      return packageName(opened?.input.root ?? name, opened?.open.resources.items ?? []);
    });
  }

  /** Returns the functions that ran on the only input; undefined for a command that runs one. */
  #steps(): readonly ReportedStep[] | undefined {
    const [opened] = this.#opened;
    return this.#work.steps?.().map((step) => ({
      ...step,
      shown: opened === undefined ? step.results : step.results.map(renamed(opened.shown)),
    }));
  }

  #explanations(): readonly ExplainedLines[] {
    return this.#opened.flatMap(({ open, files, shown }) => {
      const edits = new Map(open.edits().map((file) => [file.path, file]));
      const fallback = this.#work.origin(open);
      return files.filter(isChange).flatMap((change) => {
        const edited = edits.get(change.path);
        if (edited === undefined) throw new Error(`${change.path} changed without an edit`);
        return explainLines(change, edited, fallback).map((each) => ({ ...each, file: shown(each.file) }));
      });
    });
  }

  print({ results }: RunOutcome, isDone: boolean): string {
    return this.#args.prints
      ? printInputs(this.#opened, this.#args, { results: inPackage(results, this.#args.inputs), isDone })
      : '';
  }
}

/** Returns the folders among inputs, in which `--exclude` has an effect. */
function foldersOf(inputs: readonly Input[]): readonly string[] {
  return inputs.flatMap(({ root, names }) => (root === STDIN || names !== undefined ? [] : root));
}

/** Finds the inputs. Throws a `UsageError` if a new folder is to be written for several. */
function inputsOf({ inputs, prints, output, ...options }: FolderArguments): readonly Input[] {
  const found = findInputs(inputs, options);
  if (output !== undefined && !prints && found.length > 1)
    throw new UsageError('`--output DIR` must be for one folder, or for files');
  return found;
}

function isError({ severity }: Result): boolean {
  return severity === 'error';
}

/**
 * Returns a warning for an input, or a file of a set, without a resource, and an error for standard input with other
 * documents, such as a message of the program that should have written it; and an error for each resource of a set that
 * repeats the identity of one in another file.
 */
function checkInput(input: Input, open: OpenInput): readonly Result[] {
  const { name, names } = input;
  if (names === undefined) return open.resources.length === 0 ? [emptyInput(name, open)] : [];
  const paths = new Set(open.resources.items.map(({ location }) => location.path));
  const empty = [...names].filter(([path]) => !paths.has(path)).map(([, file]) => emptyFile(file));
  return [...empty, ...repeatedResources(open.resources, names)];
}

function emptyInput(name: string, { passedOver }: OpenInput): Result {
  if (name === STDIN)
    return {
      severity: passedOver.length > 0 ? 'error' : 'warning',
      code: 'empty-input',
      message: NO_RESOURCE_ON_STDIN,
    };
  return { severity: 'warning', code: 'empty-input', message: noResourceInFolder(name) };
}

function emptyFile(name: string): Result {
  return { severity: 'warning', code: 'empty-input', message: noResourceInFile(name) };
}

function repeatedResources(resources: Iterable<Resource>, names: ReadonlyMap<string, string>): readonly Result[] {
  return [...groupBy(resources, identityOf).values()].flatMap(([first, ...others]) => {
    const { path = '' } = first?.location ?? {};
    const message = repeatedInSet(names.get(path) ?? path);
    return others
      .filter(({ location }) => location.path !== path)
      .map((resource) => makeResult('error', message, { code: 'duplicate-resource', resource }));
  });
}

/** An input whose resources are printed. */
interface PrintedInput {
  readonly open: OpenInput;
  /** Texts of its files. */
  readonly files: readonly FileChange[];
}

/**
 * Returns the resources of inputs for stdout, in the requested form. After an error, prints only a ResourceList,
 * unchanged.
 */
function printInputs(
  inputs: readonly PrintedInput[],
  { output, noLocalConfig }: Pick<FolderArguments, 'output' | 'noLocalConfig'>,
  { results, isDone }: { readonly results: readonly Result[]; readonly isDone: boolean },
): string {
  const [list] = inputs.flatMap(({ open }) => open.list ?? []);
  if (list !== undefined && (!isDone || output === undefined)) return list(results, isDone);
  if (!isDone) return '';
  const printed = inputs.flatMap(({ open }) => printedResources(open));
  if (output === 'stdout') return resourceListText(printed, results);
  if (output === 'unwrap') return plainYaml(noLocalConfig ? withoutLocal(printed) : printed);
  return joinTexts(inputs.flatMap(({ files }) => files.flatMap(({ after }) => after ?? [])));
}

function printedResources({ resources, documents }: OpenInput): readonly PrintedResource[] {
  const texts = documents?.();
  return resources.items.map((resource, index) => ({ resource, text: texts?.[index] ?? resource.document.text() }));
}

/** Joins the texts of files as documents. */
function joinTexts(texts: readonly string[]): string {
  return texts.map((text) => (text.endsWith('\n') || texts.length === 1 ? text : `${text}\n`)).join('---\n');
}

/** Reports whether a resource is never applied to a cluster: a Kptfile, or local configuration. */
function isLocal(resource: Resource): boolean {
  return resource.isLocalConfig || isKptfile(resource);
}

/** A resource to print. */
interface PrintedResource {
  readonly resource: Resource;
  /** Its text as a document, with comments. */
  readonly text: string;
}

/** Removes Kptfiles and local configuration. A list with such an element is replaced by its other elements. */
function withoutLocal(printed: readonly PrintedResource[]): PrintedResource[] {
  return printed.flatMap((each) => {
    const { resource } = each;
    const elements = elementsOf(resource) ?? [];
    if (isLocal(resource)) return [];
    if (!elements.some(isLocal)) return [each];
    return [...elements.filter((element) => !isLocal(element)), ...otherElements(resource)].map(asDocument);
  });
}

/** Returns a list element as a separate document. */
function asDocument(resource: Resource): PrintedResource {
  const document = newDocument(resource.document.get([]) ?? null);
  for (const [field, value] of Object.entries({ apiVersion: resource.apiVersion, kind: resource.kind }))
    if (value !== '') document.set([field], value);
  return { resource, text: document.text() };
}

/** Returns resources as documents of one text, with comments. */
function plainYaml(printed: readonly PrintedResource[]): string {
  const text = printed.map((each) => withoutMarkers(each.text)).join('---\n');
  const { documents } = readStream(text);
  checkCopies(
    documents.map((document) => document.value([])),
    printed,
  );
  return text;
}

/** Matches a directive, or a marker without other text on its line, such as a comment or the start of the value. */
const MARKERS = /^(?:%[A-Z].*\r?\n|(?:---|\.\.\.)(?:[ \t]*\r?\n|[ \t]+|$))/gm;

/** Returns the text of a document without markers and directives, and with a line break at its end. */
function withoutMarkers(text: string): string {
  const bare = text.replace(/^\uFEFF/, '').replaceAll(MARKERS, '');
  return bare.endsWith('\n') ? bare : `${bare}\n`;
}

/** Returns resources as a ResourceList, with their locations and with results. */
export function resourceListText(printed: readonly PrintedResource[], results: readonly Result[]): string {
  const list = new ResourceList('apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n');
  for (const { resource } of printed) list.add(resource.document.get([]) ?? null, resource.location);
  list.append(results);
  const text = list.text();
  verifyOutput(text, list);
  return text;
}

function checkCopies(written: readonly (Value | undefined)[], printed: readonly PrintedResource[]): void {
  const isSame = ({ resource }: PrintedResource, index: number): boolean =>
    equalValues(written[index] ?? null, resource.value());
  if (written.length !== printed.length || !printed.every(isSame)) throw new Error(DIFFERS);
}

const DIFFERS = 'the printed resources do not read back as edited';
