/**
 * The tags of the images of a version: its own, and that of the minor version that it belongs to, which a pre-release does
 * not. Never `latest`: what a pipeline names should not change.
 */
export function imageTags(version: string): string[] {
  const minor = /^\d+\.\d+(?=\.\d+$)/.exec(version) ?? [];
  return [version, ...minor].map((tag) => `v${tag}`);
}
