// Checks an evidence file with no node and no network. It says "valid" only with a tip that the reader has from
// elsewhere, and else "consistent", with what that rests on: past keys can make up a whole chain, and no file shows
// that it is the one of the register.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHex, utf8 } from '../../../core/base/bytes.js';
import { countNoun } from '../../../core/base/counted.js';
import { sha256Hex } from '../../../core/base/hash.js';
import type { Issue } from '../../../core/base/issue.js';
import { isObject, type Json } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { GateRest, GateSaid } from '../../../core/chain/evidence/checks.js';
import type { Known } from '../../../core/chain/evidence/known.js';
import { type EvidenceProof, verifyEvidence } from '../../../core/chain/evidence/proof.js';
import { isGatePointer } from '../../../core/credentials/gate/cells.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { type Checkpoint, checkpointText, parseCheckpoint } from '../../../core/register/checkpoint.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { objectIn, readDocument, writeNew } from '../../command/documents.js';
import { commandErrorOf } from '../../command/failure.js';
import { fields, jsonText, lineText, table } from '../../command/output.js';
import { momentOf } from '../../command/times.js';

const verify: Command = {
  name: 'verify',
  summary: 'check an evidence file offline',
  examples: [
    'quorate verify evidence.json --head 9f86…@1204',
    'quorate verify evidence.json --head 9f86…@1204 --not-older-than P30D',
    'quorate verify evidence.json --genesis 3c4d… --payload',
    'quorate verify --page quorate-verify.html',
  ],
  args: [{ name: '[file]', description: 'what "tx evidence" or "instance evidence" wrote (default: standard input)' }],
  options: [
    {
      flags: '--head <hash@height>',
      description: 'head that you have from somebody else than the giver of the file; nothing is "valid" without one',
    },
    { flags: '--genesis <hash>', description: 'genesis docket that you know for the register' },
    {
      flags: '--not-older-than <time>',
      description: 'the head has to be as new: a duration (P30D, 12h) or a time (2026-11-01T00:00:00Z)',
    },
    { flags: '--payload', description: 'show the payload that is proven' },
    {
      flags: '--page <file>',
      description: 'write the page that does the same in a browser, from a disk, as one file; nothing is checked',
    },
  ],
  async run(context) {
    const { input, out } = context;
    const page = input.text('page');
    if (page !== undefined) return writePage(context, page);
    const known = readAnchors(context);
    const document = await readDocument(context, input.optionalArg('file'));
    const changes = rosterChangesIn(document.value);
    if (changes > CHANGES_QUICK)
      out.note(`Checking the signatures of ${changes} changes of the validator roster: this may take some seconds.`);
    const proof = verifyEvidence(document.value, verifySync, known);
    if (isFailure(proof)) {
      out.show({ verdict: 'invalid', issues: proof.issues }, '');
      throw commandErrorOf(proof.issues, {
        hint: HINTS[proof.issue.code] ?? 'Ask for it again from a node that you trust.',
      });
    }
    const proven = proof as EvidenceProof;
    const payload = input.flag('payload') ? payloadOf(objectIn(document).transaction) : undefined;
    const more = payload === undefined ? '' : `\n\nPayload:\n${jsonText(payload)}`;
    out.show({ ...proven, ...(payload === undefined ? {} : { payload }) }, () => proofText(proven) + more);
    if (proven.gate && proven.gate.verdict !== 'held') throw gateError(proven.gate);
    if (proven.verdict === 'valid') return;
    throw new CommandError('the evidence is consistent, and no head from elsewhere makes it valid', {
      exit: EXIT.unanchored,
      hint: advice(proven, known.head),
    });
  },
};

/** The page as the build of the console made it, seen from the bundle, the compiled tree and the sources. */
const PAGES = ['../console', '../../../console', '../../../dist/console'].map((folder) =>
  join(import.meta.dirname, folder, 'verify.html'),
);

/** Writes it to a new file. */
async function writePage({ input, out }: Context, file: string): Promise<void> {
  if (input.optionalArg('file') !== undefined)
    throw new CommandError('--page writes the page, and checks no file', { exit: EXIT.usage });
  const built = PAGES.find((each) => existsSync(each));
  if (built === undefined)
    throw new CommandError('this program was built without the console', {
      hint: 'Each node that has one serves the page at /console/verify.html.',
    });
  const page = readFileSync(built, 'utf8');
  await writeNew(file, page);
  const fileHash = sha256Hex(utf8(page));
  out.show({ file, sha256: fileHash }, () => fields({ written: file, 'SHA-256': fileHash }));
  out.note('Open it in a browser: it reaches no network. Compare its SHA-256 with that of another organisation.');
}

/**
 * A thousand changes of 31 seats, the most that evidence has, take about five seconds of a processor; so many take one.
 */
const CHANGES_QUICK = 200;

/** Before the form of the document is known. */
function rosterChangesIn(document: Json): number {
  const changes = isObject(document) ? document['rosterChanges'] : undefined;
  return Array.isArray(changes) ? changes.length : 0;
}

/** Evidence of a gate that did not hold is good evidence: a script that asks whether it held has to see it too. */
function gateError({ id, ground, message, verdict }: Exclude<GateSaid, { readonly verdict: 'held' }>): CommandError {
  const why = `(${ground}): ${message.replace(/\.$/, '')}`;
  return verdict === 'refused'
    ? new CommandError(`the gate ${id} did not hold ${why}`)
    : new CommandError(`the file leaves open whether the gate ${id} held ${why}`, {
        hint: 'A file proves what the ledger had, and not what it had not. Ask a reader whose register has more.',
      });
}

export const verifyCommands: readonly Command[] = [verify];

const HINTS: Partial<Record<Issue['code'] | '', string>> = {
  EVIDENCE_ANCHOR_MISMATCH:
    'Compare heads with other organisations of the register: quorate register head REGISTER --height HEIGHT',
  EVIDENCE_TOO_OLD: 'A newer file: quorate tx evidence REGISTER TXID --out FILE',
};

function readAnchors({ input, terminal }: Context): Known {
  const genesisHash = input.text('genesis');
  if (genesisHash !== undefined && !isHex(genesisHash, 32)) throw wrong('a genesis hash is 64 lower-case hex digits');
  const stated = input.text('head');
  const head = stated === undefined ? undefined : parseCheckpoint(stated.trim());
  if (stated !== undefined && head === undefined)
    throw wrong('a head is HASH@HEIGHT: 64 lower-case hex digits, an at sign, the number of the docket');
  const since = input.text('not-older-than');
  const notBeforeMs = since === undefined ? undefined : momentOf(since, terminal.now());
  if (since !== undefined && notBeforeMs === undefined)
    throw wrong('--not-older-than is a duration such as P30D or 12h, or a time such as 2026-11-01T00:00:00Z');
  return {
    ...(genesisHash === undefined ? {} : { genesisHash }),
    ...(head === undefined ? {} : { head }),
    ...(notBeforeMs === undefined ? {} : { notBeforeMs }),
  };
}

function wrong(message: string): CommandError {
  return new CommandError(message, { exit: EXIT.usage });
}

function payloadOf(transaction: unknown): unknown {
  return (transaction as { readonly payload: unknown }).payload;
}

function proofText(proof: EvidenceProof): string {
  const facts = proof.facts.map((fact) => `  ok  ${fact}`).join('\n');
  const head = fields({
    transaction: proof.txId,
    register: proof.registerId,
    docket: `${proof.height} (${proof.docketHash})`,
    time: new Date(proof.timestampMs).toISOString(),
    head: checkpointText(proof.head),
  });
  return `The evidence is ${proof.verdict}.\n${head}\n\n${facts}\n\n${firedText(proof)}${deliveredText(proof)}${disputedText(proof)}${credentialText(proof)}${gateText(proof)}${statedText(proof)}${instanceText(proof)}${restsOn(proof)}`;
}

/** The timer that went on by itself, and from where. */
function firedText({ fired, timestampMs }: EvidenceProof): string {
  if (!fired) return '';
  const { timer, instanceId, actionId, publicationTxId, previousTransactionId, dueAtMs } = fired;
  const text = fields({
    'fired by': `timer ${timer} of the definition, and no wallet`,
    instance: instanceId,
    action: actionId,
    definition: publicationTxId,
    follows: previousTransactionId,
    due: new Date(dueAtMs).toISOString(),
    sealed: new Date(timestampMs).toISOString(),
  });
  return `${text}\n\n`;
}

/** A delivery, or a challenge that asks for one: what it holds, only its receiver reads. */
function deliveredText({ delivery, timestampMs }: EvidenceProof): string {
  if (!delivery) return '';
  const { type, by, to, role, instanceId, runs, isProvable } = delivery;
  const text = fields({
    [type === 'Delivery' ? 'delivered by' : 'challenged by']: by,
    ...(to !== undefined && { to }),
    role,
    instance: instanceId,
    actions: runs.join(', '),
    ...(isProvable !== undefined && { provable: isProvable ? 'yes' : 'no' }),
    sealed: new Date(timestampMs).toISOString(),
  });
  return `${text}\n\n`;
}

/** An objection, or a word about how its dispute ends. */
function disputedText({ dispute, timestampMs }: EvidenceProof): string {
  if (!dispute) return '';
  const { type, by, instanceId, actionId, about, ground, at, outcome, role, proven, isPrivate } = dispute;
  const isObjection = type === 'Objection';
  const text = fields({
    [isObjection ? 'objected by' : 'resolved by']: by,
    ...(role !== undefined && { role }),
    instance: instanceId,
    action: actionId,
    [isObjection ? 'to transaction' : 'about objection']: about,
    ...(isPrivate && { private: 'yes' }),
    ...(proven !== undefined && { proven: proven ? 'yes' : 'no' }),
    ...(ground !== undefined && { ground, at }),
    ...(outcome !== undefined && { outcome }),
    sealed: new Date(timestampMs).toISOString(),
  });
  return `${text}\n\n`;
}

/** A credential that was committed to, or its status: what it says of its holder stands on no ledger. */
function credentialText({ credential, timestampMs }: EvidenceProof): string {
  if (!credential) return '';
  const { by, instanceId, actionId, about } = credential;
  const place = { instance: instanceId, action: actionId };
  const stated =
    credential.type === 'Issuance'
      ? {
          ...{ 'issued by': by, credential: credential.config, ...place, 'for transaction': about },
          ...{ copies: String(credential.copies), root: credential.root, from: credential.validFrom },
          ...{ until: credential.validUntil, 'in place of': credential.replaces, status: `by ${credential.status}` },
        }
      : { 'status by': by, ...place, 'of Issuance': about, status: credential.to };
  return `${fields({ ...stated, sealed: new Date(timestampMs).toISOString() })}\n\n`;
}

/** The gate: who showed what, and what of the verdict no file proves. */
function gateText({ gate }: EvidenceProof): string {
  if (!gate) return '';
  const { id, verdict, credentialType, at, asOf, verifiedBy, claims } = gate;
  const held = verdict === 'held' ? gate : undefined;
  const refused = verdict === 'held' ? undefined : gate;
  const text = fields({
    ...{ gate: id, verdict: GATE_WORDS[verdict], credential: credentialType },
    ...{ 'judged at': at, 'by docket': String(asOf), 'verified by': verifiedBy },
    ...{ ground: refused?.ground, because: refused?.message },
    ...{ issuer: held?.sources.join(', '), level: held?.level, 'holder key': held?.holder },
    ...(held && { status: held.isStatusChecked ? 'valid' : 'not checked' }),
  });
  const shown = Object.entries(claims).map(([name, value]) => [name, lineText(value)]);
  const rests = held?.rests.map((rest) => `  ${REST_WORDS[rest]}`) ?? [];
  return [
    text,
    ...(shown.length > 0 ? [table(['CLAIM', 'VALUE'], shown)] : []),
    ...(rests.length > 0 ? [['No file proves that by then', ...rests].join('\n')] : []),
    '',
  ].join('\n\n');
}

const GATE_WORDS = { held: 'held', refused: 'did not hold', unproven: 'is not proven by this file' };

const REST_WORDS: Readonly<Record<GateRest, string>> = {
  distrust: 'the key of the issuer was not distrusted',
  records: 'the records of participants had no newer version',
  status: 'the ledger had not revoked the credential',
  vouching: 'an Owner or Admin vouched for the organisation of the issuer',
};

/** The parts of an encrypted action that the document shows; hashes alone say of each who stated it. */
function statedText({ statement, timestampMs }: EvidenceProof): string {
  if (!statement) return '';
  const { wallet, actionId, instanceId, parts, vote, files = [] } = statement;
  const data = parts.filter(({ pointer }) => !isGatePointer(pointer));
  const rows = data.map((part) => [part.pointer || '(all)', 'value' in part ? lineText(part.value) : '(none)']);
  const named = files.map(({ name, size, sha256 }) => [name, `${size} bytes, SHA-256 ${sha256}`]);
  return [
    fields({
      'stated by': wallet,
      instance: instanceId,
      action: actionId,
      vote: vote && `${vote.vote}, as ${vote.role}${vote.for === undefined ? '' : `, for participant ${vote.for}`}`,
      sealed: new Date(timestampMs).toISOString(),
    }),
    ...(rows.length > 0 ? [table(['PART', 'VALUE'], rows)] : []),
    ...(named.length > 0 ? [table(['FILE', 'CONTENT'], named)] : []),
    '',
  ].join('\n\n');
}

/** The moves of an instance that the document proves together. */
function instanceText({ instance }: EvidenceProof): string {
  if (!instance) return '';
  const rows = instance.moves.map(({ height, timestampMs, type, actionId, wallet, txId }) => [
    ...[height, new Date(timestampMs).toISOString(), type, actionId, wallet ?? '(timer)', txId],
  ]);
  return `Instance ${instance.instanceId}\n${table(['DOCKET', 'TIME', 'MOVE', 'ACTION', 'WALLET', 'TRANSACTION'], rows)}\n\n`;
}

function restsOn(proof: EvidenceProof): string {
  if (proof.verdict === 'valid')
    return 'Anchor: the head is the one that you stated, and everything above is proven in its history by hashes.';
  const { genesisHash, sinceHeight, validatorKeys, headTimestampMs } = proof.trusted;
  return [
    'It rests on what you have to trust:',
    ...(genesisHash === undefined ? [] : [`  genesis  ${genesisHash} is the one of the register that you mean`]),
    `  keys     no quorum of the ${countNoun(validatorKeys.length, 'key')} of validators since docket ${sinceHeight} was misused, of past rosters too`,
    `  time     the head is of ${new Date(headTimestampMs).toISOString()}: its signers say so`,
  ].join('\n');
}

/** The next thing that the reader does to have it valid. */
function advice(proof: EvidenceProof & { readonly verdict: 'consistent' }, stated: Checkpoint | undefined): string {
  const height = stated && stated.height >= proof.height ? String(stated.height) : 'HEIGHT';
  const get =
    height === 'HEIGHT'
      ? [`Get a head of docket ${proof.height} or later from another organisation: quorate register head REGISTER`]
      : [];
  return [
    ...(proof.unanchored === undefined ? [] : [proof.unanchored]),
    ...get,
    proof.instance
      ? `Then: quorate instance evidence ${proof.instance.instanceId} --head ${height} --out FILE`
      : `Then: quorate tx evidence ${proof.registerId} ${proof.txId} --head ${height} --out FILE`,
    `And: quorate verify FILE --head HASH@${height}`,
  ].join('\n  ');
}
