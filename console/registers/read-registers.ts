// Reads the registers of this node, which of them it follows, and those that peers offer.
import { node } from '../session/node.js';
import { person } from '../session/person.js';

/** No list on one page is longer. */
const LISTED_MAX = 100;
const query = { pageSize: LISTED_MAX };

export async function readRegisters() {
  const who = await person();
  const [registers, followed, offered] = await Promise.all([
    node.registers.listRegisters({ query }),
    node.replication.listSubscriptions({ query }),
    readOffered(),
  ]);
  return { who, registers, offered, subscriptions: new Map(followed.map((each) => [each.registerId, each])) };
}

export type RegistersRead = Awaited<ReturnType<typeof readRegisters>>;
export type ListedRegister = RegistersRead['registers'][number];

/** No hub tells it. */
export const readOffered = () => node.replication.listAvailableRegisters({ query });

/** The newest docket of a register, and how many decide the next one. */
export async function readTip(registerId: string) {
  const params = { registerId };
  const [{ dockets }, { validators }] = await Promise.all([
    node.summaries.listDocketSummaries({ params, query: { pageSize: 1 } }),
    node.registers.getGovernanceRoster({ params }),
  ]);
  return { newest: dockets[0], validators: validators.length };
}
