import type { Variant } from '../index.ts';
import { KrmError, type Result } from '../../krm/index.ts';
import { ofUpstream } from '../messages/versions.ts';
import type { UpstreamPackage, Upstreams } from '../ports.ts';

/** Error of an upstream package that cannot be found. */
export class UpstreamError extends KrmError {}

/** Returns the version of the upstream that a PackageVariant asks for. Throws an `UpstreamError` if there is none. */
export function askedUpstream(variant: Variant, upstreams: Upstreams): UpstreamPackage {
  try {
    return upstreams.find(variant);
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    throw new UpstreamError(error.results.map((result) => placed(variant, result)));
  }
}

/** Names the resource that asks for an upstream, and its file, in an error that names no other file. */
function placed(variant: Variant, result: Result): Result {
  if (result.severity !== 'error' || result.file !== undefined) return result;
  return { ...result, message: ofUpstream(variant, result.message) };
}
