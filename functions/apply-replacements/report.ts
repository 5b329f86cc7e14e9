import type { Call } from '../../src/function/index.ts';
import { formatFieldPath, resourceNames, type Resource } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import type { Path, Value } from '../../src/yaml/index.ts';
import type { Replacement, ReplacementConfig, Target } from './replacement.ts';
import { identityName } from './selection.ts';
import type { SourceValue } from './source-value.ts';

/** Place of a path in the function config, and the resource that it is applied to. */
interface Where {
  readonly resource: Resource;
  readonly field: Path;
  readonly text: string;
}

/**
 * Collects what a replacement reaches. Reports warnings and errors at once, and the rest when all replacements have
 * been applied.
 */
export class Report {
  readonly #call: Call<ReplacementConfig>;
  readonly #replacement: Replacement;
  readonly #reached = new Map<Resource, Set<string>>();
  readonly #growing = new Set<string>();
  readonly #differences: (readonly [message: string, resource: Resource, field: Path])[] = [];
  #source: SourceValue | undefined;
  #value: Value | undefined;

  constructor(call: Call<ReplacementConfig>, replacement: Replacement) {
    this.#call = call;
    this.#replacement = replacement;
  }

  get #title(): string {
    return formatFieldPath(this.#replacement.field);
  }

  start(source: SourceValue): void {
    this.#source = source;
    const value = source.part ?? source.resource.document.value(source.path);
    if (typeof value !== 'object') this.#value = value;
  }

  reached(resource: Resource, path: Path): void {
    const paths = this.#reached.get(resource) ?? new Set();
    this.#reached.set(resource, paths.add(formatFieldPath(path)));
  }

  /** Reports a path that cannot be applied to a resource. */
  failure({ resource, text }: Where, reason: string): void {
    this.#call.results.error(`${this.#title}: cannot apply "${text}": ${reason}`, { code: 'rule-failed', resource });
  }

  /** Reports a field that a resource lacks. */
  missing({ resource, text }: Where, isSkipped: boolean): void {
    const message = `${this.#title}: unable to find field "${text}" in replacement target`;
    const { results } = this.#call;
    if (isSkipped) results.warning(`${message}, so it is not set there`, { code: 'target-missing', resource });
    else results.error(`${message}; \`options.create\` would create it`, { code: 'target-missing', resource });
  }

  /** Warns of a target that selects nothing. */
  unselected({ field, select, reject }: Target): void {
    const but = reject.length > 0 ? ' that is not rejected' : '';
    const labels = select.labels.length + select.annotations.length > 0 ? ' with the labels or annotations' : '';
    this.#call.results.warning(`no resource is selected: ${identityName(select.identity)}${labels}${but}`, {
      code: 'rule-unmatched',
      resource: this.#call.config.source,
      field: [...field, 'select'],
    });
  }

  /** Warns of a field that a further run would change again. */
  growing({ resource, field, text }: Where): void {
    const key = formatFieldPath(field);
    if (this.#growing.has(key)) return;
    this.#growing.add(key);
    this.#call.results.warning(
      `${this.#title}: each run adds to "${text}" again, since \`delimiter\` and \`index\` then mean another part`,
      { code: 'not-repeatable', resource },
    );
  }

  /** Keeps a difference from the original until the end: it has no meaning if the call fails. */
  difference(message: string, resource: Resource, field: Path): void {
    this.#differences.push([message, resource, field]);
  }

  /** Reports the differences from the original, and how many fields have the value. */
  end(): void {
    for (const [message, resource, field] of this.#differences)
      this.#call.results.difference(message, { resource, field });
    const source = this.#source;
    if (source === undefined || this.#reached.size === 0) return;
    const fields = [...this.#reached.values()].reduce((sum, { size }) => sum + size, 0);
    const where = `${counted(fields, 'field')} of ${counted(this.#reached.size, 'resource')}`;
    this.#call.results.info(`${this.#title}: the value is in ${where}: ${resourceNames(this.#reached.keys())}`, {
      code: 'rule-applied',
      resource: source.resource,
      field: source.path,
      ...(this.#value !== undefined && { currentValue: this.#value }),
    });
  }
}
