// A register of the organisation, owned by the wallet of the step before.
import { useState } from 'react';
import { AskForm } from '../parts/ask-form.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { StepProps } from './read-start.js';

export function RegisterStep({ state: { who, wallet }, onDone, onLater }: StepProps) {
  const words = useWords();
  const [name, setName] = useState('');
  async function act(): Promise<void> {
    if (wallet === undefined) throw new Error(words('start.register.no-wallet'));
    await node.registers.createRegister(
      { body: { name, owners: [{ userId: who.id, walletId: wallet }] } },
      { idempotencyKey: true },
    );
    onDone();
  }
  return (
    <AskForm
      title={words('start.register.title')}
      about={words('start.register.about')}
      act={words('start.register.act')}
      onAct={act}
      onLater={onLater}
    >
      <TextField label={words('start.register.name')} value={name} onChange={setName} />
    </AskForm>
  );
}
