// Whom a register trusts: an imported list as a proposal, what voters compare, what is pinned, and proofs for
// outsiders.
import type { Client } from '../../../api/client/client.js';
import type { Json } from '../../../core/base/json.js';
import { type PinProof, rootOfProof } from '../../../core/register/trust/root.js';
import { type Command, CommandError } from '../../command/command.js';
import { give, objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { ASSURANCE_OPTION, JUSTIFICATION_OPTION } from '../../signing/governing.js';

const REGISTER = { name: '<register>', description: 'id of the register' };
const LIST = { name: '<list>', description: 'id of the list' };
const AS_OF = { flags: '--as-of <docket>', description: 'number of a docket (default: the newest one)' };

const pin: Command = {
  name: 'trust pin',
  summary: 'propose that a register trusts an imported list of your organisation',
  examples: ['quorate trust pin eu --register 0d9c… --wallet qr1…'],
  args: [LIST],
  options: [
    { flags: '--register <register>', description: 'id of the register', required: true },
    { flags: '--wallet <wallet>', description: 'wallet of the node that signs, by address', required: true },
    ASSURANCE_OPTION,
    JUSTIFICATION_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const registerId = input.requiredText('register');
    const [wallet, assurance] = [input.requiredText('wallet'), input.text('assurance')];
    const body = pickStated({ registerId, wallet, assurance, justification: input.text('justification') });
    const outcome = await client.pinTrustList({
      params: { trustListId: input.arg('list') },
      body: body as Parameters<Client['pinTrustList']>[0]['body'],
    });
    out.show(outcome, () =>
      fields({ proposal: outcome.proposalId, state: outcome.state, status: outcome.proposal?.status }),
    );
    if (outcome.proposal?.status !== 'Recorded')
      out.note(`Others compare and vote: quorate trust compare ${registerId} ${outcome.proposalId}`);
  },
};

const compare: Command = {
  name: 'trust compare',
  summary: 'compare a proposed list with the one that your organisation imported, before you vote',
  args: [REGISTER, { name: '<proposal>', description: 'id of the proposal' }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const params = { registerId: input.arg('register'), proposalId: input.arg('proposal') };
    const compared = await client.comparePin({ params });
    const { listId, kind, sequence, isImported, isEqual, importedSequence, isSameSource } = compared;
    const counts = { missing: compared.missing.length, strange: compared.strange.length };
    out.show(compared, () =>
      [
        fields(
          pickStated({
            ...{ list: listId, kind, sequence, imported: isImported ? 'yes' : 'no', equal: isEqual ? 'yes' : 'no' },
            'imported sequence': importedSequence,
            'same source': isSameSource === undefined ? undefined : isSameSource ? 'yes' : 'no',
            ...{ ...counts, added: compared.added.length, dropped: compared.dropped.length },
          }),
        ),
        ...[...compared.missing.map((hash) => `missing ${hash}`), ...compared.strange.map((hash) => `strange ${hash}`)],
      ].join('\n'),
    );
    if (!isEqual) out.warn(isImported ? 'It is not the list that you imported.' : 'You have imported no such list.');
  },
};

const pins: Command = {
  name: 'trust pins',
  summary: 'list whom a register trusts, now or as of a docket',
  args: [REGISTER],
  options: [AS_OF, { flags: '--list <list>', description: 'show the entries of this list' }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const query = pickStated({ asOf: docketIn(input.text('as-of')), listId: input.text('list') });
    const trust = await client.getRegisterTrust({ params: { registerId: input.arg('register') }, query });
    out.show(trust, () => {
      const rows = trust.lists.map((list) => [
        ...[list.listId, list.kind, list.sequence, list.entryCount, list.assurance ?? '-'],
        list.source?.nextUpdate ?? '-',
      ]);
      const entries = trust.lists.flatMap((list) => (list.entries ?? []).map(entryLine));
      return [
        fields({ 'as of docket': trust.asOf, root: trust.root }),
        table(['LIST', 'KIND', 'SEQUENCE', 'ENTRIES', 'AT MOST', 'NEXT UPDATE'], rows),
        ...(entries.length === 0 ? [] : [entries.join('\n')]),
      ].join('\n\n');
    });
  },
};

const prove: Command = {
  name: 'trust prove',
  summary: 'write the proof that a register trusts an anchor or a key, for outsiders',
  examples: ['quorate trust prove 0d9c… eu fd36c8… --as-of 812 --out proof.json'],
  args: [REGISTER, LIST, { name: '<hash>', description: 'SHA-256 of the DER of the anchor, or of the key' }],
  options: [
    AS_OF,
    { flags: '--issuer <name>', description: 'the name of a key' },
    { flags: '--out <file>', description: 'write the proof to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const said = { listId: input.arg('list'), hash: input.arg('hash') };
    const more = pickStated({ issuer: input.text('issuer'), asOf: docketIn(input.text('as-of')) });
    const proof = await client.provePin({
      params: { registerId: input.arg('register') },
      query: { ...said, ...more },
    });
    await give(context, proof as unknown as Json, { file: input.text('out'), said: `Proven under ${proof.root}.` });
  },
};

const checkProof: Command = {
  name: 'trust check-proof',
  summary: 'check such a proof without a node, against the root that a gate states',
  examples: ['quorate trust check-proof proof.json --root 9d1e…'],
  args: [{ name: '<file>', description: 'what "trust prove" wrote; - is standard input' }],
  options: [{ flags: '--root <hash>', description: 'the root that you know from elsewhere', required: true }],
  async run(context) {
    const { input, out } = context;
    const { proof } = objectIn(await readDocument(context, input.arg('file')));
    const root = input.requiredText('root');
    if (rootOf(proof) !== root)
      throw new CommandError('the proof does not lead to this root', {
        hint: 'Ask for it again as of the docket that the gate states (--as-of), or do not believe it.',
      });
    const { list, entry } = proof as unknown as PinProof;
    out.show({ isProven: true, root, list, entry }, () => `${entryLine(entry)} is pinned by ${list.listId}.`);
  },
};

export const registerTrustCommands: readonly Command[] = [pin, compare, pins, prove, checkProof];

/** The file may hold anything. */
function rootOf(proof: Json | undefined): string | undefined {
  try {
    return rootOfProof(proof as unknown as PinProof);
  } catch {
    return undefined;
  }
}

const docketIn = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const entryLine = (entry: string | { readonly issuer: string; readonly key: string }) =>
  typeof entry === 'string' ? entry : `${entry.key} of ${entry.issuer}`;
