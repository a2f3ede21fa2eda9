// A credential of a wallet: whether it holds, of whom it is, and its claims when they are asked for.
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { JsonObject } from '../../core/base/json.js';
import { useWalletNews } from '../live/use-wallet-news.js';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { LivePill } from '../parts/live-pill.js';
import { Moment } from '../parts/moment.js';
import { saveFile } from '../parts/save-file.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import './credentials.css';
import { useWords } from '../words/words.js';
import { ClaimsShown } from './claims-shown.js';
import { HeldState, stateOf } from './held-state.js';
import type { CredentialRead } from './read-credentials.js';
import { typeTitle } from './type-title.js';

export function CredentialPage() {
  const words = useWords();
  const held: CredentialRead = useLoaderData({ strict: false });
  const { type, issuer, issuerVerdict, ledgerStatus, claims, walletAddress } = held;
  const live = useWalletNews([walletAddress]);
  const isOver = stateOf(held) !== 'Active';
  return (
    <section className="wallets">
      <header className="titled">
        <Icon name="badge-check" />
        <div className="wide">
          <h1>{typeTitle(type)}</h1>
          <p className="hint">{type}</p>
        </div>
        <HeldState row={held} />
        <LivePill state={live} />
      </header>
      {isOver && <p className="note">{words('held.state.about', { state: stateOf(held) })}</p>}
      <dl className="facts">
        <dt>{words('held.issuer')}</dt>
        <dd>
          {issuer}
          <p className="hint">{words('held.verdict', { verdict: issuerVerdict })}</p>
        </dd>
        <dt>{words('held.says')}</dt>
        <dd>{words('held.says.of', { status: ledgerStatus ?? 'unknown' })}</dd>
        <Dates held={held} />
        <dt>{words('held.copies')}</dt>
        <dd>{words('held.uses', { copies: held.copies, uses: held.uses })}</dd>
        <dt>{words('wallet.one')}</dt>
        <dd>
          <Link to={PATHS.wallet} params={{ address: walletAddress }}>
            <CodeValue value={walletAddress} />
          </Link>
        </dd>
        <Origin held={held} />
      </dl>
      <ClaimsShown claims={claims as JsonObject} />
      <CredentialActs held={held} />
    </section>
  );
}

function Dates({ held: { issuedAt, expiresAt, receivedAt } }: { readonly held: CredentialRead }) {
  const words = useWords();
  const dates = [
    ['held.issued', issuedAt],
    ['held.received', receivedAt],
    ['held.ends', expiresAt],
  ] as const;
  return dates.map(
    ([id, value]) =>
      value !== undefined && (
        <div key={id} className="contents">
          <dt>{words(id)}</dt>
          <dd>
            <Moment value={value} />
          </dd>
        </div>
      ),
  );
}

/** The Issuance on a register of this node, where a workflow issued it. */
function Origin({ held: { issuanceTxId: txId, issuanceRegisterId: registerId } }: { readonly held: CredentialRead }) {
  const words = useWords();
  if (txId === undefined || registerId === undefined) return null;
  return (
    <>
      <dt>{words('held.sealed')}</dt>
      <dd>
        <Link to={PATHS.transaction} params={{ registerId, txId }}>
          <CodeValue value={txId} />
        </Link>
      </dd>
    </>
  );
}

function CredentialActs({ held }: { readonly held: CredentialRead }) {
  const words = useWords();
  const navigate = useNavigate();
  const { isBusy, fault, run } = useAct();
  const [isDeleting, setDeleting] = useState(false);
  const { credentialId, walletAddress: address, type } = held;
  const params = { address, credentialId };
  async function save(): Promise<void> {
    const { tokens } = await node.heldCredentials.exportHeldCredential({ params });
    saveFile(`${typeTitle(type)}.txt`, tokens.map(({ rawToken }) => rawToken).join('\n'));
  }
  async function forget(): Promise<void> {
    await node.heldCredentials.deleteHeldCredential({ params });
    await navigate({ to: PATHS.wallets });
  }
  return (
    <>
      <p className="row-acts">
        <Button icon="download" isBusy={isBusy} onPress={() => run(save)}>
          {words('held.export')}
        </Button>
        <Button icon="trash" onPress={() => setDeleting(true)}>
          {words('held.delete')}
        </Button>
      </p>
      <p className="hint">{words('held.export.about')}</p>
      <AsCommand act="credentials.export" values={{ credential: credentialId, wallet: address }} />
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      {isDeleting && (
        <Dialog title={words('held.delete')} onClose={() => setDeleting(false)}>
          <p className="lead">{words('held.delete.about')}</p>
          <div className="dialog-acts">
            <Button kind="plain" onPress={() => setDeleting(false)}>
              {words('part.cancel')}
            </Button>
            <Button kind="main" icon="trash" isBusy={isBusy} onPress={() => run(forget)}>
              {words('held.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
