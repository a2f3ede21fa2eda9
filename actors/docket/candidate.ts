// The height that is being decided, for people who watch: from the state of an open register, or from what is on disk
// of one that is closed. It only reads; opening a register for the sake of a look would cost more than the look.
import type { ConsensusRecord, Env, State } from '../../core/consensus/types.js';
import { type ConsensusView, consensusView, decidedView, restingView } from '../../core/consensus/view.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { WaitingChange } from './change-gate.js';
import { firstEnvironment, type GovernedRegister, tipOf } from './opening.js';

export interface ConsensusReport extends ConsensusView {
  /** Changes of the roster that this node does not build, because too few of the validators after it are in reach. */
  readonly waitingFor: readonly WaitingChange[];
}

type Chain = Pick<ChainStore, 'durableState' | 'loadRecord' | 'loadCertificate'>;

/** Of an open register. While the last seal is on its way to the disk, its height is the one that is being decided. */
export function consensusNow(
  { reg }: { readonly reg: number },
  chain: Pick<Chain, 'durableState'>,
  { state, env }: { readonly state: State; readonly env: Env },
): ConsensusView {
  const { height, certificate, proposer } = state.tip;
  const durable = chain.durableState(reg)?.height ?? height;
  if (durable >= height) return consensusView(state, env);
  const { roster } = env.previous ?? env;
  return decidedView(certificate, { roster, self: env.self }, proposer);
}

/** Of a closed register; undefined when there is nothing of it on disk. */
export function consensusAtRest(
  register: GovernedRegister & { readonly reg: number },
  chain: Chain,
): ConsensusReport | undefined {
  const state = chain.durableState(register.reg);
  if (!state) return undefined;
  const record = chain.loadRecord<ConsensusRecord>(register.reg);
  const view = restingView(record, tipOf(register.reg, chain, state), firstEnvironment(register, state));
  return { ...view, waitingFor: [] };
}
