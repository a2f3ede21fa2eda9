// Sealed actions whose gates took credentials of an issuer, as one wallet reads them: after governance distrusted an
// anchor or a key, their parties see what rests on it.

import type { Acting } from '../../../../actors/workflow/encryption/acting.js';
import type { InstancePlace } from '../../../../actors/workflow/inbox/inbox-ports.js';
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { gatePartsIn } from '../../../../core/credentials/gate/member.js';
import { statedGatesOf } from '../../../../core/instance/runs/gates.js';
import { issuersShown } from '../../../../core/instance/runs/issuers.js';
import type { ReadRun } from '../../../../core/reading/cells/run-fold.js';
import { planFor } from '../../../../core/transaction/stated-vote.js';
import { canSee } from '../../../../core/wallet/access.js';
import { walletNotFound } from '../../../../core/wallet/wallet.js';
import { acting } from '../../../access/instances.js';
import { registerNotFound, visibleRegister } from '../../../access/registers.js';
import { standingOf } from '../../../access/wallet-standing.js';
import { type ApiCall, reply } from '../../../define.js';
import { askedKeyedPage, nextKeyedPage } from '../../../requests/keyed-page.js';
import type { WorkflowDeps } from '../deps.js';

interface IssuerAsked {
  readonly params: { readonly wallet: string; readonly register: string; readonly hash: string };
  readonly query: { readonly page: number; readonly pageSize: number; readonly cursor?: string | undefined };
}

export async function listRunsUnderIssuer(call: ApiCall<WorkflowDeps>, listing: IssuerAsked) {
  const { inbox, ledger, wallets } = call.deps;
  const { wallet: address, register, hash } = listing.params;
  const wallet = wallets.find(address);
  if (!wallet || !canSee(standingOf(call, wallet))) return fail(walletNotFound());
  const reader = await acting(call, address, 'decrypt');
  if (isFailure(reader)) return reader.mapIssues((issue) => ({ ...issue, path: '/wallet' }));
  const record = ledger.register(register);
  if (!record || record.purging) return fail({ ...registerNotFound(), path: '/register' });
  const asked = askedKeyedPage<InstancePlace>(call, listing);
  if (isFailure(asked)) return asked;
  const scope = { at: { registerId: record.id, reg: record.reg }, of: { wallet: address } };
  const instances = await inbox.instances({ scopes: [scope], ...asked });
  if (isFailure(instances)) return instances;
  // To a member of another tenant the register exists only where its wallet has a part in something.
  if (instances.items.length === 0 && isFailure(visibleRegister(call, record.id)))
    return fail({ ...registerNotFound(), path: '/register' });
  const items: RunUnderIssuer[] = [];
  for (const view of instances.items) items.push(...(await runsIn(call, view, { reader, reg: record.reg, hash })));
  const { page, pageSize } = listing.query;
  const last = instances.items.at(-1);
  const next = nextKeyedPage(call, listing, { last: last && [last.createdAtMs, last.id], hasMore: instances.hasMore });
  return reply(200, { items, page, pageSize, hasMore: instances.hasMore, ...next.members }, next.headers);
}

type RunUnderIssuer = ReturnType<typeof runView>;

interface Reading {
  readonly reader: Acting;
  readonly reg: number;
  readonly hash: string;
}

/** None of an instance that the wallet does not read any more. */
async function runsIn({ deps }: ApiCall<WorkflowDeps>, view: InstanceView, { reader, reg, hash }: Reading) {
  const { definition } = view;
  const seen = await deps.workflow.visible(view.registerId, view.id, reader);
  if (isFailure(seen) || definition === undefined) return [];
  return (seen.runs ?? []).flatMap((run) => {
    const { evidence } = run;
    const tx = evidence && deps.chain.view(reg).transaction(run.txId);
    if (tx === undefined) return [];
    const gates = statedGatesOf(tx, planFor(planOf(definition), tx.header));
    return gates
      .filter((gate) => issuersShown(gate, gatePartsIn(evidence, gate.id), tx).includes(hash))
      .map(({ id: gate, statement }) => runView(view.id, run, { gate, judgedAt: statement.at, asOf: statement.asOf }));
  });
}

function runView(instanceId: string, run: ReadRun, gate: { gate: string; judgedAt: string; asOf: number }) {
  const { txId: transactionHash, action, sender: senderWallet, isInForce } = run;
  return { instanceId, actionId: String(action), transactionHash, senderWallet, isInForce, ...gate };
}
