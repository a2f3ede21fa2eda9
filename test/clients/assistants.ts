// Clients and judges of MCP that others wrote: the official conformance scenarios and the inspector, and the official
// SDK of Python. Each speaks to the MCP server of the node.
import { join } from 'node:path';
import { meeting, toldOf } from './libraries.js';
import type { ClientPart, ClientWorld } from './part.js';
import { MCP, run } from './tools.js';

async function playPython(world: ClientWorld): Promise<string> {
  const told = toldOf('mcp-python', world);
  const python = join(told.folder, 'venv/bin/python');
  await run(['python3', '-m', 'venv', 'venv'], told);
  await run([python, '-m', 'pip', 'install', '-q', `mcp==${MCP}`], told);
  return run([python, 'story.py'], told);
}

export const ASSISTANTS: readonly ClientPart[] = [
  { name: 'mcp', about: 'MCP: conformance scenarios, and the inspector', needs: ['npm'], play: meeting('mcp') },
  { name: 'mcp-python', about: `MCP: the Python SDK ${MCP}`, needs: ['python3'], play: playPython },
];
