// A new wallet: of the person, with words that are shown once, or of the organisation, whose seed the node keeps.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { KeyChoice, type KeyChosen } from './key-choice.js';
import { SecretWords } from './secret-words.js';

const WORDS = 12;

interface NewWalletProps {
  readonly who: Person;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

export function NewWallet({ who, onDone, onLeave }: NewWalletProps) {
  const words = useWords();
  const [name, setName] = useState('');
  const [keyType, setKey] = useState<KeyChosen>('NISTP256');
  const [isOurs, setOurs] = useState(false);
  const [secret, setSecret] = useState<readonly string[]>();
  async function create(): Promise<void> {
    if (isOurs) {
      await node.wallets.createWallet({ body: { title: name, keyType, organizationId: who.organisationId } });
      return onDone();
    }
    const body = { name, algorithm: keyType, wordCount: WORDS } as const;
    setSecret((await node.wallets.createHdWallet({ body })).mnemonicWords);
  }
  if (secret !== undefined) return <SecretWords secret={secret} onDone={onDone} />;
  return (
    <AskForm
      about={words(isOurs ? 'wallets.new.ours.about' : 'start.wallet.about')}
      act={words('start.wallet.act')}
      onAct={create}
      onLater={onLeave}
      later={words('part.cancel')}
    >
      <TextField label={words('wallets.name')} value={name} onChange={setName} />
      <KeyChoice chosen={keyType} onChoose={setKey} />
      {who.may.has('createWallet') && (
        <label className="choice">
          <input type="checkbox" checked={isOurs} onChange={({ target }) => setOurs(target.checked)} />
          {words('wallets.new.ours', { organisation: who.organisation })}
        </label>
      )}
      <AsCommand act="wallets.create" values={{ name: name === '' ? 'NAME' : name, key: keyType }} />
    </AskForm>
  );
}
