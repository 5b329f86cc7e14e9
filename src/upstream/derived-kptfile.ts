import type { Resource } from '../krm/index.ts';
import { mergePackages } from '../merge/index.ts';
import {
  editKptfile,
  minimalKptfile,
  readKptfile,
  setVersion,
  type Upstream,
  type UpstreamLock,
} from './kptfile-upstream.ts';

/** Fields of the Kptfile of a copy of a package. */
interface OwnFields {
  readonly name: string;
  /** Local Kptfile, whose `upstream` and `upstreamLock` are copied; undefined for a new package. */
  readonly local: Resource | undefined;
  /** Version that replaces the copied one; undefined for that which the local package came from. */
  readonly version?: { readonly upstream: Upstream; readonly lock: UpstreamLock };
  /** Kptfile of the package around it that names the upstream; undefined for the root package. */
  readonly stub: string | undefined;
}

/**
 * Returns the Kptfile that `get` writes: upstream's, with the name and the version of the copy, without what belongs to
 * upstream's own copy. `text`: Kptfile of the upstream; undefined if it has none. `path`: for errors.
 */
export function derivedKptfile(
  text: string | undefined,
  { name, local, version, stub }: OwnFields,
  path: string,
): string {
  const own = text === undefined ? minimalKptfile(name) : withoutOwn(text, path);
  return editKptfile(stub === undefined ? own : joined(own, stub), path, (document) => {
    document.set(['metadata', 'name'], name);
    for (const field of ['upstream', 'upstreamLock']) {
      const copied = local?.document.get([field]);
      if (copied !== undefined) document.set([field], copied);
    }
    if (version !== undefined) setVersion(document, version);
  });
}

function withoutOwn(text: string, path: string): string {
  readKptfile(text, path);
  return editKptfile(text, path, (document) => {
    for (const field of ['upstream', 'upstreamLock', 'inventory', 'status']) document.remove([field]);
    document.remove(['metadata', 'namespace']);
  });
}

/** Adds what only the stub has. As in kpt, upstream's values take precedence. */
function joined(upstream: string, stub: string): string {
  const one = (text: string): ReadonlyMap<string, string> => new Map([['Kptfile', text]]);
  const packages = { base: new Map(), theirs: one(upstream), local: one(stub) };
  const merged = mergePackages(packages, { kptfile: 'own', answer: () => 'theirs' }).files.get('Kptfile');
  return typeof merged === 'string' ? merged : upstream;
}
