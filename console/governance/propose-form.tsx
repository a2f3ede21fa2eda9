// Proposes an act of governance with the approval of a wallet of the person, by the table of acts.
import { useId, useState } from 'react';
import type { CommandAct, CommandValues } from '../../api/client/command-lines.js';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { ActInput } from './act-input.js';
import {
  ACT_NAMES,
  type ActName,
  type ActRow,
  type ActValues,
  actMembers,
  actRow,
  commandTexts,
  faultyFields,
  isUnchanged,
  valuesAtFirst,
} from './acts.js';
import { memberAddress } from './member.js';
import type { Governance } from './read-governance.js';
import { VoterChoice } from './voter-choice.js';

type ProposeBody = Parameters<typeof node.governance.propose>[0]['body'];

interface ProposeFormProps {
  readonly governance: Governance;
  readonly onProposed: () => void;
}

export function ProposeForm({ governance, onProposed }: ProposeFormProps) {
  const words = useWords();
  const id = useId();
  const [name, setName] = useState<ActName>('add-member');
  return (
    <details className="card">
      <summary>{words('governance.propose')}</summary>
      <div className="field">
        <label htmlFor={id}>{words('governance.what')}</label>
        <select id={id} value={name} onChange={({ target: { value } }) => setName(value as ActName)}>
          {ACT_NAMES.map((each) => (
            <option key={each} value={each}>
              {words(`governance.act.${each}`)}
            </option>
          ))}
        </select>
      </div>
      <ActForm key={name} row={actRow(name)} {...{ governance, onProposed }} />
    </details>
  );
}

interface ActFormProps extends ProposeFormProps {
  readonly row: ActRow;
}

function ActForm({ row, governance, onProposed }: ActFormProps) {
  const words = useWords();
  const { register, roster, proposers } = governance;
  const { policy } = roster;
  const [values, setValues] = useState<ActValues>(() => valuesAtFirst(row, policy));
  const [why, setWhy] = useState('');
  const [voter, setVoter] = useState(proposers[0] ?? '');
  const [isAsked, setAsked] = useState(false);
  const faulty = faultyFields(row, values);
  const members = actMembers(row, values, policy);
  const justification = why.trim();
  const wallet = memberAddress(voter);
  async function propose(): Promise<void> {
    setAsked(true);
    if (faulty.length > 0) throw new Error(words('propose.missing'));
    if (isUnchanged(members)) throw new Error(words('propose.unchanged'));
    const body = { ...members, justification, wallet } as ProposeBody;
    await node.governance.propose({ params: { registerId: register.id }, body });
    setValues(valuesAtFirst(row, policy));
    setWhy('');
    setAsked(false);
    onProposed();
  }
  return (
    <>
      <AskForm about={words('governance.propose-about')} act={words('governance.propose-it')} onAct={propose}>
        {row.fields.map((field) => (
          <ActInput
            key={field.at}
            {...{ governance, field, values }}
            isFaulty={isAsked && faulty.includes(field.at)}
            onChange={(value) => setValues((before) => ({ ...before, [field.at]: value }))}
          />
        ))}
        <TextField label={words('governance.why')} value={why} onChange={setWhy} />
        <VoterChoice voters={proposers} voter={voter} onChange={setVoter} />
      </AskForm>
      {faulty.length === 0 && (
        <AsCommand
          act={row.command}
          values={
            {
              ...commandTexts(values, members),
              ...{ register: register.id, wallet, justification: justification || undefined },
            } as CommandValues<CommandAct>
          }
        />
      )}
    </>
  );
}
