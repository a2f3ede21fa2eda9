// The name by which others know the organisation.
import { useState } from 'react';
import { AskForm } from '../parts/ask-form.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { StepProps } from './read-start.js';

export function OrganisationStep({ state: { who }, onDone, onLater }: StepProps) {
  const words = useWords();
  const [name, setName] = useState('');
  async function act(): Promise<void> {
    await node.organizations.updateOrganization({ params: { id: who.organisationId }, body: { name } });
    onDone();
  }
  return (
    <AskForm
      title={words('start.organisation.title')}
      about={words('start.organisation.about')}
      act={words('start.organisation.act')}
      onAct={act}
      onLater={onLater}
    >
      <TextField label={words('start.organisation.name')} value={name} onChange={setName} />
    </AskForm>
  );
}
