// Credentials of wallets, without their claims: what they are, of whom, and whether they hold.
import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { HeldState } from './held-state.js';
import type { HeldRow } from './read-credentials.js';
import { typeTitle } from './type-title.js';

interface HeldListProps {
  readonly held: readonly HeldRow[];
  readonly wallets: readonly { readonly address: string; readonly name: string }[];
}

export function HeldList({ held, wallets }: HeldListProps) {
  const words = useWords();
  if (held.length === 0) return <p className="hint">{words('held.none')}</p>;
  return (
    <ul className="rows">
      {held.map((row) => (
        <li key={'pendingId' in row ? row.pendingId : row.credentialId} className="row">
          <Icon name="badge-check" />
          <div className="wide">
            {'credentialId' in row ? (
              <Link to={PATHS.credential} params={{ address: row.walletAddress, credentialId: row.credentialId }}>
                {typeTitle(row.type)}
              </Link>
            ) : (
              typeTitle(row.type)
            )}
            <p className="hint">{words('held.from', { issuer: row.issuer })}</p>
            {'reason' in row && row.reason !== undefined && (
              <p className="fault" lang="en">
                {row.reason}
              </p>
            )}
          </div>
          {wallets.length > 1 && (
            <span className="hint">{wallets.find(({ address }) => address === row.walletAddress)?.name}</span>
          )}
          {'expiresAt' in row && row.expiresAt !== undefined && (
            <span className="hint">
              {words('held.until')} <Moment value={row.expiresAt} />
            </span>
          )}
          <HeldState row={row} />
        </li>
      ))}
    </ul>
  );
}
