// A role as a form.
import { useState } from 'react';
import type { JsonObject } from '../../../core/base/json.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/text-field.js';
import { useWords } from '../../words/words.js';
import { EditEnd, useEdits } from '../edit-end.js';
import type { KnownParticipant } from './read-participants.js';

const MEMBERS = ['name', 'organisation', 'walletAddress'] as const;

interface RoleEditorProps {
  readonly id: string;
  readonly role: JsonObject;
  readonly known: readonly KnownParticipant[];
}

export function RoleEditor({ id, role, known }: RoleEditorProps) {
  const words = useWords();
  const [form, setForm] = useState(() => MEMBERS.map((member) => String(role[member] ?? '')));
  const { refusal, run } = useEdits();
  const changed = MEMBERS.flatMap((member, i) => {
    const value = form[i]?.trim() ?? '';
    return value === String(role[member] ?? '') ? [] : [[member, value || null] as const];
  });
  const set = (at: number, value: string) => setForm((before) => before.map((each, i) => (i === at ? value : each)));
  return (
    <form
      className="field-editor"
      onSubmit={(event) => {
        event.preventDefault();
        run([{ edit: 'set_role', role: id, ...Object.fromEntries(changed) }]);
      }}
    >
      {MEMBERS.map((member, i) => (
        <TextField
          key={member}
          label={words('design.roles.member', { member })}
          value={form[i] ?? ''}
          onChange={(value) => set(i, value)}
          isCode={member === 'walletAddress'}
        />
      ))}
      {known.length > 0 && (
        <label className="field">
          {words('design.roles.known')}
          <select value="" onChange={({ target }) => set(MEMBERS.indexOf('walletAddress'), target.value)}>
            <option value="">{words('design.roles.choose')}</option>
            {known.map(({ address, name, organisation, register }) => (
              <option key={`${register} ${address}`} value={address}>
                {name} · {organisation} · {register}
              </option>
            ))}
          </select>
        </label>
      )}
      <EditEnd refusal={refusal} hasChanges={changed.length > 0}>
        <Button kind="plain" icon="trash" onPress={() => run([{ edit: 'remove_role', role: id }])}>
          {words('design.roles.remove')}
        </Button>
      </EditEnd>
    </form>
  );
}
