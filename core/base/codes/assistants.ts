// Codes of issues about tools of the MCP server and the persons whom they ask.
import { bad, conflict, forbidden, gone, missing } from './code-row.js';

export const ASSISTANT_CODES = {
  HOST_REFUSED: forbidden(
    'The request names another host',
    'The Host header of a request to the MCP server names a host that is neither that of http.publicUrl, nor localhost, nor an address.',
    'Call the node by its http.publicUrl. Where a proxy is before it, let the proxy pass the Host header on.',
  ),
  ORIGIN_REFUSED: forbidden(
    'A page of this origin may not call the MCP server',
    'A browser sent the request for a page whose origin is neither the node nor one of http.corsOrigins.',
    'Add the origin to http.corsOrigins where you trust its pages.',
  ),
  CONFIRMATION_NEEDED: conflict(
    'A person has to confirm this first',
    'The tool does what cannot be undone, and the client speaks a revision of MCP in which nobody can be asked.',
    'Use a client of revision 2026-07-28 or later, or the command that the message names.',
  ),
  CONFIRMATION_INVALID: bad(
    'The state of the question is not of this node',
    'The requestState was not made by this node, or was changed on its way.',
    'Call the tool again without it: the person is asked anew.',
  ),
  CONFIRMATION_MOVED: conflict(
    'The question was about another call',
    'The requestState came back with another tool, other arguments, or the token of another person, organisation or session.',
    'Call the tool again without it: the person is asked anew.',
  ),
  CONFIRMATION_EXPIRED: gone(
    'The question is too old',
    'A person answers a question of a tool within ten minutes.',
    'Call the tool again without the state: the person is asked anew.',
  ),
  CONFIRMATION_DECLINED: conflict(
    'The person said no',
    'The person who was asked declined or cancelled, and nothing was done. The question is spent.',
    'Ask the person what to do in its place.',
  ),
  CALL_CANCELLED: conflict(
    'The client cancelled the call',
    'The client of the MCP server cancelled the call or went away while a tool of several operations ran.',
    'Call the tool again. The answer to a question counts still, within its ten minutes.',
  ),
  BATCH_REFUSED: bad(
    'The MCP server takes one message a request',
    'The body is an array of messages. A batch would count for one call, whatever it holds.',
    'Send each message in a request of its own, as every revision of MCP allows.',
  ),
  RESOURCE_TOO_LARGE: {
    status: 413,
    title: 'The resource is larger than a client of MCP reads',
    cause: 'The answer has more bytes than a resource has at most.',
    remedy: 'Ask the operation that the resource names over REST, or a tool that takes pages.',
  },
  DOCUMENT_NOT_FOUND: missing(
    'There is no such document',
    'There is no document of this name in this version of the program.',
    'See GET /api/documents.',
  ),
} as const;
