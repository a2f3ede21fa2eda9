// Seats of validators from the command line: what a node proves, and each act as one line.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../../../support/base/folders.js';
import { type Answers, called } from '../../../../support/program/command.js';
import { REGISTER_ID } from '../../../../support/register/ledger.js';

const base = `/api/registers/${REGISTER_ID}/governance`;
const outcome = () => ({ state: 'Submitted', proposalId: 'ab'.repeat(32), operation: {}, statementVersion: 2 });

describe('cli/commands/ledger/validator-seats', () => {
  const folder = folderOfAll();
  const file = (name: string, content: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(content), { mode: 0o600 });
    return join(folder, name);
  };

  it('says where to look for what an act waits for', async () => {
    const words = ['validator', 'remove', REGISTER_ID, 'ab'.repeat(32), '--wallet', 'main'];
    const waits = await called(words, { [`POST ${base}/propose`]: outcome() });
    expect(waits.exit, waits.err).to.equal(0);
    expect(waits.err).to.include(
      `It is not sealed yet. To see what it waits for: quorate register consensus ${REGISTER_ID}`,
    );
    const proposal = { registerId: REGISTER_ID, status: 'Recorded' };
    const sealed = await called(words, { [`POST ${base}/propose`]: { ...outcome(), proposal } });
    expect(sealed.exit, sealed.err).to.equal(0);
    expect(sealed.err).not.to.include('not sealed');
  });

  it('proves and proposes seats in one line each', async () => {
    const seat = { validatorId: 'aa'.repeat(32), orgId: 'org', consensusKey: 'bb'.repeat(32), peerId: '' };
    const proof = { validator: seat, genesisHash: 'cc'.repeat(32), proof: 'dd'.repeat(64) };
    const validator = (words: readonly string[], answers: Answers) => called(['validator', ...words], answers);
    const asked = await validator(['candidacy', REGISTER_ID], {
      [`POST /api/validators/${REGISTER_ID}/candidacy`]: proof,
    });
    expect(JSON.parse(asked.out)).to.deep.equal(proof);
    expect(asked.err).to.contain(`quorate validator add ${REGISTER_ID} --candidacy FILE --wallet WALLET`);
    const replaced = await validator(['candidacy', REGISTER_ID, '--replaces', 'ee'.repeat(32)], {
      [`POST /api/validators/${REGISTER_ID}/candidacy`]: proof,
    });
    expect(replaced.bodies).to.deep.equal([{ replaces: 'ee'.repeat(32) }]);
    const ready = {
      registerId: REGISTER_ID,
      height: 3,
      docketHash: 'aa'.repeat(32),
      stateHash: 'aa'.repeat(32),
      consensusKey: 'bb'.repeat(32),
      signature: 'dd'.repeat(64),
    };
    const readiness = await validator(['readiness', REGISTER_ID], {
      [`POST /api/validators/${REGISTER_ID}/readiness`]: ready,
    });
    expect(JSON.parse(readiness.out)).to.deep.equal(ready);
    const sent = async (...words: string[]) => {
      const { exit, err, bodies } = await validator([...words, '--wallet', 'main'], {
        [`POST ${base}/propose`]: outcome(),
      });
      expect(exit, err).to.equal(0);
      return bodies[0];
    };
    const by = { justification: '', wallet: 'main' };
    const validatorId = seat.validatorId;
    const candidacy = file('candidacy.json', proof);
    expect(await sent('add', REGISTER_ID, '--candidacy', candidacy)).to.deep.equal({
      operationType: 'add-validator',
      ...proof,
      ...by,
    });
    expect(await sent('activate', REGISTER_ID, validatorId, '--readiness', file('ready.json', ready))).to.deep.equal({
      operationType: 'activate-validator',
      validatorId,
      readiness: ready,
      ...by,
    });
    expect(await sent('remove', REGISTER_ID, validatorId, '--evidence', 'ee'.repeat(32))).to.deep.equal({
      operationType: 'remove-validator',
      validatorId,
      evidenceHash: 'ee'.repeat(32),
      ...by,
    });
    expect(await sent('rekey', REGISTER_ID, validatorId, '--candidacy', candidacy)).to.deep.equal({
      operationType: 'rekey-validator',
      validatorId,
      ...proof,
      ...by,
    });
  });
});
