import type { ConfigForm, Kind } from './define.ts';
import { withoutNullFields } from './null-fields.ts';
import type { Problem } from './problems.ts';
import { validate, type Validator } from './validation.ts';
import type { Resource } from '../krm/resource.ts';
import type { Dialect, Value } from '../yaml/index.ts';

/** Data of a configuration, without null fields, and what keeps them from fitting their schema. */
interface CheckedValue {
  readonly value: Value;
  readonly misfits: readonly Problem[];
  /** True if a key is a duplicate, or another one to Kubernetes. */
  readonly hasUnsafeKeys: boolean;
}

/** Values by the text of their document. */
type Known = Map<string, CheckedValue>;

/** Values that were checked last, by validator. */
const KNOWN = new WeakMap<Validator, Known>();

/** Maximum number of texts to remember of a kind: more are rarely used in turn, and each takes memory. */
const MOST = 32;

/** Reads and validates a configuration: once for equal texts, such as a policy that many packages have copies of. */
export function checkedValue(form: ConfigForm<unknown>, validator: Validator, source: Resource): CheckedValue {
  const known = knownOf(validator);
  const text = textOf(source);
  const found = text === undefined ? undefined : known.get(text);
  if (found !== undefined) return found;
  const value = withoutNullFields(source.value(readerOf(form)), form.schema);
  const hasUnsafeKeys = unsafeKeys(form, source).length > 0;
  const checked = { value, misfits: validate(value, form, validator), hasUnsafeKeys };
  if (text !== undefined) remember(known, text, checked);
  return checked;
}

/** Returns a problem for each key of a configuration whose value it lacks, or has under another name. */
export function unsafeKeys(form: Kind, { document }: Resource): readonly Problem[] {
  return document
    .findUnsafeKeys(readerOf(form))
    .map(({ path, message }) => ({ code: 'unsafe-key', field: path, message }));
}

function readerOf(form: Kind): Dialect {
  return isConfigMap(form) ? 'kpt' : 'kubernetes';
}

function knownOf(validator: Validator): Known {
  const known = KNOWN.get(validator) ?? new Map<string, CheckedValue>();
  KNOWN.set(validator, known);
  return known;
}

function remember(known: Known, text: string, checked: CheckedValue): void {
  const [oldest] = known.keys();
  if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
  known.set(text, checked);
}

/**
 * Returns the current text of a resource if its data depend on nothing else: that of a whole document, with its directives and
 * anchors. The value of a part of a document depends on the anchors around it, and on whether it is in brackets. What depends on
 * the place of a resource, or on the items, is read anew from the value.
 */
function textOf({ document }: Resource): string | undefined {
  return document.whole.path.length === 0 ? document.text() : undefined;
}

/** Reports whether a form is that of ConfigMaps, which kpt makes of a pipeline's `configMap`, and reads in its own way. */
export function isConfigMap({ apiVersion, kind }: Kind): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap';
}
