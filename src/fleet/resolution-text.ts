import { newDocument, type Value } from '../yaml/index.ts';
import type { MatchedValues } from './conflict-class.ts';
import { shortSelector } from './hold-text.ts';
import { mergeResolutionForm, type Resolution } from './resolution-form.ts';

/** Parts of a new resolution. */
export type NewResolution = Omit<Resolution, 'resource'>;

/** Returns the text of a file with a MergeResolution. */
export function resolutionText(name: string, made: NewResolution): string {
  const { apiVersion, kind } = mergeResolutionForm;
  const { place, matched, selector, variants, repo, decided, reason, until } = made;
  const { upstream, resource, file, path } = place;
  const match = {
    upstream: { repository: upstream.repository, package: upstream.package },
    kind: place.kind,
    ...(resource && { resource: { ...resource } }),
    ...(file !== undefined && { file }),
    ...(path !== undefined && { path }),
    ...fieldsOf(matched),
  };
  const spec = {
    match,
    ...(selector !== undefined && { selector: shortSelector(selector) }),
    ...(variants !== undefined && { variants }),
    ...(repo !== undefined && { repo }),
    ...decided,
    ...(reason !== undefined && { reason }),
    ...(until !== undefined && { until }),
  };
  return newDocument({ apiVersion, kind, metadata: { name }, spec }).text();
}

function fieldsOf({ values, digest, packages }: MatchedValues): { readonly [key: string]: Value } {
  return {
    ...(values?.base !== undefined && { base: values.base }),
    ...(values?.new !== undefined && { new: values.new }),
    ...(digest !== undefined && { digest }),
    ...(packages !== undefined && { packages }),
  };
}
