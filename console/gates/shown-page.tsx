// The page to which a wallet on this device sends the browser back: it brings the code of the answer to the gate. The
// page of the action waits in another tab.
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { GateRefusal } from './gate-refusal.js';
import { faultOf, type GateProblem } from './use-prepared.js';

/** Taken out of the address at once: it is good once, and is not to be seen there. */
function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('response_code') ?? undefined;
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

export function ShownPage() {
  const words = useWords();
  const { gate, requirement }: { readonly gate?: string; readonly requirement?: string } = useSearch({ strict: false });
  const [code] = useState(takeCode);
  const [fault, setFault] = useState<GateProblem>();
  const [isDone, setDone] = useState(false);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || gate === undefined || requirement === undefined || code === undefined) return;
    isAsked.current = true;
    const body = { requirement, responseCode: code };
    node.gates.presentAtGate({ params: { gateId: gate }, body }).then(
      () => setDone(true),
      (error: unknown) => setFault(faultOf(error)),
    );
  }, [gate, requirement, code]);
  return (
    <section>
      <h1>{words('gate.shown.title')}</h1>
      {code === undefined && <p className="lead">{words('gate.shown.no-code')}</p>}
      {code !== undefined && !isDone && fault === undefined && <p role="status">{words('nav.loading')}</p>}
      {isDone && <p className="lead">{words('gate.shown.done')}</p>}
      {fault && <GateRefusal fault={fault} />}
    </section>
  );
}
