// Scenarios whose workflows take or issue a credential, over the nodes of three organisations: one issues, one holds,
// one asks. The nodes are started once for all of them.
import { cyberAccess } from './cyber-access.js';
import { deviceGate } from './device-gate.js';
import { drivingLicence } from './driving-licence.js';
import { equipmentCertificate } from './equipment-certificate.js';
import { forestry } from './forestry.js';
import { keptEvidence } from './kept-evidence.js';
import { killedEvidence } from './killed-evidence.js';
import { propertyInspection } from './property-inspection.js';
import { selfBuildHouse } from './self-build-house.js';
import { type CredentialStage, openCredentialStage } from './stage.js';
import { tradeFinance } from './trade-finance.js';
import { variants, walkVariant } from './variants.js';
import { vehicleHire } from './vehicle-hire.js';

describe('scenarios with credentials over three organisations', function () {
  this.timeout(180_000);
  let stage: CredentialStage;
  before(async () => {
    stage = await openCredentialStage();
  });
  after(() => stage?.cluster.remove());

  it('Forestry certification: a passport of twelve claims, nine of which are shown one by one', () => forestry(stage));

  it('Assured identity: the first wallet that shows one is bound, and the licence that follows is an mdoc', () =>
    drivingLicence(stage));

  it('Cyber compliance gate: four of ten claims of an allowed DID, and no status is no entry', () =>
    cyberAccess(stage));

  it('A device of one organisation at the gate of another node: the register pins the key of its issuer', () =>
    deviceGate(stage));

  it('Kept evidence: it goes from node to node, and the ledger has a hash', () => keptEvidence(stage));

  it('Self-build house: a permit of one register begins the works on another one', () => selfBuildHouse(stage));

  it('Trade finance: an invoice that its buyer verified is funded once, on another register', () =>
    tradeFinance(stage));

  it('Inspection: photos, a credential of the job at the door, repairs, and a certificate', () =>
    propertyInspection(stage));

  it('Hire of a vehicle: an mdoc at a gate, shown by each kind of wallet', () => vehicleHire(stage));

  it('Equipment refurbishment: the workshop certifies, for 365 days', () => equipmentCertificate(stage));

  for (const variant of variants()) it(`A wallet on a phone: ${variant.title}`, () => walkVariant(stage, variant));

  it('Kept evidence: it comes to a reader that was away, and a sender that was killed answers a challenge', () =>
    killedEvidence(stage));
});
