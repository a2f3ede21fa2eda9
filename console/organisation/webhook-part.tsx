// Programs that are told of events of the organisation, how they do, and what is done where one does not.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { ActButton } from './act-button.js';
import { AddWebhook } from './add-webhook.js';
import { DeliveryList } from './delivery-list.js';
import type { ShownWebhook } from './read-organisation.js';
import { SecretSheet } from './secret-sheet.js';

interface WebhookPartProps {
  readonly webhooks: readonly ShownWebhook[];
  readonly who: Person;
}

export function WebhookPart({ webhooks, who }: WebhookPartProps) {
  const words = useWords();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <div className="acts">
        <h2>{words('organisation.webhooks')}</h2>
        {who.may.has('createWebhook') && <AddWebhook who={who} onSecret={setSecret} />}
      </div>
      {webhooks.length === 0 && <p className="card">{words('webhook.none')}</p>}
      <ul className="rows">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} who={who} onSecret={setSecret} />
        ))}
      </ul>
      {secret !== undefined && <SecretSheet secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

const KINDS: Readonly<Record<string, string>> = { active: 'good', disabled: 'bad' };

interface WebhookRowProps {
  readonly webhook: ShownWebhook;
  readonly who: Person;
  readonly onSecret: (secret: string) => void;
}

function WebhookRow({ webhook, who, onSecret }: WebhookRowProps) {
  const words = useWords();
  const { id, url, description, events, state, deliveries } = webhook;
  return (
    <li className="row">
      <div className="wide">
        <bdi>{url}</bdi>
        <p className="hint">
          {description && <bdi>{`${description} · `}</bdi>}
          <span translate="no">{events.join(', ')}</span>
        </p>
        <p className="hint">{words('webhook.figures', { ...deliveries })}</p>
      </div>
      <span className="pill" data-kind={KINDS[state] ?? 'open'}>
        {words('webhook.state', { state })}
      </span>
      <WebhookActs webhook={webhook} who={who} onSecret={onSecret} />
      <details className="whole">
        <summary>{words('webhook.deliveries')}</summary>
        <DeliveryList organizationId={who.organisationId} webhookId={id} />
      </details>
    </li>
  );
}

function WebhookActs({ webhook: { id, state, deliveries }, who, onSecret }: WebhookRowProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  const [tried, setTried] = useState<{ readonly success: boolean; readonly message: string }>();
  const params = { organizationId: who.organisationId, webhookId: id };
  const isVerified = state !== 'unverified';
  const attempt = () =>
    run(async () =>
      setTried(await (isVerified ? node.webhooks.testWebhook({ params }) : node.webhooks.verifyWebhook({ params }))),
    );
  return (
    <div className="acts some whole">
      <Button isBusy={isBusy} onPress={attempt}>
        {words(isVerified ? 'part.try' : 'webhook.verify')}
      </Button>
      {isVerified && <SuspendOrResume isStopped={state === 'suspended' || state === 'disabled'} params={params} />}
      {deliveries.dead > 0 && (
        <ActButton
          label={words('webhook.redeliver')}
          about={words('webhook.redeliver.about', { count: deliveries.dead })}
          onAct={() => node.webhooks.redeliverDeadWebhooks({ params, body: {} })}
        >
          <AsCommand act="webhooks.redeliver-dead" values={{ webhook: id }} />
        </ActButton>
      )}
      <ActButton
        label={words('part.rotate')}
        about={words('webhook.rotate.about')}
        onAct={async () => onSecret((await node.webhooks.rotateWebhookSecret({ params })).secret)}
      >
        <AsCommand act="webhooks.rotate" values={{ webhook: id }} />
      </ActButton>
      <ActButton
        label={words('part.remove')}
        about={words('webhook.remove.about')}
        onAct={() => node.webhooks.deleteWebhook({ params })}
      >
        <AsCommand act="webhooks.remove" values={{ webhook: id }} />
      </ActButton>
      <p role="status" className={tried?.success === false || fault ? 'fault' : 'hint'}>
        {tried && <span lang="en">{tried.message}</span>}
        {fault && <span lang="en">{fault}</span>}
      </p>
    </div>
  );
}

interface SuspendOrResumeProps {
  readonly isStopped: boolean;
  readonly params: { readonly organizationId: string; readonly webhookId: string };
}

function SuspendOrResume({ isStopped, params }: SuspendOrResumeProps) {
  const words = useWords();
  const values = { webhook: params.webhookId };
  return isStopped ? (
    <ActButton
      label={words('webhook.resume')}
      about={words('webhook.resume.about')}
      onAct={() => node.webhooks.resumeWebhook({ params })}
    >
      <AsCommand act="webhooks.resume" values={values} />
    </ActButton>
  ) : (
    <ActButton
      label={words('webhook.suspend')}
      about={words('webhook.suspend.about')}
      onAct={() => node.webhooks.suspendWebhook({ params })}
    >
      <AsCommand act="webhooks.suspend" values={values} />
    </ActButton>
  );
}
