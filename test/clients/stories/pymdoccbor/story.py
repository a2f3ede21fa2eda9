# pyMDOC-CBOR of the EU wallet reads what Quorate issued, and issues. It signs and verifies nothing for a device: that is
# done here with cbor2 and cryptography alone.
import hashlib
import json
import sys
from base64 import urlsafe_b64decode

import cbor2
from cbor2 import CBORTag
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from pymdoccbor.mdoc.issuer import MdocCborIssuer
from pymdoccbor.mdoc.verifier import MdocCbor

ours = json.load(open("ours.json"))
asked, DOC, SPACE = ours["asked"], ours["docType"], ours["space"]
ROOT = x509.load_pem_x509_certificate(open("root.pem", "rb").read())


def number(text):
    return int.from_bytes(raw(text), "big")


def raw(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private(jwk):
    public = ec.EllipticCurvePublicNumbers(number(jwk["x"]), number(jwk["y"]), ec.SECP256R1())
    return ec.EllipticCurvePrivateNumbers(number(jwk["d"]), public).private_key()


HOLDER = private(ours["holder"])


def item(value):
    return CBORTag(24, cbor2.dumps(value))


def signed_by_device(nonce):
    """What a device signs for this request (OpenID4VP 1.0 B.2.6.1, ISO 18013-5 9.1.3.4)."""
    info = cbor2.dumps([asked["clientId"], nonce, None, asked["responseUri"]])
    transcript = [None, None, ["OpenID4VPHandover", hashlib.sha256(info).digest()]]
    payload = cbor2.dumps(item(["DeviceAuthentication", transcript, DOC, item({})]))
    return cbor2.dumps(["Signature1", cbor2.dumps({1: -7}), b"", payload])


def device_holds(document, nonce):
    signature = document["deviceSigned"]["deviceAuth"]["deviceSignature"][3]
    object = cbor2.loads(cbor2.loads(document["issuerSigned"]["issuerAuth"][2]).value)
    key = object["deviceKeyInfo"]["deviceKey"]
    numbers = ec.EllipticCurvePublicNumbers(*(int.from_bytes(key[i], "big") for i in (-2, -3)), ec.SECP256R1())
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    try:
        numbers.public_key().verify(encode_dss_signature(r, s), signed_by_device(nonce), ec.ECDSA(SHA256()))
        return True
    except Exception:
        return False


def judged(data):
    mdoc = MdocCbor()
    try:
        mdoc.loads(data)
        return mdoc.verify([ROOT]), mdoc.disclosure_map
    except Exception:
        return False, {}


for text in ours["made"]:
    data = bytes.fromhex(text)
    is_good, claims = judged(data)
    assert is_good and claims[SPACE] == {"name": "Ada", "classes": ["B", "C"]}, claims
    [document] = cbor2.loads(data)["documents"]
    assert device_holds(document, asked["nonce"]), "the device"
    assert not device_holds(document, "other"), "another nonce"
changed = bytearray.fromhex(ours["made"][0])
changed[changed.index(b"Ada")] ^= 1
assert not judged(bytes(changed))[0], "a changed element"

issuer = {
    "KTY": "EC2", "CURVE": "P_256", "ALG": "ES256", "KID": b"office",
    **{name.upper(): raw(ours["issuer"][name]) for name in ("d", "x", "y")},
}
responses = []
for _ in range(50):
    maker = MdocCborIssuer(private_key=issuer, alg="ES256")
    made = maker.new(
        data={SPACE: {"name": "Ada", "number": 4711}},
        doctype=DOC,
        validity={"issuance_date": "2024-01-01", "expiry_date": "2029-12-31"},
        devicekeyinfo={"KTY": "EC2", "CURVE": "P_256", **{name.upper(): raw(ours["holder"][name]) for name in ("x", "y")}},
        cert_path="leaf.pem",
    )
    [document] = made["documents"]
    r, s = decode_dss_signature(HOLDER.sign(signed_by_device(asked["nonce"]), ec.ECDSA(SHA256())))
    signature = [cbor2.dumps({1: -7}), {}, None, r.to_bytes(32, "big") + s.to_bytes(32, "big")]
    document["deviceSigned"] = {"nameSpaces": item({}), "deviceAuth": {"deviceSignature": signature}}
    responses.append(cbor2.dumps({"version": "1.0", "documents": [document], "status": 0}).hex())
json.dump(responses, open("theirs.json", "w"))
sys.stdout.write(f"{len(ours['made'])} taken\n")
