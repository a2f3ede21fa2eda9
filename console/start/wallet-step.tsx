// A wallet: its words are shown once, and asked back. Its key is of P-256, which alone holds credentials.
import { useState } from 'react';
import { AskForm } from '../parts/ask-form.js';
import { node } from '../session/node.js';
import { SecretWords } from '../wallets/secret-words.js';
import { useWords } from '../words/words.js';
import type { StepProps } from './read-start.js';

const WORDS = 12;

export function WalletStep({ state: { who }, onDone, onLater }: StepProps) {
  const words = useWords();
  const [secret, setSecret] = useState<readonly string[]>();
  async function create(): Promise<void> {
    const body = { name: who.name, algorithm: 'NISTP256', wordCount: WORDS } as const;
    setSecret((await node.wallets.createHdWallet({ body })).mnemonicWords);
  }
  if (secret !== undefined) return <SecretWords secret={secret} onDone={onDone} />;
  return (
    <AskForm
      title={words('start.wallet.title')}
      about={words('start.wallet.about')}
      act={words('start.wallet.act')}
      onAct={create}
      onLater={onLater}
    />
  );
}
