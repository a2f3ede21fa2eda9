// Acts of an administrator upon a member. Each is asked for once more before it is done.
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { CommandAct } from '../../api/client/command-lines.js';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { PersonRead } from './read-people.js';
import { RoleSheet } from './role-sheet.js';

type Act = 'role' | 'suspend' | 'reactivate' | 'unlock' | 'end' | 'remove';
type UserAct = Extract<CommandAct, 'users.suspend' | 'users.reactivate' | 'users.unlock' | 'users.remove'>;

const LINES: Readonly<Partial<Record<Act, UserAct>>> = {
  suspend: 'users.suspend',
  reactivate: 'users.reactivate',
  unlock: 'users.unlock',
  remove: 'users.remove',
};

export function MemberActs({ read }: { readonly read: PersonRead }) {
  const words = useWords();
  const [chosen, setChosen] = useState<Act>();
  return (
    <>
      <p className="acts some">
        {actsFor(read).map((act) => (
          <Button key={act} onPress={() => setChosen(act)}>
            {words('member.act', { act })}
          </Button>
        ))}
      </p>
      {chosen === 'role' && <RoleSheet read={read} onClose={() => setChosen(undefined)} />}
      {chosen !== undefined && chosen !== 'role' && (
        <ActSheet act={chosen} read={read} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

function actsFor({ who: { may }, user, signIn }: PersonRead): readonly Act[] {
  const isActive = user.status === 'Active';
  const acts: readonly (readonly [Act, boolean])[] = [
    ['role', may.has('updateUser')],
    ['unlock', signIn.isLocked && may.has('unlockUser')],
    ['end', signIn.sessions.length > 0 && may.has('revokeUserTokens')],
    ['suspend', isActive && may.has('suspendUser')],
    ['reactivate', !isActive && may.has('reactivateUser')],
    ['remove', may.has('removeUser')],
  ];
  return acts.filter(([, isThere]) => isThere).map(([act]) => act);
}

interface ActSheetProps {
  readonly act: Exclude<Act, 'role'>;
  readonly read: PersonRead;
  readonly onClose: () => void;
}

function ActSheet({ act, read, onClose }: ActSheetProps) {
  const words = useWords();
  const router = useRouter();
  const navigate = useNavigate();
  const { user, who } = read;
  const line = LINES[act];
  async function run(): Promise<void> {
    const params = { organizationId: who.organisationId, userId: user.id };
    if (act === 'suspend') await node.users.suspendUser({ params });
    else if (act === 'reactivate') await node.users.reactivateUser({ params });
    else if (act === 'unlock') await node.users.unlockUser({ params });
    else if (act === 'end') await node.tokens.revokeUserTokens({ body: { userId: user.id } });
    else {
      await node.users.removeUser({ params });
      await navigate({ to: PATHS.people });
      return;
    }
    onClose();
    await router.invalidate();
  }
  return (
    <Dialog title={words('member.act', { act })} onClose={onClose}>
      <AskForm
        about={words('member.about', { act, name: user.displayName })}
        act={words('member.act', { act })}
        onAct={run}
        onLater={onClose}
        later={words('part.cancel')}
      />
      {line && <AsCommand act={line} values={{ user: user.email }} />}
    </Dialog>
  );
}
