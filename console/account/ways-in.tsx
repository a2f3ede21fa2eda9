// Passkeys and one-time codes of the account. They are added and removed at /enrol, which asks for a proof first.
import { Moment } from '../parts/moment.js';
import { useWords } from '../words/words.js';
import type { OwnAccount } from './read-me.js';

export function WaysIn({ passkeys, codes }: Pick<OwnAccount, 'passkeys' | 'codes'>) {
  const words = useWords();
  return (
    <>
      <h2>{words('me.ways')}</h2>
      <ul className="rows">
        {passkeys?.map(({ id, displayName, lastUsedAt, createdAt }) => (
          <li key={id} className="row">
            <span className="wide">{words('me.passkey', { name: displayName })}</span>
            <span className="hint">
              {words(lastUsedAt === null ? 'me.made' : 'me.used')} <Moment value={lastUsedAt ?? createdAt} />
            </span>
          </li>
        ))}
        {passkeys?.length === 0 && <li className="row">{words('me.no-passkey')}</li>}
        {codes && (
          <li className="row">
            <span className="wide">{words(codes.isEnabled ? 'me.codes-on' : 'me.codes-off')}</span>
            {codes.isEnabled && <span className="hint">{words('me.backup', { left: codes.backupCodesLeft })}</span>}
          </li>
        )}
      </ul>
      <p>
        <a href="/enrol">{words('me.change-ways')}</a>
      </p>
    </>
  );
}
