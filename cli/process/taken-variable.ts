/**
 * Returns the number in an environment variable, undefined if it is not set, and removes the variable, so that programs
 * that this process starts do not inherit it.
 */
export function takeNumber(name: string): number | undefined {
  const { [name]: text } = process.env;
  delete process.env[name];
  return text === undefined ? undefined : Number(text);
}
