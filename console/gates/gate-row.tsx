// A gate of a prepared action: what it asks, what was shown, and the two ways to show something.
import { useState } from 'react';
import { typeTitle } from '../credentials/type-title.js';
import type { RoleShown } from '../forms/form-context.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import { pathText } from './asked-gates.js';
import { GatePhone } from './gate-phone.js';
import { GateRefusal } from './gate-refusal.js';
import { HeldChoice } from './held-choice.js';
import type { GateShown, PreparedAct } from './use-prepared.js';

interface GateRowProps {
  readonly prepared: PreparedAct;
  readonly gate: GateShown;
  readonly roles: readonly RoleShown[];
  /** It was met, or one of its alternatives was. */
  readonly isSettled: boolean;
  readonly isLocked: boolean;
  readonly onPrepared: (prepared: PreparedAct) => void;
}

/** Of DCQL, as far as a page shows it. */
interface AskedCredential {
  readonly meta?: { readonly vct_values?: readonly string[]; readonly doctype_value?: string };
  readonly claims?: readonly { readonly path: readonly unknown[] }[];
}

export function GateRow({ prepared, gate, roles, isSettled, isLocked, onPrepared }: GateRowProps) {
  const words = useWords();
  const [isByPhone, setByPhone] = useState(false);
  const { credentials = [] } = gate.dcqlQuery as { readonly credentials?: readonly AskedCredential[] };
  const [asked] = credentials;
  const type = asked?.meta?.vct_values?.[0] ?? asked?.meta?.doctype_value ?? gate.id;
  const claims = [...new Set((asked?.claims ?? []).map(({ path }) => pathText(path)))];
  const verifier = roles.find(({ id }) => id === gate.verifiedBy);
  return (
    <fieldset className="gate" aria-label={typeTitle(type)} data-state={gate.state}>
      <h3>
        <Icon name={gate.state === 'Admitted' ? 'circle-check' : 'circle-dashed'} />
        {typeTitle(type)}
        {gate.anyOfGroup !== undefined && (
          <span className="hint">{words('gate.one-of', { group: gate.anyOfGroup })}</span>
        )}
        <span className="pill" data-kind={gate.state === 'Admitted' ? 'good' : 'open'}>
          {words('gate.state', { state: isSettled ? 'Admitted' : gate.state })}
        </span>
      </h3>
      <p className="hint">{claims.length === 0 ? words('shown-to.type-alone') : claims.join(', ')}</p>
      {verifier && <p className="hint">{words('gate.verified-by', { role: verifier.name })}</p>}
      {!isSettled && gate.problem && <GateRefusal fault={gate.problem} />}
      {!isSettled && !isLocked && (
        <>
          {isByPhone ? (
            <GatePhone {...{ prepared, gate, onPrepared }} />
          ) : (
            <HeldChoice {...{ prepared, gate, onPrepared }} />
          )}
          <p>
            <Button kind="plain" icon={isByPhone ? 'badge-check' : 'qr-code'} onPress={() => setByPhone(!isByPhone)}>
              {words(isByPhone ? 'gate.by-wallet' : 'gate.by-phone')}
            </Button>
          </p>
        </>
      )}
    </fieldset>
  );
}
