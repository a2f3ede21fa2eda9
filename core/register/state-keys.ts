// Keys and hash of the consensus-relevant state: what every node must agree on after a docket, beyond the docket
// itself. Values are JSON objects; a state key never depends on anything that a docket hash does not cover.
import { fromHex } from '../base/bytes.js';
import { hashHex } from '../base/hash.js';
import { canonical } from '../base/json.js';
import type { Hash, StateChange } from '../model/register.js';

/** The keys of rows, each with its value. Paths are below core/register where no folder of core is named. */
export const STATE_KEY = {
  /** {name, description, tenantId, createdAt, systemWallet}: set by genesis. */
  register: 'register',
  /** {validators}: the validator roster in force after the docket. */
  roster: 'roster',
  /** {members}: the governance roster. */
  members: 'members',
  /** The register policy. */
  policy: 'policy',
  /** {rules}: the rules in force after the docket, once governance raised them. */
  rules: 'rules',
  /** {validators}: approved seats that replicate and do not vote yet. */
  candidates: 'candidates',
  /** A GovernanceLedger (governance/rows.ts): counters, open proposals. */
  governance: 'gov',
  /** A ProposalRow. */
  proposal: (proposalId: string) => `gov/p/${proposalId}`,
  /** {proposalId}: proposals in the order in which they were sealed, from 0. */
  proposalAt: (ordinal: number) => `gov/n/${ordinal}`,
  /** A ChangeRow: enacted changes in order, from 0. */
  changeAt: (ordinal: number) => `gov/c/${ordinal}`,
  /** {latest: publicationTxId, count}: publications of a blueprint. */
  blueprint: (blueprintId: string) => `bp/${blueprintId}`,
  /** {blueprintId, ordinal}: a sealed publication; its definition is the payload of the transaction. */
  publication: (txId: string) => `pub/${txId}`,
  /** {publicationTxId}: publications of a blueprint in the order in which they were sealed, from 1. */
  publicationAt: (blueprintId: string, ordinal: number) => `bpn/${ordinal}/${blueprintId}`,
  /** {rosters: [{rosterHash, until}]}: rosters under which evidence is still judged (past-rosters.ts). */
  pastRosters: 'past-rosters',
  /** {validators}: one of them. */
  pastRoster: (rosterHash: Hash) => `past-roster/${rosterHash}`,
  /** A FaultedMember (annex.ts): offences that sealed evidence proved. */
  fault: (validatorId: Hash) => `faulted/${validatorId}`,
  /** {count}: participants; absent while there is none. */
  participants: 'parts',
  /** {participantId}: in the order in which they were first sealed, from 0. */
  participantAt: (ordinal: number) => `parts/${ordinal}`,
  /** A ParticipantRow (people/participants.ts): the newest version of a record. */
  participant: (participantId: string) => `part/${participantId}`,
  /** {records}: own participants of an organisation for which governance vouches, in order. */
  organisation: (comparedName: string) => `org/${comparedName}`,
  /** An AddressRow (people/participants.ts): whose address it is, with its key. */
  address: (walletAddress: string) => `addr/${walletAddress}`,
  /** {row, slot} (people/slot-rows.ts): a row of part, org or addr as it stood when a time slot began. */
  slot: (key: string) => `slot/${key}`,
  /** {count}: how often governance reset the time; absent while it never did. */
  resets: 'resets',
  /** An Instance (core/blueprint/state/instance.ts): pin, state, bound participants, what awaits a successor. */
  instance: (instanceId: string) => `inst/${instanceId}`,
  /**
   * {opening, txId}: a party first did an action that `notSameAs` keeps apart; one a name of the party. Ids may hold
   * slashes, hence the length.
   */
  did: (instanceId: string, action: number, name: string) => `did/${action}/${instanceId.length}/${instanceId}/${name}`,
  /** {txId}: its opening, where some of its actions are kept apart. */
  opening: (instanceId: string) => `opened/${instanceId}`,
  /** A HoldersRow (core/instance/people/holders.ts): records that hold roles of an instance. */
  holding: (instanceId: string) => `held/${instanceId}`,
  /** A ChallengeRow (core/moves/challenge/challenges.ts): the holder says that it was not delivered. */
  challenge: (run: string, wallet: string, role: string) => `challenge/${run}/${wallet}/${role}`,
  /** A DeliveredRow (core/instance/deliveries/owed.ts): deliveries of a run to a holder of a role. */
  delivery: (run: string, wallet: string, role: string) => `delivered/${run}/${wallet}/${role}`,
  /** The same rows of the kept evidence of a gate, whose id has no slash. */
  evidenceChallenge: (run: string, gate: string, { wallet, role }: Reader) =>
    `evidence-asked/${run}/${wallet}/${gate}/${role}`,
  evidenceDelivery: (run: string, gate: string, { wallet, role }: Reader) =>
    `evidence-given/${run}/${wallet}/${gate}/${role}`,
  /** A LastDelivery (core/instance/deliveries/known-deliveries.ts): the newest one to a wallet. */
  receipt: (wallet: string, instanceId: string) => `given/${wallet}/${instanceId}`,
  /** A RunRow (core/blueprint/state/run-row.ts): a run of an instance, in force or undone. */
  run: (txId: string) => `run/${txId}`,
  /** {count}, and with an ordinal {from, value}: the history of a PinnedTrust (trust/rows.ts). */
  trust: 'trust',
  trustAt: (ordinal: number) => `trust-at/${ordinal}`,
  /** {count, sequence}: acts that pinned a list, and its newest sequence number. */
  pin: (listId: string) => `pin/${listId}`,
  /** A TrustPin: what one of them pinned. */
  pinAt: (ordinal: number, listId: string) => `pin-at/${ordinal}/${listId}`,
  /** {from}: an anchor or key that counts no more from a height on. */
  distrust: (hash: Hash) => `distrust/${hash}`,
  /** With an ordinal: the history of CredentialFacts (people/credential-facts.ts). */
  credentialFacts: (participantId: string) => `facts/${participantId}`,
  credentialFactsAt: (ordinal: number, participantId: string) => `facts-at/${ordinal}/${participantId}`,
  /** {records}: Active records that name a client id. */
  verifier: (verifierId: string) => `verifier/${verifierId}`,
  verifierAt: (ordinal: number, verifierId: string) => `verifier-at/${ordinal}/${verifierId}`,
  /** {participantId}: in whose record a key signs credentials. */
  credentialKey: (key: Hash) => `credkey/${key}`,
  credentialKeyAt: (ordinal: number, key: Hash) => `credkey-at/${ordinal}/${key}`,
  /** {participantId}: of which record with CredentialFacts it is the primary wallet. */
  factsWallet: (wallet: string) => `facts-of/${wallet}`,
  factsWalletAt: (ordinal: number, wallet: string) => `facts-of-at/${ordinal}/${wallet}`,
  /** {count}: how often a credential was used where gates count it (core/moves/parts/stated-gates.ts). */
  gateUse: (use: Hash) => `gateuse/${use}`,
  /** With an ordinal: the history of the status of an Issuance (issued/rows.ts). */
  issuance: (txId: string) => `issued/${txId}`,
  issuanceAt: (ordinal: number, txId: string) => `issued-at/${ordinal}/${txId}`,
  /** An IssuedByRun (issued/rows.ts): the credentials of a run. */
  credentials: (run: string) => `issuedby/${run}`,
  /** {action, dueMs, instanceId, timer, txId}: a timer that runs, by the time after which it fires (15 digits). */
  due: (dueMs: number, txId: string, action: number) => `due/${String(dueMs).padStart(15, '0')}/${txId}/${action}`,
} as const;

interface Reader {
  readonly wallet: string;
  readonly role: string;
}

/** True for the row of an instance, of its holders or of one of its runs. */
export function isOfInstance(key: string): boolean {
  return key.startsWith('inst/') || key.startsWith('held/') || key.startsWith('run/');
}

/** True for a row of a timer that runs. */
export function isOfTimer(key: string): boolean {
  return key.startsWith('due/');
}

/** True for a row of participants: by these alone it follows who holds the roles of fixed wallets. */
export function isOfPeople(key: string): boolean {
  return key.startsWith('part') || key.startsWith('addr/') || key.startsWith('org/');
}

/** True for a row by which it follows who reads a move: of a record, of a wallet, of an organisation. */
export function isOfReaders(key: string): boolean {
  return key.startsWith('part/') || key.startsWith('addr/') || key.startsWith('org/');
}

/**
 * The stateHash after a docket: the tagged hash of the one before (32 bytes) and the canonical list of changes, sorted
 * by key, one a key. It chains, so equal stateHashes mean equal histories of state without any tree over the whole
 * state.
 */
export function stateHashOf(previous: Hash, changes: readonly StateChange[], texts = stateTexts(changes)): Hash {
  let list = '';
  for (let i = 0; i < changes.length; i++)
    list += `${i === 0 ? '' : ','}{"key":${canonical(changes[i]!.key)},"value":${texts[i]}}`;
  return hashHex('state', fromHex(previous), `[${list}]`);
}

/** The canonical text of each change's value: what the hash covers and what is stored. */
export function stateTexts(changes: readonly StateChange[]): readonly string[] {
  return changes.map(({ value }) => canonical(value));
}

/** Changes of a docket in the order that `stateHashOf` wants: by UTF-16 code units of the key. */
export function sortedChanges(changes: ReadonlyMap<string, StateChange>): StateChange[] {
  return [...changes.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
