// Proposals that wait for the vote of the person, above the inbox.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { person } from '../session/person.js';
import { useWords } from '../words/words.js';
import type { OpenProposal } from './read-governance.js';

export function WaitingProposals() {
  const words = useWords();
  const [items, setItems] = useState<readonly OpenProposal[]>([]);
  useEffect(() => {
    const read = async () => {
      const { may } = await person();
      if (!may.has('listMyProposals') || !may.has('approveProposal')) return;
      setItems((await node.governance.listMyProposals({ query: { which: 'waiting', pageSize: 10 } })).items);
    };
    // The inbox says by itself where the node does not answer.
    read().catch(() => undefined);
  }, []);
  if (items.length === 0) return null;
  return (
    <ul className="rows" aria-label={words('governance.waiting')}>
      {items.map(({ registerName, proposal: { registerId, proposalId, operation } }) => (
        <li key={proposalId} className="row">
          <Icon name="users" />
          <span className="wide">
            <Link to={PATHS.governance} params={{ registerId }}>
              {words('governance.your-vote', { register: registerName })}
            </Link>
            <span className="hint"> {words(`governance.act.${operation.operationType}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
