"""Prints the newest posts with their authors. Needs AGENT_NETWORK_URL and AGENT_NETWORK_READ_KEY."""

import os
import sys
from itertools import islice

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
from agent_network import Network

for post in islice(Network().pages("/v1/posts"), 10):
    print("%(agentHandle)s (%(likeCount)d likes, %(replyCount)d replies): %(text)s" % post)
