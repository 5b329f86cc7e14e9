import type { FileContent } from '../files/index.ts';
import { isKptfile, type Resource } from '../krm/index.ts';
import { withComments, YamlError } from '../yaml/index.ts';
import { editedText } from '../package/index.ts';
import { yamlFileOf } from './package-files.ts';

type Files = ReadonlyMap<string, FileContent>;

/**
 * Adds the comments by which kpt finds the original of a renamed resource, `# kpt-merge: NAMESPACE/NAME` beside
 * `metadata`, to each resource that `upstream` has under this name. A file that is not YAML stays as it is, and so does
 * a resource with a comment there.
 */
export function withMergeComments(files: Files, upstream: Files): Files {
  const names = new Set(Array.from(upstream, ([path, content]) => namesIn(path, content)).flat());
  return new Map(Array.from(files, ([path, content]) => [path, commented(path, content, names)]));
}

function namesIn(path: string, content: FileContent): readonly string[] {
  return yamlFileOf(path, content)?.resources.map(nameOf) ?? [];
}

function nameOf({ group, kind, namespace, name }: Resource): string {
  return JSON.stringify([group, kind, namespace, name]);
}

function commented(path: string, content: FileContent, names: ReadonlySet<string>): FileContent {
  const file = yamlFileOf(path, content);
  if (file === undefined || typeof content !== 'string') return content;
  for (const resource of file.resources) if (!isKptfile(resource) && names.has(nameOf(resource))) addComment(resource);
  return editedText(file, new Set()) ?? content;
}

/** Key of the entry `metadata` among the comments of a document. */
const METADATA = JSON.stringify(['metadata']);

function addComment({ document, namespace, name }: Resource): void {
  const text = document.text();
  if (/^metadata:[^\n]*#/m.test(text)) return;
  const beside = `# kpt-merge: ${namespace}/${name}`;
  try {
    const { text: changed } = withComments(text, new Map([[METADATA, { beside }]]));
    if (changed !== text) document.rewrite(changed);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
  }
}
