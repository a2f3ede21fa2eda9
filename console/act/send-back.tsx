// Sends an action back, with the reason that its party reads.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTo } from '../instance-address.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { DialogEnd } from '../parts/dialogs/dialog-end.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useSending } from '../session/use-sending.js';
import { useWords } from '../words/words.js';
import type { ActData, WalletShown } from './act-data.js';

interface SendBackProps {
  readonly data: ActData;
  readonly wallet: WalletShown;
  readonly onClose: () => void;
}

export function SendBack({ data: { instance, action }, wallet, onClose }: SendBackProps) {
  const words = useWords();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const { isSending, refusal, refuse, run } = useSending(
    () => void navigate({ to: PATHS.instance, ...linkTo(instance) }),
  );
  const isNeeded = action.rejectionConfig?.requireReason !== false;
  function send(): void {
    if (isNeeded && reason.trim() === '') {
      refuse(words('send-back.reason.missing'));
      return;
    }
    const params = { instanceId: instance.id, actionId: String(action.id) };
    const query = { registerId: instance.registerId };
    const body = { senderWallet: wallet.address, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    run((key) => node.instances.rejectInstanceAction({ params, query, body }, key));
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
      <DialogEnd refusal={refusal} isSending={isSending}>
        <Button kind="plain" onPress={onClose}>
          {words('review.back')}
        </Button>
        <Button kind="main" icon="corner-up-left" onPress={send} isBusy={isSending}>
          {words('act.send-back')}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
