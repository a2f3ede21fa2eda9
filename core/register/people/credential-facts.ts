// The members of a participant record that gates ask: keys that sign its credentials, keys of its holders, and names
// under which its node asks wallets. As of a height, for ever: a gate is judged as of the one that it states. Pure.
import { fromBase64Url, isHex, toBase64Url } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import { CREDENTIAL_FACTS_MAX, VERIFIER_ID_MAX } from '../../base/limits/ledger/trust.js';
import type { Hash, StateChange, StateView } from '../../model/register.js';
import { type HistoryKeys, historyChanges, newestValue, valueAsOf } from '../history.js';
import { STATE_KEY } from '../state-keys.js';
import { walletDid } from './did.js';

export const CREDENTIAL_MEMBERS = ['credentialKeys', 'holderKeys', 'verifierIds'] as const;

/** Of a record. Signed by its primary wallet alone. */
export interface CredentialMembers {
  /** SHA-256 of the SubjectPublicKeyInfo of keys that sign its credentials. */
  readonly credentialKeys?: readonly Hash[];
  /** JWK thumbprints (RFC 7638) of keys by which it holds credentials. */
  readonly holderKeys?: readonly string[];
  /** Client ids under which its node asks wallets. */
  readonly verifierIds?: readonly string[];
}

/** The members as they count from a height on. */
export interface CredentialFacts extends Required<CredentialMembers> {
  readonly isActive: boolean;
  /** The organisation for which governance vouches. */
  readonly attested?: string;
  readonly primary: string;
}

type View = Pick<StateView, 'state'>;

const FORMS: Readonly<Record<(typeof CREDENTIAL_MEMBERS)[number], (value: unknown) => boolean>> = {
  credentialKeys: (value) => isHex(value, 32),
  holderKeys: isThumbprint,
  verifierIds: (value) => typeof value === 'string' && value.length <= VERIFIER_ID_MAX && /^[!-~]+$/.test(value),
};

/** VAL_PARTICIPANT_001 for a member that is not a list of distinct texts of its form. */
export function checkCredentialMembers(record: Readonly<Record<string, unknown>>): Issue[] {
  return CREDENTIAL_MEMBERS.flatMap((member) => {
    const stated = record[member];
    if (stated === undefined || isList(stated, FORMS[member])) return [];
    const message = `${member} are 1 to ${CREDENTIAL_FACTS_MAX} distinct texts of their form.`;
    return [issue('VAL_PARTICIPANT_001', `/${member}`, message)];
  });
}

/** The facts of a record; those that are not stated are empty lists. */
export function factsOf(
  { credentialKeys = [], holderKeys = [], verifierIds = [] }: CredentialMembers,
  row: { readonly status: string; readonly attested?: string; readonly primary: string },
): CredentialFacts {
  const { attested, primary } = row;
  const isActive = row.status === 'Active';
  return { isActive, ...(attested !== undefined && { attested }), primary, credentialKeys, holderKeys, verifierIds };
}

/** The facts as of the docket of a height; undefined where the record had stated none by then. */
export function factsAsOf(view: View, participantId: string, height: number): CredentialFacts | undefined {
  return valueAsOf(view, factKeys(participantId), height) as unknown as CredentialFacts | undefined;
}

/** The participant whose primary wallet it was as of a height; undefined where its record had stated no facts. */
export function participantOfWallet(view: View, wallet: string, height: number): string | undefined {
  const participantId = valueAsOf(view, walletKeys(wallet), height)?.['participantId'];
  return typeof participantId === 'string' ? participantId : undefined;
}

/** The facts as of a height of the record whose primary wallet it was by then. */
export function factsOfWallet(view: View, wallet: string, height: number): CredentialFacts | undefined {
  const participantId = participantOfWallet(view, wallet, height);
  return participantId === undefined ? undefined : factsAsOf(view, participantId, height);
}

/** The newest facts. */
export function factsNow(view: View, participantId: string): CredentialFacts | undefined {
  return newestValue(view, factKeys(participantId)) as unknown as CredentialFacts | undefined;
}

/** Whether an Active record named the client id as of a height. */
export function isVerifierAsOf(view: View, verifierId: string, height: number): boolean {
  return Number(valueAsOf(view, verifierKeys(verifierId), height)?.['records'] ?? 0) > 0;
}

/** The participant in whose Active record, of an attested organisation, the key signed credentials as of a height. */
export function issuerAsOf(
  view: View,
  key: Hash,
  height: number,
): { readonly participantId: string; readonly did: string } | undefined {
  const participantId = valueAsOf(view, issuerKeys(key), height)?.['participantId'];
  if (typeof participantId !== 'string') return undefined;
  const facts = factsAsOf(view, participantId, height);
  return facts && { participantId, did: walletDid(facts.primary) };
}

/** The key of `facts` that is one of another participant now, by its place. */
export function takenKeyAt(view: View, participantId: string, facts: CredentialFacts): number {
  return claimedKeys(facts).findIndex((key) => {
    const holder = newestValue(view, issuerKeys(key))?.['participantId'] ?? null;
    return holder !== null && holder !== participantId;
  });
}

/** The rows of facts that count from a height on. A record that never stated any has none. */
export function factChanges(
  view: View,
  { participantId, height, facts }: { participantId: string; height: number; facts: CredentialFacts },
): readonly StateChange[] {
  const before = factsNow(view, participantId);
  const isStated = CREDENTIAL_MEMBERS.some((member) => facts[member].length > 0);
  if (!before && !isStated) return [];
  const put = (keys: HistoryKeys, value: object) => historyChanges(view, keys, { height, value });
  const ids = changesOf(activeIds(before), activeIds(facts));
  const issuers = changesOf(claimedKeys(before), claimedKeys(facts));
  const wallets = changesOf(before ? [before.primary] : [], [facts.primary]);
  const recordsOf = (id: string) => Number(newestValue(view, verifierKeys(id))?.['records'] ?? 0);
  return [
    ...put(factKeys(participantId), facts),
    ...ids.added.flatMap((id) => put(verifierKeys(id), { records: recordsOf(id) + 1 })),
    ...ids.gone.flatMap((id) => put(verifierKeys(id), { records: recordsOf(id) - 1 })),
    ...issuers.added.flatMap((key) => put(issuerKeys(key), { participantId })),
    ...issuers.gone.flatMap((key) => put(issuerKeys(key), { participantId: null })),
    ...wallets.added.flatMap((wallet) => put(walletKeys(wallet), { participantId })),
    ...wallets.gone.flatMap((wallet) => put(walletKeys(wallet), { participantId: null })),
  ];
}

const factKeys = (id: string): HistoryKeys => ({
  head: STATE_KEY.credentialFacts(id),
  at: (n) => STATE_KEY.credentialFactsAt(n, id),
});
const verifierKeys = (id: string): HistoryKeys => ({
  head: STATE_KEY.verifier(id),
  at: (n) => STATE_KEY.verifierAt(n, id),
});
const walletKeys = (wallet: string): HistoryKeys => ({
  head: STATE_KEY.factsWallet(wallet),
  at: (n) => STATE_KEY.factsWalletAt(n, wallet),
});
const issuerKeys = (key: Hash): HistoryKeys => ({
  head: STATE_KEY.credentialKey(key),
  at: (n) => STATE_KEY.credentialKeyAt(n, key),
});

const activeIds = (facts?: CredentialFacts) => (facts?.isActive ? facts.verifierIds : []);

/** A record that is not vouched for keeps no other from its key. */
function claimedKeys(facts?: CredentialFacts): readonly Hash[] {
  return facts?.isActive && facts.attested !== undefined ? facts.credentialKeys : [];
}

function changesOf(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((text) => !before.includes(text)),
    gone: before.filter((text) => !after.includes(text)),
  };
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > CREDENTIAL_FACTS_MAX) return false;
  return value.every(isItem) && new Set<Json>(value).size === value.length;
}

/** SHA-256 in the one spelling of base64url. */
function isThumbprint(value: unknown): boolean {
  const bytes = typeof value === 'string' && value.length === 43 ? fromBase64Url(value) : undefined;
  return bytes?.length === 32 && toBase64Url(bytes) === value;
}
