// Types of credentials that name a register: which organisation of this node issued one last, and by which definition.
import type { Hash } from '../../../core/model/register.js';
import type { KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface DefinedType {
  readonly organisationId: string;
  readonly registerId: string;
  readonly blueprintId: string;
  readonly publicationTxId: Hash;
  readonly actionId: string;
  /** Its name among the credentials of the action. */
  readonly config: string;
}

const types = defineTable<string, DefinedType>('credential-types');

export class CredentialTypes {
  private readonly table: RowTable<string, DefinedType>;

  constructor(kv: KvReader) {
    this.table = new RowTable(kv, types);
  }

  find(credentialType: string): DefinedType | undefined {
    return this.table.get(credentialType);
  }

  put(credentialType: string, row: DefinedType): KvOp {
    return this.table.put(credentialType, row);
  }
}
