// Gates that a verifier judges before the seal, the whole way over HTTP on one node: who is asked, what is sealed, what
// is kept of it, and what a caller is told where nobody can verify.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail } from '../../../../core/base/result.js';
import { answerOf, fetchObject, post, shownTo } from '../../credentials/verifier-fixtures.js';
import { aRegister, ask } from '../../ledger/fixtures.js';
import { worldOfAll } from '../../world/world-of.js';
import {
  AUDIENCE,
  gatedOrder,
  gatedRegister,
  LICENCE,
  type PreparedGate,
  prepared,
  shownAt,
  wallet,
} from '../gate-fixtures.js';

/** The sender alone opens the evidence: who else judges it is the verifier. */
const VERIFIED = { ...LICENCE, readers: ['seller'], verifiedBy: 'buyer' };

describe('gates that are verified before the seal', () => {
  const world = worldOfAll();
  let registerId: string;
  before(async () => {
    registerId = await gatedRegister(world);
  });

  const submit = (gateId: string) => ask(world, 'submitPreparedAction', { params: { gateId } });
  const waiting = async (requirement: object = VERIFIED) => {
    const at = await gatedOrder(world, { registerId, requirements: [requirement] });
    const { gateId, requirements } = await prepared(world, at);
    return { ...at, gateId, gate: requirements[0] as PreparedGate };
  };
  const show = (gateId: string, gate: PreparedGate) =>
    ask(world, 'presentAtGate', {
      params: { gateId },
      body: { requirement: 'licence', rawPresentation: shownAt(world, gate) },
    });
  const audited = async () => {
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], { eventType: 'GateVerified' }, 50);
    return rows;
  };

  for (const requirement of [VERIFIED, { ...VERIFIED, evidence: 'public' }])
    it(`are signed for by the holder of the role, whose node keeps no part of it (${'evidence' in requirement})`, async () => {
      const { gateId, gate, instanceId } = await waiting(requirement);
      expect(gate).to.include({ audience: AUDIENCE, verifiedBy: 'buyer' });
      expect((await show(gateId, gate)).json.isMet).to.equal(true);
      const done = await submit(gateId);
      expect([done.status, done.json.status], done.text).to.deep.equal([200, 'sealed']);
      const { reg } = world.deps.ledger.register(registerId)!;
      const sealed = world.deps.chain.transaction(reg, done.json.transactionId);
      const [statement] = sealed!.transaction.header.metadata!.gates as unknown as readonly [JsonObject];
      expect(statement.by).to.include({ wallet, algorithm: 'ED25519' });
      const rows = (await audited()).filter(({ details }) => details['instanceId'] === instanceId);
      expect(rows.map(({ success, identityId }) => [success, identityId])).to.deep.equal([[true, '']]);
      expect(rows[0]!.details).to.include({ registerId, requirement: 'licence', wallet, sender: wallet });
      expect(JSON.stringify(rows)).to.not.match(/"Ada\\?"/);
    });

  it('are shown by a phone where the record of the verifier names this node', async () => {
    const { gateId } = await waiting();
    const made = (await ask(world, 'requestAtGate', { params: { gateId }, body: { requirement: 'licence' } })).json;
    const { claims } = await fetchObject(world, made);
    await post(world, claims.response_uri, await answerOf(claims, { licence: [shownTo(world, claims)] }));
    expect((await submit(gateId)).json.status).to.equal('sealed');
  });

  it('cannot be prepared where nobody holds the role, or its record names no client id', async () => {
    const body = { actionId: '1', senderWallet: wallet, payloadData: { confirmed: true } };
    const prepare = async (at: { readonly instanceId: string }) => {
      const { status, json } = await ask(world, 'prepareInstanceAction', {
        params: { instanceId: at.instanceId },
        body,
      });
      return [status, json.code, json.path, json.detail];
    };
    const vacant = await gatedOrder(world, { registerId, requirements: [{ ...LICENCE, verifiedBy: 'inspector' }] });
    expect(await prepare(vacant)).to.deep.equal([
      ...[403, 'CREDENTIAL_REFUSED', '/gates/licence'],
      'The gate licence is verified by the role inspector, which nobody holds yet.',
    ]);
    const strange = await aRegister(world);
    const sources = [{ kind: 'x509-tenant', confersAssurance: 'Low', anchors: ['ab'.repeat(32)] }];
    const unnamed = await gatedOrder(world, {
      registerId: strange,
      requirements: [{ ...VERIFIED, trustPolicy: { sources } }],
    });
    const [status, code, path, detail] = await prepare(unnamed);
    expect([status, code, path]).to.deep.equal([403, 'CREDENTIAL_REFUSED', '/gates/licence']);
    expect(detail).to.contain('role buyer').and.contain('verifierIds');
  });

  it('seal nothing while the verifier does not answer, and are submitted again once it does', async () => {
    const { gateId, gate } = await waiting();
    await show(gateId, gate);
    const { sign } = world.deps.keystore;
    let asked = 0;
    world.deps.keystore.sign = async (...given) =>
      ++asked === 1
        ? fail(issue('WALLET_NODE_AWAY', '', 'Nobody is there.'))
        : sign.call(world.deps.keystore, ...given);
    try {
      const away = await submit(gateId);
      expect([away.status, away.json.code, away.json.path], away.text).to.deep.equal([
        ...[503, 'WALLET_NODE_AWAY', '/gates/licence'],
      ]);
      expect((await submit(gateId)).json.status).to.equal('sealed');
    } finally {
      world.deps.keystore.sign = sign;
    }
  });
});
