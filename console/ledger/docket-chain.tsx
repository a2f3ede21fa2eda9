// The chain of a register: its newest dockets as cards, each of which points at the one before. Under the pointer it
// stands still.
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { DocketCard } from '../live/docket-ring.js';
import { type ChainCard, chainCards, signersIn } from '../live/groups.js';
import { useHeld } from '../live/use-dockets.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { Votes } from '../parts/votes.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';

interface DocketChainProps {
  readonly registerId: string;
  /** Newest first. */
  readonly dockets: readonly DocketCard[];
  /** Seats of the roster now. */
  readonly validators: number;
}

export function DocketChain({ registerId, dockets, validators }: DocketChainProps) {
  const words = useWords();
  const [isHeld, setHeld] = useState(false);
  const shown = useHeld(dockets, isHeld);
  const count = (dockets[0]?.number ?? 0) - (shown[0]?.number ?? 0);
  const cards = chainCards(shown);
  return (
    <section
      className="chain"
      aria-label={words('register.dockets')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {count > 0 && (
        <Button kind="main" icon="arrow-up" onPress={() => setHeld(false)}>
          {words('register.new-dockets', { count })}
        </Button>
      )}
      <ol reversed>
        {cards.map((card, i) => (
          <Card
            key={card.dockets.at(-1)?.number}
            {...{ card, registerId, validators }}
            link={linkTo(card, cards[i + 1])}
          />
        ))}
      </ol>
    </section>
  );
}

/** Whether a card names the hash of the one before it; `gap` where that one was not heard of. */
function linkTo(card: ChainCard, before: ChainCard | undefined): 'fits' | 'gap' | 'broken' | 'none' {
  const first = card.dockets.at(-1);
  const last = before?.dockets[0];
  if (first === undefined || last === undefined) return 'none';
  if (first.number !== last.number + 1) return 'gap';
  return first.previousHash === last.hash ? 'fits' : 'broken';
}

interface CardProps {
  readonly card: ChainCard;
  readonly registerId: string;
  readonly validators: number;
  readonly link: string;
}

const Card = memo(
  function Card({ card: { dockets, transactions }, registerId, validators, link }: CardProps) {
    const words = useWords();
    const [newest] = dockets;
    if (newest === undefined) return null;
    const { number, timestamp, signers } = newest;
    const isGroup = dockets.length > 1;
    return (
      <li className="chain-card" data-link={link} data-group={isGroup}>
        <div className="chain-title">
          <Link
            to={PATHS.docket}
            params={{ registerId, docketId: String(number) }}
            aria-label={words('docket.title', { number })}
          >
            {words('chain.number', { number })}
          </Link>
          {!isGroup && <Votes signers={signersIn(signers)} validators={validators} />}
        </div>
        <p className="hint">
          {isGroup
            ? words('chain.group', { count: dockets.length, transactions })
            : words('chain.transactions', { count: transactions })}
        </p>
        <p className="hint">
          <Ago value={timestamp} />
        </p>
        {link === 'broken' && <p className="fault">{words('chain.broken')}</p>}
      </li>
    );
  },
  (a, b) =>
    a.card.dockets[0] === b.card.dockets[0] &&
    a.card.dockets.length === b.card.dockets.length &&
    a.link === b.link &&
    a.validators === b.validators,
);
