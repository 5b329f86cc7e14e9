import type { ConfigForm } from '../src/index.ts';

/** A JSON Schema as the generators read it: the structural subset that Kubernetes accepts. */
export interface StructuralSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  readonly additionalProperties?: boolean | StructuralSchema;
  readonly required?: readonly string[];
  readonly items?: StructuralSchema;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly StructuralSchema[];
}

/** The API group of the kinds that this project adds to what upstream has. */
const ownGroup = 'krm-variants.dev';

/** Whether a kind is one of this project's own: those have a JSON Schema and a CRD here. */
export function isOwnKind({ apiVersion }: ConfigForm<unknown>): boolean {
  return apiVersion.startsWith(`${ownGroup}/`);
}

/** Whether a kind is built into Kubernetes, as ConfigMap is. */
export function isCoreKind({ apiVersion }: ConfigForm<unknown>): boolean {
  return !apiVersion.includes('/');
}

/** The schema of a form. Every form is an object, so its schema is no boolean; the fields are checked where they are used. */
export function structuralSchema(form: ConfigForm<unknown>): StructuralSchema {
  return form.schema as StructuralSchema;
}

/** The schema as a file of its own, for editors. */
export function jsonSchema(form: ConfigForm<unknown>): object {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: form.kind, ...structuralSchema(form) };
}
