// The rules between the settings of the mesh: settings that leave a node which no peer reaches, or which admits none,
// stop the start.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { peerIdOf } from '../../../../core/mesh/peer-id.js';
import { loadConfig } from '../../../../node/config/load.js';

const PEER = peerIdOf(new Uint8Array(32).fill(7));

function wrong(flags: Record<string, string>): string[] {
  const stated = Object.fromEntries(Object.entries(flags).map(([key, value]) => [`network.${key}`, value]));
  const found = loadConfig({ env: {}, flags: stated });
  return isFailure(found) ? found.issues.map(({ path }) => path) : [];
}

describe('node/config/network', () => {
  it('is off by default', () => {
    const found = loadConfig({ env: {}, flags: {} });
    expect(isFailure(found) ? undefined : found.network).to.deep.equal({
      ...{ enabled: false, host: '127.0.0.1', grpcPort: 7443, gossipPort: 7444, peers: [] },
      ...{ admission: 'org', allowedPeers: [], attestGenesis: 'members', confirmHeads: true, verifySync: 'all' },
    });
  });

  it('takes what makes sense together', () => {
    expect(wrong({ enabled: 'true', peers: 'a.example:1,10.0.0.1:65535,[::1]:7443', gossipPort: '0' })).to.deep.equal(
      [],
    );
    expect(wrong({ admission: 'closed', allowedPeers: PEER })).to.deep.equal([]);
    expect(wrong({ enabled: 'true', host: '0.0.0.0', announce: 'ledger.example:7443' })).to.deep.equal([]);
  });

  it('refuses ports that are taken twice', () => {
    expect(wrong({ enabled: 'true', grpcPort: '8080' })).to.deep.equal(['/network/grpcPort']);
    expect(wrong({ enabled: 'true', grpcPort: '7444' })).to.deep.equal(['/network/grpcPort']);
    expect(wrong({ enabled: 'true', gossipPort: '8080' })).to.deep.equal(['/network/gossipPort']);
    expect(wrong({ grpcPort: '8080' })).to.deep.equal([]);
  });

  it('refuses places that no peer can dial', () => {
    for (const place of [
      'ledger.example',
      'ledger.example:0',
      'a:70000',
      '0.0.0.0:1',
      'https://a:1',
      'a b:1',
      '::1:7443',
    ]) {
      expect(wrong({ announce: place }), place).to.deep.equal(['/network/announce']);
      expect(wrong({ peers: `a:1,${place}` }), place).to.deep.equal(['/network/peers']);
    }
    expect(wrong({ enabled: 'true', host: '0.0.0.0' })).to.deep.equal(['/network/announce']);
  });

  it('refuses lists of peers that admit no peer, or that nothing reads', () => {
    expect(wrong({ admission: 'closed' })).to.deep.equal(['/network/allowedPeers']);
    expect(wrong({ allowedPeers: PEER })).to.deep.equal(['/network/allowedPeers']);
    expect(wrong({ admission: 'closed', allowedPeers: `${PEER},x` })).to.deep.equal(['/network/allowedPeers']);
    expect(wrong({ admission: 'everybody' })).to.deep.equal(['/network/admission']);
  });
});
