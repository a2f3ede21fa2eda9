// An action of an instance: what was given before, the form, and what others will read of it.
import { useLoaderData } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { localize } from '../../core/blueprint/definition/texts.js';
import { linkTo } from '../instance-address.js';
import { PATHS } from '../paths.js';
import { usePageAbove } from '../trail.js';
import { useLanguage, useWords } from '../words/words.js';
import { type ActData, rolesOf } from './act-data.js';
import '../forms/forms.css';
import { ActForm } from './act-form.js';
import { BackNotice, EarlierStatements } from './given.js';
import { Receipt, type SentAct } from './receipt.js';
import { StepsColumn } from './steps-column.js';

export { readAct, withDraft } from './act-data.js';

const GateNotice = lazy(async () => ({ default: (await import('../gates/gate-notice.js')).GateNotice }));

export function ActPage() {
  const data: ActData = useLoaderData({ strict: false });
  return <ActOf key={`${data.instance.id} ${data.action.id}`} data={data} />;
}

function ActOf({ data }: { readonly data: ActData }) {
  const words = useWords();
  const { language } = useLanguage();
  const [sent, setSent] = useState<SentAct>();
  const spoken = speak(data, language);
  const { definition, action } = spoken;
  const title = action.title ?? String(action.id);
  const waits = data.instance.currentActionIds.includes(action.id) || data.instance.lastTransactionId === undefined;
  const gates = action.credentialRequirements ?? [];
  const name = data.instance.subject ?? definition.title;
  usePageAbove({ to: PATHS.instance, ...linkTo(data.instance), title: name });
  // A form stays until it is sent: what was typed in it, and what is not known of its signature.
  const form = useRef<ActData>(undefined);
  if (waits && data.wallets.length > 0) form.current = data;
  if (sent) return <Receipt sent={sent} title={title} />;
  return (
    <div className="act">
      <StepsColumn data={spoken} />
      <section className="act-work">
        <h1>{title}</h1>
        {action.description !== undefined && <p className="lead">{action.description}</p>}
        {waits && <BackNotice data={spoken} />}
        <EarlierStatements data={spoken} />
        {waits && gates.length > 0 && (
          <Suspense>
            <GateNotice requirements={gates} roles={rolesOf(definition)} />
          </Suspense>
        )}
        {!waits && <p className="note">{words('act.not-open')}</p>}
        {waits && data.wallets.length === 0 && <p className="note">{words('act.not-yours')}</p>}
      </section>
      {form.current && <ActForm data={form.current} spoken={speak(form.current, language)} onSent={setSent} />}
    </div>
  );
}

/** In the language of the person. */
function speak(data: ActData, language: string): ActData {
  const definition = localize(data.definition, [language]);
  return { ...data, definition, action: definition.actions.find(({ id }) => id === data.action.id) ?? data.action };
}
