// The words of the console by their ids, as its PO files have them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';

export const WORDS_FOLDER = 'console/words';

/** Of the file of one language, such as `de.po`. */
export function messagesIn(name: string): ReadonlyMap<string, string> {
  const { items } = PO.parse(readFileSync(join(WORDS_FOLDER, name), 'utf8'));
  return new Map(items.map(({ msgid, msgstr: [text = ''] }) => [msgid, text]));
}
