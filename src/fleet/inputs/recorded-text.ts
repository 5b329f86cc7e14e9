/** Returns the text of an input for a lock: its place in its file, and the line ends of a clone, are not part of it. */
export function recordedText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/^---.*\n/, '');
}
