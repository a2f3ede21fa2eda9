"""authlib as a program that a person lets in: found by the metadata, registered with a key (private_key_jwt), a code
with PKCE, a refresh token that rotates, and the end of the session; and without a key, as a program on this computer.
What it may do is what its scopes open. The person is played by the REST API."""

import json
import os
import sys
from urllib.parse import parse_qsl, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url
from joserfc.jwk import ECKey

RESOURCE = requests.get(f"{os.environ['QUORATE_URL']}/.well-known/oauth-protected-resource").json()
NODE = RESOURCE["authorization_servers"][0]
SCOPE = "ledger:read offline_access"
LOOPBACK = "http://127.0.0.1:50321/"


def check(is_good, what):
    if not is_good:
        sys.exit(what)


def refused(ask):
    try:
        ask()
    except OAuthError as error:
        return error.error
    return "nothing"


def person():
    """A fresh session of the person: that of the page ends when a program has its own."""
    form = {"email": os.environ["QUORATE_EMAIL"], "password": os.environ["QUORATE_PASSWORD"]}
    token = requests.post(f"{NODE}/api/auth/login", json=form).json()["accessToken"]
    return {"authorization": f"Bearer {token}"}


def answered(address):
    query, own = dict(parse_qsl(urlsplit(address).query)), person()
    shown = requests.post(f"{NODE}/api/auth/program-requests/read", json={"query": query}, headers=own).json()
    check("requestUri" in shown, f"the request is not shown: {shown}")
    answer = {"requestUri": shown["requestUri"], "isAllowed": True}
    told = requests.post(f"{NODE}/api/auth/program-requests/answer", json=answer, headers=own).json()
    return told["location"]


def used(server, session, redirect):
    """From the address of the page to the end of the session."""
    verifier = generate_token(48)
    address, state = session.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier)
    location = answered(address)
    check(dict(parse_qsl(urlsplit(location).query))["iss"] == server["issuer"], "the answer is of another issuer")
    end = server["token_endpoint"]
    answer = {"authorization_response": location, "state": state, "code_verifier": verifier}
    session.fetch_token(end, redirect_uri=redirect, **answer)
    check(session.token["scope"] == SCOPE, f"another scope: {session.token}")
    check(session.get(f"{NODE}/api/registers").status_code == 200, "the token reads no registers")
    narrow = session.get(f"{NODE}/api/programs")
    challenge = narrow.headers["www-authenticate"]
    check(narrow.status_code == 403 and 'scope="organisation:admin"' in challenge, "the scope is not named")
    before = session.token["refresh_token"]
    session.refresh_token(end, refresh_token=before)
    check(session.token["refresh_token"] != before, "the refresh token does not rotate")
    access = session.token["access_token"]
    check(session.revoke_token(server["revocation_endpoint"], access).status_code == 200, "it is not revoked")
    read = requests.get(f"{NODE}/api/registers", headers={"authorization": f"Bearer {access}"})
    check(read.status_code == 401, "a revoked token reads")
    check(refused(lambda: session.fetch_token(end, **answer)) == "invalid_grant", "a code counts twice")


def main():
    found = requests.get(get_well_known_url(NODE, external=True)).text
    server = json.loads(found)
    # The node of this story has no TLS, which authlib wants of an issuer.
    AuthorizationServerMetadata(json.loads(found.replace("http://", "https://"))).validate()
    check(server["issuer"] == NODE, f"another issuer: {server['issuer']}")

    public = {"token_endpoint_auth_method": "none", "revocation_endpoint_auth_method": "none"}
    plain = OAuth2Session("quorate-cli", scope=SCOPE, redirect_uri=LOOPBACK, code_challenge_method="S256", **public)
    used(server, plain, LOOPBACK)

    key = ECKey.generate_key("P-256")
    redirect = "https://planner.example/callback"
    program = {"name": "Planner", "redirectUris": [redirect], "keys": [key.as_dict(private=False)]}
    made = requests.post(f"{NODE}/api/programs", json=program, headers=person()).json()
    asked = {"scope": SCOPE, "redirect_uri": redirect, "code_challenge_method": "S256"}
    # Its own default for aud is the address of the token endpoint, which another server could name too.
    own = PrivateKeyJWT(server["issuer"], alg="ES256")
    ways = {"token_endpoint_auth_method": own, "revocation_endpoint_auth_method": own}
    proven = OAuth2Session(made["clientId"], key, **ways, **asked)
    address = PrivateKeyJWT(alg="ES256")
    loose = OAuth2Session(made["clientId"], key, token_endpoint_auth_method=address, **asked)
    token = lambda session: lambda: session.refresh_token(server["token_endpoint"], refresh_token="x")
    check(refused(token(loose)) == "invalid_client", "an assertion for an address counts")
    used(server, proven, redirect)
    bare = OAuth2Session(made["clientId"], token_endpoint_auth_method="none")
    check(refused(token(bare)) == "invalid_client", "a program with a key counts without it")
    print("a program without a key and one with private_key_jwt: code with PKCE, refresh, revocation (its newest version has no DPoP)")


main()
