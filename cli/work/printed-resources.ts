import {
  elementsOf,
  isKptfile,
  otherElements,
  ResourceList,
  verifyOutput,
  type Resource,
  type Result,
} from '../../src/krm/index.ts';
import { equalValues, newDocument, type Value } from '../../src/yaml/index.ts';
import { readStream } from '../../src/yaml/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import type { OpenInput } from './open-input.ts';
import type { FileChange } from '../../src/package/index.ts';

/** An input whose resources are printed. */
interface PrintedInput {
  readonly open: OpenInput;
  /** Texts of its files. */
  readonly files: readonly FileChange[];
}

/** Returns the resources of inputs for stdout, in the requested form. After an error, prints only a ResourceList, unchanged. */
export function printInputs(
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
