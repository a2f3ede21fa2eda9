// The links of this node, read again while somebody looks.
import { useEffect, useState } from 'react';
import { node } from '../session/node.js';

export type MeshSeen = Awaited<ReturnType<typeof node.peers.getMeshStatus>>;

const READ_MS = 5000;

/** The links that were read stay where the node does not answer: the page says so by its own state. */
export function useMesh(first: MeshSeen): MeshSeen {
  const [mesh, setMesh] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) node.peers.getMeshStatus().then(setMesh, () => undefined);
    }, READ_MS);
    return () => clearInterval(timer);
  }, []);
  return mesh;
}
