// A link for tests of frames on which nothing waits: large frames leave at once, as the small ones do.
import type { FramesPorts } from '../../../node/network/links/frames.js';

export function straightLanes(send: FramesPorts['send']): Pick<FramesPorts, 'send' | 'bulk'> {
  const bulk: FramesPorts['bulk'] = {
    send: (peerId, { bytes }) => (send(peerId, bytes) ? 1 : undefined),
    ...{ isWaiting: () => false, onAnswered: () => undefined, forget: () => undefined },
  };
  return { send, bulk };
}
