// The link to another node and how it answered so far.
import type { ReactNode } from 'react';
import { Ago } from '../parts/ago.js';
import { Moment } from '../parts/moment.js';
import { useWords } from '../words/words.js';
import type { PeerNow } from './read-peer.js';

export function PeerFacts({ peer }: { readonly peer: PeerNow['peer'] }) {
  const words = useWords();
  const { qualityDetails: quality } = peer;
  const facts: readonly (readonly [id: string, value: ReactNode])[] = [
    ['peer.address', peer.address === '' ? words('peer.dials') : `${peer.address}:${peer.port}`],
    ['peer.version', peer.version],
    ['peer.standing', words('peer.is', { standing: peer.standing })],
    ['peer.first-seen', <Moment key="first" value={peer.firstSeen} />],
    ['peer.last-seen', peer.lastSeen === null ? words('peer.never') : <Ago key="last" value={peer.lastSeen} />],
    [
      'peer.round-trip',
      peer.roundTripMs === null || peer.silentMs !== null
        ? words('peer.unmeasured')
        : words('mesh.ms', { ms: peer.roundTripMs }),
    ],
    ['peer.answered', words('peer.answers', { good: quality.successfulRequests, all: quality.totalRequests })],
    ['peer.failures', words('mesh.number', { number: peer.failureCount })],
    ['peer.points', words('mesh.number', { number: peer.score })],
  ];
  return (
    <dl className="facts card">
      {facts.map(([id, value]) => (
        <div key={id} className="fact">
          <dt>{words(id)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {peer.isBanned && (
        <div className="fact">
          <dt>{words('peer.banned')}</dt>
          <dd>
            {peer.bannedUntil === null ? words('peer.until-lifted') : <Moment value={peer.bannedUntil} />}
            {peer.banReason && ` · ${peer.banReason}`}
          </dd>
        </div>
      )}
    </dl>
  );
}
