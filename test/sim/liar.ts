// The heads that a lying node tells: one that contradicts itself, one far above every chain, and one whose docket could
// follow but was decided by no quorum. It signs nothing that a key would have to answer for.

import { buildHeader, nextTimestamp, selectTransactions } from '../../core/chain/state.js';
import type { HeadClaim } from '../../core/mesh/frames.js';
import type { Certificate, Docket, DocketHeader, RegisterState } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { docketHash } from '../../core/register/docket.js';
import { rosterHashOf } from '../../core/register/roster.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import { sound } from '../../storage/engine/value.js';
import type { Dice } from '../support/base/dice.js';

const AHEAD = 1000;

export interface Knowledge {
  readonly reg: number;
  readonly chain: ChainStore;
  readonly nowMs: number;
  /** Something that a docket could hold. */
  readonly pending: Transaction | undefined;
}

/** Undefined while the liar has nothing to build on. */
export function falseHead(known: Knowledge, dice: Dice): HeadClaim | undefined {
  const { reg, chain, pending } = known;
  const state = chain.durableState(reg);
  // A liar whose disk lost the docket of its head has nothing to tell.
  const header = state && sound(() => chain.docket(reg, state.height))?.header;
  if (!state || !header) return undefined;
  const lie = dice.pick(['contradiction', 'height', 'docket', 'docket']);
  const docket = lie === 'docket' && pending ? madeUp(state, known, pending) : undefined;
  if (docket) return claim(docket.header, forged(docket.hash, docket.header.height, state), docket);
  const far: DocketHeader = { ...header, height: header.height + (lie === 'contradiction' ? 1 : AHEAD) };
  const hash = lie === 'contradiction' ? state.hash : docketHash(far);
  return claim(far, forged(hash, far.height, state), null);
}

function claim(header: DocketHeader, certificate: Certificate, docket: Docket | null): HeadClaim {
  return { registerId: header.registerId, header, certificate, docket };
}

function forged(hash: string, height: number, { roster }: RegisterState): Certificate {
  const signatures = roster.validators.map((_, voterIndex) => ({ voterIndex, signature: '00'.repeat(64) }));
  return { kind: 'COMMIT', height, round: 0, docketHash: hash, rosterHash: rosterHashOf(roster), signatures };
}

/** A docket that every rule allows; undefined when none can hold the transaction now. */
function madeUp(state: RegisterState, { reg, chain, nowMs }: Knowledge, pending: Transaction): Docket | undefined {
  // The view tells of seals that are being written: it fits the state only when there are none.
  if (chain.loadState(reg)?.hash !== state.hash) return undefined;
  const timestampMs = nextTimestamp(state, nowMs);
  const given = { state, view: chain.view(reg), transactions: [pending], annex: [], timestampMs };
  const { effect, refused } = selectTransactions({ ...given, signaturesOk: () => true });
  if (refused.length > 0) return undefined;
  const proposer = state.roster.validators[0]?.validatorId ?? '';
  const { header } = buildHeader({ ...given, proposer, effect });
  return { hash: docketHash(header), header, transactions: [pending], annex: [] };
}
