// Fetches kept evidence from the node of the wallet that sent a run, and gives it to those that read it. The answer is
// encrypted to the wallet that reads, so it does not matter who asks; a mark under a key that the question brings shows
// that it comes from who could open the question.
import { createHmac } from 'node:crypto';
import { concat, equalBytes, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '../../core/base/bytes.js';
import { isObject, type JsonObject, parseJsonText } from '../../core/base/json.js';
import type { Random } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { encryptTo, openWith } from '../../core/crypto/encryption/envelope.js';
import { expectGroup } from '../../core/envelope/cells/expecting.js';
import { type KeptGates, readKept } from '../../core/envelope/cells/kept.js';
import { rolesTakenBefore } from '../../core/instance/deliveries/owed.js';
import { instanceAt, instanceIdOf, rowsIn } from '../../core/instance/rows.js';
import { statedGatesOf } from '../../core/instance/runs/gates.js';
import { planFor } from '../../core/transaction/stated-vote.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import { keyNameOf, type RecipientKeyPorts, recipientKeys } from '../workflow/encryption/recipient-keys.js';
import { definitionAt } from '../workflow/instance/definition-at.js';
import { evidenceGone } from '../workflow/kept/keeper.js';
import type { AskedEvidence, KeptReads } from '../workflow/kept/ports.js';
import type { WalletAsker } from './asking.js';
import type { SubjectAnswer, WalletQuestion } from './ports.js';

/** The subject of the question (actors/wallet-asks). */
export const KEPT_SUBJECT = 'kept';
const KEY_BYTES = 32;
const MARK_BYTES = 32;

interface Question {
  readonly txId: string;
  /** Address of the wallet that reads. */
  readonly reader: string;
  /** Base64url. */
  readonly key: string;
}

export interface EvidenceAskPorts {
  readonly random: Pick<Random, 'bytes'>;
  readonly keystore: Pick<Keystore, 'useToOpen'>;
  readonly asker: () => Pick<WalletAsker, 'ask'> | undefined;
}

/** The evidence of a run that the reader gets. WALLET_NODE_AWAY, GATE_NOT_FOUND, CIPHERTEXT_INVALID. */
export async function askForEvidence(
  { random, keystore, asker }: EvidenceAskPorts,
  { at, run, reader }: AskedEvidence,
): Promise<Result<KeptGates>> {
  const key = random.bytes(KEY_BYTES);
  const question: Question = { txId: run.txId, reader: reader.address, key: toBase64Url(key) };
  const answer = await asker()?.ask({
    ...{ reg: at.reg, registerId: at.registerId, wallet: run.header.senderWallet, subject: KEPT_SUBJECT },
    text: utf8(JSON.stringify(question)),
    isGood: (bytes) => stripMark(bytes, key) !== undefined,
  });
  if (answer === undefined || isFailure(answer)) return answer ?? fail(evidenceGone());
  const sealed = stripMark(answer, key);
  if (sealed === undefined) return fail(evidenceGone());
  const context = contextOf(at.registerId, question);
  const name = keyNameOf(reader.wallet, reader.address);
  const text = await keystore.useToOpen(name, (keys) => openWith(keys, sealed, context));
  if (isFailure(text)) return text;
  return readKept(fromUtf8(text)) ?? fail(evidenceGone());
}

/** Evidence that leaves this node, without the evidence. */
export interface GivenFact extends Pick<WalletQuestion, 'wallet' | 'peerId' | 'registerId'> {
  readonly txId: string;
  /** Address of the wallet that reads. */
  readonly reader: string;
}

export interface EvidenceAnswerPorts extends RecipientKeyPorts {
  readonly random: Pick<Random, 'bytes'>;
  readonly chain: RecipientKeyPorts['chain'] & Pick<ChainStore, 'transaction' | 'view'>;
  readonly kept: KeptReads;
  /** Durable when it resolves: nothing is given before. */
  onGiven(fact: GivenFact): Promise<void>;
}

/** Answers with the evidence of a sealed run of the wallet, encrypted to a wallet that reads it. GATE_NOT_FOUND. */
export function evidenceAnswer(ports: EvidenceAnswerPorts): SubjectAnswer {
  return async ({ registerId, reg, wallet, address, peerId, text }) => {
    const question = questionIn(text);
    const run = question && ports.chain.transaction(reg, question.txId)?.transaction;
    if (question === undefined || run === undefined || run.header.senderWallet !== address) return fail(evidenceGone());
    const gates = gatesFor(ports, reg, { run, reader: question.reader });
    const kept = ports.kept.find(registerId, run.txId, gates);
    if (kept === undefined) return fail(evidenceGone());
    const keys = await recipientKeys(ports, { reg, addresses: [question.reader], isRequired: true });
    if (isFailure(keys)) return keys;
    const context = contextOf(registerId, question);
    const bytes = utf8(JSON.stringify(kept));
    const sealed = encryptTo(keys.get(question.reader)!, bytes, context, ports.random.bytes(32));
    if (isFailure(sealed)) return sealed;
    await ports.onGiven({ wallet, peerId, registerId, txId: run.txId, reader: question.reader });
    return addMark(sealed, fromBase64Url(question.key) as Uint8Array);
  };
}

/** Gates of the run whose evidence the wallet was to get when the run was sealed. */
function gatesFor(
  { chain }: EvidenceAnswerPorts,
  reg: number,
  {
    run,
    reader,
  }: { readonly run: NonNullable<ReturnType<ChainStore['transaction']>>['transaction']; readonly reader: string },
): readonly string[] {
  const view = chain.view(reg);
  const { blueprintId, publicationTxId = '' } = run.header;
  const definition = definitionAt(view, { blueprintId, publicationTxId });
  const [instance, row] = [instanceAt(view, instanceIdOf(run)), rowsIn(view)(run.txId)];
  const planned = definition && planFor(planOf(definition), run.header);
  if (!definition || !instance || !row || !planned) return [];
  const expected = expectGroup(definition, run, { wallet: reader, taken: rolesTakenBefore(instance, row), row });
  const own = new Set(expected?.kept?.map((at) => expected.layout.classes[at]?.gate));
  return statedGatesOf(run, planned).flatMap(({ id }) => (own.has(id) ? id : []));
}

function questionIn(text: Uint8Array): Question | undefined {
  const value = parseJsonText(textIn(text));
  if (isFailure(value) || !isObject(value)) return undefined;
  const { txId, reader, key } = value as JsonObject;
  const isKey = typeof key === 'string' && fromBase64Url(key)?.length === KEY_BYTES;
  return typeof txId === 'string' && /^[0-9a-f]{64}$/.test(txId) && typeof reader === 'string' && isKey
    ? { txId, reader, key }
    : undefined;
}

function textIn(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    return '';
  }
}

function contextOf(registerId: string, { txId, reader }: Question): Uint8Array {
  return utf8(['quorate:kept-evidence', registerId, txId, reader].join('\u001f'));
}

function markOf(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(bytes).digest());
}

function addMark(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  return concat(bytes, markOf(bytes, key));
}

/** Undefined for an answer of somebody who could not open the question. */
function stripMark(answer: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  const bytes = answer.subarray(0, Math.max(0, answer.length - MARK_BYTES));
  return equalBytes(answer.subarray(bytes.length), markOf(bytes, key)) ? bytes : undefined;
}
