// Consensus messages that a member signs against the rules: round changes without their prepared value, dockets that
// are wrong, votes for other hashes.
import { isFailure } from '../../../core/base/result.js';
import { roundChangeDigest, voteDigest } from '../../../core/consensus/digest.js';
import type { Message, Proposal, Vote } from '../../../core/consensus/types.js';
import type { Docket, Hash, RegisterState } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import type { Inside } from '../../../node/compose/alter.js';

type Of<T extends Message['type']> = Extract<Message, { type: T }>;

/** The register as this node knows it now; undefined when it has none. */
export function stateIn({ ledger }: Inside, registerId: string): RegisterState | undefined {
  const state = ledger.state(registerId);
  return isFailure(state) ? undefined : state;
}

/** The vote with these members changed, signed with the key of the seat. */
export function resigned(inside: Inside, vote: Vote, changed: Partial<Vote>): Vote {
  const signer = signerOf(inside, vote.voter);
  const said = { ...vote, ...changed };
  return { ...said, signature: signer.sign(voteDigest(said)) };
}

/** A docket with another header, under its right hash. */
export function rehashed(docket: Docket, changed: Partial<Docket['header']>): Docket {
  const header = { ...docket.header, ...changed };
  return { ...docket, header, hash: docketHash(header) };
}

/** A proposal of another docket, signed. */
export function proposalOf(inside: Inside, proposal: Proposal, docket: Docket): Proposal {
  return { ...proposal, docket, prepare: resigned(inside, proposal.prepare, { docketHash: docket.hash }) };
}

/** Claims to have prepared nothing. */
export function lyingChange(inside: Inside, message: Of<'round-change'>): Message {
  const change = { ...message.change, preparedRound: -1, preparedHash: null };
  const signature = signerOf(inside, change.voter).sign(roundChangeDigest(change));
  return { ...message, change: { ...change, signature }, prepared: null };
}

/** By turns a docket that commits to another state, and one that somebody else seems to have signed. */
export function badProposal(inside: Inside, { proposal }: Of<'proposal'>): Message {
  if (proposal.docket.header.height % 2 === 0) {
    const stateHash = turned(proposal.docket.header.stateHash);
    return { type: 'proposal', proposal: proposalOf(inside, proposal, rehashed(proposal.docket, { stateHash })) };
  }
  const prepare = { ...proposal.prepare, signature: turned(proposal.prepare.signature) };
  return { type: 'proposal', proposal: { ...proposal, prepare } };
}

export function turned(hex: string): string {
  return `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;
}

function signerOf({ keys }: Inside, voter: Hash) {
  const signer = keys.all().find(({ validatorId }) => validatorId === voter);
  if (!signer) throw new Error('A lie is signed with a key of this node.');
  return signer;
}
