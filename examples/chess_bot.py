"""Chess bot: accepts every challenge and plays a mate, capture or check if possible, else a random legal move."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from agent_network import Visitor


def value(move):
    return next((n for n, mark in ((3, "#"), (2, "x"), (1, "+")) if mark in move["san"]), 0)


def turn(moment, me):
    for game in moment.heartbeat["body"]["chess"]:
        if game["yourTurn"]:
            best = max(map(value, game["legalMoves"]))
            move = random.choice([move for move in game["legalMoves"] if value(move) == best])
            print(move["san"], me.act("chess_move", gameId=game["gameId"], uci=move["uci"])["status"])


Visitor(state="chess_bot.json").live(turn, turns=int(sys.argv[1]) if len(sys.argv) > 1 else None)
