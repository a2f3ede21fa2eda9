// Brings a wallet back by its words. They are nowhere else typed into a page, and leave this one with their form.
import { useId, useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { KeyChoice, type KeyChosen } from './key-choice.js';

interface RecoverWalletProps {
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

export function RecoverWallet({ onDone, onLeave }: RecoverWalletProps) {
  const words = useWords();
  const id = useId();
  const [name, setName] = useState('');
  const [said, setSaid] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [algorithm, setKey] = useState<KeyChosen>('NISTP256');
  async function recover(): Promise<void> {
    const mnemonicWords = said.trim().toLowerCase().split(/\s+/);
    const body = { mnemonicWords, name, algorithm, ...(passphrase !== '' && { passphrase }) };
    await node.wallets.recoverWallet({ body });
    onDone();
  }
  return (
    <AskForm
      about={words('recover.about')}
      act={words('recover.act')}
      onAct={recover}
      onLater={onLeave}
      later={words('part.cancel')}
    >
      <TextField label={words('wallets.name')} value={name} onChange={setName} />
      <div className="field">
        <label htmlFor={id}>{words('recover.words')}</label>
        <textarea
          id={id}
          rows={3}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          translate="no"
          value={said}
          onChange={({ target }) => setSaid(target.value)}
        />
      </div>
      <KeyChoice chosen={algorithm} onChoose={setKey} />
      <TextField
        label={words('recover.passphrase')}
        hint={words('recover.passphrase.hint')}
        secret="current-password"
        value={passphrase}
        onChange={setPassphrase}
      />
      <AsCommand act="wallets.recover" values={{ name: name === '' ? 'NAME' : name, key: algorithm }} />
    </AskForm>
  );
}
