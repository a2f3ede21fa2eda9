// The lies of a node, each in its own file; in all else it is the real node. A lie is told only while `lies()` says so.
import type { ConsensusTransport } from '../../../actors/docket/ports.js';
import type { PeerService } from '../../../actors/mesh/ports.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import type { Message } from '../../../core/consensus/types.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { Hash } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { Alter, Alterations, Inside } from '../../../node/compose/alter.js';
import { Equivocation } from './equivocation.js';
import { CENSORED, type EvilKind } from './kinds.js';
import { flooded, tallHeads } from './noise.js';
import { badProposal, lyingChange } from './signing.js';

type Send = ConsensusTransport['send'];
type SendOf = (registerId: string, honest: Send) => Send;

export function alterationsOf(kind: EvilKind, lies: () => boolean): Alter {
  return (inside) => ROWS[kind](inside, lies);
}

const honest: Alterations = {
  transport: (_registerId, transport) => transport,
  net: (net) => net,
  service: (service) => service,
};

const ROWS: Readonly<Record<EvilKind, (inside: Inside, lies: () => boolean) => Alterations>> = {
  equivocate: (inside, lies) => {
    const equivocation = new Equivocation(inside);
    return {
      ...sending(lies, (registerId, send) => (to, message) => equivocation.send(registerId, { to, message, send })),
      service: (service) =>
        altered(service, {
          frame: (from, frame) => {
            if (lies() && frame.type === 'consensus' && frame.message.type === 'vote')
              equivocation.heard(frame.message.vote);
            service.frame(from, frame);
          },
        }),
    };
  },
  'silent-leader': (_inside, lies) =>
    sending(lies, (_id, send) => (to, message) => {
      if (message.type === 'vote' || message.type === 'round-change') send(to, message);
    }),
  censor: (_inside, lies) => ({
    ...honest,
    service: (service) =>
      altered(service, {
        frame: (from, frame) => service.frame(from, lies() ? withoutCensored(frame) : frame),
        submit: async (from, ask) => {
          const transactions = ask.transactions.filter((tx) => !lies() || !isCensored(tx));
          return service.submit(from, { ...ask, transactions });
        },
      }),
  }),
  'lie-rc': (inside, lies) =>
    sending(lies, (_registerId, send) => (to, message) => {
      send(to, message.type === 'round-change' ? lyingChange(inside, message) : message);
    }),
  'bad-docket': (inside, lies) =>
    sending(lies, (_registerId, send) => (to, message) => {
      send(to, message.type === 'proposal' ? badProposal(inside, message) : message);
    }),
  'withhold-body': (_inside, lies) => ({
    ...sending(lies, (_id, send) => (to, message) => withheld(to, message, send)),
    service: (service) =>
      altered(service, {
        frame: (from, frame) => {
          if (!lies() || (frame.type !== 'want-body' && frame.type !== 'want-docket')) service.frame(from, frame);
        },
        dockets: (from, range) =>
          lies() ? fail(issue('REGISTER_NOT_FOUND', '', 'There is no such register.')) : service.dockets(from, range),
      }),
  }),
  'height-liar': (inside, lies) => ({
    ...honest,
    net: (net) => {
      tallHeads(inside, net, lies);
      return net;
    },
    service: (service) =>
      altered(service, {
        heads: async (from, which) => {
          const heads = await service.heads(from, which);
          return lies() ? heads.map(({ header, ...head }) => ({ ...head, header: { ...header, height: 1e6 } })) : heads;
        },
      }),
  }),
  flood: (inside, lies) => ({
    ...honest,
    net: (net) => {
      flooded(inside, net, lies);
      return net;
    },
  }),
};

function sending(lies: () => boolean, sendOf: SendOf): Alterations {
  return {
    ...honest,
    transport: (registerId, transport) => {
      const truth: Send = (to, message) => transport.send(to, message);
      const lie = sendOf(registerId, truth);
      return {
        send: (to, message) => (lies() ? lie(to, message) : truth(to, message)),
        fetch: (wanted) => transport.fetch(wanted),
        serve: (owed) => transport.serve(owed),
        offer: (to, transactions) => transport.offer(to, transactions),
      };
    },
  };
}

/** The service with some answers replaced; a class instance has no members that could be spread. */
function altered(service: PeerService, replaced: Partial<PeerService>): PeerService {
  return new Proxy(service, {
    get: (target, name) => {
      const own = replaced[name as keyof PeerService];
      if (own) return own;
      const value = target[name as keyof PeerService] as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Enough members get a proposal for a quorum with this one, the last one gets its hash only, and no certificate brings
 * a docket.
 */
function withheld(to: readonly Hash[], message: Message, send: Send): void {
  if (message.type === 'proposal') send(to.length > 1 ? to.slice(0, -1) : to, message);
  else send(to, message.type === 'decided' ? { ...message, docket: null } : message);
}

function withoutCensored(frame: Frame): Frame {
  return frame.type === 'offer'
    ? { ...frame, transactions: frame.transactions.filter((tx) => !isCensored(tx)) }
    : frame;
}

function isCensored(tx: Transaction): boolean {
  return CENSORED.test(tx.header.senderWallet);
}
