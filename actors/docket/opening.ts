// How a docket driver comes back from disk, and how its environment follows the register state from height to height.
// No rule of its own.
import { assert, InvariantError } from '../../core/base/assert.js';
import { knowsRules } from '../../core/base/version.js';
import { environment } from '../../core/consensus/environment.js';
import { bodiesOf, initial, restore } from '../../core/consensus/state.js';
import type { ConsensusRecord, Env, State, Tip } from '../../core/consensus/types.js';
import type { RegisterState, Roster } from '../../core/model/register.js';
import { rosterHashOf } from '../../core/register/roster.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { DocketPorts, DocketRegister } from './ports.js';

/** False where this program cannot judge what follows `state`: the driver then takes nothing and sends nothing. */
export function isKnown({ rulesLatest }: Pick<DocketRegister, 'rulesLatest'>, { rules }: RegisterState): boolean {
  return knowsRules(rules, rulesLatest);
}

/** The members of the register that the environment of a height takes. */
export type GovernedRegister = Pick<DocketRegister, 'registerId' | 'genesisHash' | 'timers' | 'signerIn'>;

export function firstEnvironment(register: GovernedRegister, state: RegisterState): Env {
  const { registerId, genesisHash, timers } = register;
  const { roster } = state;
  return environment({
    ...seatIn(register, roster),
    registerId,
    genesisHash,
    roster,
    policy: state.policy.consensus,
    timers,
  });
}

export interface HeightChange {
  /** The environment of the height that was sealed. */
  readonly env: Env;
  readonly before: RegisterState;
  readonly after: RegisterState;
}

/**
 * The environment of the height above `after`. Roster and policy rarely change, so their hash, thresholds and signer
 * are usually kept.
 */
export function nextEnvironment(register: DocketRegister, { env, before, after }: HeightChange): Env {
  const { roster, rosterHash, quorum } = env;
  const previous = { roster, rosterHash, quorum };
  if (before.roster === after.roster && before.policy === after.policy) return { ...env, previous };
  return { ...firstEnvironment(register, after), previous };
}

/** The seat of this node under a roster: none, and then nothing may ever ask it to sign. */
function seatIn(register: GovernedRegister, roster: Roster): Pick<Env, 'self' | 'sign'> {
  const signer = register.signerIn(roster);
  if (!signer) return { self: null, sign: nobody };
  return { self: signer.validatorId, sign: (digest) => signer.sign(digest) };
}

function nobody(): never {
  throw new InvariantError('a node without a seat signs nothing');
}

/**
 * The reducer state that the durable record and tip give. Throws InvariantError when they do not fit together. A
 * register without a record has a seat that never voted: genesis stores the first record.
 */
export function stateFromDisk(register: DocketRegister, ports: DocketPorts, state: RegisterState): State {
  const tip = tipOf(register.reg, ports.chain, state);
  const record = ports.chain.loadRecord<ConsensusRecord>(register.reg);
  if (!record) return initial(tip);
  const bodies = bodiesOf(record).flatMap((hash) => ports.chain.loadBody(register.reg, record.height, hash) ?? []);
  return restore(record, tip, bodies);
}

export function tipOf(reg: number, chain: Pick<ChainStore, 'loadCertificate'>, state: RegisterState): Tip {
  const certificate = chain.loadCertificate(reg, state.height);
  assert(certificate, 'a sealed docket has a certificate');
  const { height, hash, proposer, timestampMs, roster } = state;
  return { height, hash, proposer, timestampMs, nextRosterHash: rosterHashOf(roster), certificate };
}
