// Registers: loads, asks core and the ledger, shapes. Tenant isolation is access.ts, founding is founding.ts.

import { issue } from '../../../../core/base/issue.js';
import { canonical } from '../../../../core/base/json.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import type { RegisterPolicy, RegisterState } from '../../../../core/model/register.js';
import { GENESIS_BLUEPRINT } from '../../../../core/register/genesis/payload.js';
import { GOVERNANCE_BLUEPRINT } from '../../../../core/register/governance/operation.js';
import { policyOf } from '../../../../core/register/policy.js';
import { isSandbox, type RegisterRecord, tenantHere } from '../../../../storage/chain/registers.js';
import { isOfTenant, ownedRegister, visibleRegister } from '../../../access/registers.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import { defaultOwners, signAttestations } from '../../../submission/owners.js';
import { candidateViews } from '../../../views/governance.js';
import { totalHeader } from '../../../views/page.js';
import { registerView } from '../../../views/registers.js';
import type { LedgerDeps } from '../deps.js';
import { begin, foundRegister, keep, keyNames, policyDraft } from './founding.js';
import type { registerRoutes } from './routes.js';

export const registerHandlers: Handlers<typeof registerRoutes, LedgerDeps> = {
  async createRegister({ body }, call) {
    const owners = body.owners ?? (await defaultOwners(call));
    if (isFailure(owners)) return owners;
    const begun = await begin(call, { ...body, owners });
    if (isFailure(begun)) return begun;
    const { pending, attestors, nonce } = begun;
    const signedAttestations = await signAttestations(call, pending.registration, attestors);
    if (isFailure(signedAttestations)) return signedAttestations;
    const made = await foundRegister(call, pending, { nonce, signedAttestations });
    const names = keyNames(call.deps, attestors);
    if (!isFailure(made) && names.length > 0) await call.deps.commit(names);
    return made;
  },

  async initiateRegister({ body }, call) {
    const begun = await begin(call, body);
    if (isFailure(begun)) return begun;
    const ops = await keep(call, begun);
    if (isFailure(ops)) return ops;
    await call.deps.commit(ops);
    const { registration } = begun.pending;
    return {
      registerId: registration.registerId,
      attestationsToSign: registration.attestationsToSign.map((entry, i) => ({
        ...entry,
        walletId: begun.attestors[i]?.walletId ?? entry.walletId,
        derivationPath: begun.attestors[i]?.path ?? '',
      })),
      expiresAt: registration.expiresAt,
      nonce: begun.nonce,
    };
  },

  async finalizeRegister({ body }, call) {
    const { deps, caller } = call;
    const pending = deps.registrations.get(body.registerId);
    // A caller that did not initiate it gets the answer for a registration that does not exist.
    if (!pending || pending.initiatedBy !== caller.subject)
      return fail(issue('REGISTRATION_NOT_FOUND', '/registerId', 'No registration of yours waits under this id.'));
    const made = await foundRegister(call, pending, body);
    if (!isFailure(made)) await deps.commit([deps.registrations.del(body.registerId)]);
    return made;
  },

  listRegisters({ query }, call) {
    const records = ofTenant(call, query);
    const page = keyedPage(call, { query }, { items: records, keyOf: ({ reg }) => [reg] });
    if (isFailure(page)) return page;
    const items = page.items.map((record) => registerView(record, call.deps.chain));
    return reply(200, items, { ...totalHeader(records.length), ...page.next.headers });
  },

  countRegisters: ({ query }, call) => ({ count: ofTenant(call, query).length }),

  getRegister({ params }, call) {
    const record = visibleRegister(call, params.registerId);
    return isFailure(record) ? record : withVersion(registerView(record, call.deps.chain), versionOf(record));
  },

  async updateRegister({ params, body, headers }, call) {
    const record = ownedRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const late = failIfChanged(headers['if-match'], versionOf(record));
    if (late) return late;
    const changed = await call.deps.ledger.update(record.id, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(body.advertise === undefined ? {} : { advertise: body.advertise }),
      ...(body.status === undefined ? {} : { status: body.status }),
      trace: call.trace,
    });
    return isFailure(changed) ? changed : withVersion(registerView(changed, call.deps.chain), versionOf(changed));
  },

  async deleteRegister({ params, query }, call) {
    const record = ownedRegister(call, params.registerId);
    if (isFailure(record)) return record;
    if (query.tenantId !== undefined && query.tenantId !== tenantHere(record))
      return fail(issue('FORBIDDEN', '/tenantId', 'The register belongs to another tenant.'));
    return failIf(await call.deps.ledger.remove(record.id, call.trace));
  },

  getGovernanceRoster({ params }, call) {
    const at = stateOf(call, params.registerId);
    return isFailure(at) ? at : rosterView(call, at);
  },

  getRegisterPolicy({ params }, call) {
    const at = stateOf(call, params.registerId);
    if (isFailure(at)) return at;
    const { policy, roster } = at.state;
    const defaults = policyOf(policyDraft(call.deps), roster.validators.length);
    return {
      registerId: params.registerId,
      policy: policyView(policy),
      isDefault: canonical(policy) === canonical(defaults),
    };
  },
};

interface At {
  readonly record: RegisterRecord;
  readonly state: RegisterState;
}

function ofTenant(
  { caller, deps }: ApiCall<LedgerDeps>,
  { tenantId, sandbox }: { readonly tenantId?: string | undefined; readonly sandbox: boolean },
): RegisterRecord[] {
  const isAsked = (record: RegisterRecord): boolean =>
    isSandbox(record) === sandbox && (tenantId === undefined || tenantHere(record) === tenantId);
  return deps.ledger.registers().filter((record) => isOfTenant(caller, record) && isAsked(record));
}

function stateOf(call: ApiCall<LedgerDeps>, registerId: string): Result<At> {
  const record = visibleRegister(call, registerId);
  if (isFailure(record)) return record;
  const state = call.deps.ledger.state(registerId);
  return isFailure(state) ? state : { record, state };
}

async function rosterView({ deps }: ApiCall<LedgerDeps>, { record, state }: At) {
  const newest = { skip: 0, top: 1, reverse: true };
  const genesis = await deps.chain.byBlueprint(record.reg, GENESIS_BLUEPRINT, newest);
  const governance = await deps.chain.byBlueprint(record.reg, GOVERNANCE_BLUEPRINT, newest);
  const last = governance.items[0] ?? genesis.items[0];
  if (!last) return fail(issue('GOVERNANCE_ROSTER_NOT_SEALED', '', 'The genesis of the register is not sealed yet.'));
  return {
    registerId: record.id,
    members: [...state.members],
    memberCount: state.members.length,
    controlTransactionCount: genesis.total + governance.total,
    lastControlTxId: last.transaction.txId,
    validators: [...state.roster.validators],
    candidates: candidateViews(deps.chain.view(record.reg)),
    policy: policyView(state.policy),
  };
}

function policyView(policy: RegisterPolicy) {
  return { ...policy, crypto: { acceptedSignatureAlgorithms: [...policy.crypto.acceptedSignatureAlgorithms] } };
}

/** Of what its owner sets; its height changes by itself. */
function versionOf({ name, description, advertise, status }: RegisterRecord): unknown {
  return [name, description, advertise, status];
}
