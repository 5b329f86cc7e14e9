/**
 * Returns the tags of a version's images: the version and, unless it is a pre-release, its minor version. Never
 * `latest`: an image named by a pipeline should not change.
 */
export function imageTags(version: string): string[] {
  const minor = /^\d+\.\d+(?=\.\d+$)/.exec(version) ?? [];
  return [version, ...minor].map((tag) => `v${tag}`);
}
