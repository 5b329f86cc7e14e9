import type { Cause, Rule } from '../../blame/index.ts';
import { type ExplainedLines, type ExplainedOrigin, linesOf } from '../../explain/index.ts';
import { formatFieldPath, type Resource, Resources } from '../../krm/index.ts';
import { fieldPattern } from '../../merge/index.ts';
import { readPackageFile } from '../../package/index.ts';
import type { Path } from '../../yaml/index.ts';
import type { Variant } from '../index.ts';
import type { Files } from '../ports.ts';
import { fieldOfSet } from './set-field.ts';

/** Inputs that rules name. */
interface RuleSources {
  /** Files of the git repository. */
  readonly files: Pick<Files, 'textAt' | 'fromHere'>;
  readonly variant: Variant;
  /** False if the variant was made of another text, so that the lines of its fields are not known. */
  readonly isCurrent: boolean;
  /** Context of the kubeconfig whose cluster has the objects; undefined if they are from files, or it is not known. */
  readonly cluster: string | undefined;
}

/** Fields of the inputs of a variant, with their places. */
export class InputRules {
  readonly #files: RuleSources['files'];
  readonly #variant: Variant;
  readonly #isCurrent: boolean;
  readonly #cluster: string | undefined;
  readonly #texts = new Map<string, string | undefined>();
  #source: Resource | undefined;

  constructor({ files, variant, isCurrent, cluster }: RuleSources) {
    this.#files = files;
    this.#variant = variant;
    this.#isCurrent = isCurrent;
    this.#cluster = cluster;
  }

  /** Returns the cause of a line that `apply-package-variant` made. `text`: the line. */
  causeOf({ origins }: ExplainedLines, text: string): Cause {
    const { name } = this.#variant;
    const isVariant = ({ resourceRef }: ExplainedOrigin): boolean =>
      resourceRef === undefined || (resourceRef.kind === 'PackageVariant' && resourceRef.name === name);
    const fields = origins.filter(isVariant).map(({ field }) => this.#field(pathOf(field?.path ?? ''), text));
    const objects = origins.filter((origin) => !isVariant(origin)).map((origin) => this.#object(origin, text));
    if (objects.length > 0) return { by: 'object', rules: [...objects, ...fields] };
    return { by: 'variant', rules: fields.length > 0 ? fields : [this.#field([], text)] };
  }

  /** Returns the cause of a line that a field of the PackageVariant made as a whole. */
  fieldCause(field: Path): Cause {
    return { by: 'variant', rules: [this.#field(field)] };
  }

  /**
   * Returns the rule for a field of the PackageVariant: of its set if that made it. `text`: a line that may be a copy
   * of one of the field.
   */
  #field(path: Path, text?: string): Rule {
    const { set, target, file, name } = this.#variant;
    const source = this.#sourceOf();
    const field = set === undefined ? path : target === undefined ? [] : fieldOfSet(source, target, path);
    const line = this.#isCurrent ? source.positionOf(field)?.line : undefined;
    const resource = set === undefined ? `PackageVariant ${name}` : `PackageVariantSet ${set}`;
    return {
      resource,
      ...(field.length > 0 && { field: formatFieldPath(field) }),
      file,
      ...(line !== undefined && { line: this.#lineOf(file, line, text) }),
    };
  }

  /** Returns the PackageVariant or its set, as in its file. */
  #sourceOf(): Resource {
    if (this.#source !== undefined) return this.#source;
    const { resource, set, file } = this.#variant;
    const text = set === undefined ? undefined : this.#textOf(file);
    const found = [...new Resources(text === undefined ? [] : readPackageFile(file, text).resources)].find(
      (each) => each.kind === 'PackageVariantSet' && each.name === set,
    );
    return (this.#source = found ?? resource);
  }

  #object({ resourceRef, field, file, line }: ExplainedOrigin, text: string): Rule {
    return {
      ...(resourceRef && { resource: `${resourceRef.kind} ${resourceRef.name}` }),
      ...(file === undefined && this.#cluster !== undefined && { cluster: this.#cluster }),
      ...(field && { field: field.path }),
      ...(file && { file: file.path }),
      ...(file && line !== undefined && { line: this.#lineOf(file.path, line, text) }),
    };
  }

  #lineOf(file: string, line: number, copy: string | undefined): number {
    const text = copy === undefined ? undefined : this.#textOf(file);
    return text === undefined || copy === undefined ? line : copiedLine(text, line, copy);
  }

  /**
   * Returns the text of a file, named from the top of the repository or from the current folder; undefined if there is
   * none.
   */
  #textOf(file: string): string | undefined {
    if (!this.#texts.has(file)) {
      this.#texts.set(file, this.#files.textAt(file) ?? this.#files.textAt(this.#files.fromHere(file)));
    }
    return this.#texts.get(file);
  }
}

/** Parses a path without patterns, as explanations have it. */
function pathOf(text: string): Path {
  return fieldPattern(text).map((step) => {
    if (step !== 'any' && 'key' in step) return step.key;
    return step !== 'any' && 'index' in step ? step.index : '*';
  });
}

/**
 * Returns the line of a value that another line is a copy of, apart from its indentation; the first line of the value
 * if it has none such, or several. `text`: of the file with the value. `first`: one-based line on which the value
 * begins.
 */
export function copiedLine(text: string, first: number, copy: string): number {
  const lines = linesOf(text);
  const wanted = bare(copy);
  const found = valueLines(lines, first).filter((line) => bare(lines[line - 1] ?? '') === wanted);
  const [only = first, ...others] = found;
  return others.length === 0 ? only : first;
}

/**
 * Returns the numbers of the lines of a value in block style: up to the first one that is less indented, or the next
 * element of its list.
 */
function valueLines(lines: readonly string[], first: number): readonly number[] {
  const start = lines[first - 1] ?? '';
  const [indent, isElement] = [indentOf(start), isListElement(start)];
  const after = lines.findIndex((line, index) => {
    if (index < first || line.trim() === '') return false;
    return indentOf(line) < indent || (isElement && indentOf(line) === indent);
  });
  const end = after < 0 ? lines.length : after;
  return Array.from({ length: end - first + 1 }, (_, index) => first + index);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isListElement(line: string): boolean {
  return /^\s*-(?:\s|$)/.test(line);
}

/** Returns the text of a line without indentation and the dash of a list element. */
function bare(line: string): string {
  return line.trim().replace(/^-\s+/, '');
}
