// Descriptors: a good one passes, and each change of it, signed or not, is found.
import { expect } from 'chai';
import fc from 'fast-check';
import { toHex } from '../../../../core/base/bytes.js';
import { checkDescriptor, descriptorDigest } from '../../../../core/mesh/descriptor.js';
import type { NodeDescriptor } from '../../../../core/mesh/types.js';
import { descriptorOf, DESCRIPTOR_NOW as NOW } from '../../../support/mesh/descriptor.js';

const DAY = 24 * 60 * 60 * 1000;
const good = descriptorOf('a');
const pathsOf = (descriptor: NodeDescriptor, nowMs = NOW) => checkDescriptor(descriptor, nowMs).map(({ path }) => path);

describe('core/mesh/descriptor', () => {
  it('accepts what the node key signed', () => {
    expect(checkDescriptor(good, NOW)).to.deep.equal([]);
    expect(checkDescriptor(descriptorOf('a', { endpoints: [], multiaddrs: [] }), NOW), 'only dials').to.deep.equal([]);
  });

  it('keeps the digest of its bytes', () => {
    expect(toHex(descriptorDigest(good))).to.equal(GOLDEN);
  });

  it('finds every member that was changed after signing', () => {
    const changes: readonly Partial<NodeDescriptor>[] = [
      { peerId: descriptorOf('b').peerId },
      { orgId: 'southwind' },
      { tlsKeyHash: '13'.repeat(32) },
      { consensusKey: '35'.repeat(32) },
      { endpoints: ['evil.example:7443'] },
      { multiaddrs: [] },
      { seq: good.seq - 1 },
      { notAfterMs: good.notAfterMs + 1 },
      { signature: descriptorOf('b').signature },
    ];
    for (const change of changes)
      expect(pathsOf({ ...good, ...change }), JSON.stringify(change)).to.deep.equal(['/signature']);
  });

  it('refuses sizes, forms and times out of bounds, though they are signed', () => {
    const nine = Array.from({ length: 9 }, (_, i) => `h${i}:1`);
    const rows: readonly (readonly [string, Partial<NodeDescriptor>])[] = [
      ['/orgId', { orgId: 'o'.repeat(129) }],
      ['/tlsKeyHash', { tlsKeyHash: 'AB'.repeat(32) }],
      ['/consensusKey', { consensusKey: '' }],
      ['/endpoints', { endpoints: nine }],
      ['/endpoints', { endpoints: ['no-port'] }],
      ['/endpoints', { endpoints: ['h:0'] }],
      ['/endpoints', { endpoints: ['h:65536'] }],
      ['/endpoints', { endpoints: ['a b:1'] }],
      ['/endpoints', { endpoints: [`${'h'.repeat(300)}:1`] }],
      ['/multiaddrs', { multiaddrs: ['tcp/1'] }],
      ['/multiaddrs', { multiaddrs: [`/dns4/${'h'.repeat(400)}`] }],
      ['/seq', { seq: -1 }],
      ['/seq', { seq: NOW + 10 * 60_000 + 1 }],
      ['/notAfterMs', { notAfterMs: NOW }],
      ['/notAfterMs', { notAfterMs: NOW + 8 * DAY + 1 }],
    ];
    for (const [path, members] of rows)
      expect(pathsOf(descriptorOf('a', members)), JSON.stringify(members).slice(0, 80)).to.deep.equal([path]);
    expect(pathsOf(descriptorOf('a', { seq: NOW + 10 * 60_000, notAfterMs: NOW + 8 * DAY }))).to.deep.equal([]);
    expect(pathsOf(good, good.notAfterMs), 'expired since').to.deep.equal(['/notAfterMs']);
    expect(pathsOf({ ...good, peerId: 'QmNoEd25519' })).to.deep.equal(['/peerId']);
    expect(pathsOf({ ...good, signature: 'zz' })).to.deep.equal(['/signature']);
  });

  it('never throws, whatever texts a peer sends', () => {
    const text = fc.string({ maxLength: 60 });
    const any = fc.record({
      ...{ peerId: text, orgId: text, tlsKeyHash: text, consensusKey: text, signature: text },
      ...{ endpoints: fc.array(text, { maxLength: 12 }), multiaddrs: fc.array(text, { maxLength: 12 }) },
      ...{ seq: fc.double(), notAfterMs: fc.double() },
    });
    fc.assert(
      fc.property(any, (descriptor) => {
        const issues = checkDescriptor(descriptor, NOW);
        expect(issues).to.not.have.length(0);
        for (const { code } of issues) expect(code).to.equal('PEER_DESCRIPTOR_INVALID');
      }),
    );
  });
});

/** Other nodes hash the same members to this: a change of it is a change of the protocol. */
const GOLDEN = '7ac89bdd7e6e96630e5a40998b9293216e267a1e8cf7c443b75928dbc05153ef';
