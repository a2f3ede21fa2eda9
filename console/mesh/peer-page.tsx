// Another node as this one knows it: whether it answers, what it holds, what is proven against it, and the acts on it.
import { Link, useLoaderData } from '@tanstack/react-router';
import './mesh.css';
import { useAgain } from '../live/use-again.js';
import { Ago } from '../parts/ago.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { PeerActs } from './peer-acts.js';
import { PeerFacts } from './peer-facts.js';
import { type PeerPage as PeerData, type PeerNow, type ProvenOffence, readPeerNow } from './read-peer.js';

const READ_MS = 5000;
const KINDS: Readonly<Record<string, string>> = { up: 'good', banned: 'bad', 'backing-off': 'bad' };

export function PeerPage() {
  const words = useWords();
  const { may, now: first, offences, names }: PeerData = useLoaderData({ strict: false });
  const [now, readNow] = useAgain(first, () => readPeerNow(first.peer.peerId), READ_MS);
  const { peer, seats } = now;
  return (
    <section className="peer">
      <header className="titled">
        <HashPicture value={seats[0]?.validatorId ?? peer.peerId} />
        <div className="wide">
          <h1>{peer.orgName}</h1>
          <CodeValue value={peer.peerId} />
        </div>
        <span className="pill" role="status" data-kind={peer.silentMs === null ? (KINDS[peer.state] ?? 'open') : 'bad'}>
          {words('peer.state', {
            state: peer.silentMs === null || peer.state !== 'up' ? peer.state.replace('-', '') : 'frozen',
            seconds: Math.round((peer.silentMs ?? 0) / 1000),
          })}
        </span>
      </header>
      <PeerFacts peer={peer} />
      <PeerActs peer={peer} isSeated={seats.length > 0} may={may} onDone={readNow} />
      <Holds now={now} names={names} />
      <Offences offences={offences} names={names} />
    </section>
  );
}

interface HoldsProps {
  readonly now: PeerNow;
  readonly names: ReadonlyMap<string, string>;
}

/** Seats with the tip by its own word, and registers that it offers. */
function Holds({ now: { peer, seats }, names }: HoldsProps) {
  const words = useWords();
  const offered = peer.advertisedRegisters.filter(
    ({ registerId: id }) => !seats.some((seat) => seat.registerId === id),
  );
  return (
    <>
      <h2>{words('peer.holds')}</h2>
      {seats.length + offered.length === 0 && <p className="hint">{words('peer.holds-nothing')}</p>}
      <ul className="rows">
        {seats.map(({ registerId, tip, tipAt, lag }) => (
          <li key={registerId} className="row">
            <span className="wide">
              <Link to={PATHS.register} params={{ registerId }}>
                {names.get(registerId) ?? registerId}
              </Link>
              <span className="hint">
                {tip === null ? words('peer.no-tip') : words('round.tip', { docket: tip })}{' '}
                {tipAt !== null && <Ago value={tipAt} />}
              </span>
            </span>
            <span className="pill" data-kind={lag > 0 ? 'open' : 'good'}>
              {words('peer.seat', { lag })}
            </span>
          </li>
        ))}
        {offered.map(({ registerId, latestVersion }) => (
          <li key={registerId} className="row">
            <span className="wide">
              <CodeValue value={names.get(registerId) ?? registerId} />
            </span>
            <span className="hint">{words('peer.offers', { docket: latestVersion })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface OffencesProps {
  readonly offences: readonly ProvenOffence[];
  readonly names: ReadonlyMap<string, string>;
}

function Offences({ offences, names }: OffencesProps) {
  const words = useWords();
  return (
    <>
      <h2>{words('peer.proven')}</h2>
      {offences.length === 0 && <p className="hint">{words('peer.proven-nothing')}</p>}
      <ul className="rows">
        {offences.map(({ registerId, kind, height, round, hash, evidence, docket }) => (
          <li key={hash} className="row">
            <span className="wide">
              <b>{words('peer.offence', { kind })}</b>
              <span className="hint">
                {names.get(registerId) ?? registerId} · {words('round.height', { height, round })} ·{' '}
                <CodeValue value={hash} />
              </span>
              {evidence && (
                <details>
                  <summary>{words('peer.proof')}</summary>
                  <pre>{JSON.stringify(evidence, undefined, 2)}</pre>
                </details>
              )}
            </span>
            {docket === undefined ? (
              <span className="pill" data-kind="open">
                {words('peer.not-sealed')}
              </span>
            ) : (
              <Link to={PATHS.docket} params={{ registerId, docketId: String(docket) }}>
                {words('peer.sealed', { docket })}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
