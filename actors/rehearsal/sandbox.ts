// The sandbox register of each organisation: founded by this node alone on the first rehearsal, never offered to peers,
// and reused ever after. Its owner's key attests the genesis and is gone then, so that it is not governed; publications
// are signed by the node, as on any register that it founded.
import { fromHex, toBase64, toBase64Url } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical, type JsonObject } from '../../core/base/json.js';
import { SANDBOX_WAIT_MS } from '../../core/base/limits/node/rehearsals.js';
import type { Clock, Log, Random } from '../../core/base/ports.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { generate, sign, verifySync } from '../../core/crypto/signing/algorithms.js';
import { prepare } from '../../core/kinds/build.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../core/kinds/participant.js';
import type { Validator } from '../../core/model/register.js';
import { finalize, genesisDraft, initiate } from '../../core/register/genesis/genesis.js';
import type { PolicyDraft } from '../../core/register/policy.js';
import { PUBLISH_ACTION, publicationTxIdOf, signedTransaction } from '../../core/transaction/encode.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { newId } from '../../storage/secrets/new-wallet.js';
import type { SystemWallet } from '../../storage/secrets/system-wallet.js';
import type { RehearsalStore } from '../../storage/tables/workflow/rehearsals.js';
import { awaitWithin } from '../background/await-within.js';
import type { Founding, Ledger } from '../ledger-port.js';
import { SYSTEM_PURPOSE, signBySystem } from '../system-signing.js';

export interface SandboxPorts {
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Log;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly store: Pick<RehearsalStore, 'sandboxOf' | 'putSandbox'>;
  readonly ledger: Pick<Ledger, 'register' | 'state' | 'genesis' | 'submit'>;
  readonly systemWallet: Pick<SystemWallet, 'identity' | 'sign'>;
  /** The seat of this node, and the policy of registers that are founded here. Read at each founding. */
  readonly terms: () => { readonly validator: Validator; readonly policy: PolicyDraft };
  /** A sandbox was founded, or could not be. */
  readonly onProvisioned: (outcome: 'founded' | 'failed') => void;
}

/** A publication waits for its seal, because the instance follows at once. */
const SEAL_WAIT_MS = 10_000;

/** Whose sandbox it is, and who asks. */
export interface SandboxAsk {
  readonly organisationId: string;
  readonly caller: string;
}

const NAME = 'Rehearsals';
const DESCRIPTION = 'The sandbox in which this organisation rehearses its workflows.';
/** Refusals that are about the definition and no other time would change. */
const OF_DEFINITION = /^VAL_(BP|SCHEMA|SIZE|STRUCT)_/;

export class Sandboxes {
  private readonly ports: SandboxPorts;
  /** Foundings under way, by organisation: who comes meanwhile waits for the same one. */
  private readonly founding = new Map<string, Promise<Result<string>>>();

  constructor(ports: SandboxPorts) {
    this.ports = ports;
  }

  /**
   * Id of the sandbox of an organisation, its genesis sealed. SANDBOX_UNAVAILABLE with the
   * reason; asked again, it goes on with the same register.
   */
  async ready(ask: SandboxAsk): Promise<Result<string>> {
    const { ledger, store, clock } = this.ports;
    const { organisationId } = ask;
    const known = store.sandboxOf(organisationId);
    const record = known === undefined ? undefined : ledger.register(known);
    if (record && !record.purging) {
      const state = ledger.state(record.id);
      return isFailure(state) ? fail(unavailable('Its genesis is not sealed yet: try again.')) : record.id;
    }
    let founding = this.founding.get(organisationId);
    if (!founding) {
      founding = this.found(ask).finally(() => this.founding.delete(organisationId));
      this.founding.set(organisationId, founding);
    }
    return (
      (await awaitWithin(clock, { work: founding, ms: SANDBOX_WAIT_MS, late: () => undefined })) ??
      fail(unavailable(`Its genesis was not sealed within ${SANDBOX_WAIT_MS / 1000} s: try again.`))
    );
  }

  /**
   * Publishes a definition to a sandbox and gives its publicationTxId once it is sealed. Issues of the definition,
   * SIGNING_RATE_EXCEEDED, SANDBOX_UNAVAILABLE.
   */
  async publish(
    registerId: string,
    { blueprintId, definition, caller }: { blueprintId: string; definition: JsonObject; caller: string },
  ): Promise<Result<string>> {
    const { clock, ledger, systemWallet } = this.ports;
    const state = ledger.state(registerId);
    const owner = isFailure(state) ? undefined : state.members.find(({ role }) => role === 'Owner');
    if (!owner) return fail(unavailable('Its roster cannot be read.'));
    const identity = await systemWallet.identity(SYSTEM_PURPOSE);
    if (isFailure(identity)) return identity;
    const draft = {
      registerId,
      blueprintId,
      actionId: PUBLISH_ACTION,
      senderWallet: identity.address,
      createdAt: new Date(clock.now()).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: owner.subject },
      payload: definition,
    };
    const tx = await signBySystem(systemWallet, { draft, transactionType: 'BlueprintPublish', caller });
    if (isFailure(tx)) return tx;
    const outcome = await ledger.submit(tx, { priority: 'High', waitMs: SEAL_WAIT_MS });
    if (outcome.status === 'sealed') return publicationTxIdOf(registerId, blueprintId, canonical(definition));
    if (outcome.status === 'pending') return fail(unavailable('It has not sealed the definition yet: try again.'));
    const [first] = outcome.issues;
    return first && !OF_DEFINITION.test(first.code) ? fail(unavailable(first.message)) : fail(outcome.issues);
  }

  /** Publishes a record that names the client id, under a key that is gone then. SANDBOX_UNAVAILABLE. */
  async nameVerifier(registerId: string, verifierId: string): Promise<Failure | undefined> {
    const { clock, ledger, random } = this.ports;
    const { algorithm, privateKey, publicKey } = generate('ED25519', random.bytes(32));
    const walletAddress = addressOf(algorithm, publicKey);
    const address = { walletAddress, publicKey: toBase64(publicKey), algorithm, primary: true };
    const prepared = prepare({
      ...{ registerId, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION, senderWallet: walletAddress },
      createdAt: new Date(clock.now()).toISOString(),
      payload: {
        ...{
          participantId: newId(random),
          organizationName: NAME,
          participantName: NAME,
          status: 'Active',
          version: 1,
        },
        ...{ addresses: [address], verifierIds: [verifierId] },
      },
    });
    if (isFailure(prepared)) return fail(unavailable(prepared.issue.message));
    const signatureValue = toBase64(sign(algorithm, privateKey, fromHex(prepared.digest)));
    privateKey.fill(0);
    const tx = signedTransaction(prepared.unsigned, [{ publicKey: address.publicKey, signatureValue, algorithm }]);
    if (isFailure(tx)) return fail(unavailable(tx.issue.message));
    const outcome = await ledger.submit(tx, { priority: 'High', waitMs: SEAL_WAIT_MS });
    if (outcome.status === 'sealed') return undefined;
    const why = outcome.status === 'refused' ? outcome.issues[0]?.message : undefined;
    return fail(unavailable(why ?? 'It has not sealed its own record yet: try again.'));
  }

  private async found({ organisationId, caller }: SandboxAsk): Promise<Result<string>> {
    const { commit, ledger, log, onProvisioned: provisioned, random, store } = this.ports;
    const registerId = newId(random);
    const founding = await this.genesis({ organisationId, registerId, caller });
    if (isFailure(founding)) return this.countFailure(organisationId, founding);
    // Durable before there is a register: a crash in between leaves a name of nothing, and the next rehearsal founds
    // another one.
    await commit([store.putSandbox(organisationId, registerId)]);
    const made = await ledger.genesis.found(founding);
    if (isFailure(made)) return this.countFailure(organisationId, made);
    provisioned('founded');
    log.info({ organisationId, registerId }, 'A sandbox register was founded for rehearsals.');
    return registerId;
  }

  private countFailure(organisationId: string, { issue: problem }: Failure): Failure {
    this.ports.onProvisioned('failed');
    this.ports.log.warn({ organisationId, reason: problem.code }, 'No sandbox register could be founded.');
    return fail(problem.code === 'SIGNING_RATE_EXCEEDED' ? problem : unavailable(problem.message));
  }

  private async genesis(of: {
    readonly organisationId: string;
    readonly registerId: string;
    readonly caller: string;
  }): Promise<Result<Founding>> {
    const { clock, random, systemWallet, terms } = this.ports;
    const { validator, policy } = terms();
    const owner = generate('ED25519', random.bytes(32));
    const walletId = addressOf('ED25519', owner.publicKey);
    const nonce = toBase64Url(random.bytes(32));
    const metadata = { sandbox: 'true' };
    const request = { name: NAME, description: DESCRIPTION, tenantId: of.organisationId, metadata, policy };
    const registration = initiate(
      { ...request, owners: [{ userId: of.caller, walletId }] },
      { registerId: of.registerId, nonce, nowMs: clock.now(), validators: 1 },
    );
    if (isFailure(registration)) return registration;
    const signedAttestations = registration.attestationsToSign.map(({ attestationData, dataToSign }) => ({
      attestationData,
      publicKey: toBase64(owner.publicKey),
      signature: toBase64(sign('ED25519', owner.privateKey, fromHex(dataToSign))),
      algorithm: 'ED25519' as const,
    }));
    owner.privateKey.fill(0);
    const payload = finalize(
      registration,
      { registerId: of.registerId, nonce, signedAttestations },
      { nowMs: clock.now(), validators: [validator], verify: verifySync },
    );
    if (isFailure(payload)) return payload;
    const identity = await systemWallet.identity(SYSTEM_PURPOSE);
    if (isFailure(identity)) return identity;
    const draft = genesisDraft(payload, identity.address);
    const transaction = await signBySystem(systemWallet, { draft, transactionType: 'Genesis', caller: of.caller });
    return isFailure(transaction) ? transaction : { transaction, advertise: false, metadata };
  }
}

/** `reason`: a sentence. */
function unavailable(reason: string): Issue {
  return issue('SANDBOX_UNAVAILABLE', '', `The sandbox register of the organisation is not ready. ${reason}`);
}
