import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { parse } from 'yaml';
import { runProgram, type Ended } from '../support/child.ts';
import { commandsOf } from '../support/forms.ts';
import { keptAt, resource, resourceList } from '../support/resource-list.ts';

/** Returns an injection point with a name, and text after its metadata. */
export function point(apiVersion: string, kind: string, name: string, rest = '', mode = 'required'): string {
  const metadata = `${keptAt(`${kind}-${name}.yaml`)}    kpt.dev/config-injection: ${mode}\n`;
  return resource(apiVersion, kind, name, rest, metadata);
}

/** Returns a point with an injected object of that name. */
export function injectedPoint(apiVersion: string, kind: string, name: string, from: string, rest: string): string {
  return `${point(apiVersion, kind, name)}    kpt.dev/injected-resource: ${from}\n${rest}`;
}

/** Request to a cluster: `spec` of a ConfigInjection. */
export interface Injection {
  readonly namespace?: string;
  readonly injectors: readonly { readonly name: string }[];
  readonly sources: { readonly cluster?: object; readonly path?: string };
}

/** Returns a ResourceList of a Kptfile, these injection points, and a ConfigInjection. */
export function injectionList(points: readonly string[], spec: Injection): string {
  const config = resource('krm-variants.dev/v1alpha1', 'ConfigInjection', 'i', `spec: ${JSON.stringify(spec)}\n`);
  return resourceList([resource('kpt.dev/v1', 'Kptfile', 'shop', '', keptAt('Kptfile')), ...points], config);
}

/** Environment variables. */
export type Env = Readonly<Record<string, string>>;

/** Outcome of an injection. */
export interface Injected extends Ended {
  /** Text of the items. */
  readonly items: string;
  /** Conditions of the Kptfile: kind and name of each point, status and message. */
  readonly conditions: readonly string[];
  /** Severity and message of each result. */
  readonly results: readonly string[];
}

/**
 * Runs inject-config on every runtime that it was built for, checks that all outputs are the same, byte for byte, and
 * returns them once.
 */
export async function injectEverywhere(list: string, env: Env = {}): Promise<Injected> {
  // The executable with all functions for Node is the same program as the one with a single function.
  const forms = Object.entries(commandsOf('inject-config')).filter(([form]) => form !== 'krm-variants.cjs');
  const ended = forms.map(async ([form, command]) => {
    return { form, ended: await run(command, list, env) };
  });
  const [first, ...others] = await Promise.all(ended);
  assert.ok(first !== undefined);
  for (const other of others) assert.deepEqual(other.ended, first.ended, `${other.form}, beside ${first.form}`);
  return read(first.ended);
}

/** Runs inject-config once. */
export async function inject(list: string, env: Env = {}): Promise<Injected> {
  const [command] = Object.values(commandsOf('inject-config'));
  assert.ok(command !== undefined);
  return read(await run(command, list, env));
}

/** Runs a command with nothing of the environment but PATH: the user may have a cluster of their own. */
function run(command: readonly string[], list: string, env: Env): Promise<Ended> {
  const variables = Object.entries({ PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...env });
  const settings = variables.map(([name, value]) => `${name}=${value}`);
  return runProgram('env', ['-i', ...settings, ...command], list);
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message: string;
}

interface Output {
  readonly items: readonly [{ readonly status?: { readonly conditions: readonly Condition[] } }];
  readonly results?: readonly { readonly severity: string; readonly message: string }[];
}

/** Reads the output of a finished inject-config. */
export function read(ended: Ended): Injected {
  const { items, results = [] } = (parse(ended.stdout) ?? assert.fail(JSON.stringify(ended))) as Output;
  return {
    ...ended,
    items: ended.stdout.split('\nfunctionConfig:')[0] ?? '',
    conditions: (items[0].status?.conditions ?? []).map(
      ({ type, status, message }) => `${type.replace('config.injection.', '')} ${status} ${message}`,
    ),
    results: results.map(({ severity, message }) => `${severity} ${message}`),
  };
}
