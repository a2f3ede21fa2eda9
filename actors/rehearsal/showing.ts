// The gates of an action in a rehearsal: the action is prepared as any other, and a test wallet shows at each gate what
// it asks for. The judge is that of every register.
import { issue } from '../../core/base/issue.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { FormatFault } from '../../core/credentials/fault.js';
import { gatesOf } from '../../core/credentials/gate/asked.js';
import type { GateParts } from '../../core/credentials/gate/parts.js';
import { publishedDefinition } from '../../core/instance/publications.js';
import { isVerifierAsOf } from '../../core/register/people/credential-facts.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Rehearsal, RoleWallet } from '../../storage/tables/workflow/rehearsals.js';
import type { Ledger } from '../ledger-port.js';
import type { ShownAction } from '../workflow/credentials/prepared.js';
import { gatesToMeet, preparedGates } from '../workflow/credentials/shown-gates.js';
import type { Workflow } from '../workflow/ports.js';
import type { Sandboxes } from './sandbox.js';
import { showTestCredential, TEST_VERIFIER, type TestCredentialPorts } from './test-credentials.js';
import { TEST_ISSUER } from './test-issuer.js';

interface NamingPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly sandboxes: Pick<Sandboxes, 'nameVerifier'>;
}

/** Where there are gates, a record of the sandbox names the client id of rehearsals, once for all of them. */
export async function prepareForGates(
  { chain, ledger, sandboxes }: NamingPorts,
  { registerId, wallets }: { readonly registerId: string; readonly wallets: readonly RoleWallet[] },
): Promise<Failure | undefined> {
  if (wallets.every(({ role }) => role !== TEST_ISSUER)) return undefined;
  const reg = ledger.register(registerId)?.reg;
  const isNamed = reg !== undefined && isVerifierAsOf(chain.view(reg), TEST_VERIFIER, Number.MAX_SAFE_INTEGER);
  return isNamed ? undefined : sandboxes.nameVerifier(registerId, TEST_VERIFIER);
}

interface ShowingPorts extends TestCredentialPorts {
  readonly chain: Pick<ChainStore, 'view'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly workflow: Pick<Workflow, 'prepare'>;
}

type Asked = Parameters<Workflow['prepare']>[0];

/** The prepared action with what was shown; undefined for one without gates. */
export async function showAtGates(
  ports: ShowingPorts,
  rehearsal: Rehearsal,
  ask: Asked,
): Promise<Result<ShownAction | undefined>> {
  const issuer = rehearsal.wallets.find(({ role }) => role === TEST_ISSUER);
  const reg = ports.ledger.register(rehearsal.sandboxRegisterId)?.reg;
  if (issuer === undefined || reg === undefined) return undefined;
  const view = ports.chain.view(reg);
  const definition = publishedDefinition(view, rehearsal.blueprintId, rehearsal.publicationTxId);
  const action = definition && planOf(definition).actions.get(ask.actionId)?.action;
  if (action === undefined || gatesOf(action).length === 0) return undefined;
  const prepared = await ports.workflow.prepare(ask);
  if (isFailure(prepared)) return prepared;
  const { registerId, blueprintId, actionId, by } = ask;
  const named = { registerId, blueprintId, actionId, senderWallet: by.address };
  const gates = preparedGates(view, named, prepared);
  const shown: Record<string, GateParts> = {};
  for (const gate of gatesToMeet(gates, () => false)) {
    const parts = await partsAt(ports, gate, { issuer, challenge: prepared.challenge });
    if (isFailure(parts)) return parts;
    shown[gate.id] = parts;
  }
  return { ...prepared, shown };
}

/** CREDENTIAL_REFUSED for claims that no credential can have. */
async function partsAt(...[ports, gate, of]: Parameters<typeof showTestCredential>): Promise<Result<GateParts>> {
  try {
    return await showTestCredential(ports, gate, of);
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    const message = `No credential can have what the gate ${gate.id} asks for. ${error.message}`;
    return fail(issue('CREDENTIAL_REFUSED', `/gates/${gate.id}`, message));
  }
}
