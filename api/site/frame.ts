// The frame of every page: the bar, the navigation, and the pages before and after. The navigation stands behind the
// content, so that a phone and a screen reader meet the content first; the style puts it beside on a wide screen.
import { addressFrom, pageOf } from './addresses.js';
import { escapeHtml } from './html.js';
import type { DocumentHeading } from './markdown.js';
import { SEARCH_PAGE, SECTIONS, type SitePage } from './table.js';

export interface FrameParts {
  /** Where the page is. */
  readonly path: string;
  /** Where it is found in the navigation; itself by default. */
  readonly under?: string;
  readonly title: string;
  /** HTML of the content. */
  readonly content: string;
  readonly headings?: readonly DocumentHeading[];
  /** Scripts by their paths. */
  readonly scripts?: readonly string[];
}

const ALL: readonly SitePage[] = SECTIONS.flatMap(({ pages }) => pages);

/** Headings of the page that its navigation lists. */
const LISTED_MAX = 60;

export function renderFrame(parts: FrameParts): string {
  const to = (path: string): string => escapeHtml(addressFrom(parts.path, path));
  const scripts = (parts.scripts ?? []).map((path) => `<script src="${to(path)}" defer></script>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(parts.title)} - Quorate</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${to('style.css')}">${scripts}</head><body>
<header><a class="skip" href="#content">To the content</a><a class="name" href="${to('index.html')}">Quorate</a>
<form action="${to(SEARCH_PAGE)}" role="search"><input name="q" type="search" maxlength="100" placeholder="Search" aria-label="Search"></form>
<a class="menu" href="#navigation">Pages</a></header>
<div class="columns"><main id="content">
${parts.content}${neighbours(parts, to)}</main>
${navigation(parts, to)}</div></body></html>
`;
}

function navigation({ path, under = path, headings = [] }: FrameParts, to: (path: string) => string): string {
  const own = headings.filter(({ depth }) => depth === 2).slice(0, LISTED_MAX);
  const below = own.map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`).join('');
  const item = ({ title, source }: SitePage): string => {
    const page = pageOf(source);
    const isHere = page === under;
    const mark = page === path ? ' aria-current="page"' : isHere ? ' aria-current="true"' : '';
    const listed = isHere && below !== '' ? `<ul>${below}</ul>` : '';
    return `<li><a href="${to(page)}"${mark}>${escapeHtml(title)}</a>${listed}</li>`;
  };
  const sections = SECTIONS.map(
    ({ title, pages }) => `<h2>${escapeHtml(title)}</h2>\n<ul>${pages.map(item).join('\n')}</ul>`,
  );
  return `<nav id="navigation" aria-label="Pages">${sections.join('\n')}</nav>`;
}

function neighbours({ path }: FrameParts, to: (path: string) => string): string {
  const at = ALL.findIndex(({ source }) => pageOf(source) === path);
  if (at < 0) return '';
  const link = (page: SitePage | undefined, rel: string, words: string): string =>
    page === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${to(pageOf(page.source))}">${words} ${escapeHtml(page.title)}</a>`;
  return `<p class="neighbours">${link(ALL[at - 1], 'prev', 'Before:')}${link(ALL[at + 1], 'next', 'Next:')}</p>\n`;
}
