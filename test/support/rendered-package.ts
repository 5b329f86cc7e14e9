import fc from 'fast-check';
import { kptfile } from '../cli/run-support.ts';
import { resource } from './resource-list.ts';

/** Returns a Kptfile with functions, each as the lines of its entry. */
export function kptfileCalling(...called: readonly string[]): string {
  return `${kptfile('shop')}pipeline:\n  mutators:\n${called.map((each) => `  - ${each}\n`).join('')}`;
}

/** Function that sets the registry of all images. */
export const SET_REGISTRY = 'exec: apply-override-policy\n    configPath: registry.yaml';

/** Returns its configuration. */
export function registry(host: string): string {
  return resource(
    'krm-variants.dev/v1alpha1',
    'OverridePolicyApplication',
    'registry',
    `spec:\n  overrideRules:\n  - overriders:\n      imageOverrider:\n      - {component: Registry, operator: replace, value: ${host}}\n`,
  );
}

/** Returns a Deployment whose image it edits. */
export function deployment(image: string, replicas = 1, name = 'web'): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\nspec:\n  replicas: ${replicas} # for now\n  template:\n    spec:\n      containers:\n        - name: c\n          image: ${image} # pinned\n`;
}

/** A package of Deployments whose pipeline sets the registry of their images. */
export interface Shop {
  readonly host: string;
  readonly apps: Readonly<Record<string, App>>;
}

interface App {
  readonly tag: number;
  readonly replicas: number;
}

/** Returns the files of a package. `isRendered`: whether its pipeline ran. */
export function shopFiles({ host, apps }: Shop, isRendered: boolean): Map<string, string> {
  const from = isRendered ? host : 'a.io';
  return new Map([
    ['Kptfile', kptfileCalling(SET_REGISTRY)],
    ['registry.yaml', registry(host)],
    ...Object.entries(apps).map(
      ([name, { tag, replicas }]) =>
        [`${name}.yaml`, deployment(`${from}/${name}:${tag}`, replicas, name) + environment(name)] as const,
    ),
  ]);
}

/**
 * Returns lines that no other app has, so that one that is removed and one that is added are not taken for a renamed
 * app.
 */
function environment(name: string): string {
  const lines = Array.from(
    { length: 12 },
    (_, index) => `            - {name: ${name}${index}, value: ${name}-${index}}\n`,
  );
  return `          env:\n${lines.join('')}`;
}

const SMALL = fc.integer({ min: 1, max: 3 });
const APP = fc.record({ tag: SMALL, replicas: SMALL });
const HOST = fc.constantFrom('eu.io', 'us.io', 'asia.io');

/** Apps that a version may change or remove; one that all versions have shows whether a package is rendered. */
const NAMES = ['a', 'b', 'c'];
const KEPT = 'kept';

/** Apps that only one side may add. */
const ADDED = { theirs: 'd', local: 'e' };

function changed(shop: Shop, side: keyof typeof ADDED): fc.Arbitrary<Shop> {
  const app = (name: string): fc.Arbitrary<App | undefined> =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(shop.apps[name]) },
      fc.constant(undefined),
      ...(side === 'theirs' ? [APP] : []),
      fc.record({ tag: fc.constant(shop.apps[name]?.tag ?? 1), replicas: SMALL }),
    );
  return fc
    .record({
      host: fc.oneof({ weight: 2, arbitrary: fc.constant(shop.host) }, HOST),
      apps: fc.record(Object.fromEntries([...NAMES, ADDED[side]].map((name) => [name, app(name)]))),
    })
    .map(({ host, apps }) => ({ host, apps: withKept(apps) }));
}

function withKept(apps: Readonly<Record<string, App | undefined>>): Record<string, App> {
  const present = Object.entries(apps).filter((entry): entry is [string, App] => entry[1] !== undefined);
  return { ...Object.fromEntries(present), [KEPT]: { tag: 1, replicas: 1 } };
}

/** A package, its new version, and an edited copy. A person edits the registry, replicas and apps, but no image. */
export const SHOPS: fc.Arbitrary<Readonly<Record<'base' | 'theirs' | 'local', Shop>>> = fc
  .record({ host: HOST, apps: fc.record(Object.fromEntries(NAMES.map((name) => [name, APP]))) })
  .map(({ host, apps }) => ({ host, apps: withKept(apps) }))
  .chain((base) =>
    fc.record({ base: fc.constant(base), theirs: changed(base, 'theirs'), local: changed(base, 'local') }),
  );

/** Returns the merge of versions, field by field; undefined if both sides changed one differently. */
export function mergedShop({
  base,
  theirs,
  local,
}: Readonly<Record<'base' | 'theirs' | 'local', Shop>>): Shop | undefined {
  const conflict = Symbol('conflict');
  const three = <T>(before: T, one: T, other: T): T | typeof conflict =>
    one === other || other === before ? one : one === before ? other : conflict;
  const app = (name: string): App | undefined | typeof conflict => {
    const [before, one, other] = [base.apps[name], theirs.apps[name], local.apps[name]];
    // What a person deleted stays deleted.
    if (before !== undefined && other === undefined) return undefined;
    if (one === undefined) {
      if (before === undefined) return other;
      return isSameApp(before, other) ? undefined : conflict;
    }
    if (other === undefined) return one;
    const tag = three(before?.tag, one.tag, other.tag);
    const replicas = three(before?.replicas, one.replicas, other.replicas);
    return typeof tag === 'number' && typeof replicas === 'number' ? { tag, replicas } : conflict;
  };
  const host = three(base.host, theirs.host, local.host);
  const apps = Object.fromEntries([...NAMES, ...Object.values(ADDED), KEPT].map((name) => [name, app(name)]));
  if (host === conflict || Object.values(apps).includes(conflict)) return undefined;
  return { host, apps: withKept(apps as Record<string, App | undefined>) };
}

function isSameApp(a: App, b: App | undefined): boolean {
  return a.tag === b?.tag && a.replicas === b.replicas;
}
