/** Returns the milliseconds of CPU time that an action takes: other processes of the machine change it little. */
export function cpuTime(act: () => void): number {
  const start = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
