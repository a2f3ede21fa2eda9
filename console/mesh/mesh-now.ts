// The links of this node, read again while a person looks.
import { useAgain } from '../live/use-again.js';
import { node } from '../session/node.js';

export type MeshSeen = Awaited<ReturnType<typeof node.peers.getMeshStatus>>;

const READ_MS = 5000;

export function useMesh(first: MeshSeen): MeshSeen {
  const [mesh] = useAgain(first, () => node.peers.getMeshStatus(), READ_MS);
  return mesh;
}
