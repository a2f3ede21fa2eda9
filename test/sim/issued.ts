// Wishes of clients for instances with a gate, and for the credential at their end. One credential opens more instances
// than it may, some state no gate or a false one, and two Issuances race for one run. Its status is changed by who may
// not, and after its end. Evidence is encrypted, so that validators judge statements alone.
import { sha256Hex } from '../../core/base/hash.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import type { CredentialStatus } from '../../core/blueprint/definition/choices.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { Transaction } from '../../core/model/transaction.js';
import { keyOf, signedTransaction } from '../support/node/ledger-world.js';
import { ISSUED } from './definitions.js';
import type { Place } from './disputed.js';
import { SealedAction, walletOf } from './sealed-action.js';
import type { Wish } from './wish.js';

const [A, B, C] = [0, 1, 2] as const;
const APPLY = new SealedAction(ISSUED as unknown as Definition, 0, A);
const EVIDENCE = { v: 1, claims: ['a claim'], issued: 'a credential', proof: 'a proof', status: 'a token' };
/** Of a register that pins nobody: the root of a tree without leaves (RFC 6962 section 2.1). */
const NOBODY_PINNED = sha256Hex('');
const HOUR_MS = 3_600_000;

export function issuedWishes({ registerId, pin }: Place, sequence: number, atMs: number): readonly Wish[] {
  const iso = (ms: number) => new Date(ms).toISOString();
  const header = (instance: string, action: number, previous?: Transaction) => ({
    ...{ registerId, blueprintId: ISSUED.id, actionId: String(action), instanceId: `issued ${sequence} ${instance}` },
    ...{ publicationTxId: pin, createdAt: iso(atMs) },
    ...(previous && { previousTransactionId: previous.txId }),
  });
  const wish = (tx: Transaction, needs?: Transaction): Wish => {
    return { tx, uncertain: true, insists: false, needs: needs ? [needs.txId] : [] };
  };
  const routed = (action: number, next: readonly number[]) => ({
    type: 'Action',
    routing: { completedActionId: action, next: [...next], blueprintDefinitionTxId: pin },
  });
  const statement = { asOf: 0, at: iso(atMs), id: 'licence', trust: NOBODY_PINNED, use: sha256Hex(String(sequence)) };
  /** Of a credential that nothing else is opened with. */
  const other = (more: object) => ({ ...statement, use: sha256Hex(JSON.stringify([sequence, more])), ...more });
  const applies = (instance: string, gates: readonly JsonObject[] | undefined): Transaction => {
    const place = header(instance, 0);
    const data = { n: sequence, '@gate': { licence: EVIDENCE } };
    const payload = APPLY.payload({ ...place, senderWallet: walletOf(A) }, data);
    const recipients = (payload.wallets as readonly JsonObject[]).map(({ walletAddress }) => walletAddress as string);
    const metadata = { ...routed(0, [1]), contentEncoding: 'encrypted', ...(gates && { gates: gates as Json }) };
    return signedTransaction(keyOf(`sender ${A}`), { ...place, recipients, metadata: metadata as never }, payload);
  };
  const move = (by: number, [type, previous]: readonly [string, Transaction], payload: JsonObject) =>
    signedTransaction(keyOf(`sender ${by}`), { ...header('0', 1, previous), metadata: { type } }, payload);
  const issues = (run: Transaction, name: string, replaces?: Transaction) => {
    const stated = { type: 'issuance', v: 1, config: 'permit', root: sha256Hex(`${sequence} ${name}`), copies: 2 };
    const more = { status: 'register', validFrom: iso(atMs), ...(replaces && { replaces: replaces.txId }) };
    return move(B, ['Issuance', run], { ...stated, ...more });
  };
  const says = (by: number, of: Transaction, to: CredentialStatus) =>
    move(by, ['CredentialStatus', of], { type: 'credential-status', v: 1, to });

  const starts = ['0', '1', '2'].map((instance) => applies(instance, [statement]));
  const [start] = starts as [Transaction];
  const untrue = [
    applies('none', undefined),
    applies('twice', [other({}), other({})]),
    applies('other pins', [other({ trust: 'ab'.repeat(32) })]),
    applies('long ago', [other({ at: iso(atMs - 2 * HOUR_MS) })]),
  ];
  const place = { ...header('0', 1, start), metadata: routed(1, []) as never };
  const grant = signedTransaction(keyOf(`sender ${B}`), place, { number: sequence });
  const [one, two] = [issues(grant, 'one'), issues(grant, 'two')];
  const anew = issues(grant, 'anew', one);
  const revoked = says(C, anew, 'revoked');
  return [
    ...[...starts, ...untrue].map((tx) => wish(tx)),
    wish(grant, start),
    ...[one, two].map((tx) => wish(tx, grant)),
    ...[one, two].map((tx) => wish(says(A, tx, 'suspended'), tx)),
    wish(anew, one),
    wish(says(B, one, 'suspended'), anew),
    wish(revoked, anew),
    wish(says(B, anew, 'valid'), revoked),
  ];
}
