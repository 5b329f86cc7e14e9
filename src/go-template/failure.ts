/** Error of an execution, as bytes; the template and the position are not yet included. */
export class Failure extends Error {}
