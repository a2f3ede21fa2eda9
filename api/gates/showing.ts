// Shows a credential at a gate: a text that a program made, or one that a wallet of this node holds. It is judged at
// once, by the ledger as it is now; a refused one changes nothing.
import type { Static } from 'typebox';
import { gateRefused, type JudgedNow, type PreparedGate } from '../../actors/workflow/credentials/shown-gates.js';
import { fromBase64 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { CERTIFICATE_BYTES_MAX } from '../../core/base/limits/ledger/certificates.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { FormatFault } from '../../core/credentials/fault.js';
import { consentText } from '../../core/credentials/gate/consent.js';
import { gateQuery } from '../../core/credentials/gate/query.js';
import { matchAsked } from '../../core/credentials/holding/asked.js';
import { redeemCode } from '../../core/credentials/presenting/request.js';
import { PresentationRefusal } from '../../core/credentials/refusal.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { holdingWallet } from '../credentials/holding/holder-keys.js';
import { presentableCredentials } from '../credentials/holding/matching.js';
import { presentHeld } from '../credentials/holding/presenting.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { PresentAtGate } from '../schemas/workflow/gate.js';
import { type EvidenceDeps, type JudgedText, judgeText, type ShownText } from './evidence.js';
import {
  audienceAt,
  findPrepared,
  gateNamed,
  gateNotFound,
  gatesOfPrepared,
  type OpenPrepared,
  presentUrl,
  type ShownGate,
  showOps,
} from './prepared.js';

export type JudgingDeps = EvidenceDeps & Pick<ApiDeps, 'audit' | 'chain' | 'ledger'>;
export type ShowingDeps = JudgingDeps & Pick<ApiDeps, 'announcements' | 'commit' | 'keystore' | 'random' | 'wallets'>;
type Call = ApiCall<ShowingDeps>;
type Asked = Static<typeof PresentAtGate>;

/** The register of a prepared action as it is now; undefined where it is not here any more. */
export function registerNow({ chain, clock, ledger }: JudgingDeps, { content }: OpenPrepared): JudgedNow | undefined {
  const reg = ledger.register(content.place.registerId)?.reg;
  if (reg === undefined) return undefined;
  return { view: chain.view(reg), height: chain.head(reg)?.height ?? 0, nowMs: clock.now() };
}

/**
 * The prepared action with what was shown. CREDENTIAL_REFUSED for what does not meet the requirement, and the refusals
 * of a wallet that signs.
 */
export async function showAtGate(call: Call, gateId: string, asked: Asked): Promise<Result<OpenPrepared>> {
  const prepared = findPrepared(call, gateId);
  if (isFailure(prepared)) return prepared;
  const gate = gateNamed(gatesOfPrepared(call.deps, prepared.content), asked.requirement);
  if (isFailure(gate)) return gate;
  const ways = [asked.rawPresentation, asked.credentialId, asked.responseCode].filter((way) => way !== undefined);
  if (ways.length !== 1)
    return fail(issue('BODY_INVALID', '', 'Expected one of rawPresentation, credentialId and responseCode.'));
  if (asked.responseCode !== undefined) return redeemAtGate(call, prepared, { gate, code: asked.responseCode });
  const text = asked.rawPresentation ?? (await heldText(call, prepared, { gate, asked }));
  if (isFailure(text)) return text;
  const anchor = asked.anchor === undefined ? undefined : (fromBase64(asked.anchor) ?? new Uint8Array(0));
  if (anchor !== undefined && (anchor.length === 0 || anchor.length > CERTIFICATE_BYTES_MAX))
    return fail(issue('BODY_INVALID', '/anchor', 'Expected a certificate in DER as base64.'));
  const { fixed } = prepared.content;
  const audience = audienceAt(call.deps, prepared.content, gate);
  const { organisationId } = prepared.row;
  const responseUri = presentUrl(call.deps, gateId);
  const shown = { text, audience, responseUri, challenge: fixed.challenge, anchor, organisationId };
  const judged = await judgeAt(call, prepared, { gate, shown });
  if (isFailure(judged)) return judged;
  const { verdict, parts } = judged;
  if (verdict instanceof PresentationRefusal) {
    await call.deps.commit([refusalRecord(call, { gateId, gate, code: verdict.code })]);
    return fail({ ...gateRefused(gate.id, verdict), path: '/rawPresentation' });
  }
  return keepShown(call, gateId, { shown: { [gate.id]: { state: 'Admitted', parts } } });
}

/** Judged and counted. GATE_NOT_FOUND where the register is gone. */
export async function judgeAt(
  { deps }: Pick<ApiCall<JudgingDeps>, 'deps'>,
  prepared: OpenPrepared,
  { gate, shown }: { readonly gate: PreparedGate; readonly shown: ShownText },
): Promise<Result<JudgedText>> {
  const now = registerNow(deps, prepared);
  if (now === undefined) return fail(gateNotFound());
  const judged = await judgeText(deps, { gate, shown, now });
  const outcome = judged.verdict instanceof PresentationRefusal ? 'refused' : 'admitted';
  const sealed = gate.keptForMs === undefined ? 'sealed' : 'kept';
  deps.gates.metrics?.countGate(gate.isPublic ? 'public' : sealed, outcome);
  return judged;
}

/** An entry of the audit trail, with the ground alone. */
export function refusalRecord(
  { deps, address, trace, caller }: ApiCall<JudgingDeps>,
  { gateId, gate, code }: { readonly gateId: string; readonly gate: PreparedGate; readonly code: string },
) {
  const { organisationId, subject } = caller;
  return deps.audit.record({
    ...{ eventType: 'GateRefused', organisationId, identityId: subject, address, trace, success: false },
    details: { gateId, requirement: gate.id, ground: code },
  });
}

async function keepShown(
  call: Call,
  gateId: string,
  { shown, also = [] }: { readonly shown: Readonly<Record<string, ShownGate>>; readonly also?: readonly KvOp[] },
): Promise<Result<OpenPrepared>> {
  // The action may have ended while it was judged.
  const still = findPrepared(call, gateId);
  if (isFailure(still)) return still;
  await call.deps.commit([...showOps(call.deps, gateId, shown), ...also]);
  return { row: still.row, content: { ...still.content, shown: { ...still.content.shown, ...shown } } };
}

/** A presentation by a wallet of the caller on this node. */
async function heldText(
  call: Call,
  { row, content }: OpenPrepared,
  { gate, asked }: { readonly gate: PreparedGate; readonly asked: Asked },
): Promise<Result<string>> {
  if (asked.consent !== true)
    return fail(
      issue('BODY_INVALID', '/consent', 'The holder consents to show the claims that the gate asks for: true.'),
    );
  const wallet = await holdingWallet(call, asked.walletAddress ?? content.body.senderWallet);
  if (isFailure(wallet)) return wallet;
  const kept = call.deps.credentials.kept.find(wallet.address, asked.credentialId ?? '');
  if (kept === undefined)
    return fail(issue('CREDENTIAL_NOT_FOUND', '/credentialId', 'The wallet holds no such credential.'));
  const held = (await presentableCredentials(call.deps, wallet)).filter(({ id }) => id === kept.id);
  const match = matchAsked({ dcqlQuery: gateQuery(gate.rule) }, held);
  const [candidate] = match instanceof FormatFault ? [] : [...match.candidates.values()].flat();
  if (candidate === undefined)
    return fail(
      issue('CREDENTIAL_REFUSED', '/credentialId', `The credential is not one that the gate ${gate.id} asks for.`),
    );
  const presented = await presentHeld(call, {
    ...{ wallet, kept, paths: candidate.paths },
    asked: {
      ...{
        clientId: audienceAt(call.deps, content, gate),
        nonce: gate.nonce,
        responseUri: presentUrl(call.deps, row.id),
      },
      ...(gate.rule.asksConsent && { transactionData: [consentText(gate.header, gate.id)] }),
    },
  });
  return isFailure(presented) ? presented : presented.text;
}

/** Of the flow on one device: the browser of the holder came back to the session that asked. RESPONSE_CODE_REFUSED. */
async function redeemAtGate(
  { deps, caller, ...call }: Call,
  { row, content }: OpenPrepared,
  { gate, code }: { readonly gate: PreparedGate; readonly code: string },
): Promise<Result<OpenPrepared>> {
  const answered = content.shown[gate.id];
  const request = answered?.requestId === undefined ? undefined : deps.verifier.requests.find(answered.requestId);
  if (answered?.state !== 'Answered' || request === undefined)
    return fail(issue('RESPONSE_CODE_REFUSED', '/responseCode', 'No answer at this gate waits for a code.'));
  const brought = { by: caller.subject, sessionId: caller.sessionId, nowMs: deps.clock.now() };
  const after = redeemCode(request, { ...brought, codeHash: sha256Hex(code) });
  if (isFailure(after)) return after.mapIssues((problem) => ({ ...problem, path: '/responseCode' }));
  const admitted = { [gate.id]: { ...answered, state: 'Admitted' as const } };
  const also = [deps.verifier.requests.put(after)];
  return keepShown({ deps, caller, ...call }, row.id, { shown: admitted, also });
}
