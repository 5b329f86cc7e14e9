// Stands in for the package `node-fetch` in the bundle: the client imports it for requests of its own, which we do not make, and it
// warns on stderr that it is deprecated.
export const { Headers } = globalThis;
export default globalThis.fetch;
