// Replaces the package `node-fetch` in the bundle: the client imports it for requests of its own, which are never made
// here, and it prints a deprecation warning to stderr.
export const { Headers } = globalThis;
export default globalThis.fetch;
