// A new webhook: its address, and the kinds of events that it takes.
import { useState } from 'react';
import { EVENT_KIND_NAMES } from '../../core/webhooks/kinds.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { ActButton } from './act-button.js';

interface AddWebhookProps {
  readonly who: Person;
  readonly onSecret: (secret: string) => void;
}

type EventKind = (typeof EVENT_KIND_NAMES)[number];

export function AddWebhook({ who, onSecret }: AddWebhookProps) {
  const words = useWords();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly EventKind[]>([]);
  async function add(): Promise<void> {
    const params = { organizationId: who.organisationId };
    const { secret } = await node.webhooks.createWebhook({ params, body: { url, events: [...events] } });
    setUrl('');
    setEvents([]);
    onSecret(secret);
  }
  return (
    <ActButton label={words('webhook.add')} about={words('webhook.add.about')} onAct={add}>
      <TextField label={words('webhook.url')} value={url} onChange={setUrl} placeholder="https://" isCode />
      <fieldset className="checks kinds">
        <legend>{words('webhook.events')}</legend>
        {EVENT_KIND_NAMES.map((kind) => (
          <label key={kind} className="check" translate="no">
            <input
              type="checkbox"
              checked={events.includes(kind)}
              onChange={({ target }) =>
                setEvents(target.checked ? [...events, kind] : events.filter((each) => each !== kind))
              }
            />
            {kind}
          </label>
        ))}
      </fieldset>
    </ActButton>
  );
}
