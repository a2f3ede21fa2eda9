// A program of somebody else, with nothing but the published package and the official SignalR client: it signs in,
// founds a register, acts in a workflow, hears of it, and proves it without asking the node whether it is true. Run by
// program.test.ts, which reads the one line of JSON that it prints.
import * as signalR from '@microsoft/signalr';
import { ClientError, QuorateClient, sessionRefresh } from '@quorate/client';
import { checkBlueprint, isPublishable } from '@quorate/client/engine';
import { verifyEvidence } from '@quorate/client/evidence';
import { openHub } from '@quorate/client/hubs';

const { url, email, password, registerId, blueprintId, wallet, definition, owner } = JSON.parse(process.argv[2]);

const nobody = new QuorateClient({ url });
const session = await nobody.auth.login({ body: { email, password } });
const refresh = sessionRefresh({ url, refreshToken: session.refreshToken });
// A token that is over: the first call that needs one gets another by itself.
const node = new QuorateClient({ url, token: 'over', refresh });

const founded = await node.registers.createRegister({ body: { name: 'Of another program', owners: [owner] } });
const refused = await node.registers
  .getRegister({ params: { registerId: '00000000-0000-4000-8000-00000000dead' } })
  .catch((error) => error instanceof ClientError && [error.code, error.status, typeof error.details.traceId]);

const hub = await openHub(signalR, { client: node, hub: 'register' });
const sealed = new Promise((resolve) => hub.on('DocketSealed', resolve));
await hub.subscribe('SubscribeToRegister', registerId);
const action = await node.actions.submitAction({
  body: {
    ...{ blueprintId, actionId: '0', senderWallet: wallet, registerAddress: registerId },
    payloadData: { amount: 3 },
  },
});
const event = await sealed;
await hub.close();

const params = { registerId, txId: action.transactionId };
const document = await node.transactions.getEvidence({ params });
const head = `${event.docketHash}@${event.docketNumber}`;
const registers = [];
for await (const { id } of node.registers.listRegisters.all({ query: { pageSize: 1 } })) registers.push(id);
const forged = structuredClone(document);
forged.docket.header.timestampMs += 1;

console.log(
  JSON.stringify({
    ...{ refused, founded: registers.includes(founded.registerId), registers: registers.length },
    event: Object.keys(event),
    verdicts: [
      verifyEvidence(document).verdict,
      verifyEvidence(document, { head }).verdict,
      verifyEvidence(JSON.stringify(forged), { head }).verdict,
    ],
    isPublishable: isPublishable(checkBlueprint(definition)),
    buffer: Object.keys(globalThis).includes('quorate'),
  }),
);
