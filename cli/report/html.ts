/** Text of HTML in which everything that comes from outside is escaped. */
export class Html {
  readonly text: string;

  /** `text`: HTML that is safe as it is. */
  constructor(text: string) {
    this.text = text;
  }
}

/** Content of HTML: a text, which is escaped, HTML, or several of them. Undefined is empty. */
export type Content = Html | string | number | undefined | readonly Content[];

/** Returns HTML with values in its text, and in attributes that have quotes: they are escaped. */
export function markup(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.map((each, index) => `${index === 0 ? '' : contentText(values[index - 1])}${each}`).join(''));
}

function contentText(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.text;
  return typeof content === 'object' ? content.map(contentText).join('') : escaped(String(content));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Matches characters that are not seen, or that show others in another order: controls but line breaks and tabs, marks
 * and overrides of the direction of text, zero-width spaces and byte order marks, and halves of characters.
 */
const UNSEEN = /[^\P{Cc}\n\t]|[\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]|\p{Cs}/gu;

/** Escapes a text. Characters that are not seen are shown by their numbers, such as `\u202e`. */
function escaped(text: string): string {
  return text
    .replaceAll(UNSEEN, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll(/[&<>"']/g, (each) => ENTITIES[each] ?? '');
}
