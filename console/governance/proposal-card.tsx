// An open proposal: what it does, who voted, and the vote of the person.
import { useState } from 'react';
import type { Member } from '../../core/model/register.js';
import { votingMembers } from '../../core/register/people/rights.js';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { memberAddress } from './member.js';
import type { Governance, OpenProposal } from './read-governance.js';
import { SignElsewhere } from './sign-elsewhere.js';
import { VoterChoice } from './voter-choice.js';

interface ProposalCardProps {
  readonly open: OpenProposal;
  readonly members: Governance['roster']['members'];
  readonly may: Person['may'];
  readonly onVoted: () => void;
}

/** Members that every act has, which the card says by itself. */
const COMMON: ReadonlySet<string> = new Set(['operationType', 'proposerDid', 'proposedAt', 'justification']);

export function ProposalCard({ open: { proposal, ownVoters }, members, may, onVoted }: ProposalCardProps) {
  const words = useWords();
  const { operation, quorum, votes, expiresAt } = proposal;
  const voted = new Set(votes.map(({ approverDid }) => approverDid));
  const away = votersOn(operation, members).filter((did) => !voted.has(did) && !ownVoters.includes(did));
  // The members of a policy stand for themselves.
  const { policy, ...others } = operation;
  const details = Object.entries({ ...others, ...(policy as object) }).filter(([name]) => !COMMON.has(name));
  return (
    <li className="card proposal">
      <header className="acts">
        <h3>{words(`governance.act.${operation.operationType}`)}</h3>
        {quorum && (
          <span className="pill" data-kind="open">
            {words('governance.votes', { approvals: quorum.approvals, needed: quorum.needed })}
          </span>
        )}
      </header>
      <p>{String(operation.justification)}</p>
      <dl className="facts">
        {details.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{words('propose.field', { name })}</dt>
            <dd>
              <Detail value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        {words('governance.ends')} <Moment value={expiresAt} />
      </p>
      <ul>
        {votes.map(({ approverDid, isApproval, sealedAt, comment }) => (
          <li key={approverDid} className="vote">
            <span className="pill" data-kind={isApproval ? 'good' : 'bad'}>
              {words(isApproval ? 'governance.approved' : 'governance.refused')}
            </span>
            <CodeValue value={memberAddress(approverDid)} />
            <span className="hint">
              <Moment value={sealedAt} /> {comment}
            </span>
          </li>
        ))}
      </ul>
      {may.has('approveProposal') && ownVoters.length > 0 && (
        <Vote proposal={proposal} voters={ownVoters} onVoted={onVoted} />
      )}
      {away.length > 0 && (
        <details>
          <summary>{words('governance.elsewhere')}</summary>
          <SignElsewhere proposal={proposal} voters={away} mayReturn={may.has('submitTransaction')} onVoted={onVoted} />
        </details>
      )}
    </li>
  );
}

function Detail({ value }: { readonly value: unknown }) {
  return typeof value === 'object' ? (
    <pre>{JSON.stringify(value, undefined, 2)}</pre>
  ) : (
    <CodeValue value={String(value)} />
  );
}

/** Members without a vote on their own removal. */
function votersOn(
  { operationType, targetDid }: OpenProposal['proposal']['operation'],
  members: Governance['roster']['members'],
): readonly string[] {
  const excluded = operationType === 'remove-member' ? String(targetDid) : undefined;
  return votingMembers(members as readonly Member[], excluded).map(({ subject }) => subject);
}

interface VoteProps {
  readonly proposal: OpenProposal['proposal'];
  /** Members whose wallets are the person's, and that have not voted. */
  readonly voters: readonly string[];
  readonly onVoted: () => void;
}

function Vote({ proposal: { registerId, proposalId }, voters, onVoted }: VoteProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  const [chosen, setChosen] = useState(voters[0]);
  const voter = voters.find((each) => each === chosen) ?? voters[0] ?? '';
  const wallet = memberAddress(voter);
  const vote = (isApproval: boolean) =>
    run(async () => {
      await node.governance.approveProposal({ params: { registerId, proposalId }, body: { isApproval, wallet } });
      onVoted();
    });
  const values = { register: registerId, proposal: proposalId, wallet };
  return (
    <div className="ballot">
      <VoterChoice voters={voters} voter={voter} onChange={setChosen} />
      <p className="ballot-acts">
        <Button kind="main" icon="check" isBusy={isBusy} onPress={() => vote(true)}>
          {words('governance.approve')}
        </Button>
        <Button icon="x" isBusy={isBusy} onPress={() => vote(false)}>
          {words('governance.refuse')}
        </Button>
      </p>
      <p role="alert" className="fault" lang="en">
        {fault}
      </p>
      <AsCommand act="governance.approve" values={values} />
    </div>
  );
}
