// The moves of an instance that the person may make beside its actions: first those that others wait for.
import { useState } from 'react';
import { nodeNow } from '../node-time.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { usePerson } from '../session/use-person.js';
import { useWords } from '../words/words.js';
import { HandOver } from './hand-over.js';
import { MoveDialog } from './move-dialog.js';
import { MOVE_OPERATIONS, moveValues } from './move-words.js';
import { type MoveOffered, type MovesRead, movesOf } from './moves.js';
import type { MoveSent } from './send-move.js';

interface MovesCardProps {
  readonly read: Omit<MovesRead, 'nowMs'>;
  readonly onMoved: () => void;
}

export function MovesCard({ read, onMoved }: MovesCardProps) {
  const words = useWords();
  const may = usePerson()?.may;
  const [chosen, setChosen] = useState<MoveOffered>();
  const [sent, setSent] = useState<MoveSent>();
  const moves = movesOf({ ...read, nowMs: nodeNow() }).filter(({ kind }) => may?.has(MOVE_OPERATIONS[kind]));
  const asked = moves.filter(({ isAsked }) => isAsked);
  const others = moves.filter(({ isAsked }) => !isAsked);
  const close = () => setChosen(undefined);
  const dialog = {
    ...{ read, onClose: close },
    onSent: (done: MoveSent) => {
      setSent(done);
      close();
      onMoved();
    },
  };
  const list = { read, onChoose: setChosen };
  return (
    <>
      <p role="status" className={sent && 'note'}>
        {sent && words('move.done', { status: sent.status })}
      </p>
      {asked.length > 0 && (
        <section id="moves" className="card moves" aria-labelledby="asked">
          <h2 id="asked">{words('moves.asked')}</h2>
          <MoveList {...list} moves={asked} />
        </section>
      )}
      {others.length > 0 && (
        <details className="card moves">
          <summary>{words('moves.others')}</summary>
          <MoveList {...list} moves={others} />
        </details>
      )}
      {chosen &&
        (chosen.kind === 'handover' || chosen.kind === 'keep' ? (
          <HandOver {...dialog} move={chosen} />
        ) : (
          <MoveDialog {...dialog} move={{ ...chosen, kind: chosen.kind }} />
        ))}
    </>
  );
}

interface MoveListProps {
  readonly read: Omit<MovesRead, 'nowMs'>;
  readonly moves: readonly MoveOffered[];
  readonly onChoose: (move: MoveOffered) => void;
}

function MoveList({ read, moves, onChoose }: MoveListProps) {
  const words = useWords();
  return (
    <ul className="rows">
      {moves.map((move) => {
        const { kind, role, txId, gate, until, isAsked } = move;
        const values = moveValues(move, read);
        return (
          <li key={[kind, role, txId, gate, move.actionId].join(' ')} className="row">
            <div className="wide">
              <b>{words('move.title', values)}</b>
              <p className="hint">{words('move.about', values)}</p>
            </div>
            {until !== undefined && (
              <span className="hint due">
                <Icon name="clock" />
                {words('inbox.due')} <Moment value={until} />
              </span>
            )}
            <Button {...(isAsked && kind !== 'decline' && { kind: 'main' })} onPress={() => onChoose(move)}>
              {words('move.do', values)}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
