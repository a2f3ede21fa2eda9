// The own password in the place of the first one. The session of before ends with it, and another one begins.
import { useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { AskForm } from '../parts/ask-form.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { keepSession } from '../session/session.js';
import { useWords } from '../words/words.js';
import type { StepProps } from './read-start.js';

export function PasswordStep({ state: { who }, onDone }: StepProps) {
  const words = useWords();
  const [first, setFirst] = useState('');
  /** A session of another way than the link states the first password. */
  const [asksFirst, setAsksFirst] = useState(false);
  const [password, setPassword] = useState('');
  async function act(): Promise<void> {
    try {
      const body = { newPassword: password, ...(asksFirst && { currentPassword: first }) };
      await node.auth.changePassword({ body });
    } catch (error) {
      if (error instanceof ClientError && error.code === 'LOGIN_FAILED') setAsksFirst(true);
      throw error;
    }
    const session = await node.auth.login({ body: { email: who.email, password } });
    if ('refreshToken' in session) await keepSession(async () => session);
    onDone();
  }
  return (
    <AskForm
      title={words('start.password.title')}
      about={words('start.password.about', { email: who.email })}
      act={words('start.password.act')}
      onAct={act}
    >
      {asksFirst && (
        <TextField
          label={words('start.password.first')}
          secret="current-password"
          hint={words('start.password.first.hint')}
          value={first}
          onChange={setFirst}
        />
      )}
      <TextField
        label={words('start.password.new')}
        secret="new-password"
        hint={words('start.password.hint')}
        value={password}
        onChange={setPassword}
      />
    </AskForm>
  );
}
