// The acts of an operator on a register of this node: offer it to peers or no longer, follow it no more, or again.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { actsOn, type RegisterAct } from './acts-on.js';
import { FollowRegister } from './follow-register.js';
import type { ListedRegister, RegistersRead } from './read-registers.js';

interface RegisterActsProps {
  readonly read: RegistersRead;
  readonly register: ListedRegister;
  readonly onChanged: () => void;
}

export function RegisterActs({ read, register, onChanged }: RegisterActsProps) {
  const words = useWords();
  const [asked, ask] = useState<RegisterAct>();
  const acts = actsOn(read, register);
  function close(isDone: boolean): void {
    ask(undefined);
    if (isDone) onChanged();
  }
  if (acts.length === 0) return null;
  return (
    <span className="pills">
      {acts.map((act) => (
        <Button key={act} label={words('follow.do-on', { act, name: register.name })} onPress={() => ask(act)}>
          {words('follow.do', { act })}
        </Button>
      ))}
      {asked === 'follow' && <FollowRegister registerId={register.id} name={register.name} onClose={close} />}
      {asked !== undefined && asked !== 'follow' && <ActOn act={asked} register={register} onClose={close} />}
    </span>
  );
}

interface ActOnProps {
  readonly act: Exclude<RegisterAct, 'follow'>;
  readonly register: ListedRegister;
  readonly onClose: (isDone: boolean) => void;
}

const CALLS: Readonly<Record<ActOnProps['act'], (registerId: string) => Promise<unknown>>> = {
  offer: (registerId) => node.replication.advertiseRegister({ params: { registerId }, body: { isPublic: true } }),
  withdraw: (registerId) => node.replication.advertiseRegister({ params: { registerId }, body: { isPublic: false } }),
  leave: (registerId) => node.replication.unsubscribeRegister({ params: { registerId }, query: { purge: false } }),
};
const COMMANDS = { offer: 'registers.offer', withdraw: 'registers.withdraw', leave: 'registers.leave' } as const;

function ActOn({ act, register: { id, name }, onClose }: ActOnProps) {
  const words = useWords();
  return (
    <Dialog title={words('follow.do-on', { act, name })} onClose={() => onClose(false)}>
      <AskForm
        about={words('follow.about', { act })}
        act={words('follow.do', { act })}
        later={words('part.cancel')}
        onLater={() => onClose(false)}
        onAct={async () => {
          await CALLS[act](id);
          onClose(true);
        }}
      >
        <AsCommand act={COMMANDS[act]} values={{ register: id }} />
      </AskForm>
    </Dialog>
  );
}
