// Invitations without an answer, and those that got one of late.
import { useRouter } from '@tanstack/react-router';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import type { People } from './read-people.js';

interface InvitationListProps {
  readonly invitations: People['invitations'];
  readonly who: Person;
}

const KINDS: Readonly<Record<string, string>> = { Accepted: 'good', Pending: 'open' };

export function InvitationList({ invitations, who }: InvitationListProps) {
  const words = useWords();
  const router = useRouter();
  const { isBusy, fault, run } = useAct();
  const revoke = (invitationId: string) =>
    run(async () => {
      const params = { organizationId: who.organisationId, invitationId };
      await node.invitations.revokeInvitation({ params });
      await router.invalidate();
    });
  return (
    <>
      <h2>{words('people.invitations')}</h2>
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      <ul className="rows">
        {invitations.map(({ id, email, displayName, roles, status, expiresAt }) => (
          <li key={id} className="row">
            <div className="wide">
              <bdi>{displayName}</bdi>
              <p className="hint">
                <bdi>{email}</bdi> · {roles.map((role) => words('role', { role })).join(', ')}
              </p>
              {status === 'Pending' && (
                <p className="hint">
                  {words('people.until')} <Moment value={expiresAt} />
                </p>
              )}
              {status === 'Pending' && <AsCommand act="invitations.revoke" values={{ invitation: id }} />}
            </div>
            <span className="pill" data-kind={KINDS[status] ?? 'bad'}>
              {words('people.invitation', { status })}
            </span>
            {status === 'Pending' && who.may.has('revokeInvitation') && (
              <Button
                label={words('people.revoke', { name: displayName })}
                icon="x"
                isBusy={isBusy}
                onPress={() => revoke(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
