// The rehearsal of a draft below its graph: the form of the role that is next, a switch of roles, what each of them
// reads, and what happened. A pass lets the draft be published as it behaves now.
import '../blueprints/blueprints.css';
import './trying.css';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { canonical, type JsonObject } from '../../core/base/json.js';
import { behaviourOf } from '../../core/blueprint/definition/definition-hash.js';
import { type DraftStore, useDraft } from '../drafts/draft-store.js';
import { Button } from '../parts/button.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { KeepScenario, type ScenarioStepDone, stepDone } from './keep-scenario.js';
import { RefusalList, useRefusals } from './refusals.js';
import { RehearsalForm } from './rehearsal-form.js';
import { LogLines, RehearsalSteps, RoleSwitch, RoleView } from './rehearsal-parts.js';
import {
  actAs,
  beginRehearsal,
  factsIn,
  lookAgain,
  newestRehearsal,
  type RehearsalNow,
  type RehearsalShown,
  sendBackStep,
  submitStep,
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
  const [done, setDone] = useState<readonly ScenarioStepDone[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once for each draft.
  useEffect(() => {
    run(async () => {
      setRehearsed(await newestRehearsal(store.blueprintId));
      setRead(true);
    });
  }, [store]);
  useMarks(rehearsed?.now, mark);
  function begin(): void {
    run(async () => {
      if (!(await store.saveNow())) throw new Error(words('rehearse.unsaved'));
      setRehearsed(await beginRehearsal(store.blueprintId));
      setDone([]);
    });
  }
  const keep = (now: RehearsalNow) => setRehearsed((before) => before && { ...before, now });
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
            onPress={begin}
          >
            {words(rehearsed ? 'rehearse.again' : 'rehearse.begin')}
          </Button>
        )}
      </header>
      <RefusalList refusals={refusals} />
      {isRead && !rehearsed && <p className="hint">{words('rehearse.about')}</p>}
      {rehearsed && (
        <RehearsalStage
          rehearsed={rehearsed}
          onNow={keep}
          onDone={(step) => setDone((before) => before && [...before, step])}
        />
      )}
      {rehearsed && done && done.length > 0 && (
        <KeepScenario title={rehearsed.definition.title} steps={done} outcome={rehearsed.now.outcome} />
      )}
    </div>
  );
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
  const { outcome } = now;
  const kind = isOld ? 'open' : outcome === 'Passed' ? 'good' : outcome === 'InProgress' ? 'open' : 'bad';
  return (
    <p className="rehearsal-outcome" role="status">
      <span className="pill" data-kind={kind}>
        {words('rehearse.outcome', { outcome })}
      </span>
      {isOld && <span className="hint">{words('rehearse.old')}</span>}
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
  readonly onDone: (step: ScenarioStepDone) => void;
}

function RehearsalStage({ rehearsed: { now, definition }, onNow, onDone }: RehearsalStageProps) {
  const words = useWords();
  const { refusals, run } = useRefusals();
  const [chosen, setChosen] = useState<number>();
  const role = now.currentActingRole;
  const isOpen = now.outcome === 'InProgress';
  const mine = isOpen ? now.currentActions.filter((place) => doersOf(place).includes(role)) : [];
  const place = mine.find(({ actionId }) => actionId === chosen) ?? mine[0];
  const action = definition.actions.find(({ id }) => id === place?.actionId);
  useLooks(now, onNow);
  return (
    <div className="rehearsal-stage">
      <RehearsalSteps now={now} definition={definition} />
      <div className="rehearsal-work">
        <RoleSwitch
          now={now}
          definition={definition}
          next={isOpen ? now.currentActions.flatMap(doersOf) : []}
          onRole={(to) => run(async () => onNow(await actAs(now, to)))}
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
            key={`${now.log.length} ${role} ${place.actionId}`}
            {...{ now, definition, action, place, onNow, onDone }}
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
}

function StepForm({ now, definition, action, place, onNow, onDone }: StepFormProps) {
  const role = now.currentActingRole;
  const [facts] = useState(() => factsIn(now, new Date().toISOString()));
  const roleName = definition.participants.find(({ id }) => id === role)?.name ?? role;
  /** The role that is next has the word. */
  async function goOn(after: RehearsalNow): Promise<void> {
    const [next] = after.outcome === 'InProgress' ? after.currentActions : [];
    const stays = after.currentActions.some((each) => doersOf(each).includes(after.currentActingRole));
    onNow(next && !stays ? await actAs(after, doersOf(next)[0] ?? next.participantId) : after);
  }
  return (
    <RehearsalForm
      {...{ definition, action, place, role, roleName, facts }}
      onStep={async (step) => {
        const after = await submitStep(now, step);
        onDone(stepDone(step));
        await goOn(after);
      }}
      onSendBack={async (reason) => {
        const after = await sendBackStep(now, place, reason);
        onDone({ reject: place.actionId, ...(reason !== '' && { reason }) });
        await goOn(after);
      }}
    />
  );
}

/** The roles that can vote on it, or its own. */
function doersOf({ participantId, voters }: RehearsalNow['currentActions'][number]): readonly string[] {
  return voters ?? [participantId];
}

function waitWords({ currentActions }: RehearsalNow): string {
  return currentActions.length > 0 ? 'rehearse.other-role' : 'rehearse.waits';
}

/** A timer goes on in a docket of its own. */
function useLooks(now: RehearsalNow, onNow: (now: RehearsalNow) => void): void {
  useEffect(() => {
    if (now.outcome !== 'InProgress' || now.currentActions.length > 0) return;
    const timer = setTimeout(() => void lookAgain(now).then(onNow, () => onNow({ ...now })), LOOK_MS);
    return () => clearTimeout(timer);
  }, [now, onNow]);
}

/** In the sandbox each role has a wallet of the rehearsal, and a draft has the id of the node. */
function withoutWallets({ id: _, participants, ...rest }: JsonObject): JsonObject {
  const roles = Array.isArray(participants) ? (participants as readonly JsonObject[]) : [];
  return { ...rest, participants: roles.map(({ walletAddress: __, ...role }) => role) };
}
