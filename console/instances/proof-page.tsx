// The proof of all moves of an instance as one file, which this page checks itself.
import { Link, useLoaderData } from '@tanstack/react-router';
import { type InstanceAddress, linkTo, queryOf } from '../instance-address.js';
import { KeepFile } from '../ledger/keep-file.js';
import { AsCommand } from '../parts/as-command.js';
import { HashPicture } from '../parts/hash-picture.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { usePageAbove } from '../trail.js';
import { Proof } from '../verify/proof.js';
import type { EvidenceFile } from '../verify/use-check.js';
import { useWords } from '../words/words.js';
import { checkInWorker } from '../workers/check-in-worker.js';

export async function readProof({ params, deps }: InstanceAddress) {
  const { instanceId } = params;
  const query = queryOf(deps);
  const [evidence, instance] = await Promise.all([
    node.transactions.getInstanceEvidence({ params, query }),
    node.instances.getInstance({ params, query }),
  ]);
  const bytes = new TextEncoder().encode(`${JSON.stringify(evidence, null, 2)}\n`);
  // The opener of an instance chooses its id, also one with the signs of folders.
  const file: EvidenceFile = { name: `instance-${instanceId.replace(/[^\w-]/g, '_').slice(0, 8)}.json`, bytes };
  return { instance, file };
}

export function InstanceProofPage() {
  const words = useWords();
  const { instance, file }: Awaited<ReturnType<typeof readProof>> = useLoaderData({ strict: false });
  const { id: instanceId, subject, blueprintTitle, blueprintId } = instance;
  const title = subject ?? blueprintTitle ?? blueprintId;
  usePageAbove({ to: PATHS.instance, ...linkTo(instance), title });
  return (
    <section className="verify">
      <header className="titled screen">
        <HashPicture value={instanceId} />
        <div className="wide">
          <h1>{words('instance.proof.title')}</h1>
          <Link to={PATHS.instance} {...linkTo(instance)}>
            <bdi>{title}</bdi>
          </Link>
        </div>
      </header>
      <Proof key={instanceId} file={file} check={checkInWorker}>
        <KeepFile file={file} />
      </Proof>
      <div className="screen">
        <AsCommand act="instance.evidence" values={{ instance: instanceId, out: file.name }} />
      </div>
    </section>
  );
}
