// Has the gates of a prepared action verified whose requirements name a verifier: its node judges what was shown and
// signs, before the action is sealed. It fails closed: without each signature nothing is sealed.
import { toBase64 } from '../../../core/base/bytes.js';
import { type Issue, type IssueCode, issue } from '../../../core/base/issue.js';
import type { Random } from '../../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { type VerifiedRun, verifiedDigest } from '../../../core/credentials/gate/bytes.js';
import { gateMember } from '../../../core/credentials/gate/member.js';
import type { GateStatement } from '../../../core/credentials/gate/statement.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { placeOf, rootOf, SEED_BYTES } from '../../../core/envelope/cells/root.js';
import { classHashesOf, gateSeedsOf, seedAt } from '../../../core/envelope/cells/seeds.js';
import { type AskedVerification, verificationText } from '../../../core/instance/runs/asked-verification.js';
import { type AddressRow, addressAt } from '../../../core/register/people/participants.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { EncryptionAsk } from '../encryption/encrypter.js';
import type { MetGate, MetGates } from './shown-gates.js';

/** Asks the node of a verifier, which may be this one. */
export interface GateVerifiers {
  /** A signature that `isGood`. WALLET_NODE_AWAY, and the refusals of the verifier. */
  ask(asked: {
    readonly reg: number;
    readonly registerId: string;
    readonly wallet: string;
    readonly text: Uint8Array;
    isGood(signature: Uint8Array): boolean;
  }): Promise<Result<Uint8Array>>;
}

export interface VerifyingPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly random: Pick<Random, 'bytes'>;
  /** Absent where no action with gates is sealed. */
  readonly verifiers?: GateVerifiers | undefined;
}

interface Asking {
  readonly reg: number;
  readonly blueprintId: string;
  readonly met: MetGates;
  /** With the evidence in its classes. */
  readonly sealing: EncryptionAsk['sealing'];
}

export interface VerifiedGates {
  readonly statements: readonly GateStatement[];
  /** Under these the verifiers signed for the root. */
  readonly gateSeeds?: readonly string[];
}

/** The statements, with the signatures of their verifiers. CREDENTIAL_REFUSED, and the issues of `GateVerifiers`. */
export async function verifyGates(ports: VerifyingPorts, asking: Asking): Promise<Result<VerifiedGates>> {
  const { met, isPublic } = asking.met;
  if (met.every(({ gate }) => gate.rule.verifiedBy === undefined))
    return { statements: met.map(({ statement }) => statement) };
  const { sealing } = asking;
  const gateSeeds = gateSeedsOf(sealing, ports.random.bytes(SEED_BYTES));
  const hashes = classHashesOf(sealing, { seeds: sealing.seeds ?? [], gateSeeds });
  const root = rootOf(placeOf(sealing.run), hashes);
  const asked = await Promise.all(met.map((gate) => verifyGate(ports, asking, { met: gate, root, hashes, gateSeeds })));
  const refused = asked.filter((statement) => isFailure<unknown>(statement));
  if (refused.length > 0) return fail(refused.flatMap(({ issues }) => issues));
  return { statements: asked as readonly GateStatement[], ...(!isPublic && { gateSeeds }) };
}

interface Committed {
  readonly met: MetGate;
  readonly root: Uint8Array;
  readonly hashes: readonly Uint8Array[];
  readonly gateSeeds: readonly string[];
}

async function verifyGate(
  { chain, verifiers }: VerifyingPorts,
  { reg, blueprintId, sealing }: Asking,
  { met, root, hashes, gateSeeds }: Committed,
): Promise<Result<GateStatement>> {
  const { gate, statement, parts } = met;
  const { verifiedBy: role } = gate.rule;
  if (role === undefined) return statement;
  const wallet = gate.verifier ?? '';
  const row = addressAt(chain.view(reg), wallet);
  if (verifiers === undefined || row?.status !== 'Active')
    return fail(refusalOf(gate.id, `The holder of the role ${role} has no active record, so nobody verifies.`));
  const { run } = sealing;
  const open = gate.isPublic ? gateMember(new Map([[gate.id, parts]]))[gate.id] : undefined;
  const verified: VerifiedRun = { place: placeOf(run), root, open };
  const digest = verifiedDigest(verified, statement);
  const classes = () => ({ seed: seedAt(gateSeeds, placeAmong(sealing, gate.id)), hashes });
  const asked: AskedVerification = {
    ...{ run: { ...run, blueprintId, instanceId: run.instanceId ?? '' }, statement, parts },
    committed: gate.isPublic ? { dataRoot: root } : classes(),
  };
  const isGood = (signature: Uint8Array) => isSigned(row, digest, signature);
  const { registerId } = run;
  const signature = await verifiers.ask({ reg, registerId, wallet, text: verificationText(asked), isGood });
  if (isFailure(signature)) return signature.mapIssues((problem) => toldIssue(gate.id, problem));
  if (!isGood(signature)) return fail(refusalOf(gate.id, `The holder of the role ${role} signed something else.`));
  const { algorithm, publicKey } = row;
  return { ...statement, by: { wallet, algorithm, publicKey, signature: toBase64(signature) } };
}

/** A node may say anything, also a code by which a client would leave its session. */
const TOLD: ReadonlySet<IssueCode> = new Set<IssueCode>([
  ...(['CREDENTIAL_REFUSED', 'NODE_UNAVAILABLE', 'WALLET_NODE_AWAY', 'RECIPIENT_KEY_UNKNOWN'] as const),
]);

function toldIssue(id: string, { code, message }: Issue): Issue {
  return issue(TOLD.has(code) ? code : 'WALLET_NODE_AWAY', `/gates/${id}`, message);
}

function placeAmong({ classes }: EncryptionAsk['sealing'], id: string): number {
  return classes.filter(({ gate }) => gate !== undefined).findIndex(({ gate }) => gate === id);
}

function isSigned({ algorithm, publicKey }: AddressRow, digest: Uint8Array, signature: Uint8Array): boolean {
  return verifySync(algorithm, new Uint8Array(Buffer.from(publicKey, 'base64')), digest, signature);
}

function refusalOf(id: string, message: string): Issue {
  return issue('CREDENTIAL_REFUSED', `/gates/${id}`, message);
}
