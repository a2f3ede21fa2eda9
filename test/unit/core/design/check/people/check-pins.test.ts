// Lists of anchors that gates name, and a register has not pinned.
import { expect } from 'chai';
import type { Definition } from '../../../../../../core/blueprint/definition/types.js';
import { findUnpinned } from '../../../../../../core/design/check/people/check-pins.js';

const definition = (...sources: readonly object[]) =>
  ({ actions: [{}, { credentialRequirements: [{}, { trustPolicy: { sources } }] }] }) as unknown as Definition;
const found = (...sources: readonly object[]) =>
  findUnpinned(definition(...sources), new Set(['eu'])).map(({ code, location }) => `${code} ${location}`);

describe('core/design/check/people/check-pins', () => {
  it('tells each source by whose list nobody passes', () => {
    const at = '/actions/1/credentialRequirements/1/trustPolicy/sources';
    expect(
      found({ kind: 'x509-lotl', trustListId: 'eu' }, { kind: 'x509-lotl', trustListId: 'us' }, { kind: 'x509-lotl' }),
    ).to.deep.equal([`BP_TRUST_UNPINNED ${at}/1/trustListId`]);
  });

  it('tells none that lets somebody pass without the list', () => {
    const anchors = ['ab'.repeat(32)];
    expect(found({ kind: 'x509-lotl', trustListId: 'us', anchors })).to.deep.equal([]);
    expect(found({ kind: 'register', trustListId: 'us' }, { kind: 'did-allowlist', trustListId: 'us' })).to.deep.equal(
      [],
    );
  });
});
