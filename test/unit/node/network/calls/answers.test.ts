// The answer to a hello that comes as a call: the hello of this node for a peer that it talks to, and a reason for all
// others.
import { expect } from 'chai';
import fc from 'fast-check';
import { issue } from '../../../../../core/base/issue.js';
import { fail, type Result } from '../../../../../core/base/result.js';
import type { Hello } from '../../../../../core/mesh/hello.js';
import { Answers, type AnswersPorts } from '../../../../../node/network/calls/answers.js';
import type { CallingPeer } from '../../../../../node/network/transport/listener.js';
import { helloToWire } from '../../../../../proto/codec/hello.js';
import { HelloRequest, HelloResponse } from '../../../../../proto/gen/peer/v1/peer.js';
import { hellos } from '../../../../support/mesh/wire-values.js';

const [ASKER, OWN] = fc.sample(hellos, { numRuns: 2, seed: 1 }) as [Hello, Hello];

async function answerWhere(judged: Result<'self'>) {
  const ports = { hellos: { judge: () => judged, hello: () => OWN }, isProven: () => true };
  const { hello } = new Answers(ports as unknown as AnswersPorts).peerMesh();
  if (hello?.type !== 'unary') return expect.fail('a hello is a call with one answer');
  const caller = { certified: { peerId: ASKER.descriptor.peerId } } as CallingPeer;
  const request = HelloRequest.encode({ hello: helloToWire(ASKER) }).finish();
  const answer = await hello.handle(caller, Buffer.from(request));
  return answer instanceof Uint8Array ? HelloResponse.decode(answer).answer : expect.fail('the call itself is served');
}

describe('node/network/calls/answers', () => {
  it('tells a peer that it talks to who this node is', async () => {
    const answer = await answerWhere('self');
    expect(answer).to.have.property('$case', 'hello');
  });

  it('tells a banned peer nothing of this node: it learns why, and no hello', async () => {
    const answer = await answerWhere(fail(issue('PEER_BANNED', '', 'The peer is banned.')));
    expect(answer).to.have.property('$case', 'refusal');
    expect(answer?.value).to.include({ code: 'PEER_BANNED' });
  });
});
