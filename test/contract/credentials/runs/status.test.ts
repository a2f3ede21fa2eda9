// The status of a credential of a run: what is sealed is the truth, and the status list follows it. An account that
// revokes it has a transaction sent; a workflow, a wallet and the register do so too.
import { expect } from 'chai';
import type { CredentialDriver, CredentialDriverPorts } from '../../../../actors/credentials/credential-driver.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { STATUS_OF } from '../../../../core/credentials/issuing/issued.js';
import { statusAt } from '../../../../core/credentials/status/bits.js';
import { moveTypeOf } from '../../../../core/transaction/move-type.js';
import { to } from '../../../support/definitions/short-definitions.js';
import { ask } from '../../ledger/fixtures.js';
import { worldOfEach } from '../../world/world-of.js';
import { aKey, Phone } from '../phone.js';
import {
  grantPermit,
  issuedFor,
  losing,
  PERMIT_TYPE,
  type Permit,
  permitDefinition,
  permitRegister,
  until,
} from './permits.js';

describe('statuses of credentials of runs', () => {
  const world = worldOfEach();
  let driver: CredentialDriver;
  afterEach(() => driver.stop());

  async function issued(definition = permitDefinition()) {
    const registerId = await permitRegister(world, definition);
    driver = world.issuing();
    await driver.start();
    const permit = await grantPermit(world, registerId);
    const { id: credentialId } = await issuedFor(world, permit);
    return { permit, credentialId, wallet: await taken(credentialId) };
  }

  /** A phone takes a copy. */
  async function taken(credentialId: string) {
    const offered = await ask(world, 'offerRunCredential', { params: { credentialId } });
    const phone = new Phone(world);
    const token = String((await phone.token(offered.json.preAuthorizedCode)).json.access_token);
    const take = async () => {
      const { proof } = await phone.nonces();
      const jwt = [phone.proof(proof, { key: aKey() })];
      return phone.credential(token, { credential_configuration_id: PERMIT_TYPE, proofs: { jwt } });
    };
    const { json } = await take();
    const authorization = `Bearer ${token}`;
    return {
      take,
      notify: (event: string) =>
        phone.post('/notification', { notification_id: json.notification_id, event }, { authorization }),
    };
  }

  /** What a verifier finds in the status list at the place of the copy. */
  async function listed(credentialId: string): Promise<number> {
    const { issued: rows, lists } = world.deps.credentials;
    const credential = rows.find(EXAMPLE.organisationId, credentialId);
    const list = await lists.loadNamed(credential?.listId ?? '');
    return statusAt(list.bits(), credential?.copies[0]?.place as number) as number;
  }
  const follows = (credentialId: string, status: number) =>
    until(async () => (await listed(credentialId)) === status && driver.figures.behindMs === 0);
  const change = (name: string, credentialId: string) =>
    ask(world, `${name}Credential`, { params: { credentialId }, body: { reason: 'The site changed.' } });

  async function changesOf({ registerId, instanceId }: Permit): Promise<number> {
    const reg = world.deps.ledger.register(registerId)?.reg as number;
    const { items } = await world.deps.chain.byInstance(reg, instanceId, { skip: 0, top: 50 });
    return items.filter(({ transaction }) => moveTypeOf(transaction.header) === 'CredentialStatus').length;
  }

  it('are changed by a transaction, and the status list follows; revoked is the end', async () => {
    const { permit, credentialId, wallet } = await issued();
    const steps = [
      ['suspend', STATUS_OF.Suspended],
      ['reinstate', STATUS_OF.Valid],
      ['revoke', STATUS_OF.Revoked],
    ] as const;
    for (const [name, status] of steps) {
      const answer = await change(name, credentialId);
      expect(answer.status, answer.text).to.equal(202);
      expect(answer.json).to.include({ instanceId: permit.instanceId }).and.have.property('transactionId');
      await follows(credentialId, status);
      if (name === 'suspend') expect((await wallet.take()).json.error).to.equal('credential_request_denied');
    }
    expect(await changesOf(permit)).to.equal(3);
    const view = await ask(world, 'getIssuedCredential', { params: { credentialId } });
    expect(view.json).to.include({ state: 'Revoked', reason: 'The site changed.' });
    for (const name of ['suspend', 'reinstate']) {
      const answer = await change(name, credentialId);
      expect([answer.status, answer.json.code], name).to.deep.equal([409, 'CREDENTIAL_REVOKED']);
    }
    const offered = await ask(world, 'offerRunCredential', { params: { credentialId } });
    expect([offered.status, offered.json.code]).to.deep.equal([409, 'CREDENTIAL_REVOKED']);
    const trail = {
      params: { organizationId: EXAMPLE.organisationId },
      query: { eventType: 'CredentialStatusChanged' },
    };
    const events = await ask(world, 'listAuditEvents', trail);
    const details = events.json.items.map((event: { details: object }) => event.details);
    expect(details.filter((one: object) => 'transactionId' in one)).to.have.lengthOf(3);
    expect(details.filter((one: object) => !('transactionId' in one))).to.have.lengthOf(3);
  });

  it('are changed by an action of the workflow', async () => {
    const ending = { sender: 'y', credentialStatus: [{ of: 2, to: 'revoked' }], ...to() };
    const definition = permitDefinition({}, to(3));
    const actions = [...(definition.actions as readonly object[]), { id: 3, ...ending }] as never;
    const { permit, credentialId } = await issued({ ...definition, actions });
    const ended = await ask(world, 'submitAction', {
      body: {
        ...{ blueprintId: 'permit', registerAddress: permit.registerId, instanceId: permit.instanceId },
        ...{ actionId: '3', senderWallet: EXAMPLE.issuerWalletAddress, payloadData: {} },
      },
    });
    expect(ended.status, ended.text).to.equal(200);
    await follows(credentialId, STATUS_OF.Revoked);
    expect(await changesOf(permit)).to.equal(0);
  });

  it('are revoked on the ledger where the wallet deleted its copy', async () => {
    const { permit, credentialId, wallet } = await issued();
    expect((await wallet.notify('credential_accepted')).status).to.equal(204);
    expect(await changesOf(permit)).to.equal(0);
    expect((await wallet.notify('credential_deleted')).status).to.equal(204);
    await follows(credentialId, STATUS_OF.Revoked);
    expect(await changesOf(permit)).to.equal(1);
  });

  it('are revoked once where a wallet says again and again that it deleted its copy, also over a restart', async () => {
    const { permit, credentialId, wallet } = await issued();
    const sent: string[] = [];
    const lost: CredentialDriverPorts['workflow'] = {
      ...losing(world.deps.workflow),
      move: async (type, { instanceId }) => {
        sent.push(type);
        return { transactionId: '', instanceId, status: 'pending' } as never;
      },
    };
    await driver.stop();
    driver = world.issuing({ workflow: lost });
    await driver.start();
    const told = await Promise.all([wallet.notify('credential_deleted'), wallet.notify('credential_deleted')]);
    expect(told.map(({ status }) => status)).to.deep.equal([204, 204]);
    await until(() => sent.length > 0);
    expect((await wallet.notify('credential_deleted')).status).to.equal(204);
    // What it said last is the end.
    expect((await wallet.notify('credential_accepted')).status).to.equal(204);
    expect(sent).to.deep.equal(['CredentialStatus']);
    await driver.stop();
    expect(await changesOf(permit)).to.equal(0);
    driver = world.issuing();
    await driver.start();
    await follows(credentialId, STATUS_OF.Revoked);
    expect((await wallet.notify('credential_deleted')).status).to.equal(204);
    expect(await changesOf(permit)).to.equal(1);
  });

  it('are owed over a restart, from the commit that found the change on', async () => {
    const { credentialId } = await issued();
    await driver.stop();
    const { credentials } = world.deps;
    const lists = { loadNamed: async () => Promise.reject(new Error('the disk is away')) };
    driver = world.issuing({ credentials: { ...credentials, lists: lists as never } });
    await driver.start();
    await change('revoke', credentialId);
    await until(async () => (await credentials.runs.listOwedStatuses(5)).includes(credentialId));
    await driver.stop();
    expect(await listed(credentialId)).to.equal(STATUS_OF.Valid);
    driver = world.issuing();
    await driver.start();
    await follows(credentialId, STATUS_OF.Revoked);
    expect(await credentials.runs.listOwedStatuses(5)).to.deep.equal([]);
  });

  it('say nothing of when the instance ended', async () => {
    const { permit, credentialId } = await issued();
    const shown = async () => {
      const { json } = await ask(world, 'getInstance', { params: { instanceId: permit.instanceId } });
      const { json: list } = await ask(world, 'listInstances', { query: { registerId: permit.registerId } });
      return { one: json, listed: list.items.find(({ id }: { id: string }) => id === permit.instanceId) };
    };
    const before = await shown();
    world.advance(60_000);
    await ask(world, 'revokeCredential', { params: { credentialId }, body: {} });
    const rows = world.deps.credentials.issued;
    await until(() => rows.find(EXAMPLE.organisationId, credentialId)?.state === 'Revoked');
    const after = await shown();
    expect(after.one.updatedAt).to.not.equal(before.one.updatedAt);
    expect(after.one.completedAt).to.equal(before.one.completedAt);
    expect(after.listed?.completedAt).to.equal(before.one.completedAt);
  });

  it('are not of those who issue nothing', async () => {
    const { credentialId } = await issued();
    for (const as of ['user', 'systemAdmin'] as const) {
      const answer = await ask(world, 'revokeCredential', { params: { credentialId }, body: {} }, { as });
      expect([403, 404], as).to.include(answer.status);
    }
  });
});
