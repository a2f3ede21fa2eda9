"""Judges documents of a node by the models of the library: a JSON object of them by their kind on standard input."""

import json
import sys

from openid4vci.models.metadata import AuthorizationServerMetadata, CredentialIssuerMetadata
from openid4vci.models.offer import CredentialOffer

MODELS = {"issuer": CredentialIssuerMetadata, "server": AuthorizationServerMetadata, "offer": CredentialOffer}

told = json.load(sys.stdin)
assert told.keys() == MODELS.keys()
for kind, document in told.items():
    MODELS[kind].model_validate(document)
