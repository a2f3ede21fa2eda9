// Codes of issues about conversations with the designer.
import { conflict, gone, unavailable } from './code-row.js';

export const DESIGNER_CODES = {
  SESSION_START_FAILED: conflict(
    'The conversation with the designer does not begin',
    'The draft is too large or of language 1, the person has as many sessions as it may, or the node has nothing that answers.',
    'Do what the message says: end a session, migrate the draft, or ask the operator.',
  ),
  SESSION_EXPIRED: gone(
    'There is no such conversation',
    'The session has ended, nobody wrote in it for seven days, or it is of somebody else.',
    'Start another one; a saved draft is the way to go on from where it was.',
  ),
  MESSAGE_LIMIT: conflict(
    'The conversation has as many messages as it may',
    'A person writes at most 100 messages in a session.',
    'Save the draft, and start a session with it.',
  ),
  GENERATION_RUNNING: conflict(
    'The message before is being answered',
    'A session has one answer at a time.',
    'Wait for MessageComplete, or call CancelGeneration.',
  ),
  GENERATION_CANCELLED: conflict(
    'The answer was ended before it was whole',
    'The person cancelled it, ended the session, or the node stops. Words and changes until then are kept.',
    'Write on, or have the last edits taken back.',
  ),
  AI_UNAVAILABLE: unavailable(
    'Nothing answers in conversations at this moment',
    'The provider of the designer gave no answer, took too long, or answers too many at this moment. Changes until then are kept.',
    'Write again, or go on without a model: ContinueOffline.',
  ),
  SAVE_FAILED: conflict(
    'The draft of the conversation was not saved',
    'The draft was changed by somebody else since it was read, was deleted, or may not be kept; the message says which.',
    'Start a session with the newest draft, or export this one and compare.',
  ),
};
