import { type Problems } from '../../src/function/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import { readLabelSelector, type Requirement } from './label-selector.ts';

/** Identity of resources as written: each field that is set must be equal. */
export interface Identity {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** Selector of resources. */
export interface Selector {
  readonly identity: Identity;
  readonly labels: readonly Requirement[];
  readonly annotations: readonly Requirement[];
}

/** Options of a field. */
export interface FieldOptions {
  readonly delimiter?: string;
  readonly index?: number;
  readonly encoding?: string;
  readonly create?: boolean;
}

/** Fields that get the value of a source. */
export interface Target {
  /** Its place in the function config. */
  readonly field: Path;
  readonly select: Selector;
  readonly reject: readonly Selector[];
  readonly fieldPaths: readonly string[];
  readonly options: FieldOptions;
}

/** Field with the value. */
interface Source {
  readonly identity: Identity;
  readonly fieldPath: string;
  readonly options: FieldOptions;
}

/** One replacement. */
export interface Replacement {
  /** Its place in the function config, which is its name in messages, too. */
  readonly field: Path;
  readonly source: Source;
  readonly targets: readonly Target[];
}

/** Configuration of the function. */
export interface ReplacementConfig {
  readonly source: Resource;
  readonly replacements: readonly Replacement[];
}

const DEFAULT_PATH = 'metadata.name';

interface WrittenSelector extends Identity {
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
}

/** Replacement as written. */
export interface WrittenReplacement {
  readonly source: Identity & { readonly fieldPath?: string; readonly options?: FieldOptions };
  readonly targets: readonly {
    readonly select: WrittenSelector;
    readonly reject?: readonly WrittenSelector[];
    readonly fieldPaths?: readonly string[];
    readonly options?: FieldOptions;
  }[];
}

export function readReplacement(written: WrittenReplacement, field: Path, problems: Problems): Replacement {
  const { fieldPath, options = {}, ...identity } = written.source;
  return {
    field,
    source: { identity, fieldPath: fieldPath === undefined || fieldPath === '' ? DEFAULT_PATH : fieldPath, options },
    targets: written.targets.map(({ select, reject = [], fieldPaths = [], options: own = {} }, index) => {
      const at = [...field, 'targets', index];
      return {
        field: at,
        select: readSelector(select, [...at, 'select'], problems),
        reject: reject.map((each, position) => readSelector(each, [...at, 'reject', position], problems)),
        fieldPaths: fieldPaths.length === 0 ? [DEFAULT_PATH] : fieldPaths,
        options: own,
      };
    }),
  };
}

function readSelector(written: WrittenSelector, field: Path, problems: Problems): Selector {
  const { labelSelector, annotationSelector, ...identity } = written;
  const read = (text: string | undefined, name: string): readonly Requirement[] => {
    const requirements = readLabelSelector(text ?? '');
    if (typeof requirements !== 'string') return requirements;
    problems.add({ field: [...field, name], message: requirements, ...(text !== undefined && { currentValue: text }) });
    return [];
  };
  return {
    identity,
    labels: read(labelSelector, 'labelSelector'),
    annotations: read(annotationSelector, 'annotationSelector'),
  };
}
