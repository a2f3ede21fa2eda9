// An act that may be refused for several reasons, and these reasons, which the node tells in English.
import { useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';

export function RefusalList({ refusals }: { readonly refusals: readonly string[] }) {
  if (refusals.length === 0) return null;
  return (
    <ul className="faults" role="alert" lang="en">
      {refusals.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

export function useRefusals() {
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  function run(act: () => Promise<void>): void {
    setBusy(true);
    setRefusals([]);
    act()
      .catch((error: unknown) => setRefusals(reasonsOf(error)))
      .finally(() => setBusy(false));
  }
  return { isBusy, refusals, run };
}

function reasonsOf(error: unknown): readonly string[] {
  const issues = error instanceof ClientError ? error.details.issues : [];
  if (issues.length > 0)
    return [...new Set(issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)))];
  return [error instanceof Error ? error.message : String(error)];
}
