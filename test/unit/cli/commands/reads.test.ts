// Commands that read a register and are told the height that they have to be answered from.
import { expect } from 'chai';
import { called, problem } from '../../../support/program/command.js';

const REGISTER = '11111111-2222-4333-8444-555555555555';
const TX = 'ab'.repeat(32);

const behind = () => problem(503, 'REGISTER_BEHIND', 'This node has the register up to height 4.');

describe('--at-least', () => {
  const READS = [
    `docket latest ${REGISTER}`,
    `docket show ${REGISTER} 3`,
    `docket list ${REGISTER}`,
    `docket transactions ${REGISTER} 3`,
    `tx show ${REGISTER} ${TX}`,
    `tx receipt ${REGISTER} ${TX}`,
    `tx evidence ${REGISTER} ${TX}`,
    `tx list ${REGISTER}`,
    `register show ${REGISTER}`,
    `query next ${TX} --register ${REGISTER}`,
    `query transactions ${REGISTER} --kind action`,
    `instance list --register ${REGISTER}`,
    `participant list ${REGISTER}`,
  ];

  it('goes with every read of a register, and its refusal is shown', async () => {
    for (const words of READS) {
      const { exit, err, requests } = await called(`${words} --at-least 5`, behind);
      expect([exit, err], words).to.satisfy(() => exit === 1 && err.includes('REGISTER_BEHIND'));
      expect(requests[0]?.headers.get('if-register-height'), words).to.equal('5');
    }
  });

  it('is left out where it is not given, and takes whole numbers only', async () => {
    const { requests } = await called(READS[0]!, behind);
    expect(requests.map(({ headers }) => headers.get('if-register-height'))).to.deep.equal([null]);
    for (const height of ['latest', '-1']) {
      const refused = await called(`${READS[0]} --at-least ${height}`, behind);
      expect([refused.exit, refused.requests]).to.deep.equal([2, []]);
    }
  });
});
