// The members of a register, the nodes that decide it, and its policy.
import { Link } from '@tanstack/react-router';
import { SenderName } from '../ledger/participant-names.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { memberAddress } from './member.js';
import type { Governance } from './read-governance.js';

type RosterCardsProps = Pick<Governance, 'roster' | 'names' | 'seatNames'>;

export function RosterCards({ roster, names, seatNames }: RosterCardsProps) {
  const words = useWords();
  const { members, validators, candidates, policy } = roster;
  const seats = [
    ...validators.map((seat) => ({ ...seat, is: 'seat' })),
    ...candidates.map((seat) => ({ ...seat, is: 'candidate' })),
  ];
  return (
    <>
      <h2>{words('governance.members', { count: members.length })}</h2>
      <ul className="rows">
        {members.map(({ subject, role, grantedAt }) => (
          <li key={subject} className="row">
            <span className="wide">
              <SenderName address={memberAddress(subject)} names={names} />{' '}
              {names.has(memberAddress(subject)) && (
                <span className="hint">
                  <CodeValue value={memberAddress(subject)} />
                </span>
              )}
            </span>
            <span className="hint">
              <Moment value={grantedAt} />
            </span>
            <span className="pill">{words('governance.role', { role })}</span>
          </li>
        ))}
      </ul>
      <h2>{words('governance.seats', { count: validators.length })}</h2>
      <ul className="rows">
        {seats.map(({ validatorId, orgId, peerId, is }) => (
          <li key={validatorId} className="row">
            <HashPicture value={validatorId} />
            <span className="wide">
              {peerId === '' ? (
                <CodeValue value={orgId} />
              ) : (
                <Link to={PATHS.peer} params={{ peerId }}>
                  {seatNames.get(validatorId) ?? <CodeValue value={orgId} />}
                </Link>
              )}
              <span className="hint">
                <CodeValue value={validatorId} />
              </span>
            </span>
            <span className="pill">{words('governance.seat', { is })}</span>
          </li>
        ))}
      </ul>
      <dl className="facts card">
        <dt>{words('governance.mode')}</dt>
        <dd>{words('governance.rule', { rule: policy.consensus.mode })}</dd>
        <dt>{words('governance.formula')}</dt>
        <dd>{words('governance.rule', { rule: policy.governance.quorumFormula })}</dd>
        <dt>{words('governance.days')}</dt>
        <dd>{words('mesh.number', { number: policy.governance.proposalTtlDays })}</dd>
      </dl>
    </>
  );
}
