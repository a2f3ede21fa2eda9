// The signatures of verifiers in the statements of an action about its gates, as tasks: they are verified with those of
// the transaction itself, once a node. Whether a verifier holds its role is asked where it stands (gateVerified).
import { fromBase64, fromBase64Url } from '../../base/bytes.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { GATES_MAX } from '../../base/limits/ledger/credentials.js';
import { type GatedRun, plainDataRoot, verifiedDigest } from '../../credentials/gate/bytes.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';
import { type GateStatement, type GateVerifier, gateStatementOf } from '../../credentials/gate/statement.js';
import type { SignatureTask } from '../../crypto/signing/signature-task.js';
import { placeOf, type RunPlace } from '../../envelope/cells/root.js';
import type { Transaction } from '../../model/transaction.js';
import { isEncrypted } from '../../transaction/action-metadata.js';

type GatedTransaction = Pick<Transaction, 'header' | 'payload'>;

/** None where a statement is not of its form, or there are too many: the step of their form refuses the whole. */
export function verifierTasks(tx: GatedTransaction): readonly SignatureTask[] {
  const verified = findVerified(tx.header);
  if (verified.length === 0 || !isObject(tx.payload as Json)) return [];
  const { place, dataRoot: root } = boundRun(tx);
  return verified.map(
    ({ by, ...statement }): SignatureTask => ({
      algorithm: by.algorithm,
      publicKey: fromBase64(by.publicKey) ?? new Uint8Array(0),
      digest: verifiedDigest({ place, root, open: openEvidence(tx, statement.id) }, statement),
      signature: fromBase64(by.signature) ?? new Uint8Array(0),
    }),
  );
}

/** Of the keys that verifiers signed with. */
export function verifierAlgorithms(header: Transaction['header']): readonly string[] {
  return header.metadata?.gates === undefined ? NONE : findVerified(header).map(({ by }) => by.algorithm);
}

const NONE: readonly string[] = [];

function findVerified({ metadata }: Transaction['header']): readonly Verified[] {
  const stated = metadata?.gates;
  const statements = Array.isArray(stated) && stated.length <= GATES_MAX ? (stated as readonly Json[]) : [];
  return statements.map(gateStatementOf).filter((statement): statement is Verified => statement?.by !== undefined);
}

type Verified = GateStatement & { readonly by: GateVerifier };

/** Of gates in the clear no class holds a gate, so that the root over all classes is that over the data. */
export function boundRun({ header, payload }: GatedTransaction): GatedRun {
  const place = placeOf(header as RunPlace);
  const data = payload as JsonObject;
  const root = data['root'];
  if (!isEncrypted(header) || typeof root !== 'string') return { place, dataRoot: plainDataRoot(data) };
  return { place, dataRoot: fromBase64Url(root) ?? new Uint8Array(0) };
}

function openEvidence({ payload }: GatedTransaction, id: string): Json | undefined {
  const member = (payload as JsonObject)[GATE_MEMBER];
  return isObject(member) && Object.hasOwn(member, id) ? (member as JsonObject)[id] : undefined;
}
