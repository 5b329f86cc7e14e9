/** What went wrong in an execution, as bytes: the template and the place are still to be told. */
export class Failure extends Error {}
