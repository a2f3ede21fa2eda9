"""Recomputes test/vectors/cells.json from docs/hashes.md section 14 with the standard library of Python 3 alone."""
import base64, hashlib, json, sys

def sbox():
    p = q = 1
    box = [0] * 256
    while True:
        p = p ^ (p << 1) & 255 ^ (27 if p & 128 else 0)
        for shift in (1, 2, 4): q ^= q << shift & 255
        q ^= 9 if q & 128 else 0
        turned = q
        for n in (1, 2, 3, 4): turned ^= (q << n | q >> 8 - n) & 255
        box[p] = turned ^ 99
        if p == 1: break
    box[0] = 99
    return box

S = sbox()
twice = lambda b: b << 1 & 255 ^ (27 if b & 128 else 0)

def words(key):  # key expansion of AES-256 (FIPS 197 section 5.2)
    w = [list(key[i:i + 4]) for i in range(0, 32, 4)]
    for i in range(8, 60):
        t = w[-1]
        if i % 8 == 0:
            t = [S[b] for b in t[1:] + t[:1]]
            t[0] ^= 1 << i // 8 - 1
        elif i % 8 == 4: t = [S[b] for b in t]
        w.append([a ^ b for a, b in zip(w[-8], t)])
    return w

def block(key, text):
    w = words(key)
    s = [a ^ b for a, b in zip(text, sum(w[:4], []))]
    for r in range(1, 15):
        s = [S[s[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if r < 14:
            s = [twice(s[c + i]) ^ twice(s[c + (i + 1) % 4]) ^ s[c + (i + 1) % 4] ^ s[c + (i + 2) % 4] ^ s[c + (i + 3) % 4]
                 for c in range(0, 16, 4) for i in range(4)]
        s = [a ^ b for a, b in zip(s, sum(w[4 * r:4 * r + 4], []))]
    return bytes(s)

def stream(key, counter, length):
    blocks = (block(key, (counter + n).to_bytes(16, 'big')) for n in range(-(-length // 16)))
    return b''.join(blocks)[:length]

def H(kind, *parts):
    return hashlib.sha256(b'\x1f'.join([f'quorate:{kind}:v1'.encode(), *parts])).digest()

def b64(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))

def canonical(value):  # enough for the values of the vectors
    return json.dumps(value, separators=(',', ':'), sort_keys=True, ensure_ascii=False).encode()

def leaf(place, salt, pointer, value, manifests):
    return H('cell', salt, place, canonical(pointer), value, *[H('file-manifest', canonical(m)).hex().encode() for m in manifests])

def same(found, stated, what):
    if found != stated: sys.exit(f'{what}: found {found!r}, and the vector says {stated!r}')

def gates(v, place, hashes):  # the classes of gates, and what a reader of kept evidence is given
    for n, c in enumerate(v['classes']):
        inside = [cell['pointer'] for cell in c['cells']]
        at = f"/@gate/{c['gate']}" if 'gate' in c else None
        same(inside if at else [p for p in inside if p.startswith('/@gate')],
             [at, *(f'{at}/{name}' for name in ('claims', 'issued', 'proof', 'status'))] if at else [], f'cells of class {n}')
    data = [h for h, c in zip(hashes, v['classes']) if 'gate' not in c]
    same(H('cells', place, b''.join(data)).hex(), v['dataRoot'], 'root of the data')
    same([c['gate'] for c in v['classes'] if c.get('isKept')], list(v['kept']), 'kept gates')
    for name, given in v['kept'].items():
        salts = stream(b64(given['seed']), 0, 16 * len(given['cells']))
        pointers = [f'/@gate/{name}', *(f'/@gate/{name}/{cell}' for cell in ('claims', 'issued', 'proof', 'status'))]
        leaves = [leaf(place, salts[16 * i:16 * i + 16], pointers[i], canonical(x[0]) if x else b'', []) for i, x in enumerate(given['cells'])]
        place_of = [i for i, c in enumerate(v['classes']) if c.get('gate') == name]
        same([H('cell-class', b''.join(leaves))], [hashes[i] for i in place_of], f'kept evidence of {name}')

def check(v):
    run = v['run']
    place = H('cell-place', *[run.get(name, '').encode() for name in
              ('registerId', 'instanceId', 'actionId', 'publicationTxId', 'previousTransactionId', 'senderWallet')])
    same(place.hex(), v['place'], 'place')
    hashes = []
    for n, c in enumerate(v['classes']):
        salts = stream(bytes.fromhex(c['seed']), 0, 16 * len(c['cells']))
        leaves = [leaf(place, salts[16 * i:16 * i + 16], cell['pointer'], cell['value'].encode(), cell['manifests'])
                  for i, cell in enumerate(c['cells'])]
        same([one.hex() for one in leaves], c['leaves'], f'leaves of class {n}')
        hashes.append(H('cell-class', b''.join(leaves)))
        same(hashes[-1].hex(), c['hash'], f'class {n}')
    root = H('cells', place, b''.join(hashes))
    same(root.hex(), v['root'], 'root')
    same(b64(v['envelope']['root']), root, 'root of the envelope')
    firsts = [c['cells'][0]['pointer'] for c in v['classes']]
    same(firsts, sorted(firsts), 'order of the classes')
    if 'dataRoot' in v: gates(v, place, hashes)
    for n, (group, secret) in enumerate(zip(v['envelope']['groups'], v['groups'])):
        sealed = b64(group['ciphertext'])[:-16]
        key, counter = bytes.fromhex(secret['contentKey']), int.from_bytes(b64(group['nonce']) + bytes(4), 'big') + 2
        text = bytes(a ^ b for a, b in zip(sealed, stream(key, counter, len(sealed))))
        same(len(text) % 256, 0, f'length of group {n}')
        opened, read = json.loads(text), secret['classes']
        same([i for i in read if v['classes'][i].get('isKept')], [], f'kept classes of group {n}')
        files = opened.get('files', [])
        same([[canonical(x[0]).decode() if x else '' for x in c] for c in opened['cells']],
             [[cell['value'] for cell in v['classes'][i]['cells']] for i in read], f'cells of group {n}')
        same([b64(s).hex() for s in opened['seeds']], [v['classes'][i]['seed'] for i in read], f'seeds of group {n}')
        same([b64(h) for h in opened['other']], [h for i, h in enumerate(hashes) if i not in read], f'others of group {n}')
        same([f['fileId'] for f in files], secret['files'], f'files of group {n}')
    opening = v['opening']
    def shown(c):
        if 'hash' in c: return b64(c['hash'])
        open_ = {cell['i']: cell for cell in c['open']}
        named = lambda cell: [m for m in opening.get('manifests', []) if m['fileId'] in json.dumps(cell.get('value'))]
        return H('cell-class', b''.join(b64(l) if l is not None else leaf(place, b64(open_[i]['salt']), open_[i]['pointer'],
                 canonical(open_[i]['value']) if 'value' in open_[i] else b'', named(open_[i])) for i, l in enumerate(c['leaves'])))
    same(H('cells', place, b''.join(map(shown, opening['classes']))), root, 'opening')

vectors = json.load(open(sys.argv[1], encoding='utf-8'))
for vector in vectors:
    check(vector)
print(f'{len(vectors)} vectors hold')
