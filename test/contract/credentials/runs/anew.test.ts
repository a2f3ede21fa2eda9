// A credential of a run is issued anew: another Issuance replaces the one in force, once, also over a restart. The
// former one ends by that seal, and its recipient is told of the other one.
import { expect } from 'chai';
import type { CredentialDriver, CredentialDriverPorts } from '../../../../actors/credentials/credential-driver.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { issuedCredentialRoutes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail } from '../../../../core/base/result.js';
import { moveTypeOf } from '../../../../core/transaction/move-type.js';
import { asks, shows, to } from '../../../support/definitions/short-definitions.js';
import { ask } from '../../ledger/fixtures.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { worldOfEach } from '../../world/world-of.js';
import { aKey, Phone } from '../phone.js';
import {
  grantPermit,
  issuedFor,
  issuedOf,
  losing,
  PERMIT_TYPE,
  type Permit,
  permitDefinition,
  permitRegister,
  until,
} from './permits.js';

describe('a credential of a run that is issued anew', () => {
  const world = worldOfEach();
  let driver: CredentialDriver;
  afterEach(() => driver.stop());

  async function issued(definition = permitDefinition()) {
    const registerId = await permitRegister(world, definition);
    await restart();
    const permit = await grantPermit(world, registerId);
    return { permit, former: await issuedFor(world, permit) };
  }
  async function restart(changed: Partial<CredentialDriverPorts> = {}): Promise<void> {
    await driver?.stop();
    driver = world.issuing(changed);
    await driver.start();
  }
  const refresh = async (credentialId: string, body: object = {}, as: Persona = 'administrator') =>
    call(
      world,
      issuedCredentialRoutes.refreshCredential,
      { params: { credentialId }, body },
      { token: await world.token(as) },
    );
  const open = (credentialId: string) => ask(world, 'offerRunCredential', { params: { credentialId } });
  const stateOf = (id: string) => world.deps.credentials.issued.find(EXAMPLE.organisationId, id)?.state;
  const laterOf = async (id: string) => (await issuedOf(world)).find(({ replaces }) => replaces === id);

  /** The one that came in its place, once the status list of the former one says so. */
  async function sealedAfter(id: string) {
    await until(async () => (await laterOf(id))?.run?.issuanceTxId !== undefined && stateOf(id) === 'Revoked');
    return (await laterOf(id)) as NonNullable<Awaited<ReturnType<typeof laterOf>>>;
  }
  async function issuancesOf({ registerId, instanceId }: Permit) {
    const reg = world.deps.ledger.register(registerId)?.reg as number;
    const { items } = await world.deps.chain.byInstance(reg, instanceId, { skip: 0, top: 50 });
    return items.map(({ transaction }) => transaction).filter(({ header }) => moveTypeOf(header) === 'Issuance');
  }
  async function tokenFor(credentialId: string) {
    const phone = new Phone(world);
    const token = String((await phone.token((await open(credentialId)).json.preAuthorizedCode)).json.access_token);
    return async () => {
      const { proof } = await phone.nonces();
      const jwt = [phone.proof(proof, { key: aKey() })];
      return phone.credential(token, { credential_configuration_id: PERMIT_TYPE, proofs: { jwt } });
    };
  }
  const shownBy = (text: string) =>
    text
      .split('~')
      .slice(1, -1)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
      .flatMap(([, name, value]) => (name === 'number' ? [value] : []));

  it('has the claims of the run and copies of its own; the former one and its offers end', async () => {
    const { permit, former } = await issued();
    const takeFormer = await tokenFor(former.id);
    const asked = await refresh(former.id);
    expect([asked.status, asked.json.id], asked.text).to.deep.equal([202, former.id]);
    const later = await sealedAfter(former.id);
    const issuances = await issuancesOf(permit);
    const replacing = issuances.filter(({ payload }) => payload !== null && 'replaces' in (payload as object));
    expect(issuances).to.have.lengthOf(2);
    expect(replacing.map(({ payload }) => (payload as { replaces: string }).replaces)).to.deep.equal([
      former.run?.issuanceTxId,
    ]);
    expect((await takeFormer()).json.error).to.equal('credential_request_denied');
    const offered = await open(former.id);
    expect([offered.status, offered.json.code]).to.deep.equal([409, 'CREDENTIAL_REVOKED']);
    const given = await (await tokenFor(later.id))();
    expect(given.status).to.equal(200);
    const [copy] = given.json.credentials as readonly { readonly credential: string }[];
    expect(shownBy(copy?.credential ?? '')).to.deep.equal(['BP-2026-0001']);
    const view = await ask(world, 'getIssuedCredential', { params: { credentialId: later.id } });
    expect(view.json).to.include({ state: 'Valid', replaces: former.id });
    const inbox = await ask(world, 'listInboxEntries', { query: { category: 'Credential' } });
    const told = inbox.json.items.map(({ details }: { details: { credentialId: string } }) => details.credentialId);
    expect(told).to.have.members([former.id, later.id]);
  });

  it('is issued once where it is asked twice, and after a restart between what is owed and its seal', async () => {
    const { permit, former } = await issued();
    await restart({ workflow: losing(world.deps.workflow) });
    const answers = await Promise.all([refresh(former.id), refresh(former.id)]);
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202]);
    await until(async () => (await laterOf(former.id)) !== undefined);
    const planned = await laterOf(former.id);
    expect([planned?.run?.issuanceTxId, stateOf(former.id)]).to.deep.equal([undefined, 'Valid']);
    await restart();
    expect((await sealedAfter(former.id)).id).to.equal(planned?.id);
    expect(await issuancesOf(permit)).to.have.lengthOf(2);
    expect(await world.deps.credentials.runs.listOwed(5)).to.deep.equal([]);
  });

  it('begins with the status of the former one', async () => {
    const { former } = await issued();
    await ask(world, 'suspendCredential', { params: { credentialId: former.id }, body: {} });
    await until(() => stateOf(former.id) === 'Suspended');
    expect((await refresh(former.id)).status).to.equal(202);
    const { id } = await sealedAfter(former.id);
    await until(() => stateOf(id) === 'Suspended');
  });

  it('is given up where the register refuses it, and the former one stays', async () => {
    const { permit, former } = await issued();
    const refusal = fail(issue('VAL_ISSUE_004', '/header/instanceId', 'The role issued as many as it may.'));
    const { workflow } = world.deps;
    const refusing = { visible: workflow.visible.bind(workflow), move: async () => refusal };
    await restart({ workflow: refusing as never });
    expect((await refresh(former.id)).status).to.equal(202);
    await until(async () => (await laterOf(former.id))?.state === 'Revoked');
    expect(await world.deps.credentials.runs.listOwed(5)).to.deep.equal([]);
    expect(stateOf(former.id)).to.equal('Valid');
    expect(await issuancesOf(permit)).to.have.lengthOf(1);
  });

  it('is not to be had of a revoked one, with other claims, or by others', async () => {
    const { former } = await issued();
    for (const [body, path] of [
      [{ claims: { number: 'BP-2026-0002' } }, '/claims'],
      [{ validFor: 7200 }, '/validFor'],
    ] as const) {
      const { status, json } = await refresh(former.id, body);
      expect([status, json.code, json.path]).to.deep.equal([400, 'BODY_INVALID', path]);
    }
    expect((await refresh(former.id, { claims: 7 })).json.code).to.equal('BODY_INVALID');
    expect((await refresh(former.id, {}, 'user')).json.code).to.equal('FORBIDDEN');
    expect((await refresh(former.id, {}, 'systemAdmin')).json.code).to.equal('CREDENTIAL_NOT_FOUND');
    await restart({ workflow: losing(world.deps.workflow) });
    await ask(world, 'revokeCredential', { params: { credentialId: former.id }, body: {} });
    // Refused by the ledger first, and by the row once the list has followed.
    expect((await refresh(former.id)).json.code).to.equal('CREDENTIAL_REVOKED');
    await until(() => stateOf(former.id) === 'Revoked');
    expect((await refresh(former.id)).json.code).to.equal('CREDENTIAL_REVOKED');
    expect(await world.deps.credentials.runs.listOwed(5)).to.deep.equal([]);
  });

  it('is not to be had of a run that was rejected: the ledger says so first, and the status list after it', async () => {
    const definition = permitDefinition({}, to(3));
    const taking = { id: 3, sender: 'x', ...asks({ taken: { type: 'boolean' } }), ...shows({ y: ['*'] }), ...to() };
    const actions = [...(definition.actions as JsonObject[]), { ...taking, rejectionConfig: { targetActionId: 2 } }];
    const { permit, former } = await issued({ ...definition, actions });
    await driver.stop();
    const body = { reason: 'Of another site.', transactionHash: permit.run, registerAddress: permit.registerId };
    const rejected = await ask(world, 'rejectAction', {
      body: { ...body, senderWallet: EXAMPLE.holdingWalletAddress },
    });
    expect(rejected.status, rejected.text).to.equal(200);
    expect([stateOf(former.id), (await refresh(former.id)).json.code]).to.deep.equal(['Valid', 'CREDENTIAL_REVOKED']);
    await restart();
    await until(() => stateOf(former.id) === 'Revoked');
    expect((await refresh(former.id)).json.code).to.equal('CREDENTIAL_REVOKED');
    expect(await issuancesOf(permit)).to.have.lengthOf(1);
  });

  it('waits for the issuance of the former one', async () => {
    const registerId = await permitRegister(world);
    await restart({ workflow: losing(world.deps.workflow) });
    await grantPermit(world, registerId);
    await until(async () => (await issuedOf(world)).length > 0);
    const [planned] = await issuedOf(world);
    const refused = await refresh(planned?.id ?? '');
    expect([refused.status, refused.json.code]).to.deep.equal([503, 'NODE_UNAVAILABLE']);
  });
});
