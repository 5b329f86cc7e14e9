import { didYouMean } from '../../nearest-name.ts';
import { Resource } from '../../krm/resource.ts';
import { KrmError, type Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { isList, isMap, readStream, YamlError, type Path, type Value } from '../../yaml/index.ts';
import { isYamlPath, type FileContent } from '../../files/index.ts';
import { fileText } from '../text/file-text.ts';
import { checkFieldPattern } from './field-pattern.ts';
import { TAKES, type MergeRule, type ResourcePattern, type Take } from './merge-rule.ts';
import type { Packages } from '../text/packages.ts';

const KIND = 'MergePolicy';
const API_VERSION = 'krm-variants.dev/v1alpha1';

/** Rules of a MergePolicy, and the resource that has them. */
interface Policy {
  readonly resource: Resource;
  readonly rules: readonly MergeRule[];
}

/**
 * Reads the rules of the MergePolicies in a file, in their order. Ignores other documents. Throws a `KrmError` that names
 * each invalid field, or the file if it has no MergePolicy or is not YAML.
 */
export function readMergePolicies(text: string, path: string): readonly MergeRule[] {
  const policies = policiesIn(text, path);
  if (policies.length === 0)
    throw new KrmError([
      { severity: 'error', message: `must hold a ${KIND} of ${API_VERSION}`, file: { path, index: 0 } },
    ]);
  return policies.flatMap(({ rules }) => rules);
}

/**
 * Returns the rules of the MergePolicies that only the local package has, in the order of their files: upstream does not
 * decide what happens to local changes.
 */
export function localPolicies({ base, theirs, local }: Packages): readonly MergeRule[] {
  const of = (files: ReadonlyMap<string, FileContent>): readonly Policy[] =>
    [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([path, content]) => policiesOf(path, content));
  const own = of(local);
  if (own.length === 0) return [];
  const upstream = new Set([...of(base), ...of(theirs)].map(policyName));
  return own.flatMap((policy) => (upstream.has(policyName(policy)) ? [] : policy.rules));
}

function policiesOf(path: string, content: FileContent): readonly Policy[] {
  if (!isYamlPath(path)) return [];
  const isCandidate = typeof content === 'string' ? content.includes(KIND) : content.length > 0;
  const text = isCandidate ? fileText(content)?.lines : undefined;
  return text?.includes(KIND) === true ? policiesIn(text, path) : [];
}

function policyName({ resource: { namespace, name } }: Policy): string {
  return `${namespace}/${name}`;
}

function policiesIn(text: string, path: string): readonly Policy[] {
  try {
    return readStream(text).documents.flatMap((document, index) => {
      const resource = new Resource(document, { path, index });
      return resource.kind === KIND && resource.apiVersion === API_VERSION
        ? [{ resource, rules: new PolicyReader(resource).rules() }]
        : [];
    });
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new KrmError([{ severity: 'error', message: `must be YAML: ${error.message}`, file: { path, index: 0 } }]);
  }
}

const RULE_FIELDS = ['resource', 'file', 'path', 'take'];
const PATTERN_FIELDS: readonly (keyof ResourcePattern)[] = ['group', 'kind', 'namespace', 'name'];

/** Reads the rules of a MergePolicy and collects its errors. */
class PolicyReader {
  readonly #resource: Resource;
  readonly #errors: Result[] = [];

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  rules(): readonly MergeRule[] {
    const value = this.#resource.value();
    this.#fields(value, [], ['apiVersion', 'kind', 'metadata', 'spec']);
    const spec = isMap(value) ? value['spec'] : undefined;
    this.#fields(spec, ['spec'], ['rules']);
    const list = isMap(spec) ? spec['rules'] : undefined;
    if (!isList(list)) this.#error(['spec', 'rules'], 'must be a list of rules');
    const rules = (isList(list) ? list : []).map((rule, index) => this.#rule(rule, ['spec', 'rules', index]));
    if (this.#errors.length > 0) throw new KrmError(this.#errors);
    return rules;
  }

  #rule(value: Value, field: Path): MergeRule {
    this.#fields(value, field, RULE_FIELDS);
    const { take, resource } = isMap(value) ? value : {};
    const found = TAKES.find((each) => each === take);
    if (found === undefined) this.#error([...field, 'take'], `must be one of ${TAKES.join(', ')}`);
    const [file, path] = [this.#text(value, field, 'file'), this.#text(value, field, 'path')];
    if (path !== undefined) this.#path(path, [...field, 'path']);
    return {
      ...(resource !== undefined && { resource: this.#pattern(resource, [...field, 'resource']) }),
      ...(file !== undefined && { file }),
      ...(path !== undefined && { path }),
      take: found ?? ('local' satisfies Take),
    };
  }

  #pattern(value: Value, field: Path): ResourcePattern {
    this.#fields(value, field, PATTERN_FIELDS);
    return Object.fromEntries(
      PATTERN_FIELDS.flatMap((key) => {
        const text = this.#text(value, field, key);
        return text === undefined ? [] : [[key, text]];
      }),
    );
  }

  #path(path: string, field: Path): void {
    try {
      checkFieldPattern(path);
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      this.#error(field, error.message);
    }
  }

  /** Returns the string of a field; undefined if the field is absent. */
  #text(value: Value, field: Path, key: string): string | undefined {
    const text = isMap(value) ? value[key] : undefined;
    if (text === undefined || typeof text === 'string') return text;
    this.#error([...field, key], 'must be a string');
    return undefined;
  }

  /** Checks that a value is a map with no other than these fields. */
  #fields(value: Value | undefined, field: Path, names: readonly string[]): void {
    if (!isMap(value)) {
      this.#error(field, 'must be a map');
      return;
    }
    for (const key of Object.keys(value))
      if (!names.includes(key)) this.#error([...field, key], `unknown field${didYouMean(key, names)}`);
  }

  #error(field: Path, message: string): void {
    this.#errors.push(makeResult('error', message, { resource: this.#resource, field }));
  }
}
