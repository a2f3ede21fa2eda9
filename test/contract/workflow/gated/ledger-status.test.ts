// A gate that takes a permit of the same register, over HTTP: the wallet shows the link to its Issuance, by which the
// ledger says whether it is valid. A revocation closes the gate at the next docket.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { UNREHEARSED } from '../../../../cli/harness/unrehearsed.js';
import { concat } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { CURVES } from '../../../../core/crypto/keys/curves.js';
import { p256OfJwk } from '../../../../core/crypto/keys/jwk.js';
import { issuanceStatus } from '../../../../core/register/issued/rows.js';
import { asks, definitionOf, to } from '../../../support/definitions/short-definitions.js';
import { grantPermit, issuedFor, PERMIT_TYPE, permitRegister, until } from '../../credentials/runs/permits.js';
import { ask, WAIT } from '../../ledger/fixtures.js';
import { worldOfAll } from '../../world/world-of.js';
import { AUDIENCE, wallet } from '../gate-fixtures.js';

const HOLDER = EXAMPLE.holdingWalletAddress;
const ISSUER = EXAMPLE.issuerWalletAddress;
const ORGANISATION = { organizationId: EXAMPLE.organisationId };

describe('a gate for a credential of its own register', () => {
  const world = worldOfAll();
  let registerId: string;
  let driver: ReturnType<typeof world.issuing>;
  before(async () => {
    registerId = await permitRegister(world);
    driver = world.issuing();
    await driver.start();
  });
  after(() => driver.stop());

  async function must(id: string, parts: Parameters<typeof ask>[2], more: object = {}) {
    const answer = await ask(world, id, parts, more);
    expect(answer.status, `${id}: ${answer.text}`).to.be.below(300);
    return answer.json;
  }

  /** The town names the key by which it issues, and this node as one that asks; the owner vouches for it. */
  async function enrol(): Promise<void> {
    const [key] = world.deps.credentials.issuers.of(EXAMPLE.organisationId).keys;
    const spki = concat(CURVES['P-256'].prefix, p256OfJwk(key?.jwk) as Uint8Array);
    const stated = { registerId, signerWalletAddress: ISSUER, organizationName: 'Town', participantName: 'Town' };
    const body = { ...stated, addresses: [{ walletAddress: ISSUER }] };
    const { participantId } = await must('publishParticipant', { params: ORGANISATION, body }, { headers: WAIT });
    const params = { ...ORGANISATION, participantId };
    const facts = { credentialKeys: [sha256Hex(spki)], verifierIds: [AUDIENCE] };
    const own = { registerId, signerWalletAddress: ISSUER, ...facts };
    await must('updateParticipant', { params, body: own }, { headers: WAIT });
    const vouched = { registerId, signerWalletAddress: wallet, organizationName: 'Town' };
    await must('updateParticipant', { params, body: vouched }, { headers: WAIT });
  }

  /** A visit of the site, which takes the permit of its holder. */
  async function publishVisits(): Promise<void> {
    const requirement = {
      ...{ id: 'permit', vct: PERMIT_TYPE, readers: ['y'], requiredClaims: [{ claimName: 'number' }] },
      trustPolicy: { sources: [{ kind: 'register', confersAssurance: 'Low' }] },
    };
    const visit = { ...asks({ site: { type: 'string' } }), ...to(), credentialRequirements: [requirement] };
    const participants = [
      { id: 'x', walletAddress: HOLDER },
      { id: 'y', walletAddress: ISSUER },
    ];
    const blueprintJson = { ...definitionOf([visit], { participants }), id: 'visit' };
    const body = { blueprintId: 'visit', override: UNREHEARSED, blueprintJson };
    await must('publishBlueprint', { params: { registerId }, body });
  }

  const prepare = () =>
    must('prepareAction', {
      body: {
        ...{ blueprintId: 'visit', actionId: '1', registerAddress: registerId, senderWallet: HOLDER },
        payloadData: { site: 'Harbour 1' },
      },
    });

  it('is met by the link that its wallet shows, and closed by a revocation on the ledger', async () => {
    const permit = await grantPermit(world, registerId);
    const { id: credentialId, run } = await issuedFor(world, permit);
    const offered = await must('offerRunCredential', { params: { credentialId } }, { as: 'citizen' });
    const receiving = { params: { address: HOLDER }, body: { offerUri: offered.credentialOfferUri, consent: true } };
    const { credentials } = await must('receiveCredentials', receiving, { as: 'citizen' });
    await enrol();
    await publishVisits();
    const { gateId, requirements } = await prepare();
    const asked = (requirements[0].dcqlQuery.credentials as readonly JsonObject[])[0]!;
    expect(asked.claims).to.deep.include({ id: 'c1', path: ['quorate_ledger'] });
    const { tokenOf } = world.deps.verifier.statusTokens;
    let fetched = 0;
    world.deps.verifier.statusTokens.tokenOf = async (...given) => {
      fetched++;
      return tokenOf.call(world.deps.verifier.statusTokens, ...given);
    };
    const body = {
      ...{ requirement: 'permit', walletAddress: HOLDER, consent: true },
      credentialId: credentials[0].credentialId,
    };
    const shown = await must('presentAtGate', { params: { gateId }, body });
    expect(shown.isMet).to.equal(true);
    const done = await must('submitPreparedAction', { params: { gateId } });
    expect([done.status, fetched]).to.deep.equal(['sealed', 0]);

    await must('revokeCredential', { params: { credentialId }, body: { reason: 'The site changed.' } });
    const { reg } = world.deps.ledger.register(registerId)!;
    await until(() => issuanceStatus(world.deps.chain.view(reg), run?.issuanceTxId ?? '') === 'revoked');
    const next = await prepare();
    const refused = await ask(world, 'presentAtGate', { params: { gateId: next.gateId }, body });
    expect([refused.status, refused.json.code], refused.text).to.deep.equal([403, 'CREDENTIAL_REFUSED']);
    expect(refused.json.detail).to.contain('(status)');
  });
});
