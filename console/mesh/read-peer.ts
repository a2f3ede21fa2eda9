// Reads what this node knows of another: its link, what it holds, and what is proven against its seats.
import { node } from '../session/node.js';
import { person } from '../session/person.js';

/** Registers with a seat of the peer whose proofs are read. */
const PROOFS_MAX = 20;

interface Place {
  readonly params: { readonly peerId: string };
}

export async function readPeer({ params: { peerId } }: Place) {
  const { may } = await person();
  const registers = may.has('listRegisters') ? node.registers.listRegisters({ query: { pageSize: 100 } }) : [];
  const [now, named] = await Promise.all([readPeerNow(peerId), registers]);
  const seated = now.seats.slice(0, PROOFS_MAX);
  const proven = await Promise.all(
    seated.map(({ registerId }) => node.validators.getMisbehaviour({ params: { registerId } })),
  );
  const keys = new Set(now.seats.map(({ validatorId }) => validatorId));
  return { may, now, offences: proven.flatMap((each) => offencesOf(each, keys)), names: namesOf(named) };
}

/** The part that changes while a person looks. */
export async function readPeerNow(peerId: string) {
  const [details, { peers, replicas }] = await Promise.all([
    node.peers.getPeer({ params: { peerId } }),
    node.peers.getMeshStatus(),
  ]);
  const seats = replicas.flatMap(({ registerId, roster }) =>
    roster.filter((seat) => seat.peerId === peerId).map((seat) => ({ registerId, ...seat })),
  );
  // The answer for everybody lacks why a peer was banned, and registers that are not public.
  const peer = { ...details, ...peers.find((each) => each.peerId === peerId) };
  return { peer, seats };
}

export type PeerPage = Awaited<ReturnType<typeof readPeer>>;
export type PeerNow = Awaited<ReturnType<typeof readPeerNow>>;
type Proven = Awaited<ReturnType<typeof node.validators.getMisbehaviour>>;

export interface ProvenOffence {
  readonly registerId: string;
  readonly kind: string;
  readonly height: number;
  readonly round: number;
  readonly hash: string;
  /** Whole, where this node holds it and no docket does yet. */
  readonly evidence: object | undefined;
  /** The docket that holds it. */
  readonly docket: number | undefined;
}

function offencesOf({ registerId, sealed, pending }: Proven, keys: ReadonlySet<string>): readonly ProvenOffence[] {
  const all = [
    ...sealed.map(({ docket, ...offence }) => ({ ...offence, docket, evidence: undefined })),
    ...pending.map(({ evidence, ...offence }) => ({ ...offence, evidence, docket: undefined })),
  ];
  return all
    .filter(({ validatorId }) => keys.has(validatorId))
    .map(({ kind, height, round, evidenceHash: hash, evidence, docket }) => ({
      ...{ registerId, kind, height, round, hash, evidence, docket },
    }));
}

function namesOf(registers: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> {
  return new Map(registers.map(({ id, name }) => [id, name]));
}
