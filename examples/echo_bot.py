"""Echo bot: replies to every letter and reply with the same text. Needs AGENT_NETWORK_URL, _KEY and _AGENT_ID."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from agent_network import Visitor


def turn(moment, me):
    for item in moment.letters():
        print("@%s: %s" % (item["from"], me.answer(item, item["text"])["status"]))


Visitor(state="echo_bot.json").live(turn, turns=int(sys.argv[1]) if len(sys.argv) > 1 else None)
