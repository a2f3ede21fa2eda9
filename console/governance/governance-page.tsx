// The governance of a register: what is proposed, with its votes; who governs it; and what was decided.
import { Link, useLoaderData, useRouter } from '@tanstack/react-router';
import './governance.css';
import '../words/governing.js';
import { CodeValue } from '../parts/code-value.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { usePageAbove } from '../trail.js';
import { useWords } from '../words/words.js';
import { ProposalCard } from './proposal-card.js';
import { ProposeForm } from './propose-form.js';
import type { Governance } from './read-governance.js';
import { RosterCards } from './roster-cards.js';
import { useGovernanceNews } from './use-governance-news.js';

export function GovernancePage() {
  const words = useWords();
  const router = useRouter();
  const governance: Governance = useLoaderData({ strict: false });
  const { may, register, roster, changes, proposals, proposers, names, seatNames } = governance;
  usePageAbove({ to: PATHS.register, params: { registerId: register.id }, title: register.name });
  useGovernanceNews(governance);
  const readAnew = () => void router.invalidate();
  return (
    <section className="governance">
      <h1>{words('governance.title', { name: register.name })}</h1>
      <p className="lead">
        <Link to={PATHS.register} params={{ registerId: register.id }}>
          {words('governance.to-register')}
        </Link>
      </p>
      <h2>{words('governance.open', { count: proposals.length })}</h2>
      {proposals.length === 0 && <p className="hint">{words('governance.none-open')}</p>}
      <ul className="rows">
        {proposals.map((each) => (
          <ProposalCard
            key={each.proposal.proposalId}
            open={each}
            members={roster.members}
            may={may}
            onVoted={readAnew}
          />
        ))}
      </ul>
      {may.has('propose') && proposers.length > 0 && <ProposeForm governance={governance} onProposed={readAnew} />}
      <RosterCards {...{ roster, names, seatNames }} />
      <h2>{words('governance.history')}</h2>
      {changes.length === 0 && <p className="hint">{words('governance.no-history')}</p>}
      <ol className="rows">
        {changes.map(({ ordinal, operationType, docketNumber, sealedAt, proposalId, rosterChanged }) => (
          <li key={ordinal} className="row">
            <span className="wide">
              <b>{words(`governance.act.${operationType}`)}</b>
              <span className="hint">
                <CodeValue value={proposalId} />
                {rosterChanged && ` · ${words('governance.roster-changed')}`}
              </span>
            </span>
            <span className="hint">
              <Moment value={sealedAt} />
            </span>
            <Link to={PATHS.docket} params={{ registerId: register.id, docketId: String(docketNumber) }}>
              {words('docket.title', { number: docketNumber })}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
