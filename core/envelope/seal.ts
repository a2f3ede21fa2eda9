// Seals the data of an action into an envelope, one group for each set of recipients. The entropy is an argument; no
// name or value of a field leaves it unencrypted. Content that it cannot encrypt it refuses whole, before anything
// costly is done.
import { assert } from '../base/assert.js';
import { toBase64Url, utf8 } from '../base/bytes.js';
import { hash } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, type JsonObject, parseJsonText } from '../base/json.js';
import { DISCLOSURE_PADDING_BYTES, SEALED_VALUES_MAX } from '../base/limits/ledger/disclosure.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { expandFrom, keyStream, twoKeys } from '../crypto/keys/expand.js';
import type { Envelope, EnvelopeContext, FileReference, Group } from './envelope.js';
import { COMMITMENT_BYTES } from './envelope-form.js';
import type { FileManifest } from './files.js';
import {
  agreements,
  base64Length,
  closeGroup,
  countProblems,
  type GroupClosing,
  OWN_BYTES,
  type Received,
  recipientProblems,
  sizeProblem,
  valuesProblem,
  walletEntries,
} from './sealed-group.js';

/** The content that one set of wallets will see. */
export type GroupContent = GroupParts & ({ readonly fields: JsonObject } | WithText);

interface WithText {
  /** Canonical text of the fields. */
  readonly text: string;
}

interface GroupParts extends Received {
  /** The files that its fields name. */
  readonly files?: readonly FileManifest[];
}

export interface Sealing {
  readonly context: EnvelopeContext;
  /** 1 to DISCLOSURE_GROUPS_MAX. */
  readonly groups: readonly GroupContent[];
  /** Every file that a group names. */
  readonly files?: readonly FileReference[];
  /**
   * 32 bytes or more from a source of randomness. With other data the same bytes give other keys, so that a repeated
   * step cannot reuse one.
   */
  readonly entropy: Uint8Array;
}

/**
 * The envelope of the groups. Issues: RECIPIENT_KEY_UNKNOWN where an address is not that of its key,
 * ALGORITHM_UNSUPPORTED and VAL_SIG_003 for keys that cannot receive, VAL_SCHEMA_006 for too many or no groups, keys or
 * files, BODY_… for fields that are no sound JSON, VAL_SIZE_001 for more than fits a transaction.
 *
 * Sealed text of a group: canonical {fields, files?, salt}, then spaces up to a multiple of DISCLOSURE_PADDING_BYTES.
 * The salt is derived from the content key, and the public commitment from the salt: a ciphertext therefore opens under
 * one key only, whatever a dishonest sender tries.
 */
export function sealEnvelope(sealing: Sealing): Result<Envelope> {
  assert(sealing.entropy.length >= 32, 'sealing takes 32 bytes of entropy or more');
  const sound = soundTexts(sealing);
  if (isFailure(sound)) return sound;
  const { texts } = sound;
  const [forGroups, forAgreements] = keysOf(sealing, texts);
  const { agreed, end } = agreements(sealing.groups, forAgreements);
  const own = keyStream(forGroups, sealing.groups.length * OWN_BYTES);
  const groups = sealing.groups.map((content, i) =>
    sealGroup(texts[i] as GroupText, {
      ...{ recipients: content.recipients, context: sealing.context, agreed },
      own: own.subarray(i * OWN_BYTES, (i + 1) * OWN_BYTES),
    }),
  );
  const wallets = walletEntries(agreed);
  for (const bytes of [forGroups, forAgreements, own]) bytes.fill(0);
  end();
  const files = sealing.files ?? [];
  return { ...(files.length > 0 && { files }), groups, v: 1, wallets };
}

/** The issues of `sealEnvelope`, without sealing anything: what it costs is the text of the fields. */
export function sealingProblems(sealing: Omit<Sealing, 'entropy'>): readonly Issue[] {
  const sound = soundTexts(sealing);
  return isFailure(sound) ? sound.issues : [];
}

function soundTexts(sealing: Omit<Sealing, 'entropy'>): Result<{ readonly texts: readonly GroupText[] }> {
  const issues = [...contentProblems(sealing), ...sealing.groups.flatMap(recipientProblems)];
  if (issues.length > 0) return fail(issues);
  const texts: GroupText[] = [];
  for (const [i, group] of sealing.groups.entries()) {
    const text = groupText(group);
    if (isFailure(text)) return text.mapIssues((found) => ({ ...found, path: `/groups/${i}/fields${found.path}` }));
    const values = valuesProblem(sealedText(text, ''), SEALED_VALUES_MAX);
    if (values) return fail({ ...values, path: `/groups/${i}/fields` });
    texts.push(text);
  }
  const size = sizeProblem({
    ...{ groups: sealing.groups, files: sealing.files ?? [], padTo: DISCLOSURE_PADDING_BYTES, members: { v: 1 } },
    characters: texts.map(({ fields, files }) => fields.length + files.length),
    bytes: (i) => utf8(sealedText(texts[i] as GroupText, '='.repeat(base64Length(32)))).length,
    groupMembers: { commitment: '='.repeat(base64Length(COMMITMENT_BYTES)) },
  });
  if (size) return fail(size);
  return { texts };
}

const SALT_INFO = utf8('quorate:disclosure:salt');

/** The salt of a content key: a proof of disclosure shows the salt, and nothing follows from it about the key. */
export function saltOf(contentKey: Uint8Array): Uint8Array {
  return expandFrom(contentKey, SALT_INFO, 32);
}

/** 32 bytes: the tagged hash of the salt (32 bytes) and the canonical text of the fields. */
export function commitmentOf(salt: Uint8Array, fieldsText: string): Uint8Array {
  return hash('disclosure', salt, fieldsText);
}

interface GroupText {
  readonly fields: string;
  /** Empty where the group has no files. */
  readonly files: string;
}

/** The canonical text of the fields of a group. Throws TypeError on what JSON cannot carry. */
export function fieldsTextOf(group: GroupContent): string {
  return 'text' in group ? group.text : canonical(group.fields);
}

function groupText(group: GroupContent): Result<GroupText> {
  const { files = [] } = group;
  let text: string;
  try {
    text = fieldsTextOf(group);
  } catch (error) {
    return fail(issue('BODY_INVALID_JSON', '', `The fields are no JSON: ${(error as Error).message}.`));
  }
  // As a reader will parse it, inside one more level: what it would refuse must not be sealed.
  const parsed = parseJsonText(`{"fields":${text}}`);
  if (isFailure(parsed)) return fail({ ...parsed.issue, path: parsed.issue.path.replace(/^\/fields/, '') });
  return { fields: text, files: files.length > 0 ? canonical(files) : '' };
}

function sealGroup(text: GroupText, closing: Omit<GroupClosing, 'text'>): Group {
  let commitment = '';
  const closed = closeGroup({
    ...closing,
    text: (key) => {
      const salt = saltOf(key);
      commitment = toBase64Url(commitmentOf(salt, text.fields));
      return sealedText(text, toBase64Url(salt));
    },
  });
  const { alg, ciphertext, groupId, keys, nonce } = closed;
  return { alg, ciphertext, commitment, groupId, keys, nonce };
}

/** Canonical, because the members are in order. */
function sealedText({ fields, files }: GroupText, salt: string): string {
  return `{"fields":${fields}${files === '' ? '' : `,"files":${files}`},"salt":"${salt}"}`;
}

/**
 * Of the groups, and of what is agreed anew. Everything that is sealed goes into them: other data under the same
 * entropy never meets the same key and nonce.
 */
function keysOf({ context, groups, entropy }: Sealing, texts: readonly GroupText[]) {
  // JSON texts have no control characters, so that no two contents share a text.
  const parts = groups.flatMap(({ recipients }, i) => {
    const { fields, files } = texts[i] as GroupText;
    return [fields, files, ...recipients.map(({ walletAddress }) => walletAddress)];
  });
  const { registerId, instanceId, actionId } = context;
  return twoKeys(entropy, ['quorate:disclosure', registerId, instanceId, actionId, ...parts].join('\u001f'));
}

function contentProblems({ groups, files = [], context }: Omit<Sealing, 'entropy'>): readonly Issue[] {
  for (const id of [context.registerId, context.instanceId, context.actionId])
    assert(id !== '' && !id.includes('\u001f'), 'the ids of a place are printable');
  const issues = [...countProblems(groups, files)];
  for (const [i, group] of groups.entries())
    for (const { fileId, total } of group.files ?? [])
      if (!files.some((file) => file.fileId === fileId && file.chunks.length === total))
        issues.push(
          issue('VAL_SCHEMA_006', `/groups/${i}/files`, 'A group names a file that is not there with all its chunks.'),
        );
  return issues;
}
