// The contexts, pinned by their hashes: clients keep them, so that a change of one byte needs a new version.
import { expect } from 'chai';
import { sha256Hex } from '../../../../core/base/hash.js';
import { MEMBERS } from '../../../../core/design/reference/members.js';
import { CONTEXT, DEFINITION_MEMBERS, DID_CONTEXT, LINKED_TERMS } from '../../../../core/linked/terms.js';

const definitions = (text: string) => (JSON.parse(text) as { '@context': Record<string, unknown> })['@context'];

describe('the contexts of linked data', () => {
  it('are those that clients keep', () => {
    expect([sha256Hex(CONTEXT), sha256Hex(DID_CONTEXT)]).to.deep.equal([
      '0d629949722bf7f3c41fbe192eb6f5b4137f83985a9d214b0008409275cda452',
      '510441ebe71b25ca96832cfb30c1ca31ca2a5197457784c57c48b313d42dd349',
    ]);
  });

  it('define the members of the specification with their types', () => {
    const named = definitions(CONTEXT) as Record<string, Record<string, string>>;
    const xsd = 'http://www.w3.org/2001/XMLSchema#';
    expect(named.blockNumber?.['@type']).to.equal(`${xsd}unsignedLong`);
    expect(named.timestamp?.['@type']).to.equal(`${xsd}dateTime`);
    expect(named.signature?.['@type']).to.equal(`${xsd}base64Binary`);
    expect(named.recipients?.['@container']).to.equal('@list');
    expect(named.metadata?.['@type']).to.equal('@json');
    for (const name of ['registerId', 'txId', 'previousTxHash', 'version', 'senderWallet', 'payloadCount'])
      expect(named[name]?.['@id'], name).to.equal(`https://quorate.dev/contexts/blockchain/v1#${name}`);
    for (const name of ['Transaction', 'TransactionReference']) expect(named[name]).to.contain(`/v1#${name}`);
  });

  it('are protected, name no other context, and give no two terms one meaning', () => {
    for (const text of [CONTEXT, DID_CONTEXT]) {
      expect(definitions(text)).to.include({ '@protected': true, '@version': 1.1 });
      expect(text).not.to.match(/@import|"@vocab"|"@context":"/);
    }
    const iris = [...LINKED_TERMS.values()].map(({ iri }) => iri);
    expect(new Set(iris).size).to.equal(iris.length);
  });

  it('have a literal of JSON for each member of the language that is no text', () => {
    const texts = ['title', 'description', 'id', 'version', 'organizationId', 'createdAt', 'updatedAt'];
    const others = Object.keys(MEMBERS[''] ?? {}).filter((name) => !name.startsWith('@') && !texts.includes(name));
    expect([...DEFINITION_MEMBERS].sort()).to.deep.equal(others.sort());
  });
});
