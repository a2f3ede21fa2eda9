// Lets a person see or use a wallet: whom, with which right, and until when.
import { useId, useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import type { OwnWallet } from './read-wallets.js';

/** The key with which actions are signed: DEFAULT_PATH of the derivation, whose module a page cannot have. */
const MAIN_KEY = "m/44'/0'/0'/0/0";
const RIGHTS = ['ReadOnly', 'ReadWrite', 'Owner'] as const;
type Right = (typeof RIGHTS)[number];

interface GiveAccessProps {
  readonly wallet: OwnWallet;
  readonly who: Person;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

export function GiveAccess({ wallet, who, onDone, onLeave }: GiveAccessProps) {
  const words = useWords();
  const id = useId();
  const [subject, setSubject] = useState('');
  const [accessRight, setRight] = useState<Right>('ReadOnly');
  const [until, setUntil] = useState('');
  const isOurs = wallet.ownerKind === 'organisation';
  // An administrator gives a right over some keys, and not the whole wallet.
  const rights = RIGHTS.filter((right) => !(isOurs && right === 'Owner'));
  async function give(): Promise<void> {
    const body = {
      ...{ subject: subject.trim(), accessRight },
      ...(until !== '' && { expiresAt: new Date(`${until}T23:59:59.999`).toISOString() }),
      ...(isOurs && { allowedDerivationContexts: [MAIN_KEY] }),
    };
    await node.accessGrants.grantWalletAccess({ params: { address: wallet.address }, body });
    onDone();
  }
  return (
    <AskForm
      about={words('access.give.about')}
      act={words('access.give')}
      onAct={give}
      onLater={onLeave}
      later={words('part.cancel')}
    >
      <TextField
        label={words('access.subject')}
        hint={words('access.subject.hint')}
        isCode
        value={subject}
        onChange={setSubject}
      />
      {isOurs && (
        <p>
          <Button kind="plain" onPress={() => setSubject(who.id)}>
            {words('access.myself')}
          </Button>
        </p>
      )}
      <RightChoice rights={rights} chosen={accessRight} onChoose={setRight} />
      <div className="field">
        <label htmlFor={id}>{words('access.ends')}</label>
        <input id={id} type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
      </div>
      {subject !== '' && (
        <AsCommand
          act="wallets.grant"
          values={{ wallet: wallet.address, person: subject.trim(), right: accessRight }}
        />
      )}
    </AskForm>
  );
}

interface RightChoiceProps {
  readonly rights: readonly Right[];
  readonly chosen: Right;
  readonly onChoose: (right: Right) => void;
}

function RightChoice({ rights, chosen, onChoose }: RightChoiceProps) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words('access.for')}</label>
      <select id={id} value={chosen} onChange={({ target }) => onChoose(target.value as Right)}>
        {rights.map((right) => (
          <option key={right} value={right}>
            {words('access.right', { right })}
          </option>
        ))}
      </select>
    </div>
  );
}
