// Every docket that a node seals has a certificate of the roster that was entitled to decide its height.
import { certificateProblems } from '../../../core/consensus/certificate.js';
import { holds } from '../founding.js';
import type { Checker, World } from '../observer.js';

export function certificates(world: World): Checker {
  const { registerId, genesisHash, options } = world;
  return {
    name: 'certificates',
    sealed(node, { docket, certificate }) {
      const { height, rosterHash } = docket.header;
      const roster = world.rosterNamed(node, rosterHash);
      const scope = roster && { registerId, genesisHash, roster, policy: { mode: options.mode } };
      const found =
        scope &&
        certificateProblems(certificate, scope, (publicKey, digest, signature) =>
          holds({ publicKey, digest, signature }),
        );
      const wrong = !found
        ? 'nobody knows its roster'
        : (found[0]?.message ??
          (certificate.docketHash !== docket.hash || certificate.rosterHash !== rosterHash
            ? 'it is of another docket or roster'
            : undefined));
      if (wrong) world.violation('certificates', `node ${node.index}, docket ${height}: ${wrong}`);
    },
  };
}
