// Votes, round changes, proposals and the messages around them between wire and core. They are read, not believed:
// signatures and seats are judged by core/consensus/claims.ts.
import { fromHex, uuidToBytes } from '../../core/base/bytes.js';
import type { Message, Proposal, RoundChange, Vote } from '../../core/consensus/types.js';
import {
  VoteKind,
  type ConsensusMessage as WireMessage,
  type Proposal as WireProposal,
  type RoundChange as WireRoundChange,
  type Vote as WireVote,
} from '../gen/ledger/v1/ledger.js';
import { certificateToWire, readCertificate, readOptionalCertificate } from './certificate.js';
import { docketToWire, type ReadDocket } from './docket.js';
import type { FieldReader } from './field-reader.js';

const VOTE_KINDS = { PREPARE: VoteKind.PREPARE, COMMIT: VoteKind.COMMIT } as const;
const VOTE_KIND_OF = { [VoteKind.PREPARE]: 'PREPARE', [VoteKind.COMMIT]: 'COMMIT' } as const;
/** Codes are names; nothing else belongs into what a signature covers. */
const CODE = { max: 64, pattern: /^[A-Z0-9_]*$/ } as const;

export function voteToWire(vote: Vote): WireVote {
  return {
    kind: VOTE_KINDS[vote.kind],
    registerId: uuidToBytes(vote.registerId) as Buffer,
    genesisHash: fromHex(vote.genesisHash) as Buffer,
    height: BigInt(vote.height),
    round: vote.round,
    docketHash: fromHex(vote.docketHash) as Buffer,
    rosterHash: fromHex(vote.rosterHash) as Buffer,
    voter: fromHex(vote.voter) as Buffer,
    approve: vote.approve,
    code: vote.code,
    signature: fromHex(vote.signature) as Buffer,
  };
}

export function readVote(reader: FieldReader, wire: WireVote | undefined, at: string): Vote | undefined {
  if (wire === undefined) return reader.missing(at, '');
  const kind = reader.member(VOTE_KIND_OF, wire.kind, { at, name: 'kind' });
  return (
    kind && {
      kind,
      registerId: reader.registerId(wire.registerId, at),
      genesisHash: reader.hash(wire.genesisHash, at, 'genesisHash'),
      height: reader.safe(wire.height, at, 'height'),
      round: reader.round(wire.round, at, 'round'),
      docketHash: reader.hash(wire.docketHash, at, 'docketHash'),
      rosterHash: reader.hash(wire.rosterHash, at, 'rosterHash'),
      voter: reader.hash(wire.voter, at, 'voter'),
      approve: wire.approve,
      code: reader.text(wire.code, { at, name: 'code' }, CODE),
      signature: reader.signature(wire.signature, at, 'signature'),
    }
  );
}

function roundChangeToWire(change: RoundChange): WireRoundChange {
  return {
    registerId: uuidToBytes(change.registerId) as Buffer,
    genesisHash: fromHex(change.genesisHash) as Buffer,
    height: BigInt(change.height),
    round: change.round,
    prepared:
      change.preparedHash === null
        ? undefined
        : { round: change.preparedRound, docketHash: fromHex(change.preparedHash) as Buffer },
    rosterHash: fromHex(change.rosterHash) as Buffer,
    voter: fromHex(change.voter) as Buffer,
    signature: fromHex(change.signature) as Buffer,
  };
}

function readRoundChange(reader: FieldReader, wire: WireRoundChange | undefined, at: string): RoundChange | undefined {
  if (wire === undefined) return reader.missing(at, '');
  const { prepared } = wire;
  return {
    registerId: reader.registerId(wire.registerId, at),
    genesisHash: reader.hash(wire.genesisHash, at, 'genesisHash'),
    height: reader.safe(wire.height, at, 'height'),
    round: reader.round(wire.round, at, 'round'),
    preparedRound: prepared ? reader.round(prepared.round, at, 'prepared/round') : -1,
    preparedHash: prepared ? reader.hash(prepared.docketHash, at, 'prepared/docketHash') : null,
    rosterHash: reader.hash(wire.rosterHash, at, 'rosterHash'),
    voter: reader.hash(wire.voter, at, 'voter'),
    signature: reader.signature(wire.signature, at, 'signature'),
  };
}

export function proposalToWire(proposal: Proposal): WireProposal {
  const { docket, round, prepare, justification, prepared, parent } = proposal;
  return {
    docket: docketToWire(docket),
    round,
    prepare: voteToWire(prepare),
    justification: justification.map(roundChangeToWire),
    prepared: prepared ? certificateToWire(prepared) : undefined,
    parent: certificateToWire(parent),
  };
}

/** Where a message stands in its frame, and how its dockets are read. */
interface Context {
  readonly at: string;
  readonly readDocket: ReadDocket;
}

export function readProposal(
  reader: FieldReader,
  wire: WireProposal | undefined,
  { at, readDocket }: Context,
): Proposal | undefined {
  if (wire === undefined) return reader.missing(at, '');
  // The docket is the expensive part, so that everything else is read before it.
  const round = reader.round(wire.round, at, 'round');
  const prepare = readVote(reader, wire.prepare, `${at}/prepare`);
  const justification = wire.justification.map((change, i) =>
    readRoundChange(reader, change, `${at}/justification/${i}`),
  );
  const prepared = readOptionalCertificate(reader, wire.prepared, `${at}/prepared`);
  const parent = readCertificate(reader, wire.parent, `${at}/parent`);
  if (reader.problem || prepare === undefined || parent === undefined) return undefined;
  const docket = readDocket(wire.docket, `${at}/docket`);
  return docket && { docket, round, prepare, justification: justification.filter(isRead), prepared, parent };
}

export function messageToWire(message: Message): WireMessage {
  switch (message.type) {
    case 'proposal':
      return { message: { $case: 'proposal', value: proposalToWire(message.proposal) } };
    case 'vote':
      return { message: { $case: 'vote', value: voteToWire(message.vote) } };
    case 'prepared':
      return { message: { $case: 'prepared', value: { certificate: certificateToWire(message.certificate) } } };
    case 'round-change': {
      const { change, prepared, busy } = message;
      const proof = prepared ? certificateToWire(prepared) : undefined;
      return { message: { $case: 'roundChange', value: { change: roundChangeToWire(change), prepared: proof, busy } } };
    }
    case 'decided': {
      const { certificate, docket } = message;
      const body = docket ? docketToWire(docket) : undefined;
      return {
        message: { $case: 'decided', value: { certificate: certificateToWire(certificate), docket: body } },
      };
    }
  }
}

export function readConsensusMessage(
  reader: FieldReader,
  wire: WireMessage | undefined,
  { at, readDocket }: Context,
): Message | undefined {
  const message = wire?.message;
  if (message === undefined) return reader.missing(at, '');
  const inside = `${at}/${message.$case}`;
  switch (message.$case) {
    case 'proposal': {
      const proposal = readProposal(reader, message.value, { at: inside, readDocket });
      return proposal && { type: 'proposal', proposal };
    }
    case 'vote': {
      const vote = readVote(reader, message.value, inside);
      return vote && { type: 'vote', vote };
    }
    case 'prepared': {
      const certificate = readCertificate(reader, message.value.certificate, `${inside}/certificate`);
      return certificate && { type: 'prepared', certificate };
    }
    case 'roundChange': {
      const change = readRoundChange(reader, message.value.change, `${inside}/change`);
      const prepared = readOptionalCertificate(reader, message.value.prepared, `${inside}/prepared`);
      return change && { type: 'round-change', change, prepared, busy: message.value.busy };
    }
    case 'decided': {
      const certificate = readCertificate(reader, message.value.certificate, `${inside}/certificate`);
      if (certificate === undefined) return undefined;
      const docket = message.value.docket ? readDocket(message.value.docket, `${inside}/docket`) : null;
      return docket === undefined ? undefined : { type: 'decided', certificate, docket };
    }
  }
}

function isRead<T>(value: T | undefined): value is T {
  return value !== undefined;
}
