/** Error in the command line; the message states the reason. */
export class UsageError extends Error {}
