// Drafts whose actions take credentials and issue them, rehearsed with a test issuer and a test wallet: nobody shows
// anything, and what they show opens nothing elsewhere.
import { expect } from 'chai';
import { showTestCredential, TEST_VERIFIER } from '../../../actors/rehearsal/test-credentials.js';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { gateRuleOf } from '../../../core/credentials/gate/rule.js';
import { joinSdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { generate } from '../../../core/crypto/signing/algorithms.js';
import { signFormatted } from '../../../core/crypto/signing/formats.js';
import { ask } from '../ledger/fixtures.js';
import { gatedOrder, gatedRegister, LICENCE, type PreparedGate, prepared } from '../workflow/gate-fixtures.js';
import type { Answer } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { code, lines, rehearsing } from './rehearsing.js';

const [order, confirm] = DEFINITION.actions;
/** Takes one of what stands on the list of a register that the sandbox does not pin. */
const listed = {
  sources: [{ kind: 'x509-lotl', confersAssurance: 'High', trustListId: 'eu' }],
  minAssuranceLevel: 'High',
};
const GATES = {
  'a claim of one value, of a list of anchors': [{ ...LICENCE, trustPolicy: listed, consent: 'transaction-data' }],
  'a type alone, of accepted issuers': [
    { type: 'BuyerCredential', acceptedIssuers: ['did:web:a.example'], readers: ['buyer'] },
  ],
  'an mdoc, with paths': [
    {
      ...{ id: 'card', doctype: 'org.office.card.1', readers: ['buyer'], holder: 'record', trustPolicy: listed },
      requiredClaims: [
        { claimName: '["org.office","number"]', expectedValue: 7 },
        { claimName: '["org.office","class"]' },
      ],
    },
  ],
  'a place of a list': [
    {
      ...LICENCE,
      requiredClaims: [{ claimName: '["classes",1]', expectedValue: 'B' }, { claimName: '["classes",null]' }],
    },
  ],
  'an mdoc, of a type alone': [{ id: 'card', doctype: 'org.office.card.1', readers: ['buyer'], trustPolicy: listed }],
  'an mdoc or an SD-JWT VC, with a date and a claim of a schema': [
    {
      ...{ ...LICENCE, id: 'card', vct: undefined, format: 'mso_mdoc', doctype: 'org.office.card.1' },
      requiredClaims: [
        { claimName: '["org.office","issued"]', expectedValue: '2026-01-31' },
        { claimName: '["org.office","class"]', schema: { type: 'integer', minimum: 3 } },
      ],
    },
  ],
  alternatives: [
    { ...LICENCE, anyOfGroup: 'papers' },
    { ...LICENCE, id: 'badge', vct: 'urn:office:badge:1', anyOfGroup: 'papers' },
  ],
  'two at once, one in the clear': [
    { ...LICENCE, evidence: 'public' },
    { ...LICENCE, id: 'badge', evidence: 'public' },
  ],
  'one that a role verifies': [{ ...LICENCE, readers: undefined, verifiedBy: 'buyer' }],
} as const;

describe('rehearsals of gates', () => {
  const world = worldOfAll();
  const { aDraft, begun, publish } = rehearsing(() => world);

  const aGated = (credentialRequirements: readonly object[], more = {}) =>
    aDraft({ ...DEFINITION, actions: [order, { ...confirm, ...more, credentialRequirements }] });

  /** Records of the sandbox of the organisation. */
  const records = async (): Promise<readonly { verifierIds?: readonly string[] }[]> => {
    const sandboxes = await ask(world, 'listRegisters', { query: { sandbox: 'true' } });
    const [{ id }] = sandboxes.json.registers ?? sandboxes.json.items ?? sandboxes.json;
    return (await ask(world, 'listParticipants', { params: { registerId: id } })).json.items;
  };

  for (const [title, requirements] of Object.entries(GATES))
    it(`are passed by a test wallet: ${title}`, async () => {
      const { play } = await begun(await aGated(requirements));
      const first = await play(0, { amount: 3 });
      expect(first.json.currentActions[0].isGated, first.text).to.equal(true);
      expect(lines(first, 'Gate')[0]).to.contain('which a test wallet shows by itself');
      const last = await play(1, { confirmed: true });
      expect([last.status, last.json.outcome], last.text).to.deep.equal([200, 'Passed']);
      expect(lines(last, 'Error')).to.deep.equal([]);
    });

  it('give a pass, by which the draft is published as it is', async () => {
    const id = await aGated(GATES['a type alone, of accepted issuers']);
    const { play } = await begun(id);
    await play(0, { amount: 3 });
    await play(1, { confirmed: true });
    const made = await publish(id);
    expect([made.status, made.json.isSuccess, made.json.overridden], made.text).to.deep.equal([200, true, false]);
  });

  it('have one record in the sandbox, which names a client id of no node', async () => {
    await begun(await aGated(GATES['a claim of one value, of a list of anchors']));
    const named = (await records()).flatMap(({ verifierIds = [] }) => verifierIds);
    expect(named).to.deep.equal([TEST_VERIFIER]);
  });

  it('tell which credential an action issues on a register', async () => {
    const config = {
      ...{ credentialType: 'Permit', recipientParticipantId: 'buyer' },
      claimMappings: [{ claimName: 'confirmed', sourceField: '/confirmed' }],
    };
    const { play } = await begun(await aGated([LICENCE], { credentialIssuanceConfig: config }));
    await play(0, { amount: 3 });
    const last = await play(1, { confirmed: true });
    expect(last.json.outcome, last.text).to.equal('Passed');
    expect(lines(last, 'Info').join()).to.contain('is issued to buyer now. A rehearsal issues none.');
  });

  it('refuse a gate that asks for what no credential can have', async () => {
    const deep = JSON.stringify(Array.from({ length: 20 }, () => 'a'));
    const { play } = await begun(await aGated([{ ...LICENCE, requiredClaims: [{ claimName: deep }] }]));
    await play(0, { amount: 3 });
    expect(code(await play(1, { confirmed: true }))).to.equal('422 REHEARSAL_STEP_REFUSED /gates/licence');
  });

  it('are of an issuer that opens no gate of another register', async () => {
    const registerId = await gatedRegister(world);
    const waiting = await prepared(world, await gatedOrder(world, { registerId }));
    const [gate] = waiting.requirements as [PreparedGate];
    const { publicKey, privateKey } = generate('NISTP256', new Uint8Array(32).fill(7));
    const issuer = { role: '@issuer', address: '', publicKey: toBase64(publicKey) };
    const pair = { algorithm: 'NISTP256', publicKey, privateKey } as const;
    const ports = {
      ...{ clock: world.deps.clock, random: world.deps.random },
      keystore: {
        signFormatted: async (_: unknown, format: 'jose', bytes: Uint8Array) =>
          ({ signature: signFormatted(pair, format, bytes) }) as never,
      },
    };
    const at = { rule: gateRuleOf(LICENCE as never, 0), nonce: gate.nonce } as never;
    const shown = await showTestCredential(ports as never, at, { issuer, challenge: '' });
    if (isFailure(shown)) throw new Error(shown.issue.message);
    const rawPresentation = joinSdJwt({
      ...{ issued: String(shown.issued), disclosures: shown.claims as readonly string[], proof: String(shown.proof) },
    });
    const params = { gateId: waiting.gateId };
    const refused: Answer = await ask(world, 'presentAtGate', {
      params,
      body: { requirement: gate.id, rawPresentation },
    });
    expect([refused.status, refused.json.code], refused.text).to.deep.equal([403, 'CREDENTIAL_REFUSED']);
    expect(refused.json.detail).to.contain('(issuer)');
  });
});
