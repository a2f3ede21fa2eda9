// How gossip judges its peers (docs/protocol.md 16): the score parameters as data. The defaults of gossipsub punish
// quiet topics and hide misbehaviour, so every figure is stated. It decides nothing: gossipsub computes, and this
// node's own view of a peer comes in as the score of the application.
import { createPeerScoreParams, createTopicScoreParams } from '@chainsafe/libp2p-gossipsub/score';

const MINUTE_MS = 60_000;

/** Below the first, a peer gets no gossip; below the second, no publication; below the third, it is not heard. */
export const THRESHOLDS = {
  gossipThreshold: -20,
  publishThreshold: -50,
  graylistThreshold: -80,
  // Peer exchange is off.
  acceptPXThreshold: 1000,
  opportunisticGraftThreshold: 1,
};

export function scoreParams(topics: readonly string[], pointsOf: (peerId: string) => number) {
  return createPeerScoreParams({
    appSpecificScore: pointsOf,
    appSpecificWeight: 1,
    // Nodes of one organisation share addresses.
    IPColocationFactorWeight: 0,
    behaviourPenaltyWeight: -10,
    behaviourPenaltyThreshold: 6,
    behaviourPenaltyDecay: 0.9,
    decayInterval: 1000,
    decayToZero: 0.01,
    retainScore: 60 * MINUTE_MS,
    topics: Object.fromEntries(topics.map((topic) => [topic, topicParams()])),
  });
}

function topicParams() {
  return createTopicScoreParams({
    topicWeight: 0.5,
    timeInMeshWeight: 0.01,
    // The default is one millisecond, with which any peer buys itself free in seconds.
    timeInMeshQuantum: 1000,
    timeInMeshCap: 300,
    firstMessageDeliveriesWeight: 1,
    firstMessageDeliveriesDecay: 0.9,
    firstMessageDeliveriesCap: 20,
    // Topics are quiet for hours: a peer that delivers nothing is not a bad peer.
    meshMessageDeliveriesWeight: 0,
    meshFailurePenaltyWeight: 0,
    invalidMessageDeliveriesWeight: -20,
    invalidMessageDeliveriesDecay: 0.97,
  });
}
