// The input of one field of an act: text, a choice, several of some, or a file, which this node may make itself.
import { useId } from 'react';
import type { Json } from '../../core/base/json.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/text-field.js';
import { useAct } from '../parts/use-act.js';
import { useWords } from '../words/words.js';
import { actInput } from './act-inputs.js';
import type { ActField, ActValues } from './acts.js';
import { memberAddress } from './member.js';
import { proveHere } from './own-proofs.js';
import type { Governance } from './read-governance.js';
import { TakeFile } from './take-file.js';

interface ActInputProps {
  readonly governance: Governance;
  readonly field: ActField;
  readonly values: ActValues;
  readonly isFaulty: boolean;
  readonly onChange: (value: Json) => void;
}

export function ActInput(props: ActInputProps) {
  const words = useWords();
  const { governance, field, values, isFaulty, onChange } = props;
  const { at, input, choices = [] } = field;
  const name = at.replace('policy.', '');
  const label = words('propose.field', { name });
  const hint = words('propose.hint', { name }) || undefined;
  const value = values[at] ?? '';
  const offered = useOffered(governance, field);
  if (actInput(input).take) return <FileInput {...props} label={label} hint={hint} />;
  if (input === 'algorithms') return <Some {...{ label, choices, onChange }} chosen={value as readonly string[]} />;
  if (offered) return <Choice {...{ label, hint, offered, onChange, isFaulty }} value={String(value)} />;
  const fault = isFaulty ? words('propose.fault', { input }) : undefined;
  return <TextField {...{ label, hint, fault, onChange }} value={String(value)} isCode={input !== 'count'} />;
}

interface Offered {
  readonly id: string;
  readonly name: string;
}

/** Undefined where a value is written. */
function useOffered(governance: Governance, { input, choices, named }: ActField): readonly Offered[] | undefined {
  const words = useWords();
  const { roster, participants, lists, names, seatNames } = governance;
  const seat = ({ validatorId, orgId }: Governance['roster']['validators'][number]): Offered => ({
    id: validatorId,
    name: `${seatNames.get(validatorId) ?? orgId} ${validatorId.slice(0, 8)}`,
  });
  switch (input) {
    case 'choice':
      return (choices ?? []).map((choice) => ({ id: choice, name: words(...nameOf(named, choice)) }));
    case 'member':
      return roster.members
        .filter(({ role }) => role !== 'Owner')
        .map(({ subject, role }) => ({
          id: subject,
          name: [words('governance.role', { role }), names.get(memberAddress(subject)), memberAddress(subject)]
            .filter(Boolean)
            .join(' '),
        }));
    case 'seat':
      return [...roster.validators, ...roster.candidates].map(seat);
    case 'validator':
      return roster.validators.map(seat);
    case 'candidate':
      return roster.candidates.map(seat);
    case 'participant':
      return participants.map(({ participantId: id, participantName, organizationName }) => ({
        id,
        name: `${participantName} · ${organizationName}`,
      }));
    case 'list':
      return lists.map(({ listId }) => ({ id: listId, name: listId }));
    default:
      return undefined;
  }
}

function nameOf(named: ActField['named'], choice: string): [string, object] {
  if (named === 'governance.role') return [named, { role: choice }];
  return named === 'governance.rule' ? [named, { rule: choice }] : ['propose.choice', { choice }];
}

interface ChoiceProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly offered: readonly Offered[];
  readonly value: string;
  readonly isFaulty: boolean;
  readonly onChange: (value: string) => void;
}

function Choice({ label, hint, offered, value, isFaulty, onChange }: ChoiceProps) {
  const words = useWords();
  const id = useId();
  const about = offered.length === 0 ? words('propose.nothing') : isFaulty ? words('propose.choose') : hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={isFaulty}
        aria-describedby={about && `${id}-about`}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{words('propose.none')}</option>
        {offered.map(({ id: its, name }) => (
          <option key={its} value={its}>
            {name}
          </option>
        ))}
      </select>
      {about && (
        <p id={`${id}-about`} className={isFaulty ? 'fault' : 'hint'}>
          {about}
        </p>
      )}
    </div>
  );
}

interface SomeProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (value: Json) => void;
}

function Some({ label, choices, chosen, onChange }: SomeProps) {
  return (
    <fieldset className="checks">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={({ target }) =>
              onChange(choices.filter((each) => (each === choice ? target.checked : chosen.includes(each))))
            }
          />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}

interface FileInputProps extends ActInputProps {
  readonly label: string;
  readonly hint: string | undefined;
}

function FileInput({ governance: { may, register }, field, values, isFaulty, label, hint, onChange }: FileInputProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  const { at, input, own } = field;
  const { empty, take } = actInput(input);
  const value = values[at] ?? empty;
  const count = Array.isArray(value) ? value.length : undefined;
  return (
    <>
      <TakeFile
        {...{ label, hint }}
        isMany={count !== undefined}
        onText={(text) => {
          const taken = take?.(text, value);
          if (taken === undefined) throw new Error(words('propose.fault', { input }));
          onChange(taken);
        }}
      />
      {count !== undefined && count > 0 && (
        <p className="acts">
          {words('propose.file.count', { count })}
          <Button kind="plain" onPress={() => onChange(empty)}>
            {words('propose.file.clear')}
          </Button>
        </p>
      )}
      {own !== undefined && may.has(own) && (
        <p className="acts">
          <Button
            isBusy={isBusy}
            onPress={() =>
              run(async () => {
                const proof = await proveHere(own, register.id, values);
                onChange(count === undefined ? proof : [...(value as Json[]), proof]);
              })
            }
          >
            {words('propose.own')}
          </Button>
          {count === undefined && value !== '' && <span role="status">{words('propose.given')}</span>}
        </p>
      )}
      <p role="alert" className="fault">
        {fault ?? (isFaulty && value === empty ? words('propose.fault', { input }) : undefined)}
      </p>
    </>
  );
}
