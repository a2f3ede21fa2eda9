// The files of a node that has none and takes none.
import type { SharedFiles } from '../../../actors/files/ports.js';

export const noFiles: SharedFiles = {
  own: async () => undefined,
  isClaimed: () => false,
  isAwaited: () => false,
  onOffered: () => undefined,
  onLinked: () => undefined,
};
