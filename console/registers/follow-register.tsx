// Follows a register that a peer offers: its dockets come from docket 0 on, and each is verified here.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { CodeValue } from '../parts/code-value.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

interface FollowRegisterProps {
  readonly registerId: string;
  readonly name: string;
  readonly onClose: (isDone: boolean) => void;
}

export function FollowRegister({ registerId, name, onClose }: FollowRegisterProps) {
  const words = useWords();
  const [genesis, setGenesis] = useState('');
  const [checkpoint, setCheckpoint] = useState('');
  const stated = { genesis: genesis.trim() || undefined, checkpoint: checkpoint.trim() || undefined };
  async function follow(): Promise<void> {
    const body = {
      mode: 'full-replica' as const,
      ...(stated.genesis !== undefined && { genesisHash: stated.genesis }),
      ...(stated.checkpoint !== undefined && { checkpoint: stated.checkpoint }),
    };
    await node.replication.subscribeRegister({ params: { registerId }, body });
    onClose(true);
  }
  return (
    <Dialog title={words('follow.do-on', { act: 'follow', name })} onClose={() => onClose(false)}>
      <AskForm
        about={words('follow.about', { act: 'follow' })}
        act={words('follow.do', { act: 'follow' })}
        later={words('part.cancel')}
        onLater={() => onClose(false)}
        onAct={follow}
      >
        <CodeValue value={registerId} />
        <TextField
          label={words('follow.genesis')}
          hint={words('follow.genesis.about')}
          value={genesis}
          onChange={setGenesis}
          isCode
        />
        <TextField
          label={words('follow.checkpoint')}
          hint={words('follow.checkpoint.about')}
          value={checkpoint}
          onChange={setCheckpoint}
          isCode
        />
        <AsCommand act="registers.follow" values={{ register: registerId, ...stated }} />
      </AskForm>
    </Dialog>
  );
}
