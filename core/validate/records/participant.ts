// Steps about participant records: their form, who publishes them, and that versions follow each other. And the rule
// for everybody else: an address that was revoked gets nothing new.
import { type Issue, issue } from '../../base/issue.js';
import { canonical, type Json } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { parseAddress } from '../../crypto/keys/address.js';
import type { StateView } from '../../model/register.js';
import type { LoneSubject, Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { CREDENTIAL_MEMBERS, factsNow, factsOf, takenKeyAt } from '../../register/people/credential-facts.js';
import { comparedName } from '../../register/people/organisation-name.js';
import {
  type AddressRow,
  addressAt,
  attestedName,
  checkRecord,
  type ParticipantRecord,
  type ParticipantRow,
  participantAt,
} from '../../register/people/participants.js';
import { mayGovern, memberOf } from '../../register/people/rights.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';

/** VAL_PARTICIPANT_001. */
export function record({ tx }: Pick<LoneSubject, 'tx'>): readonly Issue[] {
  return checkRecord(tx.payload).map((problem) => ({ ...problem, path: `/payload${problem.path}` }));
}

/**
 * VAL_PARTICIPANT_001 a new record whose id is the address of a wallet; VAL_PERM_003 signed neither by an Owner or
 * Admin nor by the primary wallet of the record (from version 2 on, also of the one before); VAL_PARTICIPANT_002 a
 * version that does not follow the sealed one; VAL_PARTICIPANT_003 the record was revoked; VAL_PARTICIPANT_004 an
 * address of another participant, which only its own wallet or an Owner or Admin moves; VAL_PARTICIPANT_006 a new
 * primary wallet that did not sign the version; VAL_PARTICIPANT_007 a key of another participant, that signs its
 * credentials.
 */
export function participants({ tx, ctx }: Subject): readonly Issue[] {
  const published = tx.payload as unknown as ParticipantRecord;
  const { senderWallet, previousTransactionId } = tx.header;
  const before = participantAt(ctx.view, published.participantId);
  if (before?.status === 'Revoked')
    return [issue('VAL_PARTICIPANT_003', '/payload/participantId', 'The participant was revoked.')];
  if (previousTransactionId !== before?.latest || published.version !== (before?.version ?? 0) + 1)
    return [
      issue(
        'VAL_PARTICIPANT_002',
        '/payload/version',
        'The version does not follow the newest one of the participant.',
      ),
    ];
  const primary = published.addresses.find((address) => address.primary)?.walletAddress;
  const delegated = delegationProblem(published, { before, tx, ctx });
  if (delegated) return [delegated];
  // Votes, claims and holders are told by the id of a record, or by a wallet that has none: one is not taken for the
  // other.
  if (!before && isAddress(published.participantId))
    return [
      issue('VAL_PARTICIPANT_001', '/payload/participantId', 'An address of a wallet is not an id of a participant.'),
    ];
  if (before?.own === true && primary !== before.primary && senderWallet !== before.primary)
    return [
      issue(
        'VAL_PERM_003',
        '/payload/addresses',
        'The primary wallet of this record holds roles, so it signs itself for another one: an Owner or Admin does not.',
      ),
    ];
  const changed = primaryProblem(published, before, primary) ?? credentialProblem(published, { before, tx, ctx });
  if (changed) return [changed];
  const own = published.addresses.findIndex(({ walletAddress }) => isHeldBack(walletAddress, tx, ctx));
  if (own >= 0)
    return [
      issue(
        'VAL_PARTICIPANT_004',
        `/payload/addresses/${own}/walletAddress`,
        'The address is or was the primary one of another participant, whose roles follow from it: use another wallet.',
      ),
    ];
  const member = memberOf(ctx.state.members, senderWallet);
  if (member && mayGovern(member.role)) return NONE;
  if (!mayPublishRecord(published, before, senderWallet))
    return [
      issue('VAL_PERM_003', '/header/senderWallet', 'A record is signed by its primary wallet, or an Owner or Admin.'),
    ];
  if (before && primary !== before.primary && published.status !== 'Active') return [endsForAnother()];
  if (before && changesOrganisation(published, before, ctx.view))
    return [
      issue(
        'VAL_PERM_003',
        '/payload/organizationName',
        'An Owner or Admin changes the organisation of a record, because one of them vouches for it.',
      ),
    ];
  return takenProblem(published, { tx, ctx });
}

/** VAL_PARTICIPANT_004. */
function takenProblem(
  { addresses, participantId }: ParticipantRecord,
  { tx, ctx }: Pick<Subject, 'tx' | 'ctx'>,
): readonly Issue[] {
  const i = addresses.findIndex(({ walletAddress }) => {
    const row = addressAt(ctx.view, walletAddress);
    return row !== undefined && walletAddress !== tx.header.senderWallet && isTaken(row, participantId);
  });
  if (i < 0) return NONE;
  const at = `/payload/addresses/${i}/walletAddress`;
  return [issue('VAL_PARTICIPANT_004', at, 'The address is another participant’s.')];
}

function isAddress(id: string): boolean {
  return !isFailure(parseAddress(id));
}

/**
 * VAL_PARTICIPANT_001 for a delegation to a record that is not there: a record that came later would count as a reader
 * at once, and a holder could name others without end. VAL_PERM_003 for one that the participant did not sign.
 */
function delegationProblem(
  { delegations, addresses }: ParticipantRecord,
  { before, tx, ctx }: { readonly before: ParticipantRow | undefined } & Pick<Subject, 'tx' | 'ctx'>,
): Issue | undefined {
  if (delegations === undefined) return undefined;
  const at = '/payload/delegations';
  const strange = delegations.findIndex(({ to }) => !participantAt(ctx.view, to));
  if (strange >= 0)
    return issue(
      'VAL_PARTICIPANT_001',
      `${at}/${strange}/to`,
      'The register has no such participant: its record is published before others delegate to it.',
    );
  const owner = before?.primary ?? addresses.find(({ primary }) => primary)?.walletAddress;
  if (tx.header.senderWallet === owner) return undefined;
  const isKept = canonical(delegations as unknown as Json) === canonical((before?.delegations ?? null) as Json);
  return isKept
    ? undefined
    : issue('VAL_PERM_003', at, 'The primary wallet of the record alone signs who acts for it.');
}

/**
 * VAL_PERM_003 for keys and client ids that the primary wallet did not sign: an Owner or Admin alone would sign
 * credentials in the name of a participant. VAL_PARTICIPANT_007 for a key that another attested record has.
 */
function credentialProblem(
  published: ParticipantRecord,
  { before, tx, ctx }: { readonly before: ParticipantRow | undefined } & Pick<Subject, 'tx' | 'ctx'>,
): Issue | undefined {
  const { participantId, addresses, status } = published;
  const owner = before?.primary ?? addresses.find(({ primary }) => primary)?.walletAddress ?? '';
  const known = factsNow(ctx.view, participantId);
  const strange = CREDENTIAL_MEMBERS.find((member) => {
    const stated = published[member];
    return stated !== undefined && canonical(stated as Json) !== canonical((known?.[member] ?? []) as Json);
  });
  if (strange !== undefined && tx.header.senderWallet !== owner)
    return issue(
      'VAL_PERM_003',
      `/payload/${strange}`,
      'The primary wallet of the record alone signs its keys and ids.',
    );
  const member = memberOf(ctx.state.members, tx.header.senderWallet);
  const attested = attestedName(published, before, member !== undefined && mayGovern(member.role));
  const row = { status, primary: owner, ...(attested !== undefined && { attested }) };
  const taken = takenKeyAt(ctx.view, participantId, factsOf(published, row));
  return taken < 0
    ? undefined
    : issue(
        'VAL_PARTICIPANT_007',
        `/payload/credentialKeys/${taken}`,
        'Another participant signs credentials by this key.',
      );
}

/**
 * VAL_PARTICIPANT_006. The wallet is bound from then on: it founds no record of its own, and all that the record does
 * counts as done by it. That the proof is good was verified with the signatures.
 */
function primaryProblem(
  { primaryProof }: ParticipantRecord,
  before: ParticipantRow | undefined,
  primary: string | undefined,
): Issue | undefined {
  if (before?.own !== true || primary === before.primary || primaryProof !== undefined) return undefined;
  const message = 'The new primary wallet signs the version that names it (primaryProof), since roles follow from it.';
  return issue('VAL_PARTICIPANT_006', '/payload/primaryProof', message);
}

/**
 * A wallet that is or was the primary one of a record founds no other, by its own signature neither: a participant that
 * was expelled would come back under another id, and one candidate would cast two votes. A thief of a key that was
 * replaced founds none.
 */
function isHeldBack(walletAddress: string, { payload }: Subject['tx'], { view }: Subject['ctx']): boolean {
  const row = addressAt(view, walletAddress);
  return row?.own === true && row.participantId !== (payload as unknown as ParticipantRecord).participantId;
}

function endsForAnother(): Issue {
  const message = 'A version that names another primary wallet is Active: who has that wallet ends the record itself.';
  return issue('VAL_PERM_003', '/payload/status', message);
}

function changesOrganisation(
  { organizationName }: ParticipantRecord,
  { latest }: ParticipantRow,
  view: Pick<StateView, 'transaction'>,
): boolean {
  const last = view.transaction(latest)?.payload as ParticipantRecord | undefined;
  return last !== undefined && comparedName(last.organizationName) !== comparedName(organizationName);
}

function mayPublishRecord(
  { addresses }: ParticipantRecord,
  before: ParticipantRow | undefined,
  senderWallet: string,
): boolean {
  return before
    ? before.primary === senderWallet
    : addresses.some(({ primary, walletAddress }) => primary && walletAddress === senderWallet);
}

function isTaken({ participantId, status }: AddressRow, mine: string): boolean {
  return participantId !== mine && status !== 'Deprecated';
}

/**
 * VAL_PARTICIPANT_005: a recipient of a readable action that was revoked; those of the header are those of the envelope
 * (payloadForm). Nothing is read on a register without participants, or for an action without recipients.
 */
export function recipients({ tx, ctx }: Subject): readonly Issue[] {
  // The steps `cells` and `delivery` say who receives: a challenge is answered, though its wallet was revoked since.
  if (isEncrypted(tx.header) || moveTypeOf(tx.header) === 'Delivery') return NONE;
  const named = tx.header.recipients ?? [];
  if (named.length === 0 || ctx.view.state(STATE_KEY.participants) === undefined) return NONE;
  const i = named.findIndex((address) => addressAt(ctx.view, address)?.status === 'Revoked');
  if (i < 0) return NONE;
  return [issue('VAL_PARTICIPANT_005', `/header/recipients/${i}`, 'The recipient was revoked.')];
}
