// A register of this node: its newest docket and how long ago that was, who decides it, and whether it is followed.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Ago } from '../parts/ago.js';
import { HashPicture } from '../parts/hash-picture.js';
import { RegisterStatus } from '../parts/register-status.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { kindOf } from './acts-on.js';
import { type ListedRegister, type RegistersRead, readTip } from './read-registers.js';
import { RegisterActs } from './register-acts.js';

interface RegisterCardProps {
  readonly read: RegistersRead;
  readonly register: ListedRegister;
  /** How many dockets it has now. */
  readonly height: number;
  readonly onChanged: () => void;
}

export function RegisterCard({ read, register, height, onChanged }: RegisterCardProps) {
  const words = useWords();
  const { id, name, description, status, statusReason } = register;
  const subscription = read.subscriptions.get(id);
  const tip = useTip(id, height);
  return (
    <li className="card register-card">
      <HashPicture value={id} />
      <div className="wide">
        <h2>
          <Link to={PATHS.register} params={{ registerId: id }}>
            {name}
          </Link>
        </h2>
        {description !== '' && <p className="hint">{description}</p>}
        <p className="hint">
          {words('registers.height', { height })}
          {tip?.newest && (
            <>
              {' · '}
              <Ago value={tip.newest.timestamp} />
            </>
          )}
          {tip && ` · ${words('register.validators', { validators: tip.validators })}`}
        </p>
      </div>
      <span className="pills">
        <span className="pill">{words('follow.kind', { kind: kindOf(subscription) })}</span>
        {register.advertise && <span className="pill">{words('follow.offered')}</span>}
        {subscription !== undefined && subscription.syncState !== 'synced' && (
          <span className="pill" data-kind={subscription.syncState === 'stalled' ? 'bad' : 'open'}>
            {words('follow.state', { state: subscription.syncState, percent: subscription.syncProgressPercent })}
          </span>
        )}
        <RegisterStatus status={status} reason={statusReason} />
      </span>
      <RegisterActs {...{ read, register, onChanged }} />
    </li>
  );
}

/**
 * Read anew at each height. The last one stays where the node does not answer, and none is known of what is offline.
 */
function useTip(registerId: string, height: number) {
  const [tip, setTip] = useState<Awaited<ReturnType<typeof readTip>>>();
  useEffect(() => {
    let isOver = false;
    if (height > 0)
      readTip(registerId).then(
        (read) => {
          if (!isOver) setTip(read);
        },
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [registerId, height]);
  return tip;
}
