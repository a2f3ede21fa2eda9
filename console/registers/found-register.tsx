// Founds a register: its name, and behind it what most people leave as it is. Owners whose wallets are elsewhere attest
// by the command line.
import { useEffect, useId, useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { AskForm } from '../parts/ask-form.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import '../words/governing.js';
import { useWords } from '../words/words.js';

interface FoundRegisterProps {
  readonly who: Person;
  /** Absent where a dialog has it. */
  readonly title?: string;
  readonly about: string;
  readonly act: string;
  readonly later?: string;
  readonly onLater: () => void;
  readonly onFounded: () => void;
}

interface Founding {
  readonly name: string;
  readonly description: string;
  readonly owner: string;
  /** Peers beside this node. */
  readonly validators: readonly string[];
  readonly isOffered: boolean;
}

const EMPTY: Founding = { name: '', description: '', owner: '', validators: [], isOffered: false };

export function FoundRegister({ who, onFounded, ...said }: FoundRegisterProps) {
  const words = useWords();
  const { wallets, mesh } = useFounders(who);
  const [founding, setFounding] = useState(EMPTY);
  const change = (part: Partial<Founding>) => setFounding((before) => ({ ...before, ...part }));
  const chosen = wallets?.find(({ address }) => address === founding.owner)?.address ?? wallets?.[0]?.address;
  const name = founding.name.trim();
  async function found(): Promise<void> {
    // A person who is quick presses before the wallets are read.
    const owner = chosen ?? (await ownWallets(who))[0]?.address;
    if (owner === undefined) throw new Error(words('start.register.no-wallet'));
    await node.registers.createRegister(
      { body: bodyOf(founding, { owner, userId: who.id, self: mesh?.peerId }) },
      { idempotencyKey: true },
    );
    onFounded();
  }
  return (
    <AskForm {...said} onAct={found}>
      <TextField label={words('start.register.name')} value={founding.name} onChange={(to) => change({ name: to })} />
      <details>
        <summary>{words('found.more')}</summary>
        <div className="ask">
          <FoundingMore {...{ founding, change }} wallets={wallets ?? []} peers={mesh?.peers ?? []} />
        </div>
      </details>
      {chosen !== undefined && name !== '' && (
        <AsCommand
          act={founding.isOffered ? 'registers.found-offered' : 'registers.found'}
          values={{
            ...{ name, owner: chosen, description: founding.description.trim() || undefined },
            validator: founding.validators.length === 0 ? undefined : founding.validators,
          }}
        />
      )}
    </AskForm>
  );
}

type CreateBody = Parameters<typeof node.registers.createRegister>[0]['body'];

interface Founder {
  readonly owner: string;
  readonly userId: string;
  readonly self: string | undefined;
}

function bodyOf(founding: Founding, { owner, userId, self }: Founder): CreateBody {
  const { validators, isOffered } = founding;
  const description = founding.description.trim();
  return {
    name: founding.name.trim(),
    owners: [{ userId, walletId: owner }],
    ...(description !== '' && { description }),
    ...(isOffered && { advertise: true }),
    ...(validators.length > 0 && self !== undefined && { validators: [self, ...validators] }),
  };
}

async function ownWallets({ may }: Pick<Person, 'may'>) {
  return may.has('listWallets') ? node.wallets.listWallets({ query: { top: 100 } }) : [];
}

/** Wallets of the person, and nodes that may take a seat. Undefined until they are read. */
function useFounders({ may }: Person) {
  const [founders, setFounders] = useState<{
    readonly wallets?: Awaited<ReturnType<typeof ownWallets>>;
    readonly mesh?: Awaited<ReturnType<typeof node.peers.getMeshStatus>>;
  }>({});
  useEffect(() => {
    void ownWallets({ may }).then(
      (wallets) => setFounders((before) => ({ ...before, wallets })),
      () => undefined,
    );
    void node.peers.getMeshStatus().then(
      (mesh) => setFounders((before) => ({ ...before, mesh })),
      () => undefined,
    );
  }, [may]);
  return founders;
}

interface FoundingMoreProps {
  readonly founding: Founding;
  readonly change: (part: Partial<Founding>) => void;
  readonly wallets: readonly { readonly address: string; readonly name: string }[];
  readonly peers: readonly { readonly peerId: string; readonly orgName: string }[];
}

function FoundingMore({ founding, change, wallets, peers }: FoundingMoreProps) {
  const words = useWords();
  const id = useId();
  const { description, owner, validators, isOffered } = founding;
  return (
    <>
      <TextField
        label={words('found.description')}
        value={description}
        onChange={(to) => change({ description: to })}
      />
      {wallets.length > 1 && (
        <div className="field">
          <label htmlFor={id}>{words('found.owner')}</label>
          <select id={id} value={owner} onChange={({ target }) => change({ owner: target.value })}>
            {wallets.map(({ address, name }) => (
              <option key={address} value={address}>
                {name} · {address.slice(0, 12)}
              </option>
            ))}
          </select>
        </div>
      )}
      {peers.length > 0 && (
        <fieldset className="checks">
          <legend>{words('found.validators')}</legend>
          {peers.map(({ peerId, orgName }) => (
            <label key={peerId} className="check">
              <input
                type="checkbox"
                checked={validators.includes(peerId)}
                onChange={({ target }) =>
                  change({
                    validators: target.checked ? [...validators, peerId] : validators.filter((each) => each !== peerId),
                  })
                }
              />
              {orgName || peerId}
            </label>
          ))}
        </fieldset>
      )}
      <label className="check">
        <input type="checkbox" checked={isOffered} onChange={({ target }) => change({ isOffered: target.checked })} />
        {words('found.offered')}
      </label>
    </>
  );
}
