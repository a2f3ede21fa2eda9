// The vectors of provable deliveries hold for a program that shares no code with this one, and is of another language.
import { expect } from 'chai';
import { describePython } from './python-vectors.js';

interface Vector {
  receiver: { shared: string };
  carrier: string;
}

describePython(
  'vectors of provable deliveries in Python',
  { vectors: 'test/vectors/delivery-proof.json', script: 'delivery_proof.py', count: 6 },
  ({ text, said }) => {
    it('do not hold with another shared point or carrier', () => {
      const [one, , other] = JSON.parse(text) as [Vector, Vector, Vector];
      for (const [lie, why] of [
        [
          { ...one, receiver: { ...one.receiver, shared: other.receiver.shared } },
          'proof of the receiver does not hold',
        ],
        [{ ...one, carrier: other.carrier }, 'proof of the sender does not hold'],
        [{ ...one, carrier: '01'.padEnd(64, '0') }, 'not in the group of prime order'],
      ] as const) {
        const { status, stderr } = said(JSON.stringify([lie]));
        expect([status, stderr]).to.deep.equal([1, `${stderr.trim()}\n`]);
        expect(stderr).to.include(why);
      }
    });
  },
);
