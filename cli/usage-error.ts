/** Error in the command line; the message gives the reason. */
export class UsageError extends Error {}
