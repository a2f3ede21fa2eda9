// When an operator is told why a node is not linked: once for a cause that lasts, again much later, and never for a
// crowd of strangers.
import { expect } from 'chai';
import { type Complaint, Complaints, SETTLING_MS } from '../../../../../node/network/transport/complaints.js';
import { QUIET } from '../../../../support/node/ledger-world.js';

const MINUTE_MS = 60_000;

function scene() {
  let nowMs = 1_000_000;
  const said: { readonly fields: object; readonly message: string }[] = [];
  const log = { ...QUIET, warn: (fields: object, message: string) => void said.push({ fields, message }) };
  const complaints = new Complaints({ clock: { steady: () => nowMs }, log });
  const say = (given: Partial<Complaint> = {}) =>
    complaints.say(
      { key: 'a', reason: 'PEER_DESCRIPTOR_INVALID', detail: 'It is wrong.', about: { remote: '1.2.3.4:5' }, ...given },
      'A node was refused.',
    );
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { said, say, pass, complaints };
}

describe('node/network/transport/complaints', () => {
  it('say a cause once, and again when it lasts', () => {
    const { said, say, pass } = scene();
    for (let n = 0; n < 100; n++) say();
    expect(said).to.deep.equal([
      {
        fields: { remote: '1.2.3.4:5', reason: 'PEER_DESCRIPTOR_INVALID', detail: 'It is wrong.' },
        message: 'A node was refused.',
      },
    ]);
    say({ key: 'b' });
    expect(said).to.have.length(2);
    pass(9 * MINUTE_MS);
    say();
    expect(said).to.have.length(2);
    pass(MINUTE_MS);
    say();
    expect(said).to.have.length(3);
  });

  it('say what to do where it is known', () => {
    const { said, say } = scene();
    say({ reason: 'PEER_CERTIFICATE_UNTRUSTED' });
    expect(said[0]?.fields).to.have.property('detail').that.includes('It is wrong. If its organisation should be');
  });

  it('wait for what may settle by itself, and say at once what comes back after it was over', () => {
    const { said, say, pass, complaints } = scene();
    say({ isPatient: true });
    pass(SETTLING_MS - 1);
    say({ isPatient: true });
    expect(said).to.deep.equal([]);
    pass(1);
    say({ isPatient: true });
    expect(said).to.have.length(1);
    complaints.over('a');
    say();
    expect(said).to.have.length(2);
  });

  it('say a bounded number of causes, and others when those are old', () => {
    const { said, say, pass } = scene();
    for (let n = 0; n < 1000; n++) say({ key: `stranger ${n}` });
    expect(said).to.have.length(64);
    pass(10 * MINUTE_MS);
    say({ key: 'another' });
    expect(said).to.have.length(65);
  });
});
