// Words for the build: a PO file becomes a module of compiled messages. A message that a language lacks, or has too
// many, fails the build.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import PO from 'pofile';
import type { Plugin } from 'vite';

/** The language of which the others are translations. */
const SOURCE = 'en.po';
/** Ids of the words that come with some pages, as `en.po?designing`, and not before the first page. */
const PARTS: Readonly<Record<string, RegExp>> = {
  administering: /^(?:event$|webhook\.)/,
  governing: /^(?:propose|vote|found|follow)\./,
  presenting: /^present\./,
  issuing: /^(?:issued|device)\./,
  designing: /^(?:design|blueprints|diff|publish|rehearse|chat)\./,
  verifying: /^(?:verify|verdict|checks?|together|anchor|issue|shown|certificate|proven)\./,
};

export function po(): Plugin {
  return {
    name: 'quorate-words',
    transform(text, address) {
      const [id = '', part] = address.split('?');
      if (!id.endsWith('.po')) return undefined;
      const messages = messagesOf(text);
      const source = join(dirname(id), SOURCE);
      const wanted = messagesOf(readFileSync(source, 'utf8'));
      const lacking = [...wanted.keys()].filter((key) => !messages.get(key));
      const unknown = [...messages.keys()].filter((key) => !wanted.has(key));
      if (lacking.length + unknown.length > 0)
        this.error(
          `${basename(id)} lacks ${lacking.join(', ') || 'nothing'}; unknown in ${SOURCE}: ${unknown.join(', ') || 'none'}`,
        );
      for (const name of readdirSync(dirname(id)).filter((each) => each.endsWith('.po')))
        this.addWatchFile(join(dirname(id), name));
      const compiled = [...messages]
        .filter(([key]) => partOf(key) === part)
        .map(([key, message]) => [key, compileMessage(message)]);
      return { code: `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`, map: null };
    },
  };
}

/** Undefined for words that come before the first page. */
function partOf(id: string): string | undefined {
  return Object.keys(PARTS).find((part) => PARTS[part]?.test(id));
}

/** Texts by id. */
function messagesOf(text: string): ReadonlyMap<string, string> {
  return new Map(PO.parse(text).items.map(({ msgid, msgstr: [message = ''] }) => [msgid, message]));
}
