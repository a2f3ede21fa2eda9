// A role passes to another wallet: its holder signs, then the new one. Where that is not a wallet of the person, the
// signed file is for it. A holder refuses in the same way where others give its role away.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useSending } from '../session/use-sending.js';
import { useWords } from '../words/words.js';
import { MoveActs } from './move-dialog.js';
import { moveValues } from './move-words.js';
import { type MoveOffered, type Mover, type MovesRead, moversAmong } from './moves.js';
import type { MoveSent } from './send-move.js';

type PrepareBody = Parameters<typeof node.transactions.prepareTransaction>[0]['body'];
type SubmitBody = Parameters<typeof node.transactions.submitTransaction>[0]['body'];

interface HandOverProps {
  readonly read: Omit<MovesRead, 'nowMs'>;
  readonly move: MoveOffered;
  readonly onSent: (sent: MoveSent) => void;
  readonly onClose: () => void;
}

export function HandOver({ read, move, onSent, onClose }: HandOverProps) {
  const words = useWords();
  const [to, setTo] = useState('');
  const [file, setFile] = useState<string>();
  const { isSending, refusal, refuse, run } = useSending(onSent);
  const values = moveValues(move, read);
  const isKeeping = move.kind === 'keep';
  const [holder] = move.movers as readonly [Mover];
  const receiver = to.trim();
  const place = { instance: read.instance.id, role: move.role ?? '' };
  const [ownReceiver] = moversAmong(read.own, [receiver]);
  function send(): void {
    if (!isKeeping && receiver === '') refuse(words('handover.to.missing'));
    else run(handOver);
  }
  async function handOver(): Promise<MoveSent | undefined> {
    const signers = [holder, ...(isKeeping || ownReceiver === undefined ? [] : [ownReceiver])];
    const signed = await signedHandover(read, { move, signers, to: receiver });
    if (isKeeping || ownReceiver) {
      const params = { registerId: read.instance.registerId };
      return node.transactions.submitTransaction({ params, body: signed }, { waitSeconds: WAIT_SECONDS });
    }
    setFile(URL.createObjectURL(new Blob([JSON.stringify(signed)], { type: 'application/json' })));
    return undefined;
  }
  return (
    <Dialog title={words('move.title', values)} onClose={onClose}>
      <p className="lead">{words('move.about', values)}</p>
      {!isKeeping && (
        <TextField label={words('handover.to')} hint={words('handover.to.about')} value={to} onChange={setTo} isCode />
      )}
      {file !== undefined && (
        <p className="note">
          {words('handover.file')}{' '}
          <a href={file} download={`handover-${move.role}.tx`}>
            {words('handover.save')}
          </a>
        </p>
      )}
      {isKeeping ? (
        <AsCommand act="instance.keep" values={place} />
      ) : (
        receiver !== '' && <AsCommand act="instance.handover" values={{ ...place, to: receiver }} />
      )}
      <MoveActs refusal={refusal} isSending={isSending} onClose={onClose} onSend={send}>
        {words('move.do', values)}
      </MoveActs>
    </Dialog>
  );
}

const WAIT_SECONDS = 10;

interface Handing {
  readonly move: MoveOffered;
  readonly signers: readonly Mover[];
  readonly to: string;
}

/** Prepared by the node, and signed by these wallets in turn. */
async function signedHandover(
  { instance, definition, own }: Pick<MovesRead, 'instance' | 'definition' | 'own'>,
  { move: { kind, role }, signers, to }: Handing,
): Promise<SubmitBody> {
  const [holder] = signers as readonly [Mover];
  const said = { type: 'handover', v: 1, role };
  const body = {
    registerId: instance.registerId,
    blueprintId: instance.blueprintId,
    publicationTxId: instance.publicationTxId,
    actionId: String(definition.actions[0]?.id),
    instanceId: instance.id,
    previousTransactionId: instance.lastTransactionId,
    senderWallet: holder.address,
    metadata: { type: 'Handover' },
    payload: kind === 'keep' ? { ...said, refuse: true } : { ...said, from: holder.address, to },
  } as PrepareBody;
  const { transaction, dataToSign } = await node.transactions.prepareTransaction({ body });
  const signatures = [];
  for (const { address } of signers) {
    const isHybrid = address === holder.address && own.some(({ hybridAddress }) => hybridAddress === address);
    const signing = { data: dataToSign, isPreHashed: true, ...(isHybrid && { hybridMode: true }) };
    const { publicKey, signature, algorithm } = await node.wallets.signWithAddress({
      params: { address },
      body: signing,
    });
    signatures.push({ publicKey, signatureValue: signature, algorithm });
  }
  return { ...transaction, signatures } as SubmitBody;
}
