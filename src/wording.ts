/** Joins alternatives for people: `a`, `a or b`, `a, b or c`. */
export function oneOf(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? 'nothing';
  const others = alternatives.slice(0, -1);
  return others.length === 0 ? last : `${others.join(', ')} or ${last}`;
}

/** A number of things: `1 key`, `2 keys`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
