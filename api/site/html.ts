// Text as HTML. Each part of a page passes through here, or is a constant of this folder.

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const SPECIAL = /[&<>"']/g;
/** The same, but for the references to characters that Markdown may have: `&copy;` is one character. */
const SPECIAL_BUT_REFERENCES = /[<>"']|&(?!(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,31});)/g;

const escapeText = (value: string): string => ESCAPES[value] as string;

/** For content and for attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(SPECIAL, escapeText);
}

/** For the content of a paragraph of Markdown, never for an attribute. */
export function escapeProse(text: string): string {
  return text.replace(SPECIAL_BUT_REFERENCES, escapeText);
}

/** A description of an operation or a member: plain text with `names` of the program in it. */
export function describedHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
