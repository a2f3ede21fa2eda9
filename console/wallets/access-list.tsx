// Access of others to a wallet: to let a person in, and to take that back.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { Dialog } from '../parts/dialog.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { GiveAccess } from './give-access.js';
import type { OwnWallet, WalletRead } from './read-wallets.js';

interface AccessListProps {
  readonly access: NonNullable<WalletRead['access']>;
  readonly wallet: OwnWallet;
  readonly who: Person;
}

export function AccessList({ access, wallet, who }: AccessListProps) {
  const words = useWords();
  const router = useRouter();
  const [isGiving, setGiving] = useState(false);
  const { isBusy, fault, run } = useAct();
  const active = access.filter(({ isActive }) => isActive);
  const end = (subject: string) =>
    run(async () => {
      await node.accessGrants.revokeWalletAccess({ params: { address: wallet.address, subject } });
      await router.invalidate();
    });
  return (
    <>
      <div className="titled">
        <h2 className="wide">{words('access.title')}</h2>
        <Button icon="plus" onPress={() => setGiving(true)}>
          {words('access.give')}
        </Button>
      </div>
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      {active.length === 0 && <p className="hint">{words('access.none', { kind: wallet.ownerKind })}</p>}
      <ul className="rows">
        {active.map(({ id, subject, accessRight, expiresAt, reason }) => (
          <li key={id} className="row">
            <div className="wide">
              {subject === who.id ? words('access.you') : <CodeValue value={subject} />}
              <p className="hint">
                {words('access.right', { right: accessRight })}
                {expiresAt !== undefined && (
                  <>
                    {' '}
                    · {words('access.until')} <Moment value={expiresAt} />
                  </>
                )}
              </p>
              {reason !== undefined && <p className="hint">{reason}</p>}
            </div>
            <Button icon="x" label={words('access.end', { subject })} isBusy={isBusy} onPress={() => end(subject)} />
          </li>
        ))}
      </ul>
      {isGiving && (
        <Dialog title={words('access.give')} onClose={() => setGiving(false)}>
          <GiveAccess
            {...{ wallet, who }}
            onLeave={() => setGiving(false)}
            onDone={() => {
              setGiving(false);
              void router.invalidate();
            }}
          />
        </Dialog>
      )}
    </>
  );
}
