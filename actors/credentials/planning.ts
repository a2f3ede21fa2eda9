// Plans the copies of a credential that a run issues: its claims as the wallet of its sender reads them, a certificate,
// an end, and a place of the status list for each copy. All of it is stored before the ledger hears of it.
import { toBase64Url } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { canonical, type JsonObject } from '../../core/base/json.js';
import { CREDENTIAL_MS } from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import { FormatFault, faultOr } from '../../core/credentials/fault.js';
import { issuedClaims } from '../../core/credentials/issuance/claims.js';
import { isTypeOfRegister } from '../../core/credentials/issuance/names.js';
import { issuanceRoot, type PlannedCopy, planCopy } from '../../core/credentials/issuance/planned.js';
import type { IssuanceRule } from '../../core/credentials/issuance/rule.js';
import type { IssuedCredential } from '../../core/credentials/issuing/issued.js';
import { issuanceCredentialId } from '../../core/credentials/issuing/run-id.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Wallet } from '../../core/wallet/wallet.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { TextCipher } from '../../storage/tables/accounts/identity-providers.js';
import type { IssuedCredentials } from '../../storage/tables/credentials/issued.js';
import type { OwedIssuance, RunIssuance, RunIssuances } from '../../storage/tables/credentials/run-issuances.js';
import type { CredentialTypes, DefinedType } from '../../storage/tables/credentials/types.js';
import { type CertificateOf, chooseAnchor } from './anchor.js';
import { loadOpenList, type OpenListPorts, openList, type WantedList } from './open-list.js';
import { withPublished } from './published.js';

export interface PlanningPorts extends OpenListPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly credentials: OpenListPorts['credentials'] & {
    readonly issued: IssuedCredentials;
    readonly runs: RunIssuances;
    readonly types: CredentialTypes;
    readonly certificateOf: CertificateOf;
    readonly secrets: TextCipher;
  };
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** The key of P-256 that was certified beside one of another algorithm. */
  readonly certificates: { coKeyOf(address: string): Uint8Array | undefined };
}

export interface PlannedRun {
  readonly owed: OwedIssuance;
  readonly run: Transaction;
  readonly rule: IssuanceRule;
  /** The wallet that sent it: one of an organisation. */
  readonly wallet: Wallet;
  /** The fields of the run. */
  readonly data: JsonObject;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const NOTIFICATION_BYTES = 16;

/**
 * Durable when it resolves. CERT_KEY_NOT_ELIGIBLE for a wallet that signs by no key of P-256; CERTIFICATE_MISSING;
 * QUOTA_EXCEEDED; BODY_INVALID for claims that cannot be issued.
 */
export async function planIssuance(ports: PlanningPorts, planned: PlannedRun): Promise<Result<RunIssuance>> {
  const { clock, credentials, random } = ports;
  const { owed, rule, wallet, data } = planned;
  const { format, trustAnchor: stated } = rule;
  const { organisationId } = owed;
  if (wallet.algorithm !== 'NISTP256' && ports.certificates.coKeyOf(wallet.address) === undefined) return fail(NO_KEY);
  const asked = { organisationId, wallet: wallet.address, format, stated };
  const anchor = chooseAnchor(credentials.certificateOf, asked);
  if (isFailure(anchor)) return anchor;
  const { validFromMs, validUntilMs } = lifeOf(rule, clock.now(), anchor.lastMs);
  const credentialType = rule.typeIn(owed.registerId);
  const draw = (length: number) => random.bytes(length);
  const copies = faultOr(() => {
    const { claims, disclosable } = issuedClaims(rule, data);
    const content = { credentialType, claims, disclosable, validUntilMs, random: draw };
    return Array.from({ length: rule.copies }, () => planCopy(format, content));
  });
  if (copies instanceof FormatFault) return fail(issue('BODY_INVALID', '/claims', copies.message));
  const { trustAnchor } = anchor;
  const wanted = { organisationId, issuerWallet: wallet.address, trustAnchor, validUntilMs };
  return store(ports, planned, { copies, credentialType, validFromMs, wanted });
}

const NO_KEY = issue(
  'CERT_KEY_NOT_ELIGIBLE',
  '',
  'The wallet of the run has no key of P-256, and no co-key yet (quorate certificate enrol --co-key).',
);

/** To the hour where it is good for a day or more: dates tell no credential from others of that hour. */
function lifeOf({ validForMs = CREDENTIAL_MS }: IssuanceRule, nowMs: number, lastMs = Number.POSITIVE_INFINITY) {
  const unitMs = validForMs >= 24 * HOUR_MS ? HOUR_MS : MINUTE_MS;
  const validFromMs = Math.floor(nowMs / unitMs) * unitMs;
  const endMs = Math.floor((validFromMs + validForMs) / unitMs) * unitMs;
  return { validFromMs, validUntilMs: Math.min(endMs, lastMs) };
}

interface Drawn {
  readonly copies: readonly PlannedCopy[];
  readonly credentialType: string;
  readonly validFromMs: number;
  readonly wanted: WantedList;
}

async function store(ports: PlanningPorts, planned: PlannedRun, drawn: Drawn): Promise<Result<RunIssuance>> {
  const { credentials, commit, random } = ports;
  const problem = await publish(ports, planned, drawn);
  if (problem !== undefined) return problem;
  for (;;) {
    const list = await loadOpenList(ports, drawn.wanted);
    // From here on in one turn: places are given, and rows are queued.
    const open = openList(ports, drawn.wanted, list);
    if (open === undefined) continue;
    const given = drawn.copies.map(() => open.list.give((length) => random.bytes(length)));
    const made = rowOf(ports, planned, { ...drawn, places: given.map(({ place }) => place) });
    const { credentialId: id } = made;
    await commit([
      ...open.ops,
      ...given.flatMap(({ ops }) => ops),
      credentials.issued.put(credentialOf(ports, planned, { ...drawn, id, listId: open.list.row.id })),
      ...credentials.runs.put(made),
      credentials.runs.owe({ ...planned.owed, credentialId: id }),
    ]);
    return made;
  }
}

/** The key and the type, where the documents of the issuer have not both, and the definition that tells of the type. */
async function publish(
  { credentials, certificates, commit }: PlanningPorts,
  { owed, run, wallet, rule }: PlannedRun,
  { credentialType, wanted }: Drawn,
): Promise<Failure | undefined> {
  const before = credentials.issuers.of(wanted.organisationId);
  const coKey = wallet.algorithm === 'NISTP256' ? undefined : certificates.coKeyOf(wallet.address);
  const after = withPublished(before, { wallet, format: rule.format, credentialType, shown: rule.shown, coKey });
  if (isFailure(after)) return after;
  const isNew = after.keys.length > before.keys.length || after.types.length > before.types.length;
  const ops = isNew ? [credentials.issuers.put(wanted.organisationId, after)] : [];
  const { registerId, config } = owed;
  const { blueprintId, publicationTxId = '', actionId } = run.header;
  const by = { organisationId: wanted.organisationId, registerId, blueprintId, publicationTxId, actionId, config };
  if (isTypeOfRegister(credentialType, registerId) && !isSame(credentials.types.find(credentialType), by))
    ops.push(credentials.types.put(credentialType, by));
  if (ops.length > 0) await commit(ops);
  return undefined;
}

function isSame(row: DefinedType | undefined, by: DefinedType): boolean {
  return row !== undefined && canonical({ ...row }) === canonical({ ...by });
}

function rowOf(
  { credentials }: PlanningPorts,
  { owed, run, rule }: PlannedRun,
  { copies, validFromMs, places }: Drawn & { readonly places: readonly number[] },
): RunIssuance {
  const root = issuanceRoot(copies);
  const credentialId = issuanceCredentialId(validFromMs, { run: owed.run, root });
  return {
    ...owed,
    ...{ credentialId, actionId: String(run.header.actionId) },
    ...{ recipient: rule.recipient, txCode: rule.txCode, holder: rule.holder, root, places, validFromMs },
    isAttested: rule.attestation?.required === true,
    sealed: credentials.secrets.encrypt(planName(credentialId), canonical(copies as never)),
  };
}

function credentialOf(
  { clock, random }: PlanningPorts,
  { owed, rule, wallet }: PlannedRun,
  { credentialType, wanted, listId, id }: Drawn & { readonly listId: string; readonly id: string },
): IssuedCredential {
  const { registerId, instanceId, run: transactionId, config } = owed;
  return {
    ...{ id, organisationId: wanted.organisationId, issuerWallet: wallet.address, format: rule.format },
    ...{ credentialType, trustAnchor: wanted.trustAnchor, state: 'Valid', listId, copies: [] },
    ...{ issuedAtMs: clock.now(), validUntilMs: wanted.validUntilMs },
    notificationId: toBase64Url(random.bytes(NOTIFICATION_BYTES)),
    run: { registerId, instanceId, transactionId, config },
    ...(owed.replaces !== undefined && { replaces: owed.replaces.credentialId }),
  };
}

/** The copies that were planned. Throws StoreError for a row that was changed on the disk. */
export function openPlan(
  { secrets }: { readonly secrets: TextCipher },
  { credentialId, sealed }: RunIssuance,
): readonly PlannedCopy[] {
  return JSON.parse(secrets.decrypt(planName(credentialId), sealed)) as readonly PlannedCopy[];
}

const planName = (credentialId: string) => `run-issuances/${credentialId}`;
