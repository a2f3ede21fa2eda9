// A way to serve a page for people: a document that loads nothing but its script and style, named by their hashes. It
// calls nothing but this node, stands in no frame, and is kept nowhere. Nothing of a request is ever in it.
import { createHash } from 'node:crypto';
import type { RawReply } from '../define.js';
import { type ScriptName, scriptOf } from './script.js';
import { STYLE } from './style.js';

/** The sign of Quorate, as the console has it (console/parts/mark.tsx). */
const BRAND = `<header class="brand"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4" aria-hidden="true"><circle cx="12" cy="12" r="9" stroke-dasharray="42 15" stroke-linecap="round" transform="rotate(48 12 12)"/><circle cx="12" cy="12" r="3.2" fill="currentColor" stroke="none"/><path d="M15.5 15.5 20 20" stroke-linecap="round"/></svg>Quorate</header>`;

/** Where a script tells the person what came of a call. */
export const MESSAGES = '<p id="alert" role="alert"></p><p id="said" role="status"></p>';

export interface PageParts {
  readonly title: string;
  /** The document between its head and its script. */
  readonly body: string;
  readonly script?: ScriptName;
}

/** The page, the same for everybody, made when it is first asked for. */
export function pageOf(parts: PageParts): () => RawReply {
  let page: RawReply | undefined;
  return () => {
    page ??= servedPage(parts);
    return page;
  };
}

export function servedPage({ title, body, script: name }: PageParts): RawReply {
  const script = name && scriptOf(name);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<style>${STYLE}</style></head><body>
${BRAND}
${body}
${script === undefined ? '' : `<script>${script}</script>`}</body></html>
`;
  return { status: 200, headers: headersFor(script), body: html };
}

function headersFor(script: string | undefined): Readonly<Record<string, string>> {
  const scripts = script === undefined ? "'none'" : sourceOf(script);
  const policy = [
    `default-src 'none'; script-src ${scripts}; style-src ${sourceOf(STYLE)}`,
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    // A page that opened this one, or was opened by it, has no hold on it.
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=()',
  };
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
