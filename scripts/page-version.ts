/** Places in the documentation that name a release: tags of images. */
const RELEASE = /(?<=(?:localhost|registry\.example\.com(?:\/krm)?)\/[a-z-]+:)v\d+\.\d+\.\d+/g;

/** Returns a page with this version wherever it names a release. */
export function withVersion(page: string, version: string): string {
  return page.replaceAll(RELEASE, `v${version}`);
}
