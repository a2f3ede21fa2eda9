// The prose of a source file for the tidy tests: its comments, put together over lines, and the sentences in its
// messages.
import ts from 'typescript';
import { type Source, visit } from './source.js';

export interface Prose {
  readonly line: number;
  readonly text: string;
}

/** Several rules read the same prose. */
function keep(read: (source: Source) => readonly Prose[]): (source: Source) => readonly Prose[] {
  const kept = new WeakMap<Source, readonly Prose[]>();
  return (source) => {
    const known = kept.get(source) ?? read(source);
    kept.set(source, known);
    return known;
  };
}

/** Each comment of a file, once; lines that follow each other are one comment. */
export const commentsOf = keep(readComments);

/** Strings that read as text: those with a space. A template or a sum of strings is one, with `X` for each value. */
export const messagesOf = keep(readMessages);

function readComments({ text, tree }: Source): readonly Prose[] {
  const ranges = new Map<number, ts.CommentRange>();
  const add = (found: readonly ts.CommentRange[] | undefined) => {
    for (const range of found ?? []) ranges.set(range.pos, range);
  };
  const starts = [...text.matchAll(/\/[/*]/g)].map(({ index }) => index);
  const see = (node: ts.Node): void => {
    // Most of a file has no comment in it, nor behind it on its last line.
    const first = starts.find((start) => start >= node.pos);
    if (first === undefined || text.slice(node.end, first).includes('\n')) return;
    add(ts.getLeadingCommentRanges(text, node.getFullStart()));
    add(ts.getTrailingCommentRanges(text, node.getEnd()));
    ts.forEachChild(node, see);
  };
  see(tree);
  add(ts.getLeadingCommentRanges(text, tree.endOfFileToken.getFullStart()));
  const comments: { line: number; last: number; text: string }[] = [];
  for (const { pos, end } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const line = lineOf(tree, pos);
    const words = text
      .slice(pos, end)
      .replaceAll(/^\s*(\/\*\*?|\*(?!\/)|\/\/)|\*\/$/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const before = comments.at(-1);
    if (before !== undefined && before.last === line - 1 && text.startsWith('//', pos)) {
      before.text += ` ${words}`;
      before.last = line;
    } else comments.push({ line, last: lineOf(tree, end), text: words });
  }
  return comments;
}

function readMessages({ tree }: Source): readonly Prose[] {
  const messages: Prose[] = [];
  visit(tree, (node) => {
    const text = textOf(node);
    if (text?.includes(' ') && textOf(node.parent) === undefined)
      messages.push({ line: lineOf(tree, node.getStart(tree)), text });
  });
  return messages;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const sides = [textOf(node.left), textOf(node.right)];
  return sides.every((side) => side === undefined) ? undefined : sides.map((side) => side ?? 'X').join('');
}

/**
 * The sentences of a text as they stand: a colon, a semicolon, a tag, a dot between items or a new line ends one too.
 */
export function sentencesOf(text: string): readonly string[] {
  const masked = text
    .replaceAll(/`[^`]*`/g, (code) => 'x'.repeat(code.length))
    .replaceAll(/<\/?[a-z][^>]*>/g, (tag) => '.'.padEnd(tag.length));
  const sentences: string[] = [];
  let begin = 0;
  for (const { index, 0: gap } of masked.matchAll(/(?<=[.!?:;]["')\]*_]*)\s+|\n| [·‖] |$/g)) {
    sentences.push(text.slice(begin, index));
    begin = index + gap.length;
  }
  return sentences;
}

/** Words have a letter or digit. Code is one word, and so is a list of four or more single words. */
export function wordCount(sentence: string): number {
  return sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[^\s,]+(?:, [^\s,]+){2,}(?:,? (?:and|or) |, )[^\s,]+/g, 'list')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * The paragraphs, list items and table cells of a document in Markdown, each as one text; headings and code are left
 * out.
 */
export function paragraphsOf(markdown: string): readonly Prose[] {
  const found: { line: number; text: string }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [i, row] of markdown.split('\n').entries()) {
    const isFence = row.startsWith('```');
    if (isFence) isCode = !isCode;
    const begins = /^\s*(?:[-*] |\d+\. )/.test(row);
    if (isFence || isCode || row.trim() === '' || /^(#| {4})/.test(row)) isOpen = false;
    else if (row.startsWith('|')) {
      isOpen = false;
      found.push(...row.split('|').map((cell) => ({ line: i + 1, text: cell.trim() })));
    } else {
      const text = row.replace(/^\s*(?:[-*] |\d+\. )/, '').trim();
      const open = found.at(-1);
      if (isOpen && !begins && open) open.text += ` ${text}`;
      else found.push({ line: i + 1, text });
      isOpen = true;
    }
  }
  return found;
}

/** `sealedTips` and `sealed-tips.ts` as `sealed tips`. */
export function wordsOf(name: string): string {
  return name
    .replace(/\.ts$/, '')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function lineOf(tree: ts.SourceFile, pos: number): number {
  return tree.getLineAndCharacterOfPosition(pos).line + 1;
}
