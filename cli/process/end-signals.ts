/** Signals that ask a process to end. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Time limit for removing a container, in milliseconds: docker waits up to 10 seconds for it to stop. */
export const REMOVAL_LIMIT = 30_000;
