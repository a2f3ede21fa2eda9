// Issuers that are addresses and have no certificates, such as a node that issues to devices: before a verifier and the
// gate of an action of another node. That node asks the host of the issuer for its keys, and the register decides.
import { expect } from 'chai';
import { sha256Hex } from '../../../../core/base/hash.js';
import { ISSUER_DOCUMENT_KEPT_MS } from '../../../../core/base/limits/node/wallets.js';
import { p256Jwk } from '../../../../core/crypto/keys/jwk.js';
import { LIST, listTokens, OFFICE, pointOf, STRANGER, VCT } from '../../../support/credentials/office.js';
import { ask as ledger } from '../../ledger/fixtures.js';
import {
  gatedOrder,
  gatedRegister,
  type PreparedGate,
  prepared,
  wallet as SENDER,
  shownAt,
} from '../../workflow/gate-fixtures.js';
import { worldOfEach } from '../../world/world-of.js';
import { answerOf, ask, fetchObject, post, resultOf, seedVerifier, shownTo } from '../verifier-fixtures.js';

const ISSUER = 'https://acme.example/credentials/acme';
const METADATA = 'https://acme.example/.well-known/jwt-vc-issuer/credentials/acme';
const KEYS = `${ISSUER}/jwks`;
const KEY_ID = 'device-key';
const keysOf = (point: Uint8Array) => JSON.stringify({ keys: [{ ...p256Jwk(point), kid: KEY_ID, alg: 'ES256' }] });
/** Of the office, which has another address here and no certificates. */
const ISSUING = { chain: [], keyId: KEY_ID, claims: { iss: ISSUER }, place: 3 };
/** Of the tokens of the office: for so long a verifier keeps one. */
const TTL_MS = 300_000;

describe('issuers that are addresses', () => {
  const world = worldOfEach();
  const served = () => world.verifying.served;

  function serveKeys(point = pointOf(OFFICE), issuer = ISSUER): void {
    served().set(METADATA, JSON.stringify({ issuer, jwks_uri: KEYS }));
    served().set(KEYS, keysOf(point));
  }
  function serveStatus(status: number, listing: object = {}): void {
    const token = () =>
      listTokens({ atMs: world.deps.clock.now(), chain: [], keyId: KEY_ID, statuses: [[3, status]], ...listing }).jwt;
    served().set(LIST, token);
  }
  const fetched = () => world.verifying.sent.map(({ url }) => url);

  describe('at a gate of another node', () => {
    const requirement = {
      ...{ id: 'licence', vct: VCT, readers: ['buyer'], requiredClaims: [{ claimName: 'name' }] },
      trustPolicy: { sources: [{ kind: 'x509-lotl', confersAssurance: 'Low', trustListId: 'devices' }] },
    };
    let registerId: string;

    beforeEach(async () => {
      registerId = await gatedRegister(world);
      serveKeys();
      serveStatus(0);
    });

    async function pin(key = sha256Hex(OFFICE.spki), issuer = ISSUER): Promise<void> {
      const operation = { operationType: 'set-trust', listId: 'devices', kind: 'keys', sequence: 1 };
      const body = { wallet: SENDER, ...operation, entries: [{ issuer, key }] };
      const pinned = await ledger(world, 'propose', { params: { registerId }, body });
      expect(pinned.status, pinned.text).to.be.lessThan(300);
    }
    /** What the gate says of the credential, in an action that is prepared for it. */
    async function shown(change: object = {}, asked: object = {}) {
      const order = await gatedOrder(world, { registerId, requirements: [{ ...requirement, ...asked }] });
      const { gateId, requirements } = await prepared(world, order);
      const raw = shownAt(world, requirements[0] as PreparedGate, {}, { ...ISSUING, ...change });
      const body = { requirement: 'licence', rawPresentation: raw };
      const { json } = await ledger(world, 'presentAtGate', { params: { gateId }, body });
      const [, ground] = /refused \(([a-z]+)/.exec(json.detail ?? '') ?? [];
      return { gateId, said: json.isMet === true ? 'met' : ground };
    }
    const submit = async (gateId: string) => {
      const { json } = await ledger(world, 'submitPreparedAction', { params: { gateId } });
      return json.code ?? json.status;
    };

    it('pass by a key that the register pins under their name', async () => {
      await pin();
      const { gateId, said } = await shown();
      expect(said).to.equal('met');
      expect(fetched()).to.have.members([METADATA, KEYS, LIST]);
      expect(await submit(gateId)).to.equal('sealed');
      expect((await shown()).said).to.equal('met');
      expect(fetched(), 'kept').to.have.length(3);
    });

    it('are asked for nothing where no list of the policy names them', async () => {
      await pin(sha256Hex(OFFICE.spki), 'https://else.example/credentials/acme');
      expect((await shown()).said).to.equal('issuer');
      expect(fetched()).to.deep.equal([]);
    });

    it('are refused with another key than is pinned, and where their host says something else or nothing', async () => {
      await pin();
      for (const serve of [
        () => serveKeys(pointOf(STRANGER)),
        () => serveKeys(pointOf(OFFICE), 'https://else.example/credentials/acme'),
        () => served().delete(KEYS),
        () => served().delete(METADATA),
      ]) {
        world.advance(ISSUER_DOCUMENT_KEPT_MS);
        serve();
        expect((await shown({ signer: STRANGER })).said).to.equal('issuer');
      }
    });

    it('are refused with a key that their host has and the register has not', async () => {
      await pin(sha256Hex(STRANGER.spki));
      expect((await shown()).said).to.equal('issuer');
    });

    it('do not speak for each other by a key that is pinned under another name', async () => {
      await pin();
      const other = 'https://else.example/credentials/acme';
      served().set('https://else.example/.well-known/jwt-vc-issuer/credentials/acme', keysOf(pointOf(OFFICE)));
      expect((await shown({ claims: { iss: other } })).said).to.equal('issuer');
    });

    it('revoke during a partition: what was fetched counts for its time, then nothing passes', async () => {
      await pin();
      const before = await shown();
      expect(before.said).to.equal('met');
      // The node of the gate is cut off, and the device is revoked at its own node.
      for (const url of [METADATA, KEYS, LIST]) served().delete(url);
      world.advance(TTL_MS - 1000);
      expect((await shown()).said, 'the token is as good as its issuer says').to.equal('met');
      const strict = { statusMaxAge: 'PT1M' };
      expect((await shown({}, strict)).said, 'a gate that asks for a fresh one').to.be.oneOf(['issuer', 'status']);
      world.advance(TTL_MS);
      expect((await shown()).said, 'neither keys nor statuses').to.equal('issuer');
      serveKeys();
      expect((await shown()).said, 'no statuses').to.equal('status');
      serveStatus(1);
      expect((await shown()).said, 'the partition is over').to.equal('status');
      expect(await submit(before.gateId), 'prepared before, and judged with the status of its seal').to.equal(
        'CREDENTIAL_REFUSED',
      );
    });

    it('are refused with a status list of somebody else', async () => {
      await pin();
      serveStatus(0, { signer: STRANGER });
      expect((await shown()).said).to.equal('status');
    });
  });

  it('are accepted by a verifier that names them, and asked for nothing by one that does not', async () => {
    await seedVerifier(world);
    serveKeys();
    serveStatus(0);
    const answered = async (acceptedIssuers: readonly string[], change: object = {}) => {
      const question = { credentialType: VCT, requiredClaims: [{ claimName: 'name' }], acceptedIssuers };
      const asked = await ask(world, question);
      const { claims } = await fetchObject(world, asked);
      const text = shownTo(world, claims, {}, { ...ISSUING, ...change });
      await post(world, claims.response_uri, await answerOf(claims, { credential: [text] }));
      const { isValid, issuer, statusCheckResult } = (await resultOf(world, asked)).json.result;
      return [isValid, issuer, statusCheckResult];
    };
    expect((await answered(['https://else.example']))[0]).to.equal(false);
    expect(fetched()).to.deep.equal([]);
    expect(await answered([ISSUER])).to.deep.equal([true, ISSUER, 'Valid']);
    expect((await answered([ISSUER], { signer: STRANGER }))[0]).to.equal(false);
    serveStatus(1);
    world.advance(TTL_MS);
    expect(await answered([ISSUER])).to.deep.equal([false, ISSUER, 'NotValid']);
  });

  it('of this node are known without the network', async () => {
    await seedVerifier(world);
    const own = `${world.deps.config.publicUrl}/credentials/northwind`;
    const question = { credentialType: VCT, requiredClaims: [], acceptedIssuers: [own] };
    const asked = await ask(world, question);
    const { claims } = await fetchObject(world, asked);
    const text = shownTo(world, claims, {}, { ...ISSUING, claims: { iss: own } });
    await post(world, claims.response_uri, await answerOf(claims, { credential: [text] }));
    expect((await resultOf(world, asked)).json.result.isValid).to.equal(false);
    expect(fetched().filter((url) => url.startsWith(own))).to.deep.equal([]);
  });
});
