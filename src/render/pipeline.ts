import type { Resource } from '../krm/resource.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { isList, isMap, type Path, type Value } from '../yaml/index.ts';
import { compileWhen } from './conditions.ts';
import type { Condition } from './expressions.ts';
import { imageFault, invalidFields } from './invalid-fields.ts';
import { compilePattern, type Pattern } from '../pattern.ts';
import { type CompiledSelector, type FunctionSelection, type ResourceReference, SELECTOR_TEXTS } from './selector.ts';
import { unknownFields } from './unknown-fields.ts';

/** One function of a pipeline, as declared in a Kptfile. */
export interface PipelineFunction extends FunctionSelection {
  readonly list: 'mutators' | 'validators';
  /** Path in the Kptfile, such as `['pipeline', 'mutators', 0]`. */
  readonly field: Path;
  /** Field of the Kptfile that declares it. */
  readonly by: 'image' | 'exec';
  /** Image or command, as written. */
  readonly called: string;
  /** Label from the Kptfile; '' for none. */
  readonly name: string;
  /** Tag or version range that replaces the tag and digest of the image; '' for none. */
  readonly tag: string;
  /** Data of the ConfigMap that configures it; undefined or empty for none. */
  readonly configMap: ReadonlyMap<string, string> | undefined;
  /** Path of the file that configures it, relative to its package. */
  readonly configPath: string | undefined;
  /** Resource of its package that configures it, with a kind and a name (kpt 1.0). */
  readonly configRef: ResourceReference | undefined;
  /** Condition under which it runs; undefined for always (kpt 1.0). */
  readonly when: Condition | undefined;
}

/** Lists of functions in a pipeline, in the order in which they run. */
export const PIPELINE_LISTS = ['mutators', 'validators'] as const;

/**
 * Reads the pipeline of a Kptfile: mutators, then validators. `checked`: part of the Kptfile whose unknown fields are
 * errors, and with `strict` also values that kpt 1.0 refuses. Throws a `KrmError` that names all of them, fields of the
 * wrong type, and keys of the Kptfile whose values it lacks.
 */
export function readPipeline(
  kptfile: Resource,
  checked: 'strict' | 'all' | 'pipeline' = 'all',
): readonly PipelineFunction[] {
  const reader = new PipelineReader(kptfile);
  reader.errors.push(...unknownFields(kptfile, 'error', checked === 'pipeline' ? 'pipeline' : 'all'));
  if (checked === 'strict') reader.errors.push(...invalidFields(kptfile));
  const functions = PIPELINE_LISTS.flatMap((list) => reader.list(list));
  reader.refuseUnsafeKeys();
  if (reader.errors.length > 0) throw new KrmError(reader.errors);
  return functions;
}

class PipelineReader {
  readonly errors: Result[] = [];
  readonly #kptfile: Resource;

  constructor(kptfile: Resource) {
    this.#kptfile = kptfile;
  }

  list(list: (typeof PIPELINE_LISTS)[number]): readonly PipelineFunction[] {
    const pipeline = this.#value(['pipeline']);
    if (pipeline === null) return [];
    if (!isMap(pipeline)) return this.#refuse(['pipeline'], 'must be a map');
    // kpt drops null entries.
    return this.#elements(['pipeline', list]).flatMap((field) => {
      const entry = this.#value(field);
      if (entry === null) return [];
      return isMap(entry) ? this.#function(list, field) : this.#refuse(field, 'must be a map');
    });
  }

  /** Refuses duplicate keys anywhere in the Kptfile, as kpt does. */
  refuseUnsafeKeys(): void {
    for (const { path, message } of this.#kptfile.document.findUnsafeKeys('kpt'))
      this.#refuse(path, message, 'unsafe-key');
  }

  #function(list: (typeof PIPELINE_LISTS)[number], field: Path): readonly PipelineFunction[] {
    const before = this.errors.length;
    this.#refuseMisplaced(field);
    const [image, exec] = [this.#text([...field, 'image']), this.#text([...field, 'exec'])];
    if ((image === '') === (exec === '')) this.#refuse(field, 'must have either `image` or `exec`', 'missing-field');
    const fault = image === '' ? undefined : imageFault(image);
    if (fault !== undefined) this.#refuse([...field, 'image'], `must be the name of an image: ${fault}`);
    const [configMap, configPath] = [this.#config(field), this.#text([...field, 'configPath'])];
    const configRef = this.#reference([...field, 'configRef']);
    if ([(configMap?.size ?? 0) > 0, configPath !== '', configRef !== undefined].filter(Boolean).length > 1)
      this.#refuse(field, 'must have only one of `configMap`, `configPath` and `configRef`', 'exclusive-fields');
    const when = this.#condition([...field, 'when']);
    const [selectors, exclude] = [this.#selectors([...field, 'selectors']), this.#selectors([...field, 'exclude'])];
    if (this.errors.length > before) return [];
    const by = image === '' ? 'exec' : 'image';
    return [
      {
        list,
        field,
        by,
        called: by === 'image' ? image : exec,
        name: this.#text([...field, 'name']),
        tag: this.#text([...field, 'tag']),
        configMap,
        configPath: configPath === '' ? undefined : configPath,
        configRef,
        selectors,
        exclude,
        when,
      },
    ];
  }

  /** Reads the data of a ConfigMap. As in kpt, each value is the text of its scalar, and null is ''. */
  #config(of: Path): ReadonlyMap<string, string> | undefined {
    const field = [...of, 'configMap'];
    const value = this.#value(field);
    if (value === null) return undefined;
    if (!isMap(value)) return void this.#refuse(field, 'must be a map of strings');
    return new Map(Object.entries(value).map(([key, each]) => [key, this.#scalarText([...field, key], each)]));
  }

  #scalarText(field: Path, value: Value): string {
    const { document } = this.#kptfile;
    if (isMap(value) || isList(value)) this.#refuse(field, 'must be a string');
    if (value === null || typeof value === 'object') return '';
    // A key such as `no` is a boolean for Kubernetes, so it has no path.
    return typeof value === 'string' || !document.has(field) ? String(value) : document.view(field).text();
  }

  #selectors(field: Path): readonly CompiledSelector[] {
    return this.#elements(field).flatMap((each) => {
      const selector = this.#value(each) ?? {};
      if (!isMap(selector)) return this.#refuse(each, 'must be a map');
      for (const [key, value] of Object.entries(selector)) {
        const isTexts = key === 'labels' || key === 'annotations';
        if (isTexts ? !isTextMap(value) : typeof value !== 'string' && value !== null)
          this.#refuse([...each, key], isTexts ? 'must be a map of strings' : 'must be a string');
      }
      const pattern = this.#pattern([...each, 'resourceFileRegexp'], selector['resourceFileRegexp']);
      const given = Object.fromEntries(Object.entries(selector).filter(([, value]) => value !== null));
      return [{ ...given, ...(pattern !== undefined && { pattern }) }];
    });
  }

  #pattern(field: Path, value: Value = null): Pattern | undefined {
    if (typeof value !== 'string' || value === '') return undefined;
    const pattern = compilePattern(value);
    if (typeof pattern !== 'string') return pattern;
    return void this.#refuse(field, `must be a regular expression of RE2: ${pattern}`);
  }

  #condition(field: Path): Condition | undefined {
    const text = this.#text(field);
    const condition = text === '' ? undefined : compileWhen(text);
    if (typeof condition !== 'string') return condition;
    return void this.#refuse(field, `must be a boolean CEL expression: ${condition}`);
  }

  /** Reads the names of a resource. `kind` and `name` must be there. */
  #reference(field: Path): ResourceReference | undefined {
    const value = this.#value(field);
    if (value === null) return undefined;
    if (!isMap(value)) return void this.#refuse(field, 'must be a map');
    const texts = SELECTOR_TEXTS.map((name) => [name, this.#text([...field, name])] as const);
    for (const [name, text] of texts)
      if (text === '' && (name === 'kind' || name === 'name'))
        this.#refuse([...field, name], 'must name the resource that configures the function', 'missing-field');
    return Object.fromEntries(texts);
  }

  #elements(field: Path): readonly Path[] {
    const value = this.#value(field);
    if (value === null) return [];
    return isList(value) ? value.map((_, index) => [...field, index]) : this.#refuse(field, 'must be a list');
  }

  #text(field: Path): string {
    const value = this.#value(field);
    if (value !== null && typeof value !== 'string') this.#refuse(field, 'must be a string');
    return typeof value === 'string' ? value : '';
  }

  /** Refuses a field that a version of kpt had in a function before it moved to selectors. */
  #refuseMisplaced(of: Path): void {
    const field = [...of, 'resourceFileRegexp'];
    if (this.#value(field) !== null)
      this.#refuse(field, 'must be a field of each entry of `selectors` or `exclude`', 'unsupported-field');
  }

  #value(field: Path): Value {
    return this.#kptfile.document.value(field, 'kpt') ?? null;
  }

  #refuse(field: Path, message: string, code: ResultCode = 'invalid-value'): [] {
    this.errors.push(makeResult('error', message, { code, resource: this.#kptfile, field }));
    return [];
  }
}

function isTextMap(value: Value): boolean {
  return value === null || (isMap(value) && Object.values(value).every((text) => typeof text === 'string'));
}
