// SLIP-0010 with the vectors printed in it, the two retry cases of P-256 included; micro-key-producer is an independent
// witness for Ed25519.
import { expect } from 'chai';
import fc from 'fast-check';
import { HDKey } from 'micro-key-producer/slip10.js';
import { fromHex, toHex } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import { parsePath } from '../../core/crypto/derivation/hd.js';
import { HARDENED, type Slip10Curve, slip10 } from '../../core/crypto/derivation/slip10.js';

type Row = readonly [path: string, chainCode: string, privateKey: string];

const SEED_1 = '000102030405060708090a0b0c0d0e0f';
const SEED_2 =
  'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542';

const SETS: readonly { title: string; curve: Slip10Curve; seed: string; rows: readonly Row[] }[] = [
  {
    title: 'test vector 1 for nist256p1',
    curve: 'nist256p1',
    seed: SEED_1,
    rows: [
      [
        'm',
        'beeb672fe4621673f722f38529c07392fecaa61015c80c34f29ce8b41b3cb6ea',
        '612091aaa12e22dd2abef664f8a01a82cae99ad7441b7ef8110424915c268bc2',
      ],
      [
        "m/0'",
        '3460cea53e6a6bb5fb391eeef3237ffd8724bf0a40e94943c98b83825342ee11',
        '6939694369114c67917a182c59ddb8cafc3004e63ca5d3b84403ba8613debc0c',
      ],
      [
        "m/0'/1",
        '4187afff1aafa8445010097fb99d23aee9f599450c7bd140b6826ac22ba21d0c',
        '284e9d38d07d21e4e281b645089a94f4cf5a5a81369acf151a1c3a57f18b2129',
      ],
      [
        "m/0'/1/2'",
        '98c7514f562e64e74170cc3cf304ee1ce54d6b6da4f880f313e8204c2a185318',
        '694596e8a54f252c960eb771a3c41e7e32496d03b954aeb90f61635b8e092aa7',
      ],
      [
        "m/0'/1/2'/2",
        'ba96f776a5c3907d7fd48bde5620ee374d4acfd540378476019eab70790c63a0',
        '5996c37fd3dd2679039b23ed6f70b506c6b56b3cb5e424681fb0fa64caf82aaa',
      ],
      [
        "m/0'/1/2'/2/1000000000",
        'b9b7b82d326bb9cb5b5b121066feea4eb93d5241103c9e7a18aad40f1dde8059',
        '21c4f269ef0a5fd1badf47eeacebeeaa3de22eb8e5b0adcd0f27dd99d34d0119',
      ],
    ],
  },
  {
    title: 'test vector 2 for nist256p1',
    curve: 'nist256p1',
    seed: SEED_2,
    rows: [
      [
        'm',
        '96cd4465a9644e31528eda3592aa35eb39a9527769ce1855beafc1b81055e75d',
        'eaa31c2e46ca2962227cf21d73a7ef0ce8b31c756897521eb6c7b39796633357',
      ],
      [
        'm/0',
        '84e9c258bb8557a40e0d041115b376dd55eda99c0042ce29e81ebe4efed9b86a',
        'd7d065f63a62624888500cdb4f88b6d59c2927fee9e6d0cdff9cad555884df6e',
      ],
      [
        "m/0/2147483647'",
        'f235b2bc5c04606ca9c30027a84f353acf4e4683edbd11f635d0dcc1cd106ea6',
        '96d2ec9316746a75e7793684ed01e3d51194d81a42a3276858a5b7376d4b94b9',
      ],
      [
        "m/0/2147483647'/1",
        '7c0b833106235e452eba79d2bdd58d4086e663bc8cc55e9773d2b5eeda313f3b',
        '974f9096ea6873a915910e82b29d7c338542ccde39d2064d1cc228f371542bbc',
      ],
      [
        "m/0/2147483647'/1/2147483646'",
        '5794e616eadaf33413aa309318a26ee0fd5163b70466de7a4512fd4b1a5c9e6a',
        'da29649bbfaff095cd43819eda9a7be74236539a29094cd8336b07ed8d4eff63',
      ],
      [
        "m/0/2147483647'/1/2147483646'/2",
        '3bfb29ee8ac4484f09db09c2079b520ea5616df7820f071a20320366fbe226a7',
        'bb0a77ba01cc31d77205d51d08bd313b979a71ef4de9b062f8958297e746bd67',
      ],
    ],
  },
  {
    title: 'derivation retry for nist256p1',
    curve: 'nist256p1',
    seed: SEED_1,
    rows: [
      [
        "m/28578'",
        'e94c8ebe30c2250a14713212f6449b20f3329105ea15b652ca5bdfc68f6c65c2',
        '06f0db126f023755d0b8d86d4591718a5210dd8d024e3e14b6159d63f53aa669',
      ],
      [
        "m/28578'/33941",
        '9e87fe95031f14736774cd82f25fd885065cb7c358c1edf813c72af535e83071',
        '092154eed4af83e078ff9b84322015aefe5769e31270f62c3f66c33888335f3a',
      ],
    ],
  },
  {
    title: 'seed retry for nist256p1',
    curve: 'nist256p1',
    seed: 'a7305bc8df8d0951f0cb224c0e95d7707cbdf2c6ce7e8d481fec69c7ff5e9446',
    rows: [
      [
        'm',
        '7762f9729fed06121fd13f326884c82f59aa95c57ac492ce8c9654e60efd130c',
        '3b8c18469a4634517d6d0b65448f8e6c62091b45540a1743c5846be55d47d88f',
      ],
    ],
  },
  {
    title: 'test vector 1 for ed25519',
    curve: 'ed25519',
    seed: SEED_1,
    rows: [
      [
        'm',
        '90046a93de5380a72b5e45010748567d5ea02bbf6522f979e05c0d8d8ca9fffb',
        '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
      ],
      [
        "m/0'",
        '8b59aa11380b624e81507a27fedda59fea6d0b779a778918a2fd3590e16e9c69',
        '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
      ],
      [
        "m/0'/1'",
        'a320425f77d1b5c2505a6b1b27382b37368ee640e3557c315416801243552f14',
        'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
      ],
      [
        "m/0'/1'/2'",
        '2e69929e00b5ab250f49c3fb1c12f252de4fed2c1db88387094a0f8c4c9ccd6c',
        '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9',
      ],
      [
        "m/0'/1'/2'/2'",
        '8f6d87f93d750e0efccda017d662a1b31a266e4a6f5993b15f5c1f07f74dd5cc',
        '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662',
      ],
      [
        "m/0'/1'/2'/2'/1000000000'",
        '68789923a0cac2cd5a29172a475fe9e0fb14cd6adb5ad98a3fa70333e7afa230',
        '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
      ],
    ],
  },
  {
    title: 'test vector 2 for ed25519',
    curve: 'ed25519',
    seed: SEED_2,
    rows: [
      [
        'm',
        'ef70a74db9c3a5af931b5fe73ed8e1a53464133654fd55e7a66f8570b8e33c3b',
        '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012',
      ],
      [
        "m/0'",
        '0b78a3226f915c082bf118f83618a618ab6dec793752624cbeb622acb562862d',
        '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635',
      ],
      [
        "m/0'/2147483647'",
        '138f0b2551bcafeca6ff2aa88ba8ed0ed8de070841f0c4ef0165df8181eaad7f',
        'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4',
      ],
      [
        "m/0'/2147483647'/1'",
        '73bd9fff1cfbde33a1b846c27085f711c0fe2d66fd32e139d3ebc28e5a4a6b90',
        '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c',
      ],
      [
        "m/0'/2147483647'/1'/2147483646'",
        '0902fe8a29f9140480a00ef244bd183e8a13288e4412d8389d140aac1794825a',
        '5837736c89570de861ebc173b1086da4f505d4adb387c6a1b1342d5e4ac9ec72',
      ],
      [
        "m/0'/2147483647'/1'/2147483646'/2'",
        '5d70af781f3a37b829f0d060924d5e960bdc02e85423494afc0b1a41bbe196d4',
        '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
      ],
    ],
  },
];

function indexes(path: string): readonly number[] {
  const parsed = parsePath(path);
  if (isFailure(parsed)) throw new Error(parsed.issue.message);
  return parsed;
}

describe('vectors: SLIP-0010', () => {
  for (const { title, curve, seed, rows } of SETS)
    it(title, () => {
      for (const [path, chainCode, privateKey] of rows) {
        const node = slip10(curve, fromHex(seed), indexes(path));
        expect([toHex(node.chainCode), toHex(node.privateKey)], path).to.deep.equal([chainCode, privateKey]);
      }
    });

  it('Ed25519 agrees with micro-key-producer on any seed and path', () => {
    const step = fc.nat({ max: HARDENED - 1 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 64 }), fc.array(step, { maxLength: 4 }), (seed, steps) => {
        const path = ['m', ...steps.map((index) => `${index}'`)].join('/');
        const witness = HDKey.fromMasterSeed(seed).derive(path);
        const node = slip10(
          'ed25519',
          seed,
          steps.map((index) => index + HARDENED),
        );
        expect(toHex(node.privateKey)).to.equal(toHex(witness.privateKey));
        expect(toHex(node.chainCode)).to.equal(toHex(witness.chainCode));
      }),
      { numRuns: 25 },
    );
  });

  it('an Ed25519 step that is not hardened, or a seed of the wrong length, is a programmer error', () => {
    expect(() => slip10('ed25519', fromHex(SEED_1), [0])).to.throw('hardened');
    expect(() => slip10('ed25519', fromHex('00'.repeat(15)), [])).to.throw('16 to 64 bytes');
    expect(() => slip10('nist256p1', fromHex('00'.repeat(65)), [])).to.throw('16 to 64 bytes');
  });
});
