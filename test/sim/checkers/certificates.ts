// Every docket that a node seals has a certificate of the roster that was entitled to decide its height.
import { certificateProblems } from '../../../core/consensus/certificate.js';
import { fakeVerify, REGISTER_ID } from '../founding.js';
import type { Checker, World } from '../observer.js';

export function certificates(world: World): Checker {
  const scope = {
    registerId: REGISTER_ID,
    genesisHash: world.genesisHash,
    roster: world.roster,
    policy: { mode: world.options.mode },
  };
  return {
    name: 'certificates',
    sealed(node, { docket, certificate }) {
      const found = certificateProblems(certificate, scope, (publicKey, digest, signature) =>
        fakeVerify({ publicKey, digest, signature }),
      );
      const wrong =
        found[0]?.message ?? (certificate.docketHash === docket.hash ? undefined : 'it is of another docket');
      if (wrong) world.violation('certificates', `node ${node.index}, docket ${docket.header.height}: ${wrong}`);
    },
  };
}
