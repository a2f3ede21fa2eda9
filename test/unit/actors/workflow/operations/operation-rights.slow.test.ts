// Operations that were signed before the node stopped, and whose asker may not use the wallet any more when it is back:
// nothing is sent for them, and yet their end is what the ledger says, because others may have the transaction.
import { expect } from 'chai';
import type { Acting } from '../../../../../actors/workflow/encryption/acting.js';
import type { OperationStarted } from '../../../../../actors/workflow/operations/operation-ports.js';
import { turnOf, walletNow } from '../../../../../actors/workflow/operations/operation-rights.js';
import type { Issue } from '../../../../../core/base/issue.js';
import { TRANSACTION_AGE_MAX_MS } from '../../../../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import type { Organisation } from '../../../../../core/tenant/organisation.js';
import { type Principal, SCOPES } from '../../../../../core/tenant/services/principal.js';
import { turnKey } from '../../../../../core/tenant/turn-key.js';
import { decodeTransaction } from '../../../../../core/transaction/encode.js';
import type { MemoryKv } from '../../../../../storage/engine/memory.js';
import type { Asker } from '../../../../../storage/tables/workflow/operations.js';
import { issueOf } from '../../../../support/base/results.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { REGISTER_ID } from '../../../../support/node/ledger-world.js';
import {
  ASKER,
  copyOf,
  member,
  type OperationWorld,
  operationWorld,
  order,
  withOrders,
} from '../../../../support/node/operation-world.js';

const BACKGROUND = { asker: ASKER, background: true, idempotencyKey: '' };
const codes = (issues: unknown) => ((issues ?? []) as readonly Issue[]).map(({ code, path }) => `${code} ${path}`);

async function settled<T>(world: OperationWorld, work: Promise<T>): Promise<T> {
  await world.clock.settle();
  return work;
}

async function aNode() {
  const world = await operationWorld();
  return { world, by: await withOrders(world) };
}

describe('the asker of an operation', () => {
  it('that has no membership goes on in the turn in which it asked', () => {
    const service = { id: 'service:billing', token: { organisationId: 'org', subject: 'billing' } };
    expect(turnOf(service))
      .to.equal(turnOf(ASKER))
      .and.to.equal(turnKey({ organisationId: 'org', subject: 'any' }));
    const person = { id: 'platform user', token: { organisationId: '', subject: 'sub' } };
    expect(turnOf(person)).to.equal(turnKey({ organisationId: '', subject: 'sub' }));
    expect(turnOf({ id: 'stored before' })).to.equal(turnKey({ organisationId: '', subject: 'stored before' }));
  });

  it('uses no wallet while its organisation is suspended, a service no more than a member', async () => {
    const world = await operationWorld();
    const { wallet, address } = await withOrders(world);
    const service = { id: 'service:billing', token: { organisationId: 'org', subject: 'billing' } };
    const owned = { ...wallet, owner: { kind: 'person', id: service.id } as const };
    const rights = { ...world, wallets: { find: () => owned, grant: () => undefined } };
    expect(walletNow(rights, service, address)).to.equal(owned);
    const suspended = { ...world.tenants.organisation('org'), status: 'Suspended' } as Organisation;
    await world.commit([...world.tenants.putOrganisation(suspended)]);
    for (const asker of [service, ASKER])
      expect(issueOf(walletNow(rights, asker, address))).to.have.property('code', 'ORGANISATION_SUSPENDED');
  });

  it('that is a service goes on as long as that may, and for a member with the reach of its token', async () => {
    const world = await operationWorld();
    const { wallet: made, address } = await withOrders(world);
    const wallet = { ...made, tenant: 'org' };
    const acting = { ...ASKER, service: 'billing' };
    const own = { ...wallet, owner: { kind: 'person', id: 'service:billing' } as const };
    const codeOf = (asker: Asker, found = wallet) => {
      const rights = { ...world, wallets: { find: () => found, grant: () => undefined } };
      const now = walletNow(rights, asker, address);
      return isFailure(now) ? now.issue.code : 'may';
    };
    const alone = { id: 'service:billing', token: { organisationId: 'org', subject: 'billing' }, service: 'billing' };
    const both = () => [codeOf(acting), codeOf(alone, own)];
    expect(both(), 'unknown').to.deep.equal(['ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED']);
    const stands = async (change: Partial<Principal> = {}) =>
      world.commit([world.services.put({ ...BILLING, ...change })]);
    await stands();
    expect(both(), 'it stands').to.deep.equal(['may', 'may']);
    await stands({ scopes: [SCOPES.execute] });
    expect(both(), 'it may act for nobody').to.deep.equal(['ACCOUNT_SUSPENDED', 'may']);
    await stands({ scopes: [SCOPES.delegate] });
    expect(both(), 'it may act in no workflow').to.deep.equal(['ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED']);
    await stands({ organisationId: 'another' });
    expect(codeOf(acting), 'it is of another organisation').to.equal('ACCOUNT_SUSPENDED');
    await stands({ status: 'Suspended' });
    expect(both(), 'it is suspended').to.deep.equal(['ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED']);
    await stands();
    expect(codeOf(acting, { ...wallet, tenant: 'another' }), 'a wallet of elsewhere').to.equal('WALLET_ACCESS_DENIED');
  });
});

const BILLING: Principal = {
  ...{ id: 'id of billing', clientId: 'billing', serviceName: 'Billing', scopes: [SCOPES.delegate, SCOPES.execute] },
  ...{ status: 'Active', createdAt: '2026-11-21T10:00:00.000Z', createdBy: 'root' },
};

describe('a transaction that an operation has signed', () => {
  async function acknowledged(world: OperationWorld, by: Acting, kv: MemoryKv): Promise<OperationStarted> {
    kv.hold();
    const asked = world.operations.submit(order(by), BACKGROUND);
    await world.clock.settle();
    // The first write is the ask: the answer comes with it, and everything else is still to do.
    kv.sync(1);
    return (await asked) as OperationStarted;
  }

  it('sends a transaction signed before a crash only for a user who may still use the wallet; ends it where no other node has it', async () => {
    const { world, by } = await aNode();
    const kv = world.kv as MemoryKv;
    const { operationId, instanceId } = await acknowledged(world, by, kv);
    await world.clock.settle();
    kv.sync(1);
    const survivor = kv.crash(0);
    const reopened = () => operationWorld({ kv: survivor, clock: new VirtualClock(world.clock.now()) });
    const closed = await copyOf(survivor);
    const revoked = await operationWorld({ kv: closed, clock: new VirtualClock(world.clock.now()) });
    await revoked.operations.stop();
    expect(revoked.operationStore.find(operationId)?.state).to.equal('Signed');
    await revoked.commit(member(revoked, 'Suspended'));
    const denied = await operationWorld({ kv: await copyOf(closed), clock: new VirtualClock(world.clock.now()) });
    await denied.clock.advance(10_000);
    expect(codes(denied.operations.find(operationId)?.issues)).to.deep.equal(['ACCOUNT_SUSPENDED ']);
    expect(isFailure(await denied.workflow.instance(REGISTER_ID, instanceId))).to.equal(true);
    const allowed = await reopened();
    await allowed.clock.advance(10_000);
    expect(allowed.operations.find(operationId)?.status).to.equal('Completed');
  });

  it('follows what was signed before a crash where others may have it, whatever became of its asker, and sends nothing', async () => {
    const { world, by } = await aNode();
    const kv = world.kv as MemoryKv;
    const { operationId } = await acknowledged(world, by, kv);
    await world.clock.settle();
    kv.sync(1);
    const closed = await copyOf(kv.crash(0));
    const clock = () => new VirtualClock(world.clock.now());
    const revoked = await operationWorld({ kv: closed, clock: clock() });
    await revoked.operations.stop();
    await revoked.commit(member(revoked, 'Suspended'));
    const found = async () => operationWorld({ kv: await copyOf(closed), clock: clock(), shared: true });
    const next = await found();
    await next.clock.advance(5 * 60_000);
    const waits = next.operations.find(operationId);
    expect(waits?.status).to.be.oneOf(['Queued', 'Running']);
    expect(next.ledger.receipt(REGISTER_ID, waits?.transactionId ?? ''), 'it was not sent').to.equal(undefined);
    const tx = decodeTransaction(next.operationStore.signedBytes(operationId) as Uint8Array) as Transaction;
    await settled(next, next.ledger.submit(tx, { priority: 'Normal', waitMs: 0 }));
    await next.clock.advance(60_000);
    expect(next.operations.find(operationId), 'another node brought it').to.include({ status: 'Completed' });
    const alone = await found();
    await alone.clock.advance(3 * TRANSACTION_AGE_MAX_MS + 10 * 60_000);
    expect(alone.operations.find(operationId)?.status, 'nobody has it any more').to.equal('Failed');
    expect(codes(alone.operations.find(operationId)?.issues)).to.deep.equal(['ACCOUNT_SUSPENDED ']);
    expect(alone.clock.armed).to.equal(0);
  });
});
