// The roles of a member, chosen anew. The node writes down who chose them.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { Dialog } from '../parts/dialog.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { PersonRead } from './read-people.js';
import { type Role, rolesToGive } from './roles.js';

interface RoleSheetProps {
  readonly read: PersonRead;
  readonly onClose: () => void;
}

export function RoleSheet({ read: { user, who, version }, onClose }: RoleSheetProps) {
  const words = useWords();
  const router = useRouter();
  const [roles, setRoles] = useState<readonly Role[]>(user.roles);
  const offered = new Set([...rolesToGive(who), ...user.roles]);
  async function give(): Promise<void> {
    const params = { organizationId: who.organisationId, userId: user.id };
    // Of two administrators the second is told that the first changed the member meanwhile.
    const headers = version === undefined ? {} : { headers: { 'if-match': version } };
    await node.users.updateUser({ params, body: { roles: [...roles] } }, headers);
    onClose();
    await router.invalidate();
  }
  const [only] = roles;
  return (
    <Dialog title={words('member.act', { act: 'role' })} onClose={onClose}>
      <AskForm
        about={words('member.about', { act: 'role', name: user.displayName })}
        act={words('part.save')}
        onAct={give}
        onLater={onClose}
        later={words('part.cancel')}
      >
        <fieldset className="checks">
          <legend className="unseen">{words('people.role')}</legend>
          {[...offered].map((role) => (
            <label key={role} className="check">
              <input
                type="checkbox"
                checked={roles.includes(role)}
                onChange={({ target }) =>
                  setRoles(target.checked ? [...roles, role] : roles.filter((each) => each !== role))
                }
              />
              {words('role', { role })}
              <span className="hint">{words('role.about', { role })}</span>
            </label>
          ))}
        </fieldset>
      </AskForm>
      {roles.length === 1 && only && <AsCommand act="users.role" values={{ user: user.email, role: only }} />}
    </Dialog>
  );
}
