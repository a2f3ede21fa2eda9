// A disclosed group of an envelope of version 1, shown with the salt of its commitment: it says who stated these
// fields, and needs no key. The group is shown whole: version 1 commits to no part of it
// (core/envelope/cells/opening.ts does).
import { type Issue, issue } from '../../base/issue.js';
import { escapePointer, hasOnly, isObject, type Json, type JsonObject } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { readEnvelope } from '../../envelope/envelope.js';
import { type OpenedGroup, verifyCommitment } from '../../envelope/open.js';

/** Groups of one envelope, each with all of its fields. Salts are base64url. */
export interface GroupOpening {
  readonly v: 1;
  readonly txId: string;
  readonly groups: readonly { readonly groupId: string; readonly salt: string; readonly fields: JsonObject }[];
}

/**
 * The fewest groups of a wallet that hold these members: of each the one with the fewest fields. `pointers` are JSON
 * Pointers of top-level members, or the empty one for everything. BODY_INVALID at one that no group holds.
 */
export function groupOpeningOf(
  { txId, groups }: { readonly txId: string; readonly groups: readonly OpenedGroup[] },
  pointers: readonly string[],
): Result<GroupOpening> {
  const bySize = [...groups].sort((a, b) => Object.keys(a.fields).length - Object.keys(b.fields).length);
  const chosen = new Set<OpenedGroup>();
  for (const [i, pointer] of pointers.entries()) {
    if (pointer === '') for (const group of groups) chosen.add(group);
    const found = pointer === '' ? bySize[0] : bySize.find(({ fields }) => holds(fields, pointer));
    if (!found) return fail(unread(pointer, i));
    if (pointer !== '') chosen.add(found);
  }
  return {
    v: 1,
    txId,
    groups: [...chosen].map(({ groupId, salt, fields }) => ({ groupId, salt, fields })),
  };
}

function holds(fields: JsonObject, pointer: string): boolean {
  return Object.keys(fields).some((name) => `/${escapePointer(name)}` === pointer);
}

function unread(pointer: string, at: number): Issue {
  return issue(
    'BODY_INVALID',
    `/pointers/${at}`,
    `The wallet reads no member ${pointer} of this action: expected a slash and the name of a member that it reads.`,
  );
}

/**
 * The fields of the groups that are shown, where each has the commitment that the envelope has; EVIDENCE_INVALID for
 * anything else. At most as many groups are checked as the envelope has.
 */
export function verifyGroupOpening(
  opening: Json,
  tx: { readonly txId: string; readonly payload: Json },
): Result<readonly JsonObject[]> {
  if (!hasOnly(opening, ['v', 'txId', 'groups']) || opening.v !== 1 || !Array.isArray(opening.groups))
    return fail(refused('', 'An opening of groups has the members v, which is 1, txId and groups.'));
  if (opening.txId !== tx.txId) return fail(refused('/txId', 'The opening is of another transaction.'));
  const envelope = readEnvelope(tx.payload);
  if (isFailure(envelope)) return fail(refused('/txId', 'The transaction has no commitments to groups.'));
  if (opening.groups.length === 0 || opening.groups.length > envelope.groups.length)
    return fail(refused('/groups', `An opening shows at least one group; the envelope has ${envelope.groups.length}.`));
  const shown: JsonObject[] = [];
  const left = new Map(envelope.groups.map(({ groupId, commitment }) => [groupId, commitment]));
  for (const [i, one] of opening.groups.entries()) {
    if (!isShown(one)) return fail(refused(`/groups/${i}`, 'A group has its groupId, the salt and the fields.'));
    const commitment = left.get(one.groupId);
    // Each group once.
    left.delete(one.groupId);
    if (commitment === undefined || !verifyCommitment({ salt: one.salt, fields: one.fields, commitment }))
      return fail(
        refused(`/groups/${i}`, 'The fields do not give the commitment of the group: they were not stated there.'),
      );
    shown.push(one.fields);
  }
  return shown;
}

function isShown(value: Json): value is { groupId: string; salt: string; fields: JsonObject } {
  return (
    hasOnly(value, ['groupId', 'salt', 'fields']) &&
    typeof value.groupId === 'string' &&
    typeof value.salt === 'string' &&
    isObject(value.fields)
  );
}

function refused(path: string, message: string): Issue {
  return issue('EVIDENCE_INVALID', path, message);
}
