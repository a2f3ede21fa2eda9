// Sends an action back, with the reason that its party reads.
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { linkTo } from '../instance-address.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { DialogEnd } from '../parts/dialogs/dialog-end.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { ActData, WalletShown } from './act-data.js';
import { freshKey } from './send-act.js';

interface SendBackProps {
  readonly data: ActData;
  readonly wallet: WalletShown;
  readonly onClose: () => void;
}

export function SendBack({ data: { instance, action }, wallet, onClose }: SendBackProps) {
  const words = useWords();
  const navigate = useNavigate();
  const key = useRef(freshKey());
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isNeeded = action.rejectionConfig?.requireReason !== false;
  async function send(): Promise<void> {
    if (isNeeded && reason.trim() === '') return setRefusal(words('send-back.reason.missing'));
    setSending(true);
    const params = { instanceId: instance.id, actionId: String(action.id) };
    const query = { registerId: instance.registerId };
    const body = { senderWallet: wallet.address, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    try {
      await node.instances.rejectInstanceAction({ params, query, body }, { idempotencyKey: key.current });
      await navigate({ to: PATHS.instance, ...linkTo(instance) });
    } catch (error) {
      setRefusal(error instanceof ClientError ? `${error.message} (${error.code})` : words('review.unknown'));
      setSending(false);
    }
  }
  return (
    <Dialog title={words('send-back.title', { action: action.title ?? String(action.id) })} onClose={onClose}>
      <p className="lead">{words('send-back.about')}</p>
      <div className="field">
        <label htmlFor="send-back">{words('send-back.reason')}</label>
        <textarea
          id="send-back"
          rows={4}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <DialogEnd refusal={refusal}>
        <Button kind="plain" onPress={onClose}>
          {words('review.back')}
        </Button>
        <Button kind="main" icon="corner-up-left" onPress={() => void send()} isBusy={isSending}>
          {words('act.send-back')}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
