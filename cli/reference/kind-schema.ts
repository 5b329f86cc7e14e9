import type { ConfigForm } from '../../src/function/index.ts';

/** JSON Schema in the structural subset that Kubernetes accepts. */
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

/** API group of this project's own kinds. */
const ownGroup = 'krm-variants.dev';

/** Reports whether a kind is this project's own, with a JSON Schema and a CRD. */
export function isOwnKind({ apiVersion }: ConfigForm<unknown>): boolean {
  return apiVersion.startsWith(`${ownGroup}/`);
}

/** Reports whether a kind is built into Kubernetes, like ConfigMap. */
export function isCoreKind({ apiVersion }: ConfigForm<unknown>): boolean {
  return !apiVersion.includes('/');
}

/**
 * Returns the schema of a form. Every form is an object, so its schema is not a boolean; fields are checked where they
 * are used.
 */
export function structuralSchema(form: ConfigForm<unknown>): StructuralSchema {
  return form.schema as StructuralSchema;
}

/** Returns the schema as a standalone file for editors. */
export function jsonSchema(form: ConfigForm<unknown>): object {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: form.kind, ...structuralSchema(form) };
}
