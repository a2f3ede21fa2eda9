# The official Python SDK of MCP against the node of the story, by both revisions: tools, a gate that asks its person,
# resources, prompts, completion, progress, and a subscription that hears of a seal.
import asyncio
import json
import os

import httpx2
import mcp_types as types
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

URL = os.environ["QUORATE_URL"] + "/mcp"
REGISTER = os.environ["QUORATE_REGISTER"]
HEADERS = {"authorization": f"Bearer {os.environ['QUORATE_TOKEN']}"}
MODERN = "2026-07-28"
questions = []


async def say_yes(_context, params):
    questions.append(params.message)
    return types.ElicitResult(action="accept", content={"confirm": True})


def expect(is_so, words):
    if not is_so:
        raise AssertionError(words)


async def story(mode):
    async with httpx2.AsyncClient(headers=HEADERS, timeout=60) as http:
        transport = streamable_http_client(URL, http_client=http)
        async with Client(transport, mode=mode, elicitation_callback=say_yes) as client:
            tools = (await client.list_tools()).tools
            read = await client.call_tool("register_query", {"registerId": REGISTER})
            expect(read.structured_content["data"]["id"] == REGISTER, read)
            refused = await client.call_tool("register_query", {"registerId": "00000000-0000-4000-8000-00000000dead"})
            expect(refused.is_error and refused.structured_content["code"] == "REGISTER_NOT_FOUND", refused)
            document = await client.read_resource("quorate://docs/language")
            expect(document.contents[0].text.startswith("# "), document)
            prompt = await client.get_prompt("audit_register", {"registerId": REGISTER})
            expect(REGISTER in prompt.messages[0].content.text, prompt)
            reference = types.PromptReference(type="ref/prompt", name="audit_register")
            completed = await client.complete(reference, {"name": "registerId", "value": REGISTER[:6]})
            expect(REGISTER in completed.completion.values, completed)
            told = []

            async def note(progress, _total, message):
                told.append((progress, message))

            founded = await client.call_tool("register_create", {"name": f"By {mode}"}, progress_callback=note)
            if mode != MODERN:
                expect(founded.structured_content["code"] == "CONFIRMATION_NEEDED", founded)
                return len(tools)
            expect(founded.structured_content["status"] == "Passed", founded)
            expect(f'"By {mode}"' in questions[0], questions)
            expect(len(told) > 1, told)
            await hear(client, founded.structured_content["registerId"])
            return len(tools)


async def hear(client, register):
    """A publication is sealed on the register, and its listener hears of it."""
    uri = f"quorate://registers/{register}"
    with open(os.environ["QUORATE_DEFINITION"], encoding="utf-8") as file:
        definition = json.load(file)
    draft = (await client.call_tool("blueprint_create", {"definition": definition})).structured_content
    expect(draft["status"] == "Passed", draft)
    async with client.listen(resource_subscriptions=[uri]) as subscription:
        published = {"blueprintId": draft["blueprintId"], "registerId": register}
        sealed = (await client.call_tool("blueprint_publish", published)).structured_content
        expect(sealed["status"] == "Passed", sealed)
        async for event in subscription:
            expect(event.uri == uri, event)
            return


async def main():
    modern = await story(MODERN)
    older = await story("legacy")
    expect(modern == older, (modern, older))
    print(f"{modern} tools in both revisions; a gate, progress and a subscription in the newest")


asyncio.run(main())
