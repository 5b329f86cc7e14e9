import { completed, formatFieldPath, type FileRef, type Origin, type ResourceRef } from '../krm/index.ts';

/** Changed lines of a file, with the origins of the change. */
export interface ExplainedLines {
  readonly file: string;
  /** Text with the lines: `added` is the new one, `removed` the old one. */
  readonly side: 'added' | 'removed';
  /** One-based number of the first line. */
  readonly start: number;
  /** One-based number of the last line. */
  readonly end: number;
  /** Empty for a change that an edit elsewhere in the file caused, such as an alias that became a copy. */
  readonly origins: readonly ExplainedOrigin[];
}

/** Part of a configuration, a policy or a resource, as data. */
export interface ExplainedOrigin {
  readonly resourceRef?: ResourceRef;
  readonly field?: { readonly path: string };
  readonly file?: FileRef;
  /** Name of a built-in rule of the function. */
  readonly title?: string;
  /** One-based line of the field in the file. Only in detailed explanations. */
  readonly line?: number;
  /** Function of the pipeline. Only in detailed explanations. */
  readonly step?: ExplainedStep;
}

/** Function of a pipeline, and the place where its Kptfile declares it. */
interface ExplainedStep {
  readonly called: string;
  readonly file: string;
  readonly line: number | undefined;
}

/** Origins as data. Equal ones are the same object. */
export class ExplainedOrigins {
  readonly #fallback: Origin;
  readonly #isDetailed: boolean;
  readonly #known = new Map<string, ExplainedOrigin>();

  /**
   * `fallback`: origin of an edit without one; its resource is also used for origins that name only a field.
   * `isDetailed`: true to add lines, and functions of pipelines.
   */
  constructor(fallback: Origin, isDetailed: boolean) {
    this.#fallback = fallback;
    this.#isDetailed = isDetailed;
  }

  /** Returns the origins of an edit. */
  of(origins: readonly Origin[]): readonly ExplainedOrigin[] {
    return (origins.length > 0 ? origins : [this.#fallback]).map((origin) => {
      const complete = completed(origin, this.#fallback);
      const explained = { ...asData(complete), ...(this.#isDetailed && detailsOf(complete)) };
      const key = JSON.stringify(explained);
      this.#known.set(key, this.#known.get(key) ?? explained);
      return this.#known.get(key) ?? explained;
    });
  }
}

function asData({ resource, field = [], title }: Origin): ExplainedOrigin {
  const { ref, file } = resource ?? {};
  return {
    ...(ref && { resourceRef: ref }),
    ...(field.length > 0 && { field: { path: formatFieldPath(field) } }),
    ...(file && { file }),
    ...(title !== undefined && { title }),
  };
}

function detailsOf({ resource, field = [], step }: Origin): Pick<ExplainedOrigin, 'line' | 'step'> {
  const line = resource?.positionOf(field)?.line;
  return {
    ...(line !== undefined && { line }),
    ...(step && {
      step: {
        called: step.called,
        file: step.kptfile.file?.path ?? 'Kptfile',
        line: step.kptfile.positionOf(step.field)?.line,
      },
    }),
  };
}

/** Returns an explanation as a line: `web.yaml:7: OverridePolicy shop/size `spec.overrideRules[0]``. */
export function formatExplainedLines({ file, side, start, end, origins }: ExplainedLines): string {
  const lines = start === end ? `${start}` : `${start}-${end}`;
  const place = `${file}:${lines}${side === 'removed' ? ' (removed)' : ''}`;
  const all = origins.length === 0 ? [ELSEWHERE] : origins.map(formatOrigin);
  return `${place}: ${all.join('; ')}`;
}

const ELSEWHERE = 'follows from an edit elsewhere in the file';

function formatOrigin({ resourceRef, field, title }: ExplainedOrigin): string {
  const names = resourceRef && [resourceRef.namespace, resourceRef.name].filter((name) => name !== undefined);
  const resource = resourceRef === undefined ? title : `${resourceRef.kind} ${names?.join('/')}`;
  return [resource ?? 'the function', field && `\`${field.path}\``].filter((part) => part !== undefined).join(' ');
}
