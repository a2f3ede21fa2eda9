// The hub of conversations with the designer (specification section 6, reference-facts 6.6). A connection hears of its
// own conversations alone, in the organisation of its token: the words and changes of an answer come as events. A
// conversation outlives its connections. A failure is told twice: to the call, and as SessionError.
import Type from 'typebox';
import { type Issue, issue } from '../../core/base/issue.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { CHAT_MESSAGE_MAX } from '../../core/base/limits/node/designs.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { yamlText } from '../../core/base/yaml.js';
import { isPublishable } from '../../core/design/check/check.js';
import type { ConversationEvent } from '../../core/designer/events.js';
import type { ConversationOwner } from '../../storage/tables/workflow/conversations.js';
import { liveDraft, organisationOf } from '../access/drafts.js';
import { type Caller, callerKey } from '../auth/caller.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { Hub, HubMethod, HubSession, Signal } from './define.js';

const SessionId = Type.String({ minLength: 1, maxLength: 64 });
const BlueprintId = Type.Union([Type.Null(), Type.String({ maxLength: 64 })]);
const Format = Type.String({ pattern: '^([jJ][sS][oO][nN]|[yY][aA][mM][lL])$' });

type Run = (args: readonly Json[], session: HubSession, owner: ConversationOwner) => Promise<Result<Json | undefined>>;

/** Its first argument is the session, but of those that begin one. A failure is told as SessionError too. */
function method({ run, ...rest }: Omit<HubMethod, 'run'> & { readonly run: Run }): HubMethod {
  return {
    ...rest,
    run: async (args, session) => {
      const owner = ownerOf(session.call.caller);
      const done = owner === undefined ? fail(NO_ORGANISATION) : await run(args, session, owner);
      if (isFailure(done)) {
        const { code, message } = done.issue;
        const [first] = rest.args[0] === SessionId ? args : [];
        session.tell({
          target: 'SessionError',
          content: [code, message],
          ids: [typeof first === 'string' ? first : ''],
        });
      }
      return done;
    },
  };
}

export const chatHub: Hub = {
  name: 'chat',
  paths: ['/hubs/chat'],
  can: 'CanManageBlueprints',
  methods: {
    StartSession: method({
      summary: 'nothing, or the id of a draft to begin with.',
      args: [Type.Optional(BlueprintId)],
      rate: 'api',
      writes: true,
      run: async ([blueprintId], { call }, owner) => {
        const from = typeof blueprintId === 'string' && blueprintId !== '' ? savedDraft(call, blueprintId) : undefined;
        if (from !== undefined && isFailure(from)) return startFailed(from.issue);
        const started = await call.deps.conversations.start(owner, from);
        return isFailure(started) ? started : started.conversationId;
      },
    }),
    ListSessions: method({
      summary: 'nothing.',
      args: [],
      run: async (_, { call }, owner) => {
        const all = await call.deps.conversations.list(owner);
        return all.map(({ conversationId, startedAtMs, lastAtMs, saved, title, remaining }) => ({
          ...{ sessionId: conversationId, title, remaining, blueprintId: saved?.blueprintId ?? null },
          ...{ startedAt: timeText(startedAtMs), lastAt: timeText(lastAtMs) },
        }));
      },
    }),
    ResumeSession: method({
      summary: 'the id of a session.',
      args: [SessionId],
      rate: 'api',
      run: async ([id], { call }, owner) => {
        const open = await call.deps.conversations.open(owner, id as string);
        if (isFailure(open)) return open;
        const { conversationId, saved, provider, sendsTo, isAnswering, remaining, messages, earlier, draft } = open;
        return {
          ...{ sessionId: conversationId, provider, sendsTo: sendsTo ?? '', remaining, isAnswering },
          blueprintId: saved?.blueprintId ?? null,
          messages: messages.map(({ from, text, atMs, isCut = false }) => ({ from, text, at: timeText(atMs), isCut })),
          earlierMessages: earlier,
          ...{ blueprint: draft.blueprint, scenarios: draft.scenarios, validation: validationOf(draft.findings) },
        };
      },
    }),
    SendMessage: method({
      summary: `the id of a session, and a text of at most ${CHAT_MESSAGE_MAX} characters.`,
      args: [SessionId, Type.String({ minLength: 1, maxLength: CHAT_MESSAGE_MAX })],
      bodySize: 'answer',
      rate: 'api',
      writes: true,
      run: async ([id, text], { call }, owner) => {
        const sent = await call.deps.conversations.send(owner, id as string, text as string);
        return isFailure(sent) ? sent : sent.messageId;
      },
    }),
    CancelGeneration: method({
      summary: 'the id of a session.',
      args: [SessionId],
      run: async ([id], { call }, owner) => call.deps.conversations.cancel(owner, id as string),
    }),
    SaveBlueprint: method({
      summary: 'the id of a session.',
      args: [SessionId],
      writes: true,
      run: ([id], session, owner) => save(id as string, session, owner),
    }),
    ExportBlueprint: method({
      summary: 'the id of a session, and JSON or YAML.',
      args: [SessionId, Format],
      rate: 'api',
      run: async ([id, format], { call }, owner) => {
        const now = call.deps.conversations.draft(owner, id as string);
        if (isFailure(now)) return now;
        const isYaml = (format as string).toUpperCase() === 'YAML';
        return isYaml ? yamlText(now.blueprint) : JSON.stringify(now.blueprint, null, 2);
      },
    }),
    ContinueOffline: method({
      summary: 'the id of a session.',
      args: [SessionId],
      writes: true,
      run: ([id], { call }, owner) => call.deps.conversations.goOnWith(owner, id as string, 'offline'),
    }),
    EndSession: method({
      summary: 'the id of a session.',
      args: [SessionId],
      writes: true,
      run: ([id], { call }, owner) => call.deps.conversations.end(owner, id as string),
    }),
  },
  topics: {
    conversations: {
      admit: (name, { caller }) => {
        const owner = ownerOf(caller);
        return owner !== undefined && name === topicName(owner) ? [name] : fail(NO_ORGANISATION);
      },
    },
  },
  joins: (caller) => {
    const owner = ownerOf(caller);
    return owner && { kind: 'conversations', name: topicName(owner) };
  },
  tells: {
    'conversation-continued': ({ conversationId, event, atMs, ...owner }) => ({
      topics: [`conversations:${topicName(owner)}`],
      atMs,
      signals: () => [conversationSignal(event, conversationId)],
    }),
  },
};

const NO_ORGANISATION = issue('FORBIDDEN', '', 'Your token has no organisation whose drafts you may change.');

export function conversationSignal(event: ConversationEvent, sessionId: string): Signal {
  const ids = [sessionId];
  switch (event.kind) {
    case 'started':
      return { target: 'SessionStarted', ids: [sessionId, event.provider, event.sendsTo ?? ''] };
    case 'text':
      return { target: 'ReceiveChunk', content: [event.chunk], ids };
    case 'tool':
      return { target: 'ToolExecuted', content: [event.name, event.ok ? 'done' : 'refused', event.words], ids };
    case 'draft': {
      const { blueprint, findings } = event.draft;
      return { target: 'BlueprintUpdated', content: [blueprint, validationOf(findings)], ids };
    }
    case 'complete':
      return { target: 'MessageComplete', content: [event.messageId], ids };
    case 'remaining':
      return { target: 'MessageLimitWarning', content: [event.remaining], ids };
    case 'error':
      return { target: 'SessionError', content: [event.code, event.message], ids };
  }
}

/** As the check of a draft over REST tells it. */
function validationOf(findings: Parameters<typeof isPublishable>[0]): JsonObject {
  return { isValid: isPublishable(findings), validationResults: findings as unknown as Json };
}

function savedDraft(call: ApiCall<ApiDeps>, blueprintId: string) {
  const draft = liveDraft(call, blueprintId);
  if (isFailure(draft)) return draft;
  const { revision, document } = draft;
  return { blueprintId, revision, document };
}

/** Makes a draft, or replaces the one that it was saved as, unless a person changed that meanwhile. */
async function save(id: string, session: HubSession, owner: ConversationOwner): Promise<Result<string>> {
  const kept = await session.call.deps.conversations.save(owner, id, async ({ saved, blueprint }) => {
    const made = await (saved === undefined
      ? session.ask('createBlueprint', { body: { ...blueprint, id: '' } as never })
      : session.ask(
          'updateBlueprint',
          { params: { id: saved.blueprintId }, body: { ...blueprint, id: saved.blueprintId } as never },
          { 'if-match': `"${saved.revision}"` },
        ));
    return isFailure(made)
      ? fail(issue('SAVE_FAILED', '', `${made.issue.code}: ${made.issue.message}`))
      : { blueprintId: made.id, revision: made.version };
  });
  return isFailure(kept) ? kept : kept.blueprintId;
}

function startFailed({ message }: Issue): ReturnType<typeof fail> {
  return fail(issue('SESSION_START_FAILED', '', message));
}

/** A service is a person of its own. */
function ownerOf(caller: Caller): ConversationOwner | undefined {
  const organisationId = organisationOf(caller);
  return organisationId === undefined ? undefined : { organisationId, person: callerKey(caller) };
}

/** No id of an organisation has a space. */
function topicName({ organisationId, person }: ConversationOwner): string {
  return `${organisationId} ${person}`;
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString();
}
