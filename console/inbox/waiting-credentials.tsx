// Credentials that wait to be taken, and verifiers that wait for an answer, above the inbox.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import { person } from '../session/person.js';
import { useWords } from '../words/words.js';
import type { Work } from './read-work.js';

const NONE = { credentials: 0, asks: 0 };

/** With each reading of the inbox, which hears what comes. */
export function WaitingCredentials({ read }: { readonly read: Work }) {
  const words = useWords();
  const [counts, setCounts] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading of the inbox is one of these.
  useEffect(() => {
    // The inbox says by itself where the node does not answer.
    readCounts().then(setCounts, () => undefined);
  }, [read]);
  const { credentials, asks } = counts;
  if (credentials + asks === 0) return null;
  return (
    <ul className="rows" aria-label={words('inbox.holder')}>
      {asks > 0 && (
        <li className="row">
          <Icon name="eye" />
          <Link to={PATHS.present}>{words('inbox.asks', { count: asks })}</Link>
        </li>
      )}
      {credentials > 0 && (
        <li className="row">
          <Icon name="badge-check" />
          <Link to={PATHS.wallets}>{words('inbox.credentials', { count: credentials })}</Link>
        </li>
      )}
    </ul>
  );
}

/** The code that reads them comes behind the first page. */
async function readCounts(): Promise<typeof NONE> {
  const [who, { readAvailable }, { readCredentialEntries }, { readWaitingAsks }] = await Promise.all([
    person(),
    import('../credentials/read-credentials.js'),
    import('../credentials/read-entries.js'),
    import('../presenting/read-presenting.js'),
  ]);
  const entries = await readCredentialEntries(who);
  const news = entries.map(({ entryId }) => entryId).join(' ');
  const [{ credentials, offers }, asks] = await Promise.all([readAvailable(who, news), readWaitingAsks(who, entries)]);
  const waiting = credentials.filter(({ isDismissed }) => isDismissed !== true);
  return { credentials: waiting.length + offers.length, asks: asks.length };
}
