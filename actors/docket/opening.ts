// How a docket driver comes back from disk, and how its environment follows the register state from height to height. No rule of its own.
import { assert } from '../../core/base/assert.js';
import { environment } from '../../core/consensus/environment.js';
import { bodiesOf, initial, restore } from '../../core/consensus/state.js';
import type { ConsensusRecord, Env, State, Tip } from '../../core/consensus/types.js';
import { rosterHashOf } from '../../core/register/roster.js';
import type { RegisterState } from '../../core/register/types.js';
import type { DocketPorts, DocketRegister } from './ports.js';

export function firstEnvironment(register: DocketRegister, ports: DocketPorts, state: RegisterState): Env {
  return environment({
    self: ports.signer.validatorId,
    registerId: register.registerId,
    genesisHash: register.genesisHash,
    roster: state.roster,
    policy: state.policy.consensus,
    sign: (digest) => ports.signer.sign(digest),
    timers: register.timers,
  });
}

/** The environment of the height above `after`. Roster and policy rarely change, so their hash and thresholds are usually kept. */
export function nextEnvironment(env: Env, before: RegisterState, after: RegisterState): Env {
  const { roster, rosterHash, quorum } = env;
  const previous = { roster, rosterHash, quorum };
  if (before.roster === after.roster && before.policy === after.policy) return { ...env, previous };
  const { self, registerId, genesisHash, sign, timers } = env;
  const fresh = environment({
    self,
    registerId,
    genesisHash,
    roster: after.roster,
    policy: after.policy.consensus,
    sign,
    timers,
  });
  return { ...fresh, previous };
}

/**
 * The reducer state that the durable record and head give. Throws InvariantError when they do not fit together. A register without a record has
 * a seat that never voted: genesis stores the first record.
 */
export function stateFromDisk(register: DocketRegister, ports: DocketPorts, state: RegisterState): State {
  const tip = tipOf(register, ports, state);
  const record = ports.chain.loadRecord<ConsensusRecord>(register.reg);
  if (!record) return initial(tip);
  const bodies = bodiesOf(record).map((hash) => {
    const docket = ports.chain.loadBody(register.reg, record.height, hash);
    assert(docket, 'the body of every recorded promise is stored');
    return docket;
  });
  return restore(record, tip, bodies);
}

function tipOf(register: DocketRegister, ports: DocketPorts, state: RegisterState): Tip {
  const certificate = ports.chain.loadCertificate(register.reg, state.height);
  assert(certificate, 'a sealed docket has a certificate');
  const { height, hash, proposer, timestampMs, roster } = state;
  return { height, hash, proposer, timestampMs, nextRosterHash: rosterHashOf(roster), certificate };
}
