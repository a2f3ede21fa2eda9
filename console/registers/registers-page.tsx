// The registers of this node, live, and those that peers offer: each is founded, followed or offered here.
import { useLoaderData, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import '../ledger/ledger.css';
import { useAgain } from '../live/use-again.js';
import { useRegisterNews } from '../live/use-register-news.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { HashPicture } from '../parts/hash-picture.js';
import { LivePill } from '../parts/live-pill.js';
import '../words/governing.js';
import { useWords } from '../words/words.js';
import { FollowRegister } from './follow-register.js';
import { FoundRegister } from './found-register.js';
import { type RegistersRead, readOffered } from './read-registers.js';
import { RegisterCard } from './register-card.js';

const READ_MS = 5000;

export function RegistersPage() {
  const words = useWords();
  const router = useRouter();
  const loaded: RegistersRead = useLoaderData({ strict: false });
  const [offered] = useAgain(loaded.offered, readOffered, READ_MS);
  const read = { ...loaded, offered };
  const { who, registers } = read;
  const [isFounding, setFounding] = useState(false);
  const { heights, state } = useRegisterNews(
    who.organisationId,
    registers.map(({ id }) => id),
  );
  const readAnew = () => void router.invalidate();
  const mayFound = who.may.has('createRegister');
  return (
    <section>
      <header className="titled">
        <h1 className="wide">{words('registers.title')}</h1>
        <LivePill state={state} />
        {mayFound && (
          <Button kind="main" icon="plus" onPress={() => setFounding(true)}>
            {words('found.act')}
          </Button>
        )}
      </header>
      {registers.length === 0 && (
        <div className="card">
          <h2>{words('registers.none')}</h2>
          <p className="hint">{words('registers.none.about')}</p>
        </div>
      )}
      <ul className="cards">
        {registers.map((register) => (
          <RegisterCard
            key={register.id}
            {...{ read, register }}
            height={Math.max(heights.get(register.id) ?? 0, register.height)}
            onChanged={readAnew}
          />
        ))}
      </ul>
      <OfferList read={read} onChanged={readAnew} />
      {isFounding && (
        <Dialog title={words('found.act')} onClose={() => setFounding(false)}>
          <FoundRegister
            who={who}
            about={words('found.about')}
            act={words('found.act')}
            later={words('part.cancel')}
            onLater={() => setFounding(false)}
            onFounded={() => {
              setFounding(false);
              readAnew();
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

interface OfferListProps {
  readonly read: RegistersRead;
  readonly onChanged: () => void;
}

/** Nothing where the person may follow none: what others offer is of no use then. */
function OfferList({ read, onChanged }: OfferListProps) {
  const words = useWords();
  const { who, registers } = read;
  const [asked, ask] = useState<RegistersRead['offered'][number]>();
  const here = new Set(registers.map(({ id }) => id));
  const offered = read.offered.filter(({ registerId }) => !here.has(registerId));
  if (!who.may.has('subscribeRegister')) return null;
  return (
    <>
      <h2>{words('follow.title')}</h2>
      {offered.length === 0 && <p className="hint">{words('follow.none')}</p>}
      <ul className="cards">
        {offered.map((each) => (
          <li key={each.registerId} className="card register-card">
            <HashPicture value={each.registerId} />
            <div className="wide">
              <h3>{each.name}</h3>
              {each.description !== '' && <p className="hint">{each.description}</p>}
              <p className="hint">
                {words('registers.height', { height: each.latestDocketVersion + 1 })}
                {` · ${words('follow.peers', { peers: each.peerCount })}`}
              </p>
            </div>
            <Button label={words('follow.do-on', { act: 'follow', name: each.name })} onPress={() => ask(each)}>
              {words('follow.do', { act: 'follow' })}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <FollowRegister
          registerId={asked.registerId}
          name={asked.name}
          onClose={(isDone) => {
            ask(undefined);
            if (isDone) onChanged();
          }}
        />
      )}
    </>
  );
}
