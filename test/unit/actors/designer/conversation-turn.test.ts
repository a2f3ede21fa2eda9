// A turn that is cancelled is told to be over at once, whatever the engine does: it may be busy with drafts of others.
import { expect } from 'chai';
import { type AnswerPorts, ConversationTurn } from '../../../../actors/designer/conversation-turn.js';
import type { DesignProvider } from '../../../../core/designer/provider.js';
import type { Conversation } from '../../../../storage/tables/workflow/conversations.js';

describe('actors/designer/conversation-turn', () => {
  it('ends a turn whose draft is not checked yet when it is stopped, and asks the provider for nothing', async () => {
    const told: unknown[] = [];
    const head = { organisationId: 'o', person: 'p', conversationId: 'c' } as Conversation;
    const rows = { draftOf: () => ({ blueprint: {}, scenarios: [], history: {}, memory: undefined }) };
    const ports = {
      clock: { now: () => 0, setTimer: () => ({ cancel: () => told.push('timer') }) },
      rows,
      engine: { run: () => new Promise(() => undefined) },
      announcements: { announce: ({ event }: { readonly event: { readonly code?: string } }) => told.push(event.code) },
    } as unknown as AnswerPorts;
    const provider = { turn: () => told.push('asked') } as unknown as DesignProvider;
    const turn = new ConversationTurn(ports, provider, head);
    turn.run(() => told.push('ended'));
    turn.stop('cancelled');
    await turn.ended;
    expect(told).to.deep.equal(['timer', 'ended', 'GENERATION_CANCELLED']);
  });
});
