// The ports of registers, their seats and their copies.
import type { Ledger } from '../../actors/ledger-port.js';
import type { Mesh } from '../../actors/mesh/mesh.js';
import type { ConsensusKeys } from '../../actors/ports.js';
import type { SignatureCheck } from '../../actors/signature-scheduler.js';
import type { Validator } from '../../core/model/register.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { SystemWallet } from '../../storage/secrets/system-wallet.js';
import type { Registrations } from '../../storage/tables/node/registrations.js';
import type { ValidatorSettingsStore } from '../../storage/tables/node/validator-settings.js';

type ChainReads =
  | 'head'
  | 'stats'
  | 'docket'
  | 'sealedDocket'
  | 'transaction'
  | 'transactionsPage'
  | 'heightAt'
  | 'byWallet'
  | 'bySender'
  | 'byBlueprint'
  | 'byInstance'
  | 'lasting'
  | 'successors'
  | 'registersOfWallet'
  | 'registersOfInstance'
  | 'statesUnder'
  | 'keysFrom'
  | 'registersOfBlueprint'
  | 'view'
  | 'history';

/** The knowledge of a node about its own clock. */
export interface ClockView {
  readonly time: string;
  /** False while it builds no dockets because of it. */
  readonly believed: boolean;
  /** How far it is from where it should be, by its own account. */
  readonly offByMs?: number;
  readonly reason?: string;
  /** Registers whose tip is of the future by this clock. */
  readonly headsAhead: number;
  readonly lastRun?: string;
}

/** The watch over the clock of this node. */
export interface ClockWatch {
  view(): ClockView;
  /** An operator says that the clock is right. */
  confirm(): ClockView;
}

export interface ApiLedger {
  /** The registers of this node: the only way to change one. */
  readonly ledger: Ledger;
  /** The peers of this node and what it replicates from them. */
  readonly mesh: Mesh;
  /** Reads of sealed, durable dockets and transactions. */
  readonly chain: Pick<ChainStore, ChainReads>;
  readonly registrations: Registrations;
  /** Signs register creation and publications for callers who passed the checks of their handler. */
  readonly systemWallet: Pick<SystemWallet, 'identity' | 'sign'>;
  /** The seat that this node takes in the registers it founds. */
  readonly validator: Validator;
  /** The consensus keys of this node, for what they prove to a register that may give them a seat. */
  readonly seatKeys: Pick<ConsensusKeys, 'current' | 'all' | 'replacementOf'>;
  readonly validatorSettings: ValidatorSettingsStore;
  /** Tells the running validators that other settings are in force. */
  readonly applyValidatorSettings: () => void;
  readonly clockWatch: ClockWatch;
  /** Whether a signature of any algorithm is good, found off the event loop. Never rejects. */
  readonly verifySignature: SignatureCheck;
}
