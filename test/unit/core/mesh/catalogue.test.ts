// A catalogue proves who tells it, survives the wire, and none that was altered passes.
import { expect } from 'chai';
import { sha256 } from '../../../../core/base/hash.js';
import { isFailure } from '../../../../core/base/result.js';
import { generate, sign } from '../../../../core/crypto/signing/algorithms.js';
import {
  CATALOGUE_ADVERTS_MAX,
  type Catalogue,
  catalogueProblem,
  isStaleCatalogue,
  signCatalogue,
} from '../../../../core/mesh/catalogue.js';
import { decodeCatalogueNotice, encodeCatalogueNotice } from '../../../../proto/codec/catalogue.js';
import { GOSSIP_CATALOGUE_BYTES_MAX } from '../../../../proto/codec/limits.js';
import { issueOf } from '../../../support/base/results.js';
import { DESCRIPTOR_NOW, descriptorOf } from '../../../support/mesh/descriptor.js';
import { genesisOf, registerId } from '../../../support/mesh/gossips.js';

const NOW = DESCRIPTOR_NOW;
const { privateKey } = generate('ED25519', sha256('ada'));
const advert = (n: number) => ({
  ...{
    registerId: registerId(n),
    genesisHash: genesisOf(registerId(n)),
    name: 'Orders',
    description: 'Ü',
    height: n,
    isFullReplica: true,
    isPublic: true,
  },
});

function told(members: Partial<Catalogue> = {}): Catalogue {
  const unsigned = {
    descriptor: descriptorOf('ada'),
    adverts: [advert(1), advert(2)],
    withdrawn: [registerId(3)],
    seq: NOW,
    ...members,
  };
  return signCatalogue(unsigned, (digest) => sign('ED25519', privateKey, digest));
}

describe('a catalogue', () => {
  it('is good as it was signed, and after the wire', () => {
    expect(catalogueProblem(told(), NOW)).to.equal(undefined);
    const bytes = encodeCatalogueNotice(told());
    expect(decodeCatalogueNotice(bytes)).to.deep.equal(told());
  });

  it('is refused when anything in it was changed', () => {
    const good = told();
    const changed: Catalogue[] = [
      { ...good, seq: NOW + 1 },
      { ...good, withdrawn: [] },
      { ...good, adverts: [advert(1)] },
      { ...good, adverts: [{ ...advert(1), height: 99 }, advert(2)] },
      { ...good, descriptor: descriptorOf('bob') },
      { ...good, signature: '00'.repeat(64) },
    ];
    for (const one of changed) expect(catalogueProblem(one, NOW)).to.deep.include({ code: 'FRAME_INVALID' });
  });

  it('is refused from the future, for too many entries and for one register twice', () => {
    expect(catalogueProblem(told({ seq: NOW + 3_600_000 }), NOW)?.path).to.equal('/seq');
    const many = Array.from({ length: CATALOGUE_ADVERTS_MAX + 1 }, (_, n) => advert(n));
    expect(catalogueProblem(told({ adverts: many }), NOW)?.path).to.equal('/adverts');
    expect(isFailure(decodeCatalogueNotice(encodeCatalogueNotice(told({ adverts: many }))))).to.equal(true);
    expect(catalogueProblem(told({ withdrawn: [registerId(1)] }), NOW)?.path).to.equal('/adverts');
  });

  it('is stale when its node must have repeated itself since', () => {
    expect(isStaleCatalogue(told(), NOW + 60_000)).to.equal(false);
    expect(isStaleCatalogue(told(), NOW + 3_600_000)).to.equal(true);
  });

  it('is not decoded beyond its bytes', () => {
    expect(issueOf(decodeCatalogueNotice(new Uint8Array(GOSSIP_CATALOGUE_BYTES_MAX + 1)))).to.deep.include({
      code: 'FRAME_TOO_LARGE',
    });
  });
});
