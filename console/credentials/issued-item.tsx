// A credential that the organisation issued, with the changes of its status. Of a credential of a workflow each is a
// transaction, which the status list follows.
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { TextField } from '../parts/text-field.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { IssuedRow } from './read-issued.js';
import { typeTitle } from './type-title.js';

/** By the state of a credential. Revoked is the end. */
const CHANGES = { Valid: ['suspend', 'revoke'], Suspended: ['reinstate', 'revoke'] } as const;
type Change = 'suspend' | 'reinstate' | 'revoke';
const KINDS: Readonly<Record<string, string>> = { Valid: 'good', Revoked: 'bad' };

/** How often, and how many times, the page looks whether a change is sealed. */
const LOOK_MS = 500;
const LOOKS_MAX = 20;

type Refreshed = Awaited<ReturnType<typeof node.issuedCredentials.refreshCredential>>;
type Offer = Extract<Refreshed, { readonly credentialOfferUri: unknown }>;

interface IssuedItemProps {
  readonly row: IssuedRow;
  readonly onOffer: (offer: Offer) => void;
}

export function IssuedItem({ row, onOffer }: IssuedItemProps) {
  const words = useWords();
  const router = useRouter();
  const [change, setChange] = useState<Change>();
  const { isBusy, fault, run } = useAct();
  const { id: credentialId, state, reason } = row;
  const changes: readonly Change[] = state in CHANGES ? CHANGES[state as keyof typeof CHANGES] : [];
  const refresh = () =>
    run(async () => {
      const made = await node.issuedCredentials.refreshCredential({ params: { credentialId }, body: {} });
      if ('credentialOfferUri' in made) onOffer(made);
      await router.invalidate();
    });
  return (
    <li className="row">
      <Icon name="badge-check" />
      <IssuedFacts row={row} />
      {changes.map((each) => (
        <Button key={each} onPress={() => setChange(each)}>
          {words('issued.change', { change: each })}
        </Button>
      ))}
      {state !== 'Revoked' && (
        <Button kind="plain" icon="refresh" label={words('issued.refresh')} isBusy={isBusy} onPress={refresh} />
      )}
      <span className="pill" data-kind={KINDS[state] ?? 'open'} title={reason}>
        {words('issued.state', { state })}
      </span>
      {fault && (
        <p role="alert" className="fault" lang="en">
          {fault}
        </p>
      )}
      {change && <StatusChange {...{ row, change }} onLeave={() => setChange(undefined)} />}
    </li>
  );
}

function IssuedFacts({ row }: { readonly row: IssuedRow }) {
  const words = useWords();
  const { credentialType, copies, issuedAt, validUntil, run, reason } = row;
  return (
    <div className="wide">
      {run === undefined ? (
        typeTitle(credentialType)
      ) : (
        <Link to={PATHS.instance} params={{ instanceId: run.instanceId }}>
          {typeTitle(credentialType)}
        </Link>
      )}
      <p className="hint">
        <Link to={PATHS.issued} search={{ type: credentialType }}>
          {credentialType}
        </Link>
      </p>
      <p className="hint">
        {words('issued.copies', { copies })} · <Moment value={issuedAt} /> – <Moment value={validUntil} />
      </p>
      {reason !== undefined && <p className="hint">{reason}</p>}
    </div>
  );
}

interface StatusChangeProps {
  readonly row: IssuedRow;
  readonly change: Change;
  readonly onLeave: () => void;
}

const OPERATIONS = {
  suspend: 'suspendCredential',
  reinstate: 'reinstateCredential',
  revoke: 'revokeCredential',
} as const;

/**
 * Of a credential of a workflow: the list follows the seal of the transaction. The page goes on where that takes long.
 */
async function untilChanged(credentialId: string, state: string): Promise<void> {
  for (let tries = 0; tries < LOOKS_MAX; tries += 1) {
    const now = await node.issuedCredentials.getIssuedCredential({ params: { credentialId } });
    if (now.state !== state) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function StatusChange({ row: { id: credentialId, credentialType, state, run }, change, onLeave }: StatusChangeProps) {
  const words = useWords();
  const router = useRouter();
  const [reason, setReason] = useState('');
  async function send(): Promise<void> {
    const body = reason.trim() === '' ? {} : { reason: reason.trim() };
    const made = await node.issuedCredentials[OPERATIONS[change]]({ params: { credentialId }, body });
    if (!('id' in made)) await untilChanged(credentialId, state);
    onLeave();
    await router.invalidate();
  }
  const act = words('issued.change', { change });
  return (
    <Dialog title={`${act}: ${typeTitle(credentialType)}`} onClose={onLeave}>
      <AskForm
        about={[words('issued.change.about', { change }), ...(run ? [words('issued.change.sealed')] : [])].join(' ')}
        act={act}
        onAct={send}
        onLater={onLeave}
        later={words('part.cancel')}
      >
        <TextField
          label={words('issued.reason')}
          hint={words('issued.reason.hint')}
          value={reason}
          onChange={setReason}
        />
        <AsCommand
          act={`issued.${change}`}
          values={{ credential: credentialId, reason: reason.trim() === '' ? undefined : reason.trim() }}
        />
      </AskForm>
    </Dialog>
  );
}
