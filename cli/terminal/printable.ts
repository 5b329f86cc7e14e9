/** Returns a text without control characters, which a terminal could interpret. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
