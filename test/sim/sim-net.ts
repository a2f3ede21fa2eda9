// The network of one run of a node as the production mesh takes it: frames may be lost, calls are asked and answered in packets and end after a while
// without an answer. It believes and judges nothing; a lying node answers with spoiled dockets.
import type { PeerNet, PeerService } from '../../actors/mesh/ports.js';
import { isIssue, issue } from '../../core/base/issue.js';
import { type Bucket, budgetOf, fullBucket, take } from '../../core/mesh/budget.js';
import type { Advert, DocketRange, HeadClaim, SubmitAnswer } from '../../core/mesh/frames.js';
import type { Offence, Peer } from '../../core/mesh/types.js';
import type { SealedDocket } from '../../core/register/types.js';
import type { Dice } from '../support/dice.js';
import { readAs } from '../support/read-as-sealed.js';
import type { NodeClock } from './clock.js';
import { seatOfNode } from './founding.js';
import type { Answer, Packet, Question } from './packet.js';
import { failure, RangeStreams } from './range-streams.js';

/** The node with this number as its peers see it. */
export function peerOf(index: number): Peer {
  const { peerId, orgId, consensusKey } = seatOfNode(index);
  return { peerId, orgId, consensusKey, standing: 'member', bootId: '' };
}

const LATE_MS = 5000;
const LIE_SHARE = 0.4;

export interface SimNetPorts {
  readonly clock: NodeClock;
  readonly dice: Dice;
  /** Dockets in each packet of a range; 0 for a range in one packet. */
  readonly pieces: number;
  readonly peers: readonly Peer[];
  readonly self: Peer;
  send(to: number, packet: Packet): void;
  blamed(peerId: string, offence: Offence, detail: string): void;
  /** What this node answers is spoiled now and then. */
  lies(): boolean;
}

export class SimNet {
  readonly net: PeerNet;
  private readonly ports: SimNetPorts;
  private readonly buckets = new Map<string, Bucket>();
  private readonly waiting = new Map<string, (answer: Answer) => void>();
  private readonly streams: RangeStreams;

  constructor(ports: SimNetPorts) {
    this.ports = ports;
    this.streams = new RangeStreams({ ...ports, dice: ports.dice.split('ranges') });
    const others = ports.peers.filter(({ peerId }) => peerId !== ports.self.peerId);
    this.net = {
      self: ports.self,
      peers: () => others,
      peer: (peerId) => others.find((one) => one.peerId === peerId),
      send: (peerId, frame) => {
        ports.send(this.indexOf(peerId), { type: 'frame', frame });
        return true;
      },
      affords: (peerId, bytes) => this.affords(peerId, bytes),
      dockets: (peerId, range, use) =>
        readAs(
          use?.mode,
          ports.pieces > 0 ? this.streams.ask(peerId, this.indexOf(peerId), range) : this.range(peerId, range),
        ),
      heads: (peerId, which) => this.ask<HeadClaim[]>(peerId, { type: 'heads', which }),
      adverts: (peerId) => this.ask<Advert[]>(peerId, { type: 'adverts' }),
      submit: (peerId, asked) => this.ask<SubmitAnswer[]>(peerId, { type: 'submit', ask: asked }),
      attest: () => Promise.resolve(issue('FORBIDDEN', '', 'Nobody is founded here.')),
      chunk: () => Promise.resolve(issue('FILE_CHUNK_UNAVAILABLE', '', 'Nobody has files here.')),
      blame: (peerId, offence, detail) => ports.blamed(peerId, offence, detail),
      praise: () => undefined,
    };
  }

  /** A packet from the node with this number. */
  hear(from: number, packet: Packet, service: PeerService): void {
    const peer = this.ports.peers[from];
    if (!peer) return;
    if (packet.type === 'frame') service.frame(peer, packet.frame);
    else if (packet.type === 'answer') {
      this.waiting.get(packet.id)?.(packet.answer);
      this.streams.refused(packet.id);
    } else if (packet.type === 'part') this.streams.hear(packet);
    else if (packet.question.type === 'dockets' && this.ports.pieces > 0)
      void this.streams.answer({ to: from, id: packet.id }, service.dockets(peer, packet.question.range));
    else
      this.answer(peer, packet.question, service).then(
        (answer) => this.ports.send(from, { type: 'answer', id: packet.id, answer }),
        // The process died over it: nobody hears.
        () => this.ports.send(from, { type: 'answer', id: packet.id, answer: { items: undefined } }),
      );
  }

  private affords(peerId: string, amount: number): boolean {
    const nowMs = this.ports.clock.now();
    const row = budgetOf('answer-bytes', 'member');
    const bucket = this.buckets.get(peerId) ?? fullBucket(row, nowMs);
    this.buckets.set(peerId, bucket);
    return take(bucket, row, { amount, nowMs });
  }

  private async answer(from: Peer, question: Question, service: PeerService): Promise<Answer> {
    if (question.type === 'heads') return { items: await service.heads(from, question.which) };
    if (question.type === 'adverts') return { items: service.adverts(from) };
    if (question.type === 'submit') return { items: await service.submit(from, question.ask) };
    const found = service.dockets(from, question.range);
    if (isIssue(found)) return { items: undefined };
    const items: SealedDocket[] = [];
    for await (const sealed of found) items.push(sealed);
    return { items: this.ports.lies() && this.ports.dice.chance(LIE_SHARE) ? this.spoiled(items) : items };
  }

  /** A missing link, a certificate of nobody, a body of another docket, or nothing at all. */
  private spoiled(items: readonly SealedDocket[]): readonly SealedDocket[] {
    const [first, ...rest] = items;
    if (!first) return [];
    const { docket, certificate } = first;
    const forged = certificate.signatures.map(({ voterIndex }) => ({ voterIndex, signature: '00'.repeat(64) }));
    return this.ports.dice.pick([
      rest,
      [],
      [{ docket, certificate: { ...certificate, signatures: forged } }, ...rest],
      [{ docket: { ...docket, transactions: [] }, certificate }, ...rest],
      [{ docket: { ...docket, header: { ...docket.header, timestampMs: 1 } }, certificate }, ...rest],
    ]);
  }

  private async *range(peerId: string, range: DocketRange): AsyncGenerator<SealedDocket> {
    yield* await this.ask<SealedDocket[]>(peerId, { type: 'dockets', range });
  }

  private ask<T>(peerId: string, question: Question): Promise<T> {
    const { clock, dice } = this.ports;
    const id = Buffer.from(dice.bytes(8)).toString('hex');
    return new Promise((resolve, reject) => {
      const timer = clock.setTimer(() => {
        this.waiting.delete(id);
        reject(failure(peerId, 'late'));
      }, LATE_MS);
      this.waiting.set(id, ({ items }) => {
        timer.cancel();
        this.waiting.delete(id);
        if (items) resolve(items as T);
        else reject(failure(peerId, 'refused'));
      });
      this.ports.send(this.indexOf(peerId), { type: 'ask', id, question });
    });
  }

  private indexOf(peerId: string): number {
    return this.ports.peers.findIndex((one) => one.peerId === peerId);
  }
}
