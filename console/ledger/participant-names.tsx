// The names that participants of a register have there, in place of their addresses.
import { CodeValue } from '../parts/code-value.js';
import { node } from '../session/node.js';

const NAMES_MAX = 100;

export type ParticipantNames = ReadonlyMap<string, string>;

/** Of the participants that were sealed first. A page is whole without names. */
export async function readNames(registerId: string): Promise<ParticipantNames> {
  const listed = node.participants.listParticipants({ params: { registerId }, query: { top: NAMES_MAX } });
  const { items } = await listed.catch(() => ({ items: [] }));
  return new Map(
    items.flatMap(({ participantName, addresses }) =>
      addresses.map(({ walletAddress }) => [walletAddress, participantName]),
    ),
  );
}

interface SenderNameProps {
  readonly address: string;
  readonly names: ParticipantNames;
}

export function SenderName({ address, names }: SenderNameProps) {
  const name = names.get(address);
  if (name === undefined) return <CodeValue value={address} />;
  return <bdi title={address}>{name}</bdi>;
}
