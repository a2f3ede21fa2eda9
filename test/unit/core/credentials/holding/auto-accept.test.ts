// Issuers that a wallet accepts: forms, and which credential is of one.
import { expect } from 'chai';
import { ACCEPTED_ISSUERS_MAX } from '../../../../../core/base/limits/node/wallets.js';
import { isFailure } from '../../../../../core/base/result.js';
import {
  type AcceptedIssuer,
  isAccepted,
  type ProvenIssuer,
  statedIssuers,
} from '../../../../../core/credentials/holding/auto-accept.js';

const ISSUER = 'https://ledger.example/credentials/northwind';
const TYPE = 'urn:northwind:permit:1';
const town = { registerId: 'r1', participantId: 'town' };

describe('core/credentials/holding/auto-accept', () => {
  it('takes an address or a participant, each once', () => {
    const path = (...stated: readonly AcceptedIssuer[]) => {
      const read = statedIssuers(stated);
      return isFailure(read) ? read.issue.path : 'good';
    };
    expect(path({ issuer: ISSUER, types: [TYPE] }, town, { ...town, participantId: 'village' })).to.equal('good');
    expect(path()).to.equal('good');
    for (const stated of [{}, { registerId: 'r1' }, { participantId: 'town' }, { issuer: ISSUER, ...town }])
      expect(path(stated), JSON.stringify(stated)).to.equal('/issuers/0');
    for (const issuer of ['i.example', 'ftp://i.example', `${ISSUER}?a`, `${ISSUER}#a`, 'https://me@i.example'])
      expect(path({ issuer }), issuer).to.equal('/issuers/0/issuer');
    expect(path(town, { ...town, types: [TYPE] })).to.equal('/issuers/1');
    const many = Array.from({ length: ACCEPTED_ISSUERS_MAX + 1 }, (_, i) => ({ issuer: `${ISSUER}${i}` }));
    expect(path(...many)).to.equal('/issuers');
  });

  it('accepts by each name that is proven, of the types that are stated, and by no other', () => {
    const accepts = (accepted: AcceptedIssuer, proven: ProvenIssuer, type = TYPE) =>
      isAccepted({ issuers: [{ issuer: 'https://other.example' }, accepted] }, proven, type);
    expect(accepts({ issuer: ISSUER }, { issuer: ISSUER })).to.equal(true);
    expect(accepts(town, { issuer: ISSUER, ...town })).to.equal(true);
    expect(accepts({ ...town, types: [TYPE] }, town)).to.equal(true);
    for (const [accepted, proven] of [
      [{ issuer: 'https://ledger.example' }, { issuer: ISSUER }],
      [{ issuer: ISSUER }, { issuer: `${ISSUER}/` }],
      [{ issuer: ISSUER }, town],
      [{ issuer: ISSUER }, {}],
      [town, { ...town, participantId: 'village' }],
      [town, { ...town, registerId: 'r2' }],
      [town, { registerId: 'r1' }],
      [town, { participantId: 'town' }],
    ] as const)
      expect(accepts(accepted, proven), JSON.stringify([accepted, proven])).to.equal(false);
    expect(accepts({ issuer: ISSUER, types: [TYPE] }, { issuer: ISSUER }, 'urn:x')).to.equal(false);
    expect(isAccepted({ issuers: [] }, { issuer: ISSUER }, TYPE)).to.equal(false);
  });
});
