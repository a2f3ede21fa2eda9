// The gates of an action that is ready to be signed: a credential is shown at each, then the action is signed with
// them.
import { useState } from 'react';
import type { RoleShown } from '../forms/form-context.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { DialogEnd } from '../parts/dialogs/dialog-end.js';
import { Moment } from '../parts/moment.js';
import { useWords } from '../words/words.js';
import { GateRefusal } from './gate-refusal.js';
import { GateRow } from './gate-row.js';
import { isSettled, type PreparedAct, usePrepared } from './use-prepared.js';
import './gates.css';

interface GatesSheetProps {
  readonly title: string;
  readonly roles: readonly RoleShown[];
  readonly prepare: () => Promise<PreparedAct>;
  readonly isSending: boolean;
  readonly refusal: string | undefined;
  readonly onSign: (gateId: string) => void;
  readonly onBack: () => void;
}

export function GatesSheet({ title, roles, prepare, isSending, refusal, onSign, onBack }: GatesSheetProps) {
  const words = useWords();
  const { prepared, fault, onPrepared, keep } = usePrepared(prepare);
  const [isSigned, setSigned] = useState(false);
  const sign = (gateId: string): void => {
    keep();
    setSigned(true);
    onSign(gateId);
  };
  return (
    <Dialog title={words('gates.title', { action: title })} onClose={onBack}>
      <p className="lead">{words('gates.about')}</p>
      <p className="note">{words('gate.warning')}</p>
      {fault && <GateRefusal fault={fault} />}
      {prepared === undefined && fault === undefined && <p role="status">{words('gates.preparing')}</p>}
      {prepared?.requirements.map((gate) => (
        <GateRow
          key={gate.id}
          {...{ prepared, gate, roles, onPrepared }}
          isSettled={isSettled(prepared, gate)}
          isLocked={isSigned && isSending}
        />
      ))}
      {prepared && (
        <p className="hint">
          {words('gates.until')} <Moment value={prepared.expiresAt} />
        </p>
      )}
      <DialogEnd refusal={refusal} isSending={isSending}>
        <Button kind="plain" onPress={onBack}>
          {words('review.back')}
        </Button>
        {prepared?.isMet && (
          <Button kind="main" icon="pen-line" isBusy={isSending} onPress={() => sign(prepared.gateId)}>
            {words(isSending ? 'review.signing' : 'review.sign')}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}
