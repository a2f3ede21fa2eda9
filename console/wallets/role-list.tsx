// The participants of registers that a wallet is, and who acts for them as a deputy.
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Face } from '../parts/face.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { NameDeputy, publishDelegations } from './name-deputy.js';
import type { WalletRead } from './read-wallets.js';

type Role = WalletRead['roles'][number];

interface RoleListProps {
  readonly roles: readonly Role[];
  readonly who: Person;
  readonly address: string;
}

export function RoleList({ roles, who, address }: RoleListProps) {
  const words = useWords();
  return (
    <>
      <h2>{words('roles.title')}</h2>
      {roles.length === 0 && <p className="hint">{words('roles.none')}</p>}
      <ul className="rows">
        {roles.map((role, place) => (
          <RoleRow key={role.register.id} {...{ role, place, who, address }} />
        ))}
      </ul>
    </>
  );
}

interface RoleRowProps extends Omit<RoleListProps, 'roles'> {
  readonly role: Role;
  readonly place: number;
}

function RoleRow({ role, place, who, address }: RoleRowProps) {
  const words = useWords();
  const router = useRouter();
  const [isNaming, setNaming] = useState(false);
  const { isBusy, fault, run } = useAct();
  const { register, record } = role;
  const deputies = record.delegations ?? [];
  const isPrimary = record.addresses.some(({ walletAddress, primary }) => primary && walletAddress === address);
  const mayChange = isPrimary && record.status === 'Active' && who.may.has('updateParticipant');
  const withdraw = (to: string) =>
    run(async () => {
      await publishDelegations(who, record, { address, delegations: deputies.filter((each) => each.to !== to) });
      await router.invalidate();
    });
  return (
    <li className="row">
      <Face name={record.participantName} place={place} isLarge />
      <div className="wide">
        <b>{record.participantName}</b> · {record.organizationName}
        <p className="hint">
          <Link to={PATHS.register} params={{ registerId: register.id }}>
            {register.name}
          </Link>
        </p>
        <Deputies {...{ deputies, mayChange, isBusy }} onWithdraw={withdraw} />
        {fault && (
          <p role="alert" className="fault" lang="en">
            {fault}
          </p>
        )}
      </div>
      {mayChange && <Button onPress={() => setNaming(true)}>{words('roles.name')}</Button>}
      <span className="pill" data-kind={record.status === 'Active' ? 'good' : 'bad'}>
        {words('roles.status', { status: record.status })}
      </span>
      {isNaming && (
        <Dialog title={words('roles.name')} onClose={() => setNaming(false)}>
          <NameDeputy
            {...{ who, record, address }}
            onLeave={() => setNaming(false)}
            onDone={() => {
              setNaming(false);
              void router.invalidate();
            }}
          />
        </Dialog>
      )}
    </li>
  );
}

interface DeputiesProps {
  readonly deputies: NonNullable<Role['record']['delegations']>;
  readonly mayChange: boolean;
  readonly isBusy: boolean;
  readonly onWithdraw: (deputy: string) => void;
}

function Deputies({ deputies, mayChange, isBusy, onWithdraw }: DeputiesProps) {
  const words = useWords();
  return (
    <ul>
      {deputies.map(({ to, from, until }) => (
        <li key={to} className="hint">
          {words('roles.deputy', { deputy: to })} <Moment value={from} /> – <Moment value={until} />{' '}
          {mayChange && (
            <Button
              kind="plain"
              icon="x"
              label={words('roles.withdraw', { deputy: to })}
              isBusy={isBusy}
              onPress={() => onWithdraw(to)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
