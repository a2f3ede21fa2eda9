// The participants of the registers of the organisation, whose wallets can act in a role.
import { node } from '../../session/node.js';

const REGISTERS_MAX = 20;
/** Of each register. */
const PARTICIPANTS_MAX = 100;

export interface KnownParticipant {
  readonly address: string;
  readonly name: string;
  readonly organisation: string;
  readonly register: string;
}

export async function readParticipants(): Promise<readonly KnownParticipant[]> {
  const registers = await node.registers.listRegisters({ query: { pageSize: REGISTERS_MAX } });
  const read = await Promise.all(
    registers.map(async ({ id: registerId, name: register }) => {
      const query = { top: PARTICIPANTS_MAX };
      const { items } = await node.participants.listParticipants({ params: { registerId }, query });
      return items.flatMap(({ participantName: name, organizationName: organisation, addresses: [first] }) =>
        first ? [{ address: first.walletAddress, name, organisation, register }] : [],
      );
    }),
  );
  return read.flat();
}
