// The act of governance that revokes an issued credential for good, with any issuer. Pure.
import { issue } from '../../base/issue.js';
import { isObject } from '../../base/json.js';
import { fail, type Result } from '../../base/result.js';
import { barringChanges, issuanceStatus } from '../issued/rows.js';
import type { ChangeGround, GovernanceChange } from './change.js';
import type { GovernanceOperation } from './operation.js';

/** VAL_PERM_004 for a TxId that is not of an Issuance of the register, or of one that is revoked. */
export function revokeCredential(
  { issuance = '' }: GovernanceOperation,
  { state, view }: ChangeGround,
): Result<GovernanceChange> {
  const bad = (message: string) => fail(issue('VAL_PERM_004', '/payload/operation/issuance', message));
  const status = issuanceStatus(view, issuance);
  if (status === undefined) return bad('The register has no Issuance of this TxId.');
  if (status === 'revoked') return bad('The credential was revoked before.');
  const sealed = view.transaction(issuance);
  const config = sealed && isObject(sealed.payload) ? String(sealed.payload.config) : '';
  const run = sealed?.header.previousTransactionId ?? '';
  const height = state.height + 1;
  // The run does not have it issued anew, either.
  return { credentials: barringChanges(view, { run, configs: [config] }, { to: 'revoked', height }) };
}
