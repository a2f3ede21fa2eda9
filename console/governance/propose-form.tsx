// Proposes an act of governance with the approval of a wallet of the person. Acts that take the statement of another
// node, or a list, have their command alone.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { memberAddress } from './member.js';
import type { Governance } from './read-governance.js';

/** Acts about a member or a seat that is there. */
const ACTS = ['remove-member', 'transfer-ownership', 'remove-validator'] as const;
type ProposedAct = (typeof ACTS)[number];

interface ProposeFormProps {
  readonly registerId: string;
  readonly roster: Governance['roster'];
  readonly ownMembers: readonly string[];
  readonly onProposed: () => void;
}

export function ProposeForm({ registerId, roster, ownMembers, onProposed }: ProposeFormProps) {
  const words = useWords();
  const [act, setAct] = useState<ProposedAct>('remove-member');
  const [target, setTarget] = useState('');
  const [why, setWhy] = useState('');
  const targets = targetsOf(act, roster);
  const chosen = targets.some(({ id }) => id === target) ? target : (targets[0]?.id ?? '');
  const wallet = memberAddress(ownMembers[0] ?? '');
  async function propose(): Promise<void> {
    const about = act === 'remove-validator' ? { validatorId: chosen } : { targetDid: chosen };
    const body = { operationType: act, justification: why.trim(), wallet, ...about };
    await node.governance.propose({ params: { registerId }, body });
    setWhy('');
    onProposed();
  }
  return (
    <details className="card">
      <summary>{words('governance.propose')}</summary>
      <AskForm about={words('governance.propose-about')} act={words('governance.propose-it')} onAct={propose}>
        <label className="field">
          {words('governance.what')}
          <select value={act} onChange={({ target: { value } }) => setAct(value as ProposedAct)}>
            {ACTS.map((each) => (
              <option key={each} value={each}>
                {words(`governance.act.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {words('governance.whom')}
          <select value={chosen} onChange={({ target: { value } }) => setTarget(value)}>
            {targets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <TextField label={words('governance.why')} value={why} onChange={setWhy} />
      </AskForm>
      {act === 'remove-validator' ? (
        <AsCommand act="governance.remove-validator" values={{ register: registerId, validator: chosen, wallet }} />
      ) : (
        <AsCommand act="governance.propose" values={{ register: registerId, act, target: chosen, wallet }} />
      )}
    </details>
  );
}

function targetsOf(act: ProposedAct, { members, validators }: Governance['roster']) {
  if (act === 'remove-validator')
    return validators.map(({ validatorId: id, orgId }) => ({ id, name: `${orgId} ${id.slice(0, 8)}` }));
  return members
    .filter(({ role }) => role !== 'Owner')
    .map(({ subject: id, role }) => ({ id, name: `${role} ${memberAddress(id)}` }));
}
