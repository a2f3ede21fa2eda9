// Deliveries of a webhook, read when a person asks for them; each can be sent again.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

interface DeliveryListProps {
  readonly organizationId: string;
  readonly webhookId: string;
}

type Page = Awaited<ReturnType<typeof node.webhooks.listWebhookDeliveries>>;

const PAGE = 10;
const KINDS: Readonly<Record<string, string>> = { delivered: 'good', dead: 'bad' };

export function DeliveryList({ organizationId, webhookId }: DeliveryListProps) {
  const words = useWords();
  const params = { organizationId, webhookId };
  const { isBusy, fault, run } = useAct();
  const [page, setPage] = useState<Page>();
  async function read(cursor?: string): Promise<void> {
    const query = { pageSize: PAGE, ...(cursor !== undefined && { cursor }) };
    const next = await node.webhooks.listWebhookDeliveries({ params, query });
    setPage(cursor === undefined ? next : { ...next, deliveries: [...(page?.deliveries ?? []), ...next.deliveries] });
  }
  const again = (deliveryId: string) =>
    run(async () => {
      await node.webhooks.redeliverWebhook({ params: { ...params, deliveryId } });
      await read();
    });
  return (
    <>
      <p className="acts some">
        <Button icon="refresh" isBusy={isBusy} onPress={() => run(read)}>
          {words('webhook.read')}
        </Button>
        {page?.deliveries.length === 0 && <span className="hint">{words('webhook.no-delivery')}</span>}
      </p>
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      <ul className="rows">
        {page?.deliveries.map(({ id, event, state, tries, occurredAt, lastStatus }) => (
          <li key={id} className="row">
            <div className="wide">
              <span translate="no">{event}</span>
              <p className="hint">
                <Moment value={occurredAt} /> · {words('webhook.tries', { count: tries, status: lastStatus ?? 'none' })}
              </p>
              <AsCommand act="webhooks.redeliver" values={{ webhook: webhookId, delivery: id }} />
            </div>
            <span className="pill" data-kind={KINDS[state] ?? 'open'}>
              {words('webhook.delivery', { state })}
            </span>
            <Button label={words('webhook.again')} icon="refresh" isBusy={isBusy} onPress={() => again(id)} />
          </li>
        ))}
      </ul>
      {page?.nextCursor !== undefined && (
        <Button isBusy={isBusy} onPress={() => run(() => read(page.nextCursor))}>
          {words('audit.older')}
        </Button>
      )}
    </>
  );
}
