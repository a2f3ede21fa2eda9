// Keys and client ids of a record over HTTP: stated by its primary wallet, shown, kept and withdrawn.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { aRegister, ask, WAIT } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';

const wallet = EXAMPLE.walletAddress;
const organizationId = EXAMPLE.organisationId;
const FACTS = {
  credentialKeys: ['ab'.repeat(32)],
  holderKeys: ['0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM'.slice(0, 42).concat('A')],
  verifierIds: ['x509_san_dns:office.example'],
};

describe('keys and client ids of a record', () => {
  const world = worldOfAll();

  it('are stated by its wallet, kept by a version that says nothing of them, and withdrawn', async () => {
    const registerId = await aRegister(world);
    const first = await ask(
      world,
      'publishParticipant',
      {
        params: { organizationId },
        body: {
          ...{ registerId, organizationName: 'Office', participantName: 'Office', signerWalletAddress: wallet },
          addresses: [{ walletAddress: wallet }],
        },
      },
      { headers: WAIT },
    );
    const { participantId } = first.json;
    const update = (body: object) =>
      ask(
        world,
        'updateParticipant',
        { params: { organizationId, participantId }, body: { registerId, signerWalletAddress: wallet, ...body } },
        { headers: WAIT },
      );
    const shown = async () => {
      const { latest } = (await ask(world, 'getParticipant', { params: { registerId, participantId } })).json;
      const { credentialKeys, holderKeys, verifierIds } = latest;
      return { credentialKeys, holderKeys, verifierIds };
    };
    const none = { credentialKeys: undefined, holderKeys: undefined, verifierIds: undefined };
    expect(await shown()).to.deep.equal(none);
    const stated = await update(FACTS);
    expect(stated.json.status, stated.text).to.equal('sealed');
    expect(await shown()).to.deep.equal(FACTS);
    expect((await update({ participantName: 'The office' })).json.status).to.equal('sealed');
    expect(await shown(), 'kept').to.deep.equal(FACTS);
    expect((await update({ holderKeys: [] })).json.status).to.equal('sealed');
    expect(await shown()).to.deep.equal({ ...FACTS, holderKeys: undefined });
    const twice = await update({ verifierIds: ['a', 'a'] });
    expect([twice.status, twice.json.code, twice.json.path]).to.deep.equal([
      400,
      'VAL_PARTICIPANT_001',
      '/verifierIds',
    ]);
    const malformed = await update({ credentialKeys: ['x'] });
    expect([malformed.status, malformed.json.code]).to.deep.equal([400, 'BODY_INVALID']);
  });
});
