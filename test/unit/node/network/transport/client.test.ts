// The name that a dialling node tells for an endpoint, without a connection.
import { expect } from 'chai';
import { serverNameOf } from '../../../../../node/network/transport/client.js';

describe('node/network/transport/client, the name that it tells', () => {
  it('is the name that is dialled, without the dot at its end', () => {
    expect(serverNameOf('node-a.ledger.example:7443')).to.equal('node-a.ledger.example');
    expect(serverNameOf('node-a.ledger.example.:7443')).to.equal('node-a.ledger.example');
    expect(serverNameOf('localhost:1')).to.equal('localhost');
  });

  it('is one name for all addresses', () => {
    const addresses = ['10.0.0.7:7443', '[::1]:7443', '[fe80::1]:7443', '127.1:7443', '[::ffff:10.0.0.7]:7443'];
    expect(new Set(addresses.map(serverNameOf))).to.deep.equal(new Set(['peer.quorate']));
  });
});
