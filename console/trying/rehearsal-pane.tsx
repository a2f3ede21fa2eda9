// The rehearsal of a draft below its graph: the form of the role that is next, a switch of roles, what each of them
// reads, and what happened. A pass lets the draft be published as it behaves now.
import '../blueprints/blueprints.css';
import './trying.css';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ClientError } from '../../api/client/client-error.js';
import { canonical, type JsonObject } from '../../core/base/json.js';
import { behaviourOf } from '../../core/blueprint/definition/definition-hash.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { type DraftStore, useDraft } from '../drafts/draft-store.js';
import { nodeTime } from '../node-time.js';
import { Button } from '../parts/button.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { ClockPlayer, clockPlayerOf, endClock } from './clock-player.js';
import { ClockRow } from './clock-row.js';
import { KeepScenario } from './keep-scenario.js';
import { RefusalList, useRefusals } from './refusals.js';
import { RehearsalForm } from './rehearsal-form.js';
import { LogLines, RehearsalSteps, RoleSwitch, RoleView } from './rehearsal-parts.js';
import {
  beginRehearsal,
  factsIn,
  newestRehearsal,
  type RehearsalNow,
  type RehearsalPlayer,
  type RehearsalShown,
} from './rehearsed.js';

interface RehearsalPaneProps {
  readonly store: DraftStore;
  readonly mark: (at: RehearsalMarks | undefined) => void;
}

interface RehearsalMarks {
  readonly current: readonly number[];
  readonly done: readonly number[];
}

/** Between two looks while no role can act: a timer of the draft goes on by itself. */
const LOOK_MS = 3000;

export function RehearsalPane({ store, mark }: RehearsalPaneProps) {
  const words = useWords();
  const { isBusy, refusals, run } = useRefusals();
  const [rehearsed, setRehearsed] = useState<RehearsalShown>();
  const [isRead, setRead] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once for each draft.
  useEffect(() => {
    run(async () => {
      setRehearsed(await lastRehearsal(store.blueprintId));
      setRead(true);
    });
  }, [store]);
  useMarks(rehearsed?.now, mark);
  function begin(start: () => Promise<RehearsalShown>): void {
    run(async () => {
      if (!(await store.saveNow())) throw new Error(words('rehearse.unsaved'));
      setRehearsed(await start());
    });
  }
  const { blueprint, findings, isChecking } = useDraft(store);
  const isSound = !isChecking && !findings.some(({ severity }) => severity === 'error');
  const { blueprintId } = store;
  const keep = (now: RehearsalNow) => setRehearsed((before) => before && { ...before, now });
  const scenario = rehearsed?.player.scenario;
  const outcome = rehearsed?.now.outcome ?? 'InProgress';
  return (
    <div className="rehearsal">
      <header className="rehearsal-head">
        <h2>{words('rehearse.title')}</h2>
        {rehearsed && <Outcome rehearsed={rehearsed} store={store} />}
        {isRead && (
          <Button
            kind={rehearsed ? 'plain' : 'main'}
            icon={rehearsed ? 'refresh' : 'play'}
            isBusy={isBusy}
            onPress={() => begin(() => beginOnNode(blueprintId))}
          >
            {words(rehearsed ? 'rehearse.again' : 'rehearse.begin')}
          </Button>
        )}
        {isRead && (
          <Button
            kind="plain"
            icon="clock"
            isBusy={isBusy || !isSound}
            onPress={() => begin(() => beginWithClock(blueprintId, blueprint))}
          >
            {words('rehearse.begin.clock')}
          </Button>
        )}
      </header>
      <RefusalList refusals={refusals} />
      {isRead && !rehearsed && <p className="hint">{words('rehearse.about')}</p>}
      {rehearsed && <RehearsalStage rehearsed={rehearsed} onNow={keep} />}
      {scenario && scenario.steps.length > 0 && (
        <KeepScenario title={rehearsed?.definition.title ?? ''} done={scenario} outcome={outcome} />
      )}
    </div>
  );
}

async function beginOnNode(blueprintId: string): Promise<RehearsalShown> {
  await endClock(blueprintId);
  return beginRehearsal(blueprintId);
}

function beginWithClock(blueprintId: string, blueprint: JsonObject): Promise<RehearsalShown> {
  const definition = blueprint as unknown as Definition;
  const role = definition.participants[0]?.id ?? '';
  return viewBy(new ClockPlayer(blueprintId, { definition, start: nodeTime(), steps: [], role }));
}

async function viewBy(player: ClockPlayer): Promise<RehearsalShown> {
  return { now: await player.look(), definition: player.definition, player };
}

async function lastRehearsal(blueprintId: string): Promise<RehearsalShown | undefined> {
  const clocked = await clockPlayerOf(blueprintId);
  if (clocked === undefined) return newestRehearsal(blueprintId);
  try {
    return await viewBy(clocked);
  } catch (error) {
    if (error instanceof ClientError) throw error;
    // A newer page may judge its steps in another way.
    await endClock(blueprintId);
    return newestRehearsal(blueprintId);
  }
}

/** The graph shows where it stands. */
function useMarks(now: RehearsalNow | undefined, mark: RehearsalPaneProps['mark']): void {
  useEffect(() => {
    const of = (wanted: RehearsalNow['steps'][number]['status']) =>
      (now?.steps ?? []).filter(({ status }) => status === wanted).map(({ actionId }) => actionId);
    mark(now && { current: now.outcome === 'InProgress' ? of('Current') : [], done: of('Done') });
    return () => mark(undefined);
  }, [now, mark]);
}

function Outcome({
  rehearsed: { now, definition },
  store,
}: {
  readonly rehearsed: RehearsalShown;
  readonly store: DraftStore;
}) {
  const words = useWords();
  const { blueprint } = useDraft(store);
  const behaves = (document: JsonObject) => canonical(withoutWallets(behaviourOf(document)));
  const isOld = behaves(blueprint) !== behaves(definition as unknown as JsonObject);
  const { outcome, reason } = now;
  const kind = isOld ? 'open' : outcome === 'Passed' ? 'good' : outcome === 'InProgress' ? 'open' : 'bad';
  return (
    <p className="rehearsal-outcome" role="status">
      <span className="pill" data-kind={kind}>
        {words('rehearse.outcome', { outcome })}
      </span>
      {isOld && <span className="hint">{words('rehearse.old')}</span>}
      {reason !== undefined && (
        <span className="hint" lang="en">
          {reason}
        </span>
      )}
      {!isOld && outcome === 'Passed' && (
        <Link to={PATHS.blueprintPublish} params={{ blueprintId: store.blueprintId }}>
          {words('rehearse.publish')}
        </Link>
      )}
    </p>
  );
}

interface RehearsalStageProps {
  readonly rehearsed: RehearsalShown;
  readonly onNow: (now: RehearsalNow) => void;
}

function RehearsalStage({ rehearsed: { now, definition, player }, onNow }: RehearsalStageProps) {
  const words = useWords();
  const { isBusy, refusals, run } = useRefusals();
  const [chosen, setChosen] = useState<number>();
  const role = now.currentActingRole;
  const isOpen = now.outcome === 'InProgress';
  const mine = isOpen ? now.currentActions.filter((place) => doersOf(place).includes(role)) : [];
  const place = mine.find(({ actionId }) => actionId === chosen) ?? mine[0];
  const action = definition.actions.find(({ id }) => id === place?.actionId);
  useLooks(now, player, onNow);
  return (
    <div className="rehearsal-stage">
      <RehearsalSteps now={now} definition={definition} />
      <div className="rehearsal-work">
        {now.clock && isOpen && (
          <ClockRow
            clock={now.clock}
            isBusy={isBusy}
            onMove={(at) => run(async () => onNow(await withNext(player, (await player.moveOn?.(at)) ?? now)))}
          />
        )}
        <RoleSwitch
          now={now}
          definition={definition}
          next={isOpen ? now.currentActions.flatMap(doersOf) : []}
          onRole={(to) => run(async () => onNow(await player.actAs(to)))}
        />
        <RefusalList refusals={refusals} />
        {mine.length > 1 && (
          <p className="rehearsal-choice">
            {mine.map(({ actionId, title, previousTransactionId = '' }) => (
              <Button key={`${actionId} ${previousTransactionId}`} onPress={() => setChosen(actionId)}>
                {title}
              </Button>
            ))}
          </p>
        )}
        {isOpen && !place && <p className="hint">{words(waitWords(now))}</p>}
        {place && action && (
          <StepForm
            key={`${now.log.length} ${role} ${place.actionId} ${now.clock?.atMs}`}
            {...{ now, definition, player, action, place, onNow }}
          />
        )}
      </div>
      <div className="rehearsal-side">
        <RoleView now={now} definition={definition} />
        <LogLines now={now} />
      </div>
    </div>
  );
}

interface StepFormProps extends Omit<RehearsalStageProps, 'rehearsed'> {
  readonly now: RehearsalNow;
  readonly definition: RehearsalShown['definition'];
  readonly action: RehearsalShown['definition']['actions'][number];
  readonly place: RehearsalNow['currentActions'][number];
  readonly player: RehearsalPlayer;
}

function StepForm({ now, definition, player, action, place, onNow }: StepFormProps) {
  const role = now.currentActingRole;
  const [facts] = useState(() => factsIn(now, now.clock ? new Date(now.clock.atMs).toISOString() : nodeTime()));
  const roleName = definition.participants.find(({ id }) => id === role)?.name ?? role;
  const goOn = async (after: RehearsalNow) => onNow(await withNext(player, after));
  return (
    <RehearsalForm
      {...{ definition, action, place, role, roleName, facts }}
      onStep={async (step) => goOn(await player.submit(step))}
      onSendBack={async (reason) => goOn(await player.sendBack(place, reason))}
    />
  );
}

/** The role that is next has the word, unless the one that acts can go on. */
async function withNext(player: RehearsalPlayer, after: RehearsalNow): Promise<RehearsalNow> {
  const [next] = after.outcome === 'InProgress' ? after.currentActions : [];
  const stays = after.currentActions.some((each) => doersOf(each).includes(after.currentActingRole));
  return next && !stays ? player.actAs(doersOf(next)[0] ?? next.participantId) : after;
}

/** The roles that can vote on it, or its own. */
function doersOf({ participantId, voters }: RehearsalNow['currentActions'][number]): readonly string[] {
  return voters ?? [participantId];
}

function waitWords({ currentActions, clock }: RehearsalNow): string {
  if (currentActions.length > 0) return 'rehearse.other-role';
  return clock ? 'rehearse.clock.waits' : 'rehearse.waits';
}

/** A timer goes on in a docket of its own. */
function useLooks(now: RehearsalNow, player: RehearsalPlayer, onNow: (now: RehearsalNow) => void): void {
  useEffect(() => {
    if (now.clock || now.outcome !== 'InProgress' || now.currentActions.length > 0) return;
    const timer = setTimeout(() => void player.look().then(onNow, () => onNow({ ...now })), LOOK_MS);
    return () => clearTimeout(timer);
  }, [now, player, onNow]);
}

/** In the sandbox each role has a wallet of the rehearsal, and a draft has the id of the node. */
function withoutWallets({ id: _, participants, ...rest }: JsonObject): JsonObject {
  const roles = Array.isArray(participants) ? (participants as readonly JsonObject[]) : [];
  return { ...rest, participants: roles.map(({ walletAddress: __, ...role }) => role) };
}
