import { byteOrder } from '../../src/byte-order.ts';
import type { Bindings as CelBindings, Program as CelProgram } from '../../src/cel/index.ts';
import { inSchemaOrder, type Problems } from '../../src/function/index.ts';
import { functionSchema, readPackageContext } from '../../src/package-variant/index.ts';
import type { Path, Value } from '../../src/yaml/index.ts';
import { explain, type Text } from './expression.ts';
import { PACKAGE_REVISION } from './variant-set.ts';
import type {
  FunctionTemplate,
  InjectorTemplate,
  MapTemplate,
  PackageContextTemplate,
  VariantTemplate,
} from './template.ts';

type ValueMap = Readonly<Record<string, Value>>;

/** Renders the texts of a template for one target. Adds problems at the fields of the set that cause them. */
export class Renderer {
  readonly #bindings: CelBindings;
  readonly #problems: Problems;
  readonly #unread: readonly string[];

  /** `unread`: apiVersions of PackageRevisions among the items that are not read. */
  constructor(bindings: CelBindings, problems: Problems, unread: readonly string[]) {
    this.#bindings = bindings;
    this.#problems = problems;
    this.#unread = unread;
  }

  /** Renders a text that must not be empty for the target; undefined on a problem. */
  filled(text: Text, field: Path, message: string): string | undefined {
    const filled = this.#text(text);
    if (filled === '') this.#problems.add({ field: typeof text === 'string' ? field : text.field, message });
    return filled === '' ? undefined : filled;
  }

  #text(text: Text): string | undefined {
    if (typeof text === 'string') return text;
    try {
      return text.program.evaluate(this.#bindings);
    } catch (error) {
      const message = `${explain(error)}${this.#unknown(text.program)}`;
      this.#problems.add({ field: text.field, message, currentValue: text.text });
      return undefined;
    }
  }

  /** Explains which variables of a program are unknown. Objects known to be missing were reported before. */
  #unknown({ variables }: CelProgram): string {
    const unknown = OBJECTS.filter(([name]) => variables.has(name) && this.#bindings[name] === undefined);
    const others = this.#unread.length === 0 ? '' : `, except of ${this.#unread.join(' and ')}, which is not read`;
    const end = (kind: string): string => (kind === PACKAGE_REVISION.kind ? others : '');
    return unknown.map(([name, kind]) => `; \`${name}\` is unset: no ${kind} is among the items${end(kind)}`).join('');
  }

  /** Renders all but upstream and downstream of a PackageVariant, in the order of its type (design "PackageVariant API"). */
  fields({ policies, labels, annotations, packageContext, pipeline, injectors }: VariantTemplate): ValueMap {
    return {
      ...policies,
      ...this.#entry('labels', labels),
      ...this.#entry('annotations', annotations),
      ...(packageContext && { packageContext: this.#packageContext(packageContext) }),
      ...this.#pipeline(pipeline),
      ...(injectors.length > 0 && { injectors: injectors.map((injector) => this.#injector(injector)) }),
    };
  }

  /** Renders a map, if it has entries. */
  #entry(name: string, template: MapTemplate): ValueMap {
    const map = this.#map(template);
    return Object.keys(map).length === 0 ? {} : { [name]: map };
  }

  /** Renders a map sorted by key, so that the order in the set does not matter. */
  #map({ plain, exprs }: MapTemplate): Readonly<Record<string, string>> {
    const map = new Map(Object.entries(plain));
    for (const { field, key, value } of exprs) map.set(this.#key(key, field), this.#text(value) ?? '');
    return Object.fromEntries([...map].toSorted(([a], [b]) => byteOrder(a, b)));
  }

  #key(key: Text, field: Path): string {
    return this.filled(key, field, 'the key must not be empty') ?? '';
  }

  #packageContext({ field, data, removeKeys }: PackageContextTemplate): ValueMap {
    const keys = [...new Set(removeKeys.map((key) => this.#key(key, field)))].toSorted(byteOrder);
    const context = readPackageContext({ data: this.#map(data), removeKeys: keys }, field, this.#problems);
    return {
      ...(Object.keys(context.data).length > 0 && { data: context.data }),
      ...(keys.length > 0 && { removeKeys: keys }),
    };
  }

  #pipeline({ mutators, validators }: VariantTemplate['pipeline']): ValueMap {
    const lists = Object.entries({ mutators, validators }).filter(([, functions]) => functions.length > 0);
    if (lists.length === 0) return {};
    return { pipeline: Object.fromEntries(lists.map(([name, list]) => [name, list.map((fn) => this.#function(fn))])) };
  }

  #function({ fields, configMap }: FunctionTemplate): Value {
    return inSchemaOrder({ ...fields, ...this.#entry('configMap', configMap) }, functionSchema);
  }

  #injector({ field, kind, name }: InjectorTemplate): Value {
    return { ...kind, name: this.filled(name, field, 'the name must not be empty') ?? '' };
  }
}

/** Variables for objects that may be absent. */
const OBJECTS = [
  ['upstream', 'PackageRevision'],
  ['repository', 'Repository'],
] as const;
