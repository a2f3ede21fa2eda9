// The node for its operator: whether it is fine, what it did in the last hours, and the acts that put it right.
import { Link, useLoaderData } from '@tanstack/react-router';
import '../ledger/ledger.css';
import './node.css';
import { useAgain } from '../live/use-again.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { BackupCard } from './backup-card.js';
import { ClockCard } from './clock-card.js';
import { NodeLine } from './node-line.js';
import { type NodeData, readStanding } from './read-node.js';
import { SeatsCard } from './seats-card.js';
import { SeriesCharts } from './series-charts.js';

const READ_MS = 10_000;

export function NodePage() {
  const words = useWords();
  const { may, span, series, standing, names }: NodeData = useLoaderData({ strict: false });
  const [{ clock, seats }, readNow] = useAgain(standing, () => readStanding(may), READ_MS);
  return (
    <section className="ledger">
      <h1>{words('node.title')}</h1>
      <NodeLine />
      <div className="node-page">
        <div>
          <h2 className="unseen">{words('node.series')}</h2>
          {series && <SeriesCharts first={series} span={span} />}
        </div>
        <div className="node-acts">
          {clock && <ClockCard clock={clock} onConfirmed={may.has('confirmClock') ? readNow : undefined} />}
          {seats && <SeatsCard seats={seats} names={names} may={may} onChanged={readNow} />}
          {may.has('backUpStore') && <BackupCard />}
          {may.has('listLogLines') && (
            <p className="card">
              <Link to={PATHS.log}>{words('node.log')}</Link>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
