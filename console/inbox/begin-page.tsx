// The workflows that the person may begin, by register and wallet.
import '../forms/forms.css';
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { Button } from '../parts/button.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

/** Registers and wallets that are looked at: one call for each pair. */
const REGISTERS_MAX = 20;
const WALLETS_MAX = 5;

type Starting = Awaited<ReturnType<typeof node.actions.listStartingActions>>;

interface RegisterBeginnings {
  readonly register: string;
  readonly registerId: string;
  readonly wallet: string;
  readonly blueprints: Starting['blueprints'];
}

export async function readBeginnings(): Promise<readonly RegisterBeginnings[]> {
  const [registers, wallets] = await Promise.all([
    node.registers.listRegisters({ query: { pageSize: REGISTERS_MAX } }),
    node.wallets.listWallets({ query: { top: WALLETS_MAX } }),
  ]);
  const pairs = registers.flatMap(({ id, name }) =>
    wallets.map(({ address, name: wallet }) => ({ id, name, address, wallet })),
  );
  const beginnings = await Promise.all(
    pairs.map(async ({ id, name, address, wallet }) => {
      const { blueprints } = await node.actions.listStartingActions({ params: { wallet: address, register: id } });
      return { register: name, registerId: id, wallet, blueprints: startable(blueprints) };
    }),
  );
  return beginnings.filter(({ blueprints }) => blueprints.length > 0);
}

function startable(blueprints: Starting['blueprints']): Starting['blueprints'] {
  return blueprints
    .map((each) => ({ ...each, availableActions: each.availableActions.filter(({ isAvailable }) => isAvailable) }))
    .filter(({ availableActions }) => availableActions.length > 0);
}

export function BeginPage() {
  const words = useWords();
  const beginnings: readonly RegisterBeginnings[] = useLoaderData({ strict: false });
  return (
    <section>
      <h1>{words('begin.title')}</h1>
      {beginnings.length === 0 && (
        <div className="card">
          <h2>{words('begin.none')}</h2>
          <p className="hint">{words('begin.none.about')}</p>
        </div>
      )}
      {beginnings.map(({ register, registerId, wallet, blueprints }) => (
        <section
          key={`${registerId} ${wallet}`}
          className="begin-on"
          aria-label={words('begin.on', { register, wallet })}
        >
          <h2>{words('begin.on', { register, wallet })}</h2>
          <ul className="cards">
            {blueprints.map((blueprint) => (
              <BeginCard key={blueprint.publicationTxId} registerId={registerId} blueprint={blueprint} />
            ))}
          </ul>
        </section>
      ))}
      <p className="hint">
        <Link to={PATHS.instances}>{words('begin.instances')}</Link>
      </p>
    </section>
  );
}

interface BeginCardProps {
  readonly registerId: string;
  readonly blueprint: Starting['blueprints'][number];
}

function BeginCard({ registerId, blueprint }: BeginCardProps) {
  const words = useWords();
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { blueprintId, publicationTxId, title, description, availableActions } = blueprint;
  async function begin(actionId: number): Promise<void> {
    setOpening(true);
    try {
      const body = { registerId, blueprintId, publicationTxId };
      const { id } = await node.instances.createInstance({ body }, { idempotencyKey: true });
      await navigate({
        to: PATHS.act,
        params: { instanceId: id, actionId: String(actionId) },
        search: { register: registerId },
      });
    } catch (error) {
      setRefusal(error instanceof ClientError ? `${error.message} (${error.code})` : words('broken.about'));
      setOpening(false);
    }
  }
  return (
    <li className="card">
      <div className="wide">
        <h3>{title}</h3>
        <p className="hint">{description}</p>
        {refusal !== undefined && (
          <p className="fault" role="alert">
            {refusal}
          </p>
        )}
      </div>
      {availableActions.map(({ actionId, title: act }) => (
        <Button key={actionId} kind="main" isBusy={isOpening} onPress={() => void begin(actionId)}>
          {act}
        </Button>
      ))}
    </li>
  );
}
