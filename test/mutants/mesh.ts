// Broken versions of the mesh: of what a peer may read and write, of what it is told, and of the order in which the
// mesh follows its ledger.
import type { Mutant } from './mutant.js';

export const MESH: readonly Mutant[] = [
  {
    name: 'a peer that is refused is told the hello of this node',
    edits: [
      {
        file: 'node/network/calls/answers',
        from: 'if (isFailure(found))\n            return encodeHelloAnswer',
        to: 'if (false)\n            return encodeHelloAnswer',
      },
    ],
    test: 'unit/node/network/calls/answers',
    caught: 'learns why, and no hello',
  },
  {
    name: 'a guest writes to a register that it may read',
    edits: [
      {
        file: 'actors/mesh/peers/register-access',
        from: 'if (this.ports.rosters.isSeated(registerId, from.peerId))',
        to: 'if (true)',
      },
    ],
    test: 'unit/actors/mesh/peers/register-access',
    caught: 'a guest only where it has a seat',
  },
  {
    name: 'an offer submits what is of another register',
    edits: [
      {
        file: 'actors/mesh/inbound/frames',
        from: 'if (transactions.some((tx) => tx.header.registerId !== registerId))',
        to: 'if (false)',
      },
    ],
    test: 'unit/actors/mesh/inbound/frames',
    caught: 'of another register are a lie',
  },
  {
    name: 'a peer that may not write has its offers submitted',
    edits: [
      {
        file: 'actors/mesh/inbound/frames',
        from: 'if (isFailure(access.writable(from, registerId)))',
        to: 'if (false)',
      },
    ],
    test: 'unit/actors/mesh/inbound/frames',
    caught: 'are dropped without blame',
  },
  {
    name: 'the proof of a peer counts after its chain parted',
    edits: [
      {
        file: 'actors/mesh/gossip/told-heights',
        from: 'this.ports.proven().parted(registerId, peerId);',
        to: '',
      },
    ],
    test: 'unit/actors/mesh/gossip/told-heights',
    caught: 'takes back what a peer had proven',
  },
  {
    name: 'a docket is told to the members of before it',
    edits: [{ file: 'actors/mesh/ledger-news', from: 'this.governed(registerId);', to: '' }],
    test: 'unit/actors/mesh/ledger-news',
    caught: 'after its roster is in force',
  },
  {
    name: 'a peer that is linked again within a second is not compared',
    edits: [{ file: 'actors/mesh/replication/anti-entropy', from: 'this.heardAtMs.delete(peerId);', to: '' }],
    test: 'unit/actors/mesh/replication/anti-entropy',
    caught: 'once more where the link comes up again',
  },
  {
    name: 'a seed that never answered is not dialled when a peer links',
    edits: [
      {
        file: 'node/network/links/dialer',
        from: "link.tell('WAKE')",
        to: 'void link',
      },
    ],
    test: 'contract/network/network',
    caught: 'reached by a seed alone',
  },
  {
    name: 'a peer fills as many windows as it opens streams',
    edits: [{ file: 'node/network/transport/windows', from: 'bytes > bounds.connection ||', to: '' }],
    test: 'contract/network/windows',
    caught: 'holds more than one window',
  },
  {
    name: 'peers together leave as much unread as each of them may',
    edits: [{ file: 'node/network/transport/windows', from: '|| left > bounds.all', to: '' }],
    test: 'unit/node/network/transport/windows',
    caught: 'the fullest until the others have room',
  },
  {
    name: 'a stranger gets the windows of a member',
    edits: [{ file: 'node/network/transport/windows', from: 'if (this.#ports.isMember(remoteOf(session)))', to: '' }],
    test: 'contract/network/windows',
    caught: 'those of HTTP/2 alone',
  },
  {
    name: 'what comes behind an answer waits until the deadline',
    edits: [{ file: 'node/network/transport/client', from: 'call.cancel();\n                }', to: '}' }],
    test: 'contract/network/windows',
    caught: 'has something behind it',
  },
];
