// The acts of an operator on another node: ban it, lift the ban, forget its failures.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import type { PeerNow } from './read-peer.js';

interface PeerActsProps {
  readonly peer: PeerNow['peer'];
  /** It holds a seat in a register of this node: a ban may cost the quorum. */
  readonly isSeated: boolean;
  readonly may: Person['may'];
  readonly onDone: () => void;
}

export function PeerActs({ peer: { peerId, isBanned }, isSeated, may, onDone }: PeerActsProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  const [isAsking, setAsking] = useState(false);
  const params = { peerId };
  const act = (call: () => Promise<unknown>) =>
    run(async () => {
      await call();
      onDone();
    });
  if (!may.has('banPeer')) return null;
  return (
    <div className="peer-acts">
      {isBanned ? (
        <>
          <Button isBusy={isBusy} onPress={() => act(() => node.peers.unbanPeer({ params }))}>
            {words('peer.unban')}
          </Button>
          <AsCommand act="peer.unban" values={{ peer: peerId }} />
        </>
      ) : (
        <Button onPress={() => setAsking(true)}>{words('peer.ban')}</Button>
      )}
      <Button isBusy={isBusy} onPress={() => act(() => node.peers.resetPeer({ params }))}>
        {words('peer.reset')}
      </Button>
      <AsCommand act="peer.reset" values={{ peer: peerId }} />
      <p role="alert" className="fault" lang="en">
        {fault}
      </p>
      {isAsking && (
        <BanPeer
          peerId={peerId}
          isSeated={isSeated}
          onClose={(isDone) => {
            setAsking(false);
            if (isDone) onDone();
          }}
        />
      )}
    </div>
  );
}

interface BanPeerProps extends Pick<PeerActsProps, 'isSeated'> {
  readonly peerId: string;
  readonly onClose: (isDone: boolean) => void;
}

function BanPeer({ peerId, isSeated, onClose }: BanPeerProps) {
  const words = useWords();
  const [reason, setReason] = useState('');
  const stated = reason.trim() === '' ? undefined : reason.trim();
  return (
    <Dialog title={words('peer.ban-ask')} onClose={() => onClose(false)}>
      <AskForm
        about={words(isSeated ? 'peer.ban-seated' : 'peer.ban-about')}
        act={words('peer.ban')}
        later={words('node.leave')}
        onLater={() => onClose(false)}
        onAct={async () => {
          const body = { ...(stated !== undefined && { reason: stated }), ...(isSeated && { force: true }) };
          await node.peers.banPeer({ params: { peerId }, body });
          onClose(true);
        }}
      >
        <TextField label={words('peer.reason')} hint={words('peer.reason-about')} value={reason} onChange={setReason} />
        {isSeated ? (
          <AsCommand act="peer.ban-seated" values={{ peer: peerId, reason: stated }} />
        ) : (
          <AsCommand act="peer.ban" values={{ peer: peerId, reason: stated }} />
        )}
      </AskForm>
    </Dialog>
  );
}
