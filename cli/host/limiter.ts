/** Returns a function that limits the number of parallel calls. Further calls wait, in their order. */
export function limiter(limit: number): <T>(call: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (call) => {
    if (running === limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await call();
    } finally {
      // The next call takes the place of this one.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
