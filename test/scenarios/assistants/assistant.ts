// An assistant of a person: the official client of the Model Context Protocol at the node of one organisation. Its
// person says yes to each question, or no where a test says so.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';

const REVISION = '2026-07-28';

/** As a tool answers: its envelope, its ids, and what the operations gave. */
export interface ToolAnswered {
  readonly status: string;
  readonly message: string;
  readonly [member: string]: unknown;
  readonly data?: ReturnType<typeof JSON.parse>;
}

export interface Assistant {
  use(tool: string, input: object): Promise<ToolAnswered>;
  /** Asked of its person. */
  readonly questions: readonly string[];
  /** What the person answers from now on. */
  says(answer: PersonSays): void;
  close(): Promise<void>;
}

interface PersonSays {
  readonly confirm: boolean;
  readonly reason?: string;
}

export async function assistantOf({ node, token }: ClusterMember): Promise<Assistant> {
  const questions: string[] = [];
  let says: PersonSays = { confirm: true };
  const client = new Client(
    { name: 'scenario', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: REVISION } } },
  );
  client.setRequestHandler('elicitation/create', ({ params: { message } }) => {
    questions.push(message);
    return says.confirm ? { action: 'accept', content: { ...says } } : { action: 'decline' };
  });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${node.url}/mcp`), { requestInit }));
  return {
    questions,
    says: (answer) => {
      says = answer;
    },
    async use(name, input) {
      const { structuredContent } = await client.callTool({ name, arguments: input as never });
      return structuredContent as unknown as ToolAnswered;
    },
    close: () => client.close(),
  };
}
