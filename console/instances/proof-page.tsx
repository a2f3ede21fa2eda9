// The proof of all moves of an instance as one file, which this page checks itself.
import { Link, useLoaderData } from '@tanstack/react-router';
import { type InstanceAddress, queryOf } from '../instance-address.js';
import { KeepFile } from '../ledger/keep-file.js';
import { AsCommand } from '../parts/as-command.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { Proof } from '../verify/proof.js';
import type { EvidenceFile } from '../verify/use-check.js';
import { useWords } from '../words/words.js';
import { checkInWorker } from '../workers/check-in-worker.js';

export async function readProof({ params, deps }: InstanceAddress) {
  const { instanceId } = params;
  const evidence = await node.transactions.getInstanceEvidence({ params, query: queryOf(deps) });
  const bytes = new TextEncoder().encode(`${JSON.stringify(evidence, null, 2)}\n`);
  // The opener of an instance chooses its id, also one with the signs of folders.
  const file: EvidenceFile = { name: `instance-${instanceId.replace(/[^\w-]/g, '_').slice(0, 8)}.json`, bytes };
  return { instanceId, file, search: deps };
}

export function InstanceProofPage() {
  const words = useWords();
  const { instanceId, file, search }: Awaited<ReturnType<typeof readProof>> = useLoaderData({ strict: false });
  return (
    <section className="verify">
      <header className="titled screen">
        <HashPicture value={instanceId} />
        <div className="wide">
          <h1>{words('instance.proof.title')}</h1>
          <Link to={PATHS.instance} params={{ instanceId }} search={search}>
            <CodeValue value={instanceId} />
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
