// Offers of credentials of runs between two nodes. The node of the issuer gives one to the recipient alone, for the
// node that asks and a minute; the node of the recipient believes the wallet that sealed the Issuance alone. Both
// are played over one world here: test/e2e/recipients.test.ts has two nodes.
import { expect } from 'chai';
import type { CredentialDriver } from '../../../../actors/credentials/credential-driver.js';
import { keyNameOf } from '../../../../actors/workflow/encryption/recipient-keys.js';
import { PeerOffers } from '../../../../api/credentials/runs/peer-offers.js';
import { LEDGER } from '../../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { issuedCredentialRoutes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import { issue } from '../../../../core/base/issue.js';
import { RUN_OFFER_ASK_MS, RUN_OFFERS_BURST } from '../../../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import {
  type AskedPlace,
  answerBytes,
  answerDigest,
  askBytes,
  askDigest,
  offerText,
  RUN_OFFER,
  readAnswer,
  readAsk,
  readToldOffer,
  type SignedRunOffer,
  signatureOf,
  type ToldOffer,
  type UnsignedAsk,
} from '../../../../core/credentials/issuance/run-offer.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { good } from '../../../support/base/good.js';
import { ask } from '../../ledger/fixtures.js';
import { call } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { aWorld, NO_LIMITS } from '../../world/world.js';
import { worldOfEach } from '../../world/world-of.js';
import { aKey, Phone } from '../phone.js';
import { grantPermit, issuedFor, PERMIT_TYPE, permitDefinition, permitRegister, until } from './permits.js';

/** The name of the asking node. */
const FROM = 'self';

describe('offers of credentials of runs between nodes', () => {
  const world = worldOfEach();
  let driver: CredentialDriver;
  let giver: PeerOffers;
  let unsigned: UnsignedAsk;
  let place: AskedPlace;
  afterEach(() => driver.stop());

  beforeEach(async () => {
    await issued();
  });

  async function issued(config = {}) {
    const registerId = await permitRegister(world, permitDefinition(config));
    driver = world.issuing();
    await driver.start();
    const permit = await grantPermit(world, registerId);
    const { id: credentialId } = await issuedFor(world, permit);
    const atMs = world.deps.clock.now();
    unsigned = { credentialId, wallet: EXAMPLE.holdingWalletAddress, atMs };
    place = { registerId, issuer: EXAMPLE.issuerWalletAddress, from: FROM };
    giver = new PeerOffers({ ...world.deps });
  }

  const walletAt = (address: string) => world.deps.wallets.find(address) as Wallet;
  async function signed(digest: Uint8Array, address: string = EXAMPLE.holdingWalletAddress) {
    return good(await world.deps.keystore.sign(keyNameOf(walletAt(address), address), digest));
  }
  const answerTo = (giving: PeerOffers, text: Uint8Array, { registerId, issuer, from }: AskedPlace) =>
    giving.answer({ registerId, reg: 0, wallet: walletAt(issuer), address: issuer, peerId: from, text });
  /** The answer to a question that the wallet signed for its place, or for another one. */
  async function given(asked = unsigned, { signedFor = place, at = place, by = asked.wallet } = {}) {
    const signature = await signed(askDigest(asked, signedFor), by);
    return answerTo(giver, askBytes({ ...asked, signature }), at);
  }
  const offerIn = (answer: Uint8Array) => readToldOffer(readAnswer(answer)?.offer ?? '') as ToldOffer;
  const codeOf = (answer: Result<Uint8Array>) => (isFailure(answer) ? answer.issue.code : undefined);

  describe('at the node of the issuer', () => {
    it('are given to the recipient, signed by the wallet that sealed the issuance', async () => {
      const bytes = good(await given());
      const answer = readAnswer(bytes) as SignedRunOffer;
      const digest = answerDigest(askDigest(unsigned, place), answer.offer);
      const task = signatureOf(EXAMPLE.issuerWalletAddress, answer.signature, digest);
      expect(task && verifySync(task.algorithm, task.publicKey, task.digest, task.signature)).to.equal(true);
      const phone = new Phone(world);
      const { preAuthorizedCode, credentialType } = offerIn(bytes);
      const access = String((await phone.token(preAuthorizedCode)).json.access_token);
      const { proof } = await phone.nonces();
      const asked = {
        credential_configuration_id: credentialType,
        proofs: { jwt: [phone.proof(proof, { key: aKey() })] },
      };
      expect((await phone.credential(access, asked)).status).to.equal(200);
    });

    it('end the one before, which no wallet has taken', async () => {
      const former = offerIn(good(await given()));
      const newer = offerIn(good(await given()));
      const phone = new Phone(world);
      expect((await phone.token(former.preAuthorizedCode)).json.error).to.equal('invalid_grant');
      expect((await phone.token(newer.preAuthorizedCode)).status).to.equal(200);
      // An offer that a wallet has taken stays as it is.
      expect(isFailure(await given())).to.equal(false);
      expect(world.deps.credentials.offers.find(newer.offerId)?.status).to.equal('Exchanged');
    });

    it('are not there for anybody else, nor by a signature for another purpose', async () => {
      const another = { registerId: LEDGER.registerId, issuer: EXAMPLE.walletAddress, from: 'other' };
      const at = (changed: Partial<AskedPlace>) => ({ ...place, ...changed });
      const moved = (changed: Partial<AskedPlace>) => ({ at: at(changed), signedFor: at(changed) });
      const signature = await signed(askDigest(unsigned, place));
      const others: Record<string, Promise<unknown>> = {
        'another register': given(unsigned, moved({ registerId: another.registerId })).then(codeOf),
        'another wallet that issues': given(unsigned, moved({ issuer: another.issuer })).then(codeOf),
        'an unknown credential': given({ ...unsigned, credentialId: EXAMPLE.credentialId }).then(codeOf),
        'another recipient': given({ ...unsigned, wallet: EXAMPLE.issuerWalletAddress }).then(codeOf),
        'the key of another wallet': given(unsigned, { by: EXAMPLE.issuerWalletAddress }).then(codeOf),
        'a signature for another node': given(unsigned, { at: at({ from: another.from }) }).then(codeOf),
        'a signature for another time': answerTo(
          giver,
          askBytes({ ...unsigned, atMs: unsigned.atMs + 1, signature }),
          place,
        ).then(codeOf),
      };
      for (const [name, code] of Object.entries(others)) expect(await code, name).to.equal('CREDENTIAL_NOT_FOUND');
      expect(codeOf(await answerTo(giver, new Uint8Array(3), place))).to.equal('BODY_INVALID');
      const open = world.deps.credentials.issuers.of(EXAMPLE.organisationId).offers;
      expect(open, 'nothing is stored').to.equal(0);
    });

    it('are refused with the reason where the recipient asks too late, or the credential is not to be had', async () => {
      for (const atMs of [unsigned.atMs - RUN_OFFER_ASK_MS, unsigned.atMs + RUN_OFFER_ASK_MS])
        expect(codeOf(await given({ ...unsigned, atMs }))).to.equal('FORBIDDEN');
      const issuer = walletAt(EXAMPLE.issuerWalletAddress);
      await world.deps.commit(world.deps.wallets.put({ ...issuer, status: 'Locked' }));
      expect(codeOf(await given())).to.equal('WALLET_LOCKED');
      await world.deps.commit(world.deps.wallets.put(issuer));
      await ask(world, 'suspendCredential', { params: { credentialId: unsigned.credentialId }, body: {} });
      const rows = world.deps.credentials.issued;
      await until(() => rows.find(EXAMPLE.organisationId, unsigned.credentialId)?.state === 'Suspended');
      expect(codeOf(await given())).to.equal('CREDENTIAL_REVOKED');
    });
  });

  describe('at the node of the recipient', () => {
    let asked = 0;
    let runs: Runs;
    beforeEach(() => {
      runs = world.deps.credentials.runs;
    });
    type Told = Result<Uint8Array>;
    /** Another node has the plan, and answers so; the asker believes what is good, as over a mesh. */
    function answering(answer: (told: Told, text: Uint8Array) => Told | Promise<Told> = (same) => same) {
      const own = new PeerOffers({
        ...world.deps,
        credentials: { ...world.deps.credentials, runs: hiding(runs, false) },
      });
      (world.deps.credentials as { runs: unknown }).runs = hiding(runs, true);
      asked = 0;
      world.mesh.walletAsks.ask = async ({ registerId, wallet, subject, text, isGood }) => {
        asked += 1;
        expect(subject).to.equal(RUN_OFFER);
        const told = await answer(await answerTo(own, text, { registerId, issuer: wallet, from: FROM }), text);
        return isFailure(told) || isGood(told) ? told : fail(issue('WALLET_NODE_AWAY', '', 'No node has it.'));
      };
    }
    type Runs = typeof world.deps.credentials.runs;
    function hiding(runs: Runs, isHidden: boolean): Runs {
      const find = isHidden ? () => undefined : (id: string) => runs.find(id);
      return Object.assign(Object.create(runs), { find });
    }
    async function open(as: Persona = 'citizen') {
      const params = { credentialId: unsigned.credentialId };
      const token = await world.token(as);
      return call(world, issuedCredentialRoutes.offerRunCredential, { params }, { token });
    }

    it('are opened by those who use the wallet of the recipient, and by them alone', async () => {
      answering();
      const opened = await open();
      expect(opened.status).to.equal(201);
      expect(opened.json).to.include({ credentialId: unsigned.credentialId, credentialType: PERMIT_TYPE });
      expect(opened.json).to.include({ issuerWalletAddress: EXAMPLE.issuerWalletAddress, status: 'Pending' });
      expect((await new Phone(world).token(String(opened.json.preAuthorizedCode))).status).to.equal(200);
      for (const as of ['user', 'systemAdmin'] as const) {
        const refused = await open(as);
        expect([refused.status, refused.json.code], as).to.deep.equal([404, 'CREDENTIAL_NOT_FOUND']);
      }
      expect(asked, 'nobody is asked for them').to.equal(1);
    });

    it('are believed of the wallet that sealed the issuance alone, for this question', async () => {
      const issuer = EXAMPLE.issuerWalletAddress;
      const questionIn = (text: Uint8Array) => askDigest(good(readAsk(text)), place);
      const answers: Record<string, (answer: SignedRunOffer, text: Uint8Array) => Promise<SignedRunOffer>> = {
        'another offer': async ({ offer, signature }) => ({ offer: offer.replace('openid', 'openID'), signature }),
        'a signature of another wallet': async ({ offer }, text) => ({
          ...{ offer, signature: await signed(answerDigest(questionIn(text), offer)) },
        }),
        'a signature over another question': async ({ offer }) => ({
          ...{ offer, signature: await signed(answerDigest(new Uint8Array(32), offer), issuer) },
        }),
        // A program of the person's would choose where it leads.
        'an offer that leads to no wallet': async ({ offer: told }, text) => {
          const offer = offerText({ ...JSON.parse(told), credentialOfferUri: 'https://elsewhere.example/' });
          return { offer, signature: await signed(answerDigest(questionIn(text), offer), issuer) };
        },
      };
      for (const [name, change] of Object.entries(answers)) {
        answering(async (told, text) => answerBytes(await change(readAnswer(good(told)) as SignedRunOffer, text)));
        const { status, json } = await open();
        expect([status, json.code], name).to.deep.equal([503, 'WALLET_NODE_AWAY']);
      }
    });

    it('say what the node of the issuer says, or that it is away', async () => {
      answering(() => fail(issue('QUOTA_EXCEEDED', '', 'Too many offers.')));
      expect((await open()).json.code).to.equal('QUOTA_EXCEEDED');
      answering(() => fail(issue('INTERNAL', '', 'Anything.')));
      const away = await open();
      expect([away.status, away.json.code]).to.deep.equal([503, 'WALLET_NODE_AWAY']);
      answering(() => fail(issue('WALLET_NODE_AWAY', '', 'No node has it.')));
      expect((await open()).json).to.include({ code: 'WALLET_NODE_AWAY', detail: 'No node has it.' });
    });

    it('are asked of nobody where the ledger says that there is none', async () => {
      await ask(world, 'revokeCredential', { params: { credentialId: unsigned.credentialId }, body: {} });
      const rows = world.deps.credentials.issued;
      await until(() => rows.find(EXAMPLE.organisationId, unsigned.credentialId)?.state === 'Revoked');
      answering();
      const refused = await open();
      expect([refused.status, refused.json.code, asked]).to.deep.equal([409, 'CREDENTIAL_REVOKED', 0]);
    });
  });
});

describe('offers of credentials of runs, opened without end', () => {
  it('are refused after a burst, so that one person does not spend the questions of its node', async () => {
    const world = await aWorld({ rates: { ...NO_LIMITS, strict: 5 } });
    const parts = { params: { credentialId: EXAMPLE.credentialId } };
    const token = await world.token('citizen');
    const open = () => call(world, issuedCredentialRoutes.offerRunCredential, parts, { token });
    for (let i = 0; i < RUN_OFFERS_BURST; i++) expect((await open()).json.code).to.equal('CREDENTIAL_NOT_FOUND');
    expect((await open()).json.code).to.equal('RATE_LIMITED');
    await world.close();
  });
});
