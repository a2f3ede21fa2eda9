// The credentials that the organisation issued, and what it does with one: suspend, reinstate, revoke, issue anew.
import '../forms/forms.css';
import { Link, useLoaderData } from '@tanstack/react-router';
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import '../words/issuing.js';
import { useWords } from '../words/words.js';
import './credentials.css';
import { ISSUED_STATES, type IssuedChoice } from './issued-choice.js';
import { IssuedItem } from './issued-item.js';
import { OfferShown } from './offer-shown.js';
import { type IssuedRow, type readIssued, readIssuedPage } from './read-issued.js';
import { typeTitle } from './type-title.js';

type Offer = Parameters<typeof OfferShown>[0]['offer'];

export function IssuedPage() {
  const words = useWords();
  const { choice, page }: Awaited<ReturnType<typeof readIssued>> = useLoaderData({ strict: false });
  const [offer, setOffer] = useState<Offer>();
  return (
    <section className="wallets">
      <h1>{words('issued.title')}</h1>
      <p className="lead">{words('issued.about')}</p>
      <Choices choice={choice} />
      <IssuedList key={JSON.stringify(choice)} {...{ choice, page }} onOffer={setOffer} />
      <AsCommand act="issued.list" values={{ state: choice.state, type: choice.type }} />
      {offer && (
        <Dialog title={words('offer.phone.title')} onClose={() => setOffer(undefined)}>
          <OfferShown offer={offer} onLeave={() => setOffer(undefined)} />
        </Dialog>
      )}
    </section>
  );
}

/** All, or those of one state; a type comes from its row, and is left here. */
function Choices({ choice }: { readonly choice: IssuedChoice }) {
  const words = useWords();
  const { state: chosen, type } = choice;
  const ofType = type === undefined ? {} : { type };
  return (
    <nav className="row-acts" aria-label={words('issued.filter')}>
      <Link className="filter" to={PATHS.issued} search={ofType} aria-current={chosen ? undefined : 'page'}>
        {words('issued.all')}
      </Link>
      {ISSUED_STATES.map((state) => (
        <Link
          key={state}
          className="filter"
          to={PATHS.issued}
          search={{ ...ofType, state }}
          aria-current={chosen === state ? 'page' : undefined}
        >
          {words('issued.state', { state })}
        </Link>
      ))}
      {type !== undefined && (
        <Link className="filter" to={PATHS.issued} search={chosen ? { state: chosen } : {}} aria-current="page">
          {words('issued.of-type', { type: typeTitle(type) })}
        </Link>
      )}
    </nav>
  );
}

interface IssuedListProps extends Awaited<ReturnType<typeof readIssued>> {
  readonly onOffer: (offer: Offer) => void;
}

function IssuedList({ choice, page: first, onOffer }: IssuedListProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  const [older, setOlder] = useState<Pick<typeof first, 'credentials' | 'nextCursor'>>();
  const rows: readonly IssuedRow[] = [...first.credentials, ...(older?.credentials ?? [])];
  const next = older ? older.nextCursor : first.nextCursor;
  const more = () =>
    run(async () => {
      const page = await readIssuedPage(choice, next);
      setOlder({ ...page, credentials: [...(older?.credentials ?? []), ...page.credentials] });
    });
  return (
    <>
      {rows.length === 0 && (
        <p className="card">{words('issued.none', { isAll: choice.state || choice.type ? 0 : 1 })}</p>
      )}
      <ul className="rows">
        {rows.map((row) => (
          <IssuedItem key={row.id} row={row} onOffer={onOffer} />
        ))}
      </ul>
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      {next !== undefined && (
        <Button isBusy={isBusy} onPress={more}>
          {words('inbox.more')}
        </Button>
      )}
    </>
  );
}
