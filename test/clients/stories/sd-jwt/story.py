# sd-jwt-python, the reference of the IETF: reads what Quorate issued and presented, presents it itself, and issues.
import json
import sys

from jwcrypto.jwk import JWK
from sd_jwt.common import SDObj
from sd_jwt.holder import SDJWTHolder
from sd_jwt.issuer import SDJWTIssuer
from sd_jwt.verifier import SDJWTVerifier

ours = json.load(open("ours.json"))
issuer, holder = (JWK.from_json(json.dumps(ours[name])) for name in ("issuer", "holder"))
nonce, audience = ours["nonce"], ours["audience"]
PUBLIC = JWK.from_json(issuer.export_public())


def key(_issuer, _header):
    return PUBLIC


def refused(text, *asked):
    try:
        SDJWTVerifier(text, key, *asked).get_verified_payload()
    except Exception:
        return True
    return False


presented = []
for case in ours["made"]:
    assert SDJWTVerifier(case["whole"], key).get_verified_payload() == case["claims"], "other claims"
    payload = SDJWTVerifier(case["presented"], key, audience, nonce).get_verified_payload()
    assert payload == case["shown"], "other claims are shown"
    assert refused(case["presented"], audience, "other"), "another nonce"
    assert refused(case["presented"], "other", nonce), "another audience"
    # A credential of Quorate, presented by the other library.
    own = SDJWTHolder(case["whole"])
    own.create_presentation({"name": True, "height": True}, nonce, audience, holder)
    presented.append({"presented": own.sd_jwt_presentation, "shown": {"name": case["claims"]["name"]}})

for at in range(50):
    claims = {
        "vct": ours["type"],
        "iat": 1700000000,
        "exp": 4000000000,
        SDObj("name"): f"Ada {at}",
        SDObj("classes"): [SDObj("B"), "C", SDObj("D")],
        "address": {SDObj("locality"): "Bonn", "country": "DE"},
    }
    # One `typ` and one key id, as Quorate asks of a header.
    made = SDJWTIssuer(claims, issuer, holder, None, at % 2 == 0, extra_header_parameters={"typ": "dc+sd-jwt", "kid": "issuer"})
    own = SDJWTHolder(made.sd_jwt_issuance)
    own.create_presentation({"name": True, "classes": [True, None, None], "address": {"locality": True}}, nonce, audience, holder)
    shown = {"name": f"Ada {at}", "classes": ["B", "C"], "address": {"country": "DE", "locality": "Bonn"}}
    presented.append({"presented": own.sd_jwt_presentation, "shown": shown})

json.dump({"presented": presented}, open("theirs.json", "w"))
sys.stdout.write(f"{len(ours['made'])} read\n")
