// A move before it is sent: its consequence in words, with which wallet, and why.
import { type ReactNode, useId, useState } from 'react';
import { OUTCOMES } from '../../core/blueprint/state/dispute.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { DialogEnd } from '../parts/dialogs/dialog-end.js';
import { useSending } from '../session/use-sending.js';
import { useWords } from '../words/words.js';
import { MoveCommand } from './move-command.js';
import { MovePreview } from './move-preview.js';
import { moveValues } from './move-words.js';
import type { MoveOffered, Mover, MovesRead } from './moves.js';
import { type MoveSent, type MoveStated, SENDING } from './send-move.js';

interface MoveDialogProps {
  readonly read: Omit<MovesRead, 'nowMs'>;
  readonly move: MoveOffered & { readonly kind: keyof typeof SENDING };
  readonly onSent: (sent: MoveSent) => void;
  readonly onClose: () => void;
}

const REASON_MAX = 1000;

export function MoveDialog({ read, move, onSent, onClose }: MoveDialogProps) {
  const words = useWords();
  const { instance, definition } = read;
  const { kind, movers } = move;
  const [stated, setStated] = useState<MoveStated>(() => ({
    ...{ mover: movers[0] as Mover, reason: '', isPrivate: false },
    outcome: kind === 'resolve' && !instance.dispute?.isUnproven ? OUTCOMES[0] : undefined,
  }));
  const { isSending, refusal, refuse, run } = useSending(onSent);
  const state = (members: Partial<MoveStated>) => setStated({ ...stated, ...members });
  const values = moveValues(move, read);
  const at = { params: { instanceId: instance.id }, query: { registerId: instance.registerId } };
  function send(): void {
    if (kind === 'decline' && stated.reason.trim() === '') refuse(words('send-back.reason.missing'));
    else run((key) => SENDING[kind]({ at, move, stated, key }));
  }
  return (
    <Dialog title={words('move.title', values)} onClose={onClose}>
      <p className="lead">{words('move.about', values)}</p>
      <MoverChoice movers={movers} mover={stated.mover} onMover={(mover) => state({ mover })} />
      {(kind === 'decline' || kind === 'cancel') && (
        <Reason value={stated.reason} isNeeded={kind === 'decline'} onReason={(reason) => state({ reason })} />
      )}
      {stated.outcome !== undefined && <Outcomes chosen={stated.outcome} onChoose={(outcome) => state({ outcome })} />}
      {kind === 'object' && definition.disputes?.resolver !== undefined && (
        <label className="check">
          <input
            type="checkbox"
            checked={stated.isPrivate}
            onChange={({ target }) => state({ isPrivate: target.checked })}
          />
          {words('move.private')}
        </label>
      )}
      {(kind === 'object' || kind === 'resolve') && <MovePreview {...{ at, move, stated, definition }} />}
      <MoveCommand {...{ instance, move, stated }} />
      <MoveActs refusal={refusal} isSending={isSending} onClose={onClose} onSend={send}>
        {words('move.do', values)}
      </MoveActs>
    </Dialog>
  );
}

interface MoverChoiceProps {
  readonly movers: readonly Mover[];
  readonly mover: Mover;
  readonly onMover: (mover: Mover) => void;
}

function MoverChoice({ movers, mover, onMover }: MoverChoiceProps) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words('act.wallet')}</label>
      <select
        id={id}
        value={mover.address}
        onChange={({ target }) => onMover(movers.find(({ address }) => address === target.value) ?? mover)}
      >
        {movers.map(({ address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ReasonProps {
  readonly value: string;
  readonly isNeeded: boolean;
  readonly onReason: (reason: string) => void;
}

function Reason({ value, isNeeded, onReason }: ReasonProps) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words(isNeeded ? 'send-back.reason' : 'move.reason')}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={REASON_MAX}
        required={isNeeded}
        value={value}
        onChange={({ target }) => onReason(target.value)}
      />
    </div>
  );
}

type Outcome = NonNullable<MoveStated['outcome']>;

function Outcomes({ chosen, onChoose }: { readonly chosen: Outcome; readonly onChoose: (outcome: Outcome) => void }) {
  const words = useWords();
  return (
    <fieldset className="field">
      <legend>{words('move.outcome')}</legend>
      <div className="choices">
        {OUTCOMES.map((outcome) => (
          <label key={outcome} className="choice-card">
            <input type="radio" name="outcome" checked={chosen === outcome} onChange={() => onChoose(outcome)} />
            {words('move.outcome.each', { outcome })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface MoveActsProps {
  readonly refusal: string | undefined;
  readonly isSending: boolean;
  readonly onClose: () => void;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

export function MoveActs({ refusal, isSending, onClose, onSend, children }: MoveActsProps) {
  const words = useWords();
  return (
    <DialogEnd refusal={refusal} isSending={isSending}>
      <Button kind="plain" onPress={onClose}>
        {words('move.back')}
      </Button>
      <Button kind="main" icon="pen-line" onPress={onSend} isBusy={isSending}>
        {isSending ? words('review.signing') : children}
      </Button>
    </DialogEnd>
  );
}
