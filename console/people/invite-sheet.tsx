// Invites a person: by mail, or with a code that is shown once and handed over.
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { CodeValue } from '../parts/code-value.js';
import { Dialog } from '../parts/dialog.js';
import { OnceSheet } from '../parts/dialogs/once-sheet.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { type Role, rolesToGive } from './roles.js';

interface InviteSheetProps {
  readonly who: Person;
  readonly onClose: () => void;
}

export function InviteSheet({ who, onClose }: InviteSheetProps) {
  const words = useWords();
  const router = useRouter();
  const [code, setCode] = useState<string>();
  const [typed, setTyped] = useState({ email: '', name: '', role: 'Member' as Role, isByMail: true });
  const set = (change: Partial<typeof typed>) => setTyped({ ...typed, ...change });
  async function invite(): Promise<void> {
    const params = { organizationId: who.organisationId };
    const { email, role } = typed;
    const displayName = typed.name.trim() || email;
    if (typed.isByMail) {
      await node.invitations.sendInvitation({ params, body: { email, role, displayName } });
      onClose();
    } else {
      const made = await node.invitations.inviteUser({ params, body: { email, displayName, roles: [role] } });
      if ('code' in made) setCode(made.code);
      else onClose();
    }
    await router.invalidate();
  }
  if (code !== undefined) return <CodeShown code={code} onClose={onClose} />;
  const { email, role } = typed;
  return (
    <Dialog title={words('people.invite')} onClose={onClose}>
      <AskForm
        about={words('invite.about')}
        act={words('people.invite')}
        onAct={invite}
        onLater={onClose}
        later={words('part.cancel')}
      >
        <TextField label={words('invite.email')} value={email} onChange={(value) => set({ email: value })} />
        <TextField label={words('invite.name')} value={typed.name} onChange={(name) => set({ name })} />
        <RoleField who={who} value={role} onChange={(value) => set({ role: value })} />
        <label className="check">
          <input
            type="checkbox"
            checked={typed.isByMail}
            onChange={({ target }) => set({ isByMail: target.checked })}
          />
          {words('invite.by-mail')}
        </label>
      </AskForm>
      {email.includes('@') && (
        <AsCommand act={typed.isByMail ? 'invitations.send' : 'users.invite'} values={{ email, role }} />
      )}
    </Dialog>
  );
}

/** The code is told nowhere again. */
function CodeShown({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  const words = useWords();
  const copied = { text: `${location.origin}/invitation#${code}`, label: words('invite.copy-link') };
  return (
    <OnceSheet title={words('invite.code')} about={words('invite.code.about')} copied={copied} onClose={onClose}>
      <CodeValue value={code} />
    </OnceSheet>
  );
}

interface RoleFieldProps {
  readonly who: Person;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

function RoleField({ who, value, onChange }: RoleFieldProps) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words('people.role')}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as Role)}>
        {rolesToGive(who).map((role) => (
          <option key={role} value={role}>
            {words('role', { role })}
          </option>
        ))}
      </select>
    </div>
  );
}
