// The answer of a phone to a request for a gate: judged by the ledger as of now, and kept with the prepared action. The
// request tells its organisation nothing of it.
import type { PreparedGate } from '../../actors/workflow/credentials/shown-gates.js';
import { fromBase64Url } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import { queryIdOf } from '../../core/credentials/gate/query.js';
import type { PresentationRequest } from '../../core/credentials/presenting/request.js';
import { PresentationRefusal } from '../../core/credentials/refusal.js';
import type { ApiCall } from '../define.js';
import type { AnsweredQuery, AnswerTaker } from '../verifying/answering.js';
import { gatesOfPrepared, openPrepared, type ShownGate, showOps } from './prepared.js';
import { type JudgingDeps, judgeAt, refusalRecord } from './showing.js';

type Call = ApiCall<JudgingDeps>;

/** Takes the answer for the gate; a prepared action that ended meanwhile takes none. */
export function gateTaker(call: Call, { gateId, requirement }: NonNullable<PresentationRequest['gate']>): AnswerTaker {
  const { deps } = call;
  let shown: ShownGate | undefined;
  const gateOf = (): PreparedGate | undefined => {
    const row = deps.gates.prepared.find(gateId);
    return row && gatesOfPrepared(deps, openPrepared(deps, row).content).find(({ id }) => id === requirement);
  };
  return {
    async judge(request, answered) {
      const row = deps.gates.prepared.find(gateId);
      const gate = gateOf();
      if (row === undefined || gate === undefined) return { isValid: false, kept: {} };
      const prepared = openPrepared(deps, row);
      const { clientId: audience, responseUri, key } = request;
      const { challenge } = prepared.content.fixed;
      const text = textFor(gate, answered);
      const encryptionKey = key && fromBase64Url(key.jwk.kid);
      const { organisationId } = row;
      const judged = await judgeAt(call, prepared, {
        gate,
        shown: { text, audience, responseUri, challenge, encryptionKey, organisationId },
      });
      if (isFailure(judged)) return { isValid: false, kept: {} };
      const { parts, verdict } = judged;
      const isValid = !(verdict instanceof PresentationRefusal);
      shown = isValid
        ? { state: 'Admitted', parts, requestId: request.id }
        : { state: 'Refused', problem: { code: verdict.code, message: verdict.message }, requestId: request.id };
      return { isValid, kept: {} };
    },
    opsOf(answered) {
      const { outcome, id: requestId } = answered;
      if (outcome?.state === 'Declined') shown = { state: 'Declined', requestId };
      // The browser brings the code first.
      else if (shown?.state === 'Admitted' && outcome?.codeHash !== undefined) shown = { ...shown, state: 'Answered' };
      if (shown === undefined) return [];
      const gate = gateOf();
      const isRefused = shown.state === 'Refused' && gate !== undefined;
      const record = isRefused ? [refusalRecord(call, { gateId, gate, code: shown.problem?.code ?? '' })] : [];
      return [...showOps(deps, gateId, { [requirement]: shown }), ...record];
    },
  };
}

/** The presentation of the first format that was answered. */
function textFor({ rule }: PreparedGate, { answer }: AnsweredQuery): string {
  for (const format of rule.formats) {
    const [text] = answer.presentations.get(queryIdOf(rule, format)) ?? [];
    if (text !== undefined) return text;
  }
  return '';
}
