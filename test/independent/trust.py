"""Recomputes test/vectors/trust.json from docs/hashes.md section 11 with the standard library of Python 3 alone."""
import hashlib, json, sys

def sha256(data): return hashlib.sha256(data).digest()
def node(left, right): return sha256(b'\x01' + left + right)

def canonical(value):  # members in order of UTF-16 code units: here all are ASCII, and numbers are whole
    return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()

def tree(leaves):  # RFC 6962 section 2.1: split at the largest power of two below the number of leaves
    if not leaves: return sha256(b'')
    if len(leaves) == 1: return sha256(b'\x00' + leaves[0])
    k = 1
    while k * 2 < len(leaves): k *= 2
    return node(tree(leaves[:k]), tree(leaves[k:]))

def climb(leaf, index, size, path):  # the same tree, from a leaf up
    def walk(at, count, left):
        if count == 1: return sha256(b'\x00' + leaf)
        k = 1
        while k * 2 < count: k *= 2
        beside = bytes.fromhex(left[-1])
        if at < k: return node(walk(at, k, left[:-1]), beside)
        return node(beside, walk(at - k, count - k, left[:-1]))
    return walk(index, size, path)

def entry_leaf(entry): return bytes.fromhex(entry) if isinstance(entry, str) else canonical(entry)
def hash_of(entry): return entry if isinstance(entry, str) else entry['key']

def list_leaf(facts, list_root):
    said = {name: value for name, value in facts.items() if name != 'entries'}
    return sha256(b'\x1f'.join([b'quorate:trust:v1', canonical(said), list_root]))

def check(vector):
    gone = set(vector['distrusted'])
    lists = sorted(vector['lists'], key=lambda each: each['listId'])
    counted = [[entry_leaf(entry) for entry in each['entries'] if hash_of(entry) not in gone] for each in lists]
    found = tree([list_leaf(each, tree(leaves)) for each, leaves in zip(lists, counted)]).hex()
    if found != vector['root']: sys.exit(f"{vector['name']}: found {found}, and the vector says {vector['root']}")
    proof = vector.get('proof')
    if proof is None: return
    of = lambda where: (where['index'], where['size'], where['path'])
    list_root = climb(entry_leaf(proof['entry']), *of(proof['entryPath']))
    found = climb(list_leaf(proof['list'], list_root), *of(proof['listPath'])).hex()
    if found != vector['root']: sys.exit(f"{vector['name']}: the proof leads to {found}, and the vector says {vector['root']}")

vectors = json.load(open(sys.argv[1], encoding='utf-8'))
for vector in vectors: check(vector)
print(f'{len(vectors)} vectors hold')
