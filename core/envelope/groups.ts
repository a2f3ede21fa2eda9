// Sets of readers that share a group: from the shares that the engine discloses to participants to the parts that are
// encrypted to wallets. It never widens a disclosure: a group holds exactly what the pointers of each of its wallets
// name.
import { type Issue, issue } from '../base/issue.js';
import { canonical, escapePointer, type JsonObject } from '../base/json.js';
import { DISCLOSURE_GROUPS_MAX } from '../base/limits/ledger/disclosure.js';
import { RECIPIENTS_MAX } from '../base/limits/ledger/transactions.js';
import { fail, type Result } from '../base/result.js';
import { type Disclosure, project } from '../blueprint/names/disclose.js';
import { type FileManifest, filesNamedIn } from './files.js';
import type { GroupContent } from './seal.js';
import type { WalletKey } from './sealed-group.js';

export interface Grouping {
  /** The data that the action records. */
  readonly data: JsonObject;
  /** As core/blueprint/names/disclose.ts gives them for that data. */
  readonly disclosures: readonly Disclosure[];
  /** The wallet that sends: it sees everything. */
  readonly sender: WalletKey;
  /**
   * Wallets by participant id (or bare address). An empty list stands for a role without a holder yet, which then sees
   * nothing of this action.
   */
  readonly wallets: ReadonlyMap<string, readonly WalletKey[]>;
  /** The files of the action: each goes to the groups whose fields name it. */
  readonly files?: readonly FileManifest[];
}

/** A group with its fields, and with their canonical text, which tells groups apart. */
export type SharedGroup = GroupContent & { readonly fields: JsonObject; readonly text: string };

/**
 * The groups, the sender's first. A wallet that plays several parts sees what all of them do, in one group. A
 * participant to whom nothing is disclosed is in none. Issues: RECIPIENT_KEY_UNKNOWN at `/disclosures/{participantId}`
 * for one that is not in `wallets`, VAL_SCHEMA_006 for too many wallets or groups.
 */
export function groupsOf(grouping: Grouping): Result<{ readonly groups: readonly SharedGroup[] }> {
  const { data, disclosures, sender, wallets, files = [] } = grouping;
  const issues: Issue[] = [];
  const views = new Map<string, View>([
    [sender.walletAddress, { wallet: sender, fields: data, pointers: new Set(['']) }],
  ]);
  for (const { participantId, pointers, data: disclosed } of disclosures) {
    if (Object.keys(disclosed).length === 0) continue;
    const held = wallets.get(participantId);
    if (held === undefined) issues.push(unknownKey(participantId));
    for (const wallet of held ?? []) widen(views, wallet, { data: disclosed, pointers });
  }
  if (views.size > RECIPIENTS_MAX)
    issues.push(issue('VAL_SCHEMA_006', '/disclosures', `An action is for at most ${RECIPIENTS_MAX} wallets.`));
  if (issues.length > 0) return fail(issues);
  const groups = new Map<string, WritableGroup>();
  for (const { wallet, fields: alone, pointers } of views.values()) {
    const fields = alone ?? (pointers.has('') ? data : project(data, [...pointers]));
    const text = canonical(fields);
    const group = groups.get(text) ?? { fields, text, recipients: [] };
    group.recipients.push(wallet);
    groups.set(text, group);
  }
  if (groups.size > DISCLOSURE_GROUPS_MAX)
    return fail(
      issue('VAL_SCHEMA_006', '/disclosures', `At most ${DISCLOSURE_GROUPS_MAX} different sets of data are disclosed.`),
    );
  return { groups: [...groups.values()].map((group) => withFiles(group, files)) };
}

interface View {
  readonly wallet: WalletKey;
  /** Where one disclosure says what the wallet sees. */
  fields: JsonObject | undefined;
  readonly pointers: Set<string>;
}

interface WritableGroup {
  readonly fields: JsonObject;
  readonly text: string;
  readonly recipients: WalletKey[];
}

function widen(views: Map<string, View>, wallet: WalletKey, seen: Pick<Disclosure, 'data' | 'pointers'>): void {
  const view = views.get(wallet.walletAddress);
  if (view === undefined) {
    views.set(wallet.walletAddress, { wallet, fields: seen.data, pointers: new Set(seen.pointers) });
    return;
  }
  view.fields = undefined;
  for (const pointer of seen.pointers) view.pointers.add(pointer);
}

function withFiles(group: WritableGroup, files: readonly FileManifest[]): SharedGroup {
  const named = filesNamedIn(group.fields, files);
  return named.length > 0 ? { ...group, files: named } : group;
}

function unknownKey(participantId: string): Issue {
  return issue(
    'RECIPIENT_KEY_UNKNOWN',
    `/disclosures/${escapePointer(participantId)}`,
    'No public key of this participant is known: it needs an active participant record or a key in the request.',
  );
}
