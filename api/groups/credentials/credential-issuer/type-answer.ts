// Type metadata: of a type that an organisation states at its address, or of one that runs of a register issued here.
// It tells of what the documents of an issuer name already, so that no definition is told of before it issued.

import { definitionAt } from '../../../../actors/workflow/instance/definition-at.js';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { ISSUER_DOCUMENT_MS } from '../../../../core/base/limits/node/wallets.js';
import { fail } from '../../../../core/base/result.js';
import { typeAddress, typeOfRegister } from '../../../../core/credentials/issuance/names.js';
import { issuanceRulesOf } from '../../../../core/credentials/issuance/rule.js';
import { labelledClaims, typeDocument } from '../../../../core/credentials/issuance/type-document.js';
import { DEFAULT_FORMAT } from '../../../../core/credentials/issuing/formats.js';
import type { IssuerType } from '../../../../core/credentials/issuing/type-rules.js';
import type { Organisation } from '../../../../core/tenant/organisation.js';
import type { DefinedType } from '../../../../storage/tables/credentials/types.js';
import { OPEN } from '../../../credentials/issuers.js';
import { type ApiCall, reply } from '../../../define.js';
import { UUID_PATTERN } from '../../../schemas/base/common.js';
import type { CredentialDeps } from '../deps.js';

interface AskedType {
  readonly scope: string;
  readonly name: string;
}

export function answerType(asked: AskedType, { deps }: Pick<ApiCall<CredentialDeps>, 'deps'>) {
  const type = findType(deps, asked);
  if (type === undefined)
    return fail(issue('CREDENTIAL_TYPE_NOT_FOUND', '/name', 'The node tells of no such type of credentials.'));
  return reply(200, typeDocument(type), { ...OPEN, 'cache-control': `public, max-age=${ISSUER_DOCUMENT_MS / 1000}` });
}

function findType(deps: CredentialDeps, asked: AskedType): Parameters<typeof typeDocument>[0] | undefined {
  const { config, credentials, tenants } = deps;
  const { scope, name } = asked;
  if (!credentials.settings.enabled) return undefined;
  const address = typeAddress(config.publicUrl, asked);
  // A subdomain may look like the id of a register, for which only who issued on it speaks.
  if (!new RegExp(UUID_PATTERN).test(scope)) {
    const type = typeOf(deps, tenants.organisationOfSubdomain(scope), address);
    return type && { vct: address, display: displayOf(type, name), claims: [] };
  }
  for (const vct of [address, typeOfRegister(scope, name)]) {
    const row = credentials.types.find(vct);
    const type = row && typeOf(deps, tenants.organisation(row.organisationId), vct);
    if (type !== undefined) return { vct, display: displayOf(type, name), claims: claimsOf(deps, row) };
  }
  return undefined;
}

function typeOf({ credentials }: CredentialDeps, organisation: Organisation | undefined, vct: string) {
  if (organisation?.status !== 'Active') return undefined;
  const { types } = credentials.issuers.of(organisation.id);
  return types.find(({ credentialType, format }) => credentialType === vct && format === DEFAULT_FORMAT);
}

function displayOf({ display = [] }: IssuerType, name: string) {
  return display.length > 0 ? display : [{ name }];
}

/** None while the register is away, or damaged. */
function claimsOf({ chain, ledger }: CredentialDeps, row: DefinedType | undefined): readonly JsonObject[] {
  const record = row && ledger.register(row.registerId);
  if (row === undefined || record === undefined || record.purging) return [];
  const definition = definitionAt(chain.view(record.reg), row);
  const action = definition?.actions.find(({ id }) => String(id) === row.actionId);
  const rule = action && issuanceRulesOf(action).find(({ id }) => id === row.config);
  return definition && rule ? labelledClaims(definition, action, rule) : [];
}
