// Why a gate or a prepared action is refused: in the words of the person, with the sentence of the node below.
import { useWords } from '../words/words.js';
import type { GateProblem } from './use-prepared.js';

/** Grounds of `core/credentials/refusal.ts` and codes, for which there are words. */
const SAID: ReadonlySet<string> = new Set([
  ...['form', 'issuer', 'signature', 'type', 'validity', 'status', 'claims', 'binding', 'holder', 'use'],
  ...['GATE_STALE', 'GATE_EXPIRED', 'GATE_NOT_FOUND', 'CERTIFICATE_MISSING', 'WALLET_NODE_AWAY', 'WALLET_LOCKED'],
]);

/** The sentence of a refused credential has its ground in brackets. */
function groundOf({ code, message }: GateProblem): string {
  const [, named] = /\(([a-z]+)(?:\/[^)]*)?\)/.exec(message) ?? [];
  const [ground = code] = code === 'CREDENTIAL_REFUSED' ? [named] : [code.split('/')[0]];
  return ground;
}

export function GateRefusal({ fault }: { readonly fault: GateProblem }) {
  const words = useWords();
  const ground = groundOf(fault);
  return (
    <div className="gate-refusal" role="alert">
      <p className="fault">{words('gate.refused', { ground: SAID.has(ground) ? ground : 'other' })}</p>
      <p className="hint" lang="en">
        {fault.message}
      </p>
    </div>
  );
}
