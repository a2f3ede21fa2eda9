// Clients and judges of MCP that others wrote: the official conformance scenarios and the inspector, and the official
// SDK of Python. Each speaks to the MCP server of the node.
import { meeting, playingPython } from './libraries.js';
import type { ClientPart } from './part.js';
import { MCP } from './tools.js';

export const ASSISTANTS: readonly ClientPart[] = [
  { name: 'mcp', about: 'MCP: conformance scenarios, and the inspector', needs: ['npm'], play: meeting('mcp') },
  {
    name: 'mcp-python',
    about: `MCP: the Python SDK ${MCP}`,
    needs: ['python3'],
    play: playingPython('mcp-python', [`mcp==${MCP}`]),
  },
];
