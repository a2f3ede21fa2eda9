// Issuers with certificates before a wallet of the node. A list of its organisation vouches for one, and the anchor of
// another is not known. A chain that does not hold by itself is refused.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../../api/groups/credentials/held-credentials/routes.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { joinSdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { TAG } from '../../../core/trust/x509/der.js';
import { good } from '../../support/base/good.js';
import { altNames, certificate, dns, type Parts, partyOf } from '../../support/certificates/certificates.js';
import { sequence, text } from '../../support/certificates/der.js';
import {
  CHAIN,
  FOREIGN_CHAIN,
  OFFICE,
  OFFICE_HOST,
  permit,
  ROOT_DER,
  STATE,
} from '../../support/credentials/office.js';
import { signedList } from '../../support/trust-lists/signed-list.js';
import { call } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { seedHoldingWallet } from './fixtures.js';

const { organisationId, holdingWalletAddress: address } = EXAMPLE;
const [MINISTRY, STRANGER] = [partyOf('Ministry'), partyOf('Ministry')];
const leaf = (parts: Parts = {}) =>
  certificate(OFFICE, MINISTRY, { ...parts, extensions: { subjectAltName: altNames(dns(OFFICE_HOST)) } });
const under = (parts: Parts, signer = STATE) => certificate(MINISTRY, signer, parts, 'authority');
const OVER = { validity: sequence(...['200101000000Z', '210101000000Z'].map((at) => text(at, TAG.utcTime))) };

describe('issuers with certificates before a wallet', () => {
  const world = worldOfEach();
  const store = async (chain: readonly Uint8Array[]) => {
    const rawToken = joinSdJwt(permit({ atMs: world.deps.clock.now(), chain }));
    const token = await world.token('citizen');
    const { status, json } = await call(
      world,
      routes.storeHeldCredential,
      { params: { address }, body: { rawToken } },
      { token },
    );
    return [status, json.issuerVerdict ?? json.code];
  };
  beforeEach(() => seedHoldingWallet(world));

  it('are told by the lists of the organisation and of the platform', async () => {
    expect(await store(CHAIN)).to.deep.equal([201, 'AuthenticUntrusted']);
    const { trust } = world;
    const url = 'https://lists.example/office.xml';
    trust.served.set(url, signedList({ services: [{ certificates: [toBase64(ROOT_DER)] }] }, trust.operator));
    good(await trust.trustListRefresher.take({ organisationId, trustListId: 'office', from: { url } }));
    expect(await store(CHAIN)).to.deep.equal([201, 'TrustedListVerified']);
    expect(await store([leaf(), under({})])).to.deep.equal([201, 'TrustedListVerified']);
    expect(await store(FOREIGN_CHAIN)).to.deep.equal([201, 'AuthenticUntrusted']);
  });

  it('are refused where their chain does not hold, whatever its anchor is', async () => {
    const forged = certificate(OFFICE, STRANGER, { extensions: { subjectAltName: altNames(dns(OFFICE_HOST)) } });
    for (const [what, chain] of [
      [
        'a signature that is not good',
        [
          certificate(
            OFFICE,
            { ...MINISTRY, privateKey: STRANGER.privateKey },
            { extensions: { subjectAltName: altNames(dns(OFFICE_HOST)) } },
          ),
          under({}),
        ],
      ],
      ['another key of the issuer', [forged, under({})]],
      ['a leaf that is over', [leaf(OVER), under({})]],
      ['an issuer that is over', [leaf(), under(OVER)]],
      ['an issuer that is no authority', [leaf(), certificate(MINISTRY, STATE)]],
      ['another order', [leaf(), under({}), under({})]],
    ] as const)
      expect(await store(chain), what).to.deep.equal([403, 'CREDENTIAL_REFUSED']);
  });
});
