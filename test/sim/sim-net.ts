// The network of one run of a node as the production mesh takes it: frames may be lost, calls are asked and answered in
// packets and end after a while without an answer, all of it as bytes. It believes and judges nothing; a lying node
// answers with spoiled dockets.
import type { PeerNet, PeerService } from '../../actors/mesh/ports.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Offence, Peer } from '../../core/mesh/types.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Dice } from '../support/base/dice.js';
import type { NodeClock } from './clock.js';
import { seatOfNode } from './founding.js';
import type { Call, Packet } from './packet.js';
import { failure, RangeStreams } from './range-streams.js';
import { Wire } from './wire.js';

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
  send(to: number, packet: Packet): boolean;
  isWaiting(to: number, number?: number): boolean;
  blamed(peerId: string, offence: Offence, detail: string): void;
  /** The answers of this node are spoiled now and then. */
  lies(): boolean;
}

export class SimNet {
  readonly net: PeerNet;
  private readonly ports: SimNetPorts;
  private readonly wire: Wire;
  private readonly waiting = new Map<string, (messages: readonly Uint8Array[] | undefined) => void>();
  private readonly streams: RangeStreams;

  constructor(ports: SimNetPorts) {
    this.ports = ports;
    this.wire = new Wire({
      ...ports,
      send: (peerId, packet) => ports.send(this.indexOf(peerId), packet),
      isWaiting: (peerId, number) => ports.isWaiting(this.indexOf(peerId), number),
    });
    const { wire } = this;
    this.streams = new RangeStreams({ ...ports, wire, dice: ports.dice.split('ranges') });
    const others = ports.peers.filter(({ peerId }) => peerId !== ports.self.peerId);
    this.net = {
      self: ports.self,
      peers: () => others,
      peer: (peerId) => others.find((one) => one.peerId === peerId),
      send: (peerId, frame, isPatient) => wire.send(peerId, frame, isPatient),
      hasPassed: (peerId, tx) => wire.passed(peerId, tx),
      affords: (peerId, bytes) => wire.takes(peerId, 'answer-bytes', bytes),
      dockets: (...asked) =>
        ports.pieces > 0 ? this.streams.ask(this.indexOf(asked[0]), ...asked) : this.range(...asked),
      heads: (peerId, which) => this.unary(peerId, 'heads', wire.heads.ask(which), wire.heads.answered),
      adverts: (peerId) => this.unary(peerId, 'adverts', wire.adverts.ask(), wire.adverts.answered),
      submit: (peerId, asked) => this.unary(peerId, 'submit', wire.submit.ask(asked), wire.submit.answered),
      attest: () => Promise.resolve(fail(issue('FORBIDDEN', '', 'Nobody is founded here.'))),
      askWallet: () => Promise.resolve(fail(issue('WALLET_NOT_FOUND', '', 'Nobody has a wallet here.'))),
      chunk: () => Promise.resolve(fail(issue('FILE_CHUNK_UNAVAILABLE', '', 'Nobody has files here.'))),
      blame: (peerId, offence, detail) => ports.blamed(peerId, offence, detail),
      praise: () => undefined,
    };
  }

  /** A packet from the node with this number. */
  hear(from: number, packet: Packet, service: PeerService): void {
    const peer = this.ports.peers[from];
    if (!peer) return;
    if (packet.type === 'frame') this.wire.received(peer, packet.bytes, service);
    else if (packet.type === 'answer') {
      this.waiting.get(packet.id)?.(packet.messages);
      this.streams.refused(packet.id);
    } else if (packet.type === 'part') this.streams.hear(packet);
    else this.asked(peer, packet, service);
  }

  /** The link to the peer is another one than before. */
  lost(peerId: string): void {
    this.wire.lost(peerId);
  }

  sealed(transactions: readonly Transaction[]): void {
    this.wire.forget(transactions);
  }

  private asked(peer: Peer, packet: Extract<Packet, { type: 'ask' }>, service: PeerService): void {
    const { id, call, bytes } = packet;
    const to = this.indexOf(peer.peerId);
    const { wire } = this;
    const answer = (messages: readonly Uint8Array[] | undefined) =>
      this.ports.send(to, { type: 'answer', id, messages });
    if (!wire.affords(peer.peerId, call, bytes.length)) answer(undefined);
    else if (call === 'dockets' && this.ports.pieces > 0) {
      const range = wire.read(peer.peerId, bytes, wire.range.asked);
      if (range) void this.streams.answer({ to, id }, service.dockets(peer, range));
      // The process died over it: no process hears the answer.
    } else this.answer(peer, packet, service).then(answer, () => answer(undefined));
  }

  private async answer(
    from: Peer,
    { call, bytes }: Extract<Packet, { type: 'ask' }>,
    service: PeerService,
  ): Promise<readonly Uint8Array[] | undefined> {
    const { wire } = this;
    const { peerId } = from;
    switch (call) {
      case 'adverts':
        return [wire.adverts.answer(service.adverts(from))];
      case 'heads': {
        const which = wire.read(peerId, bytes, wire.heads.asked);
        return which && [wire.heads.answer(await service.heads(from, which))];
      }
      case 'submit': {
        const ask = wire.read(peerId, bytes, wire.submit.asked);
        return ask && [wire.submit.answer(await service.submit(from, ask))];
      }
      default: {
        const range = wire.read(peerId, bytes, wire.range.asked);
        const found = range && service.dockets(from, range);
        if (!found || isFailure(found)) return undefined;
        const items: SealedDocket[] = [];
        for await (const sealed of found) items.push(sealed);
        const told = this.ports.lies() && this.ports.dice.chance(LIE_SHARE) ? this.spoiled(items) : items;
        return told.map(wire.range.answer);
      }
    }
  }

  /** A missing link, a certificate of no quorum, a body of another docket, or nothing at all. */
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

  private async *range(...[peerId, range, use]: Parameters<PeerNet['dockets']>): AsyncGenerator<SealedDocket> {
    const messages = await this.ask(peerId, 'dockets', this.wire.range.ask(range));
    for (const bytes of messages) {
      const sealed = this.wire.read(peerId, bytes, this.wire.range.answered(use?.mode));
      if (!sealed) throw failure(peerId, 'malformed');
      yield sealed;
    }
  }

  private async unary<T>(
    peerId: string,
    call: Call,
    ...[question, decode]: [Uint8Array, (bytes: Uint8Array) => Result<T>]
  ): Promise<T> {
    const [bytes] = await this.ask(peerId, call, question);
    const answer = bytes && this.wire.read(peerId, bytes, decode);
    if (answer === undefined) throw failure(peerId, 'malformed');
    return answer;
  }

  private ask(peerId: string, call: Call, bytes: Uint8Array): Promise<readonly Uint8Array[]> {
    const { clock, dice } = this.ports;
    const id = Buffer.from(dice.bytes(8)).toString('hex');
    return new Promise((resolve, reject) => {
      const timer = clock.setTimer(() => {
        this.waiting.delete(id);
        reject(failure(peerId, 'late'));
      }, LATE_MS);
      this.waiting.set(id, (messages) => {
        timer.cancel();
        this.waiting.delete(id);
        if (messages) resolve(messages);
        else reject(failure(peerId, 'refused'));
      });
      this.ports.send(this.indexOf(peerId), { type: 'ask', id, call, bytes });
    });
  }

  private indexOf(peerId: string): number {
    return this.ports.peers.findIndex((one) => one.peerId === peerId);
  }
}
