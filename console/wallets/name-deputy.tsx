// Names a deputy of a participant: the next version of its record, signed by its primary wallet. The command line
// bounds a deputy to blueprints, actions and amounts.
import { useEffect, useId, useState } from 'react';
import { nodeTime } from '../node-time.js';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import type { RoleRecord } from './read-wallets.js';

const PARTICIPANTS_MAX = 100;
/** For the docket that seals it. */
const WAIT_SECONDS = 10;

type Publishing = Parameters<typeof node.participants.updateParticipant>[0]['body'];
type Delegations = NonNullable<Publishing['delegations']>;

interface Published {
  /** Of the primary wallet. */
  readonly address: string;
  readonly delegations: NonNullable<RoleRecord['delegations']>;
}

export async function publishDelegations(
  { organisationId: organizationId }: Person,
  { registerId, participantId }: RoleRecord,
  { address: signerWalletAddress, delegations }: Published,
): Promise<void> {
  const params = { organizationId, participantId };
  const body = {
    registerId,
    signerWalletAddress,
    delegations: structuredClone(delegations) as Delegations,
  };
  await node.participants.updateParticipant({ params, body }, { waitSeconds: WAIT_SECONDS });
}

interface NameDeputyProps {
  readonly who: Person;
  readonly record: RoleRecord;
  readonly address: string;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

export function NameDeputy({ who, record, address, onDone, onLeave }: NameDeputyProps) {
  const words = useWords();
  const id = useId();
  const [others, setOthers] = useState<readonly RoleRecord[]>([]);
  const [to, setTo] = useState('');
  const [until, setUntil] = useState('');
  const { registerId, participantId } = record;
  useEffect(() => {
    void node.participants
      .listParticipants({ params: { registerId }, query: { top: PARTICIPANTS_MAX } })
      .then(({ items }) =>
        setOthers(items.filter((each) => each.status === 'Active' && each.participantId !== participantId)),
      );
  }, [registerId, participantId]);
  async function name(): Promise<void> {
    if (to === '' || until === '') throw new Error(words('roles.name.missing'));
    const kept = (record.delegations ?? []).filter((each) => each.to !== to);
    const end = new Date(`${until}T23:59:59.999`).toISOString();
    const delegations = [...kept, { to, from: nodeTime(), until: end }];
    await publishDelegations(who, record, { address, delegations });
    onDone();
  }
  return (
    <AskForm
      about={words('roles.name.about', { name: record.participantName })}
      act={words('roles.name')}
      onAct={name}
      onLater={onLeave}
      later={words('part.cancel')}
    >
      <div className="field">
        <label htmlFor={`${id}-to`}>{words('roles.who')}</label>
        <select id={`${id}-to`} value={to} onChange={({ target }) => setTo(target.value)}>
          <option value="">{words('roles.choose')}</option>
          {others.map((each) => (
            <option key={each.participantId} value={each.participantId}>
              {each.participantName} · {each.organizationName}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-until`}>{words('access.until')}</label>
        <input id={`${id}-until`} type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
      </div>
      {to !== '' && until !== '' && (
        <AsCommand act="roles.delegate" values={{ register: registerId, participant: participantId, to, until }} />
      )}
    </AskForm>
  );
}
