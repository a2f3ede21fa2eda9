// One way to serve a page for people: a document whose scripts and style are named by their hashes, that loads nothing
// else, calls nothing but this node, stands in no frame, and is kept nowhere. Nothing of a request is ever in it.
import { createHash } from 'node:crypto';
import type { RawReply } from '../define.js';
import { STYLE } from './style.js';

export interface PageParts {
  readonly title: string;
  /** The document between its head and its scripts. */
  readonly body: string;
  readonly scripts: readonly string[];
}

/** The page, the same for everybody. */
export function servedPage({ title, body, scripts }: PageParts): RawReply {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<style>${STYLE}</style></head><body>
${body}
${scripts.map((script) => `<script>${script}</script>`).join('\n')}</body></html>
`;
  return { status: 200, headers: headersFor(scripts), body: html };
}

function headersFor(scripts: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    `default-src 'none'; script-src ${scripts.map(sourceOf).join(' ') || "'none'"}; style-src ${sourceOf(STYLE)}`,
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
