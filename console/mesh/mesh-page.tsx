// The mesh as this node sees it: the seats of a register around the ring of its newest votes, with the docket that is
// being decided, and the health of the node.
import { Link, useLoaderData } from '@tanstack/react-router';
import type { ConsensusMode } from '../../core/model/register.js';
import { quorum } from '../../core/register/roster.js';
import './mesh.css';
import { DocketChain } from '../ledger/docket-chain.js';
import '../ledger/ledger.css';
import { useCandidate } from '../live/candidate.js';
import type { DocketCard } from '../live/docket-ring.js';
import { useDockets } from '../live/use-dockets.js';
import { LivePill } from '../parts/live-pill.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { HealthCard } from './health-card.js';
import { type MeshSeen, useMesh } from './mesh-now.js';
import { NodeRing } from './node-ring.js';
import { RoundCard } from './round-card.js';
import { seatsOf } from './seats.js';

const FIRST_DOCKETS = 100;
/** Dockets that figures are of. */
const FIGURE_DOCKETS = 20;

export async function readMesh({ deps: { register } }: { readonly deps: { readonly register?: string } }) {
  const [mesh, registers] = await Promise.all([
    node.peers.getMeshStatus(),
    node.registers.listRegisters({ query: { pageSize: 100 } }),
  ]);
  const chosen = registers.find(({ id }) => id === register) ?? registers[0];
  if (chosen === undefined) return { mesh, registers, chosen: undefined };
  const params = { registerId: chosen.id };
  const [{ dockets }, { validators, policy }] = await Promise.all([
    node.summaries.listDocketSummaries({ params, query: { pageSize: FIRST_DOCKETS } }),
    node.registers.getGovernanceRoster({ params }),
  ]);
  const needed = quorum(policy.consensus.mode as ConsensusMode, validators.length).commit;
  return { mesh, registers, chosen: { id: chosen.id, name: chosen.name, dockets, roster: validators, needed } };
}

type MeshData = Awaited<ReturnType<typeof readMesh>>;

export function MeshPage() {
  const words = useWords();
  const { mesh, registers, chosen }: MeshData = useLoaderData({ strict: false });
  return (
    <section className="ledger">
      <h1>{words('mesh.title')}</h1>
      {registers.length > 1 && <Registers registers={registers} chosen={chosen?.id} />}
      <div className="mesh">
        {chosen === undefined ? (
          <p className="card">{words('mesh.none')}</p>
        ) : (
          <LiveMesh key={chosen.id} first={mesh} register={chosen} />
        )}
        <HealthCard />
      </div>
    </section>
  );
}

interface RegistersProps extends Pick<MeshData, 'registers'> {
  readonly chosen: string | undefined;
}

function Registers({ registers, chosen }: RegistersProps) {
  const words = useWords();
  return (
    <nav className="row-choice" aria-label={words('registers.title')}>
      {registers.map(({ id, name }) => (
        <Link
          key={id}
          className="chip"
          to={PATHS.mesh}
          search={{ register: id }}
          aria-current={id === chosen ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

interface LiveMeshProps {
  readonly first: MeshSeen;
  readonly register: NonNullable<MeshData['chosen']>;
}

function LiveMesh({ first, register: { id, name, roster, needed, dockets: read } }: LiveMeshProps) {
  const words = useWords();
  const mesh = useMesh(first);
  const { dockets, state } = useDockets(id, read);
  const candidate = useCandidate(id);
  const seats = seatsOf({ mesh, registerId: id, roster, dockets, candidate });
  const figures = dockets.slice(0, FIGURE_DOCKETS);
  return (
    <>
      <article className="card mesh-main">
        <header className="acts">
          <h2>{name}</h2>
          <LivePill state={state} />
        </header>
        <NodeRing seats={seats} newest={dockets[0]} />
        <dl className="figures">
          <Figure name={words('mesh.interval')} value={words('mesh.ms', { ms: medianMs(figures) })} />
          <Figure name={words('mesh.per-docket')} value={words('mesh.number', { number: meanOf(figures) })} />
          <Figure name={words('mesh.round')} value={words('mesh.number', { number: candidate?.round ?? 0 })} />
          <Figure name={words('mesh.quorum')} value={words('mesh.number', { number: needed })} />
        </dl>
        <DocketChain registerId={id} dockets={dockets} validators={seats.length} />
      </article>
      <RoundCard seats={seats} candidate={candidate} />
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="hint">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Between two dockets, by their own times. */
function medianMs(dockets: readonly DocketCard[]): number {
  const times = dockets.map(({ timestamp }) => Date.parse(timestamp));
  const gaps = times.slice(1).map((time, i) => (times[i] ?? time) - time);
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

function meanOf(dockets: readonly DocketCard[]): number {
  const total = dockets.reduce((sum, { transactionCount }) => sum + transactionCount, 0);
  return dockets.length === 0 ? 0 : Math.round((10 * total) / dockets.length) / 10;
}
