// Keys and hash of the consensus-relevant state: what every node must agree on after a docket, beyond the docket
// itself. Values are JSON objects; a state key never depends on anything that a docket hash does not cover.
import { fromHex } from '../base/bytes.js';
import { hashHex } from '../base/hash.js';
import { canonical } from '../base/json.js';
import type { Hash, StateChange } from '../model/register.js';

/**
 * register            {name, description, tenantId, createdAt, systemWallet}: set by genesis roster {validators}: the
 * validator roster in force after the docket members             {members}: the governance roster policy
 * the register policy rules               {rules}: the rules in force after the docket, once governance raised them
 * bp/{blueprintId}    {latest: publicationTxId, count}: publications of a blueprint pub/{txId} {blueprintId, ordinal}:
 * a sealed publication; its definition is the transaction's payload bpn/{ordinal}/{blueprintId} {publicationTxId}:
 * publications of a blueprint in the order in which they were sealed, from 1 candidates {validators}: approved seats
 * that replicate and do not vote yet gov                 a GovernanceLedger (core/register/governance/rows.ts):
 * counters, open proposals gov/p/{proposalId}  a ProposalRow gov/n/{ordinal} {proposalId}: proposals in the order in
 * which they were sealed, from 0 gov/c/{ordinal}     a ChangeRow: enacted changes in order, from 0 past-rosters
 * {rosters: [{rosterHash, until}]}: rosters under which evidence is still judged (past-rosters.ts) past-roster/{hash}
 * {validators}: one of them faulted/{validator} a FaultedMember (annex.ts): offences that sealed evidence proved parts
 * {count}: participants; absent while there is none parts/{ordinal}     {participantId}: in the order in which they
 * were first sealed, from 0 part/{id}           a ParticipantRow (participants.ts): newest version of a record
 * org/{name}          {records}: own participants of an organisation for which governance vouches, in order
 * (participants.ts) addr/{wallet}       an AddressRow (participants.ts): whose address it is, with its key
 * slot/{key}          {row, slot} (people/slot-rows.ts): a row of part, org or addr as it stood when a time slot began
 * resets {count}: how often governance reset the time; absent while it never did
 * inst/{instanceId}   an Instance (core/blueprint/state/instance.ts): pin, state, bound participants, transactions that
 * await a successor due/{ms}/{txId}/{action} {action, dueMs, instanceId, timer, txId}: a timer that runs, by the time
 * after which it fires (15 digits) did/{action}/{length}/{instanceId}/{name} {opening, txId}: a party did an action
 * that `notSameAs` keeps apart, first
 *                     by that transaction; a row for each name of it (party.ts). Ids may hold slashes, hence the length
 * opened/{instanceId} {txId}: its opening, where some of its actions are kept apart held/{instanceId}   a HoldersRow
 * (core/instance/people/holders.ts): records that hold roles of an instance
 * challenge/{run}/{wallet}/{role} a ChallengeRow (core/moves/challenge/challenges.ts): the holder says that it
 * was not delivered delivered/{run}/{wallet}/{role} a DeliveredRow (core/instance/deliveries/owed.ts): deliveries of
 * a run to a holder of a role given/{wallet}/{instanceId} a LastDelivery
 * (core/instance/deliveries/known-deliveries.ts): the newest one to a wallet run/{txId}          a RunRow
 * (core/blueprint/state/run-row.ts): a run of an instance, in force or undone trust {count}, trust-at/{n}
 * {from, value}: the history of a PinnedTrust (trust/rows.ts) pin/{listId} {count, sequence}: acts that pinned a list,
 * and its newest sequence number pin-at/{n}/{listId} a TrustPin: what one of them pinned distrust/{hash} {from}: an
 * anchor or key that counts no more from a height on facts/{participantId}, facts-at/{n}/{participantId} the history
 * of CredentialFacts (people/credential-facts.ts) verifier/{id}, verifier-at/{n}/{id} {records}: Active records that
 * name a client id credkey/{hash}, credkey-at/{n}/{hash} {participantId}: in whose record a key signs credentials
 * facts-of/{wallet}, facts-of-at/{n}/{wallet} {participantId}: of which record with CredentialFacts it is the primary
 * wallet gateuse/{use} {count}: how often a credential was used where gates count it (core/moves/parts/stated-gates.ts)
 * issued/{txId}, issued-at/{n}/{txId} the history of the status of an Issuance (issued/rows.ts) issuedby/{run} an
 * IssuedByRun: the credentials of a run
 */
export const STATE_KEY = {
  register: 'register',
  roster: 'roster',
  members: 'members',
  policy: 'policy',
  rules: 'rules',
  candidates: 'candidates',
  governance: 'gov',
  proposal: (proposalId: string) => `gov/p/${proposalId}`,
  proposalAt: (ordinal: number) => `gov/n/${ordinal}`,
  changeAt: (ordinal: number) => `gov/c/${ordinal}`,
  blueprint: (blueprintId: string) => `bp/${blueprintId}`,
  publication: (txId: string) => `pub/${txId}`,
  publicationAt: (blueprintId: string, ordinal: number) => `bpn/${ordinal}/${blueprintId}`,
  pastRosters: 'past-rosters',
  pastRoster: (rosterHash: Hash) => `past-roster/${rosterHash}`,
  fault: (validatorId: Hash) => `faulted/${validatorId}`,
  participants: 'parts',
  participantAt: (ordinal: number) => `parts/${ordinal}`,
  participant: (participantId: string) => `part/${participantId}`,
  organisation: (comparedName: string) => `org/${comparedName}`,
  address: (walletAddress: string) => `addr/${walletAddress}`,
  slot: (key: string) => `slot/${key}`,
  resets: 'resets',
  instance: (instanceId: string) => `inst/${instanceId}`,
  did: (instanceId: string, action: number, name: string) => `did/${action}/${instanceId.length}/${instanceId}/${name}`,
  opening: (instanceId: string) => `opened/${instanceId}`,
  holding: (instanceId: string) => `held/${instanceId}`,
  challenge: (run: string, wallet: string, role: string) => `challenge/${run}/${wallet}/${role}`,
  delivery: (run: string, wallet: string, role: string) => `delivered/${run}/${wallet}/${role}`,
  receipt: (wallet: string, instanceId: string) => `given/${wallet}/${instanceId}`,
  run: (txId: string) => `run/${txId}`,
  trust: 'trust',
  trustAt: (ordinal: number) => `trust-at/${ordinal}`,
  pin: (listId: string) => `pin/${listId}`,
  pinAt: (ordinal: number, listId: string) => `pin-at/${ordinal}/${listId}`,
  distrust: (hash: Hash) => `distrust/${hash}`,
  credentialFacts: (participantId: string) => `facts/${participantId}`,
  credentialFactsAt: (ordinal: number, participantId: string) => `facts-at/${ordinal}/${participantId}`,
  verifier: (verifierId: string) => `verifier/${verifierId}`,
  verifierAt: (ordinal: number, verifierId: string) => `verifier-at/${ordinal}/${verifierId}`,
  credentialKey: (key: Hash) => `credkey/${key}`,
  credentialKeyAt: (ordinal: number, key: Hash) => `credkey-at/${ordinal}/${key}`,
  factsWallet: (wallet: string) => `facts-of/${wallet}`,
  factsWalletAt: (ordinal: number, wallet: string) => `facts-of-at/${ordinal}/${wallet}`,
  gateUse: (use: Hash) => `gateuse/${use}`,
  issuance: (txId: string) => `issued/${txId}`,
  issuanceAt: (ordinal: number, txId: string) => `issued-at/${ordinal}/${txId}`,
  credentials: (run: string) => `issuedby/${run}`,
  due: (dueMs: number, txId: string, action: number) => `due/${String(dueMs).padStart(15, '0')}/${txId}/${action}`,
} as const;

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
