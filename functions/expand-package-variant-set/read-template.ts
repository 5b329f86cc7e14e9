import type { Problems } from '../../src/function/index.ts';
import { FUNCTION_FIELDS, readPackageContext, refuseUnknownFields } from '../../src/package-variant/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import { readExpression, type Text } from './expression.ts';
import type { MapExpr, TemplateFields } from './kinds/package-variant-set.ts';
import type {
  FunctionTemplate,
  InjectorTemplate,
  MapTemplate,
  PackageContextTemplate,
  VariantTemplate,
} from './template.ts';

type DownstreamFields = NonNullable<TemplateFields['downstream']>;
type PackageContextFields = NonNullable<TemplateFields['packageContext']>;
type FunctionFields = NonNullable<NonNullable<TemplateFields['pipeline']>['mutators']>[number];
type InjectorFields = NonNullable<TemplateFields['injectors']>[number];

/** Reads the template at a field and compiles its expressions. Adds problems in Porch's words. */
export function readTemplate(fields: TemplateFields, field: Path, problems: Problems): VariantTemplate {
  const { downstream = {}, packageContext, pipeline = {}, injectors = [] } = fields;
  const functions = (list: 'validators' | 'mutators'): FunctionTemplate[] =>
    (pipeline[list] ?? []).map((fn, index) => readFunction(fn, [...field, 'pipeline', list, index], problems));
  checkPolicies(fields, field, problems);
  return {
    repo: readRepo(downstream, [...field, 'downstream'], problems),
    package: readOne(downstream, 'package', [...field, 'downstream'], problems),
    policies: only(fields, ['adoptionPolicy', 'deletionPolicy']),
    labels: readMap(fields, ['labels', 'labelExprs'], field, problems),
    annotations: readMap(fields, ['annotations', 'annotationExprs'], field, problems),
    packageContext: packageContext && readContext(packageContext, [...field, 'packageContext'], problems),
    pipeline: { validators: functions('validators'), mutators: functions('mutators') },
    injectors: injectors.map((injector, index) => readInjector(injector, [...field, 'injectors', index], problems)),
  };
}

function checkPolicies({ adoptionPolicy, deletionPolicy }: TemplateFields, field: Path, problems: Problems): void {
  const check = (name: string, value: string | undefined, first: string, second: string): void => {
    if (value === undefined || value === first || value === second) return;
    problems.add({ field: [...field, name], message: `can only be "${first}" or "${second}"`, currentValue: value });
  };
  check('adoptionPolicy', adoptionPolicy, 'adoptNone', 'adoptExisting');
  check('deletionPolicy', deletionPolicy, 'orphan', 'delete');
}

/** Returns those of the named fields that are set. */
function only<Name extends string>(fields: Readonly<Partial<Record<Name, string>>>, names: readonly Name[]) {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

/** Reads the repository. Its expression must not use `repository`, which it determines. */
function readRepo(fields: DownstreamFields, field: Path, problems: Problems): Text | undefined {
  const repo = readOne(fields, 'repo', field, problems);
  if (typeof repo === 'object' && repo.program.variables.has('repository'))
    problems.add({
      field: repo.field,
      message: 'must not use `repository`: the result of this expression selects the repository',
      currentValue: repo.text,
    });
  return repo;
}

/** Returns a plain field or its expression; an empty one counts as unset. */
function readOne<Name extends string>(
  fields: Readonly<Partial<Record<Name | `${Name}Expr`, string>>>,
  name: Name,
  field: Path,
  problems: Problems,
): Text | undefined {
  const plain = fields[name] === '' ? undefined : fields[name];
  const expression = fields[`${name}Expr`] === '' ? undefined : fields[`${name}Expr`];
  return readEither(plain, expression, name, { field, problems });
}

interface FieldContext {
  readonly field: Path;
  readonly problems: Problems;
}

function readEither(
  plain: string | undefined,
  expression: string | undefined,
  name: string,
  { field, problems }: FieldContext,
): Text | undefined {
  if (plain !== undefined && expression !== undefined)
    problems.add({
      code: 'exclusive-fields',
      field,
      message: `may specify only one of \`${name}\` and \`${name}Expr\``,
    });
  return expression === undefined ? plain : readExpression(expression, [...field, `${name}Expr`], problems);
}

/** Reads the plain entries and those of expressions from the fields of these names; a missing value is empty. */
function readMap<Plain extends string, Exprs extends string>(
  fields: { readonly [name in Plain]?: Readonly<Record<string, string>> } & {
    readonly [name in Exprs]?: readonly MapExpr[];
  },
  [plainName, exprsName]: readonly [Plain, Exprs],
  field: Path,
  problems: Problems,
): MapTemplate {
  const plain: Readonly<Record<string, string>> = fields[plainName] ?? {};
  const exprs: readonly MapExpr[] = fields[exprsName] ?? [];
  if (Object.hasOwn(plain, '')) problems.add({ field: [...field, plainName], message: NO_KEY });
  return { plain, exprs: exprs.map((entry, index) => readMapExpr(entry, [...field, exprsName, index], problems)) };
}

const NO_KEY = 'the key must not be empty';

function readMapExpr(fields: MapExpr, field: Path, problems: Problems): MapTemplate['exprs'][number] {
  const key = readEither(fields.key, fields.keyExpr, 'key', { field, problems });
  if (key === undefined)
    problems.add({ code: 'missing-field', field, message: 'must specify either `key` or `keyExpr`' });
  if (fields.key === '') problems.add({ field: [...field, 'key'], message: NO_KEY });
  return {
    field,
    key: key ?? '',
    value: readEither(fields.value, fields.valueExpr, 'value', { field, problems }) ?? '',
  };
}

function readContext(fields: PackageContextFields, field: Path, problems: Problems): PackageContextTemplate {
  const { data = {}, removeKeys = [], removeKeyExprs = [] } = fields;
  readPackageContext({ data, removeKeys }, field, problems);
  const exprs = removeKeyExprs.map((text, index) =>
    readExpression(text, [...field, 'removeKeyExprs', index], problems),
  );
  const entries = readMap(fields, ['data', 'dataExprs'], field, problems);
  return { field, data: entries, removeKeys: [...removeKeys, ...exprs] };
}

function readInjector(fields: InjectorFields, field: Path, problems: Problems): InjectorTemplate {
  const name = readOne(fields, 'name', field, problems);
  if (name === undefined)
    problems.add({ code: 'missing-field', field, message: 'must specify either `name` or `nameExpr`' });
  return { field, kind: only(fields, ['group', 'version', 'kind']), name: name ?? '' };
}

function readFunction(fields: FunctionFields, field: Path, problems: Problems): FunctionTemplate {
  const { configMap: _, configMapExprs: __, ...others } = fields;
  if ((fields.image ?? '') === '' && (fields.exec ?? '') === '')
    problems.add({ field: [...field, 'image'], message: 'must not be empty' });
  if (fields.name?.includes('.') === true)
    problems.add({ field: [...field, 'name'], message: "must not contain '.'", currentValue: fields.name });
  refuseUnknownFields(Object.keys(fields), { field, known: TEMPLATE_FIELDS, remedy: 'remove the field', problems });
  return {
    field,
    fields: others,
    configMap: readMap(fields, ['configMap', 'configMapExprs'], field, problems),
  };
}

const TEMPLATE_FIELDS: readonly string[] = [...FUNCTION_FIELDS, 'configMapExprs'];
