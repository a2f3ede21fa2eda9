// The clock of the node beside that of this computer, and the word of an operator that it is right.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import { useLocale, useWords } from '../words/words.js';
import type { NodeClock } from './read-node.js';

interface ClockCardProps {
  readonly clock: NodeClock;
  /** Undefined for a person who may not. */
  readonly onConfirmed: (() => void) | undefined;
}

export function ClockCard({ clock: { time, believed, headsAhead, reason, readAtMs }, onConfirmed }: ClockCardProps) {
  const words = useWords();
  const [isAsking, setAsking] = useState(false);
  const apart = useApart(Date.parse(time) - readAtMs);
  return (
    <article className="card">
      <header className="acts">
        <h2>{words('node.clock')}</h2>
        <span className="pill" data-kind={believed ? 'good' : 'bad'}>
          {words(believed ? 'node.clock.believed' : 'node.clock.doubted')}
        </span>
      </header>
      <p>
        <Moment value={time} />
      </p>
      <p className="hint">{words('node.clock.apart', { apart })}</p>
      {headsAhead > 0 && <p className="hint">{words('node.clock.ahead', { registers: headsAhead })}</p>}
      {reason && (
        <p className="fault" lang="en">
          {reason}
        </p>
      )}
      {!believed && onConfirmed && (
        <Button icon="check" onPress={() => setAsking(true)}>
          {words('node.clock.confirm')}
        </Button>
      )}
      {isAsking && onConfirmed && (
        <ConfirmClock
          time={time}
          apart={apart}
          onClose={(isDone) => {
            setAsking(false);
            if (isDone) onConfirmed();
          }}
        />
      )}
    </article>
  );
}

interface ConfirmClockProps {
  readonly time: string;
  readonly apart: string;
  readonly onClose: (isDone: boolean) => void;
}

function ConfirmClock({ time, apart, onClose }: ConfirmClockProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  return (
    <Dialog title={words('node.clock.ask')} onClose={() => onClose(false)}>
      <p>
        <b>
          <Moment value={time} />
        </b>
      </p>
      <p>{words('node.clock.apart', { apart })}</p>
      <p>{words('node.clock.about')}</p>
      <p role="alert" className="fault" lang="en">
        {fault}
      </p>
      <AsCommand act="clock.confirm" values={{}} />
      <div className="acts">
        <Button onPress={() => onClose(false)}>{words('node.leave')}</Button>
        <Button
          kind="main"
          icon="check"
          isBusy={isBusy}
          onPress={() =>
            run(async () => {
              await node.validators.confirmClock();
              onClose(true);
            })
          }
        >
          {words('node.clock.right')}
        </Button>
      </div>
    </Dialog>
  );
}

const UNITS = [
  ['second', 120],
  ['minute', 120],
  ['hour', 48],
  ['day', Number.POSITIVE_INFINITY],
] as const;

/** How far the clock of the node is from that of this computer. */
function useApart(ms: number): string {
  const locale = useLocale();
  let apart = Math.abs(ms) / 1000;
  for (const [unit, next] of UNITS) {
    if (apart < next)
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
        maximumFractionDigits: 0,
      }).format(apart);
    apart /= unit === 'hour' ? 24 : 60;
  }
  return '';
}
