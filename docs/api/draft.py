"""Follows a draft and prints each pick, and in the end whose squad has the most projected points. Debian: apt install python3-requests

FIRST_BOUNCE_URL=https://fantasy.example.org FIRST_BOUNCE_TOKEN=fbt_… python3 draft.py 42

42 is the league's id, the number in the address of its page. The token needs the scope read:leagues.
"""

import os
import sys
import time

import requests

if len(sys.argv) != 2:
    raise SystemExit("Give the league's id, such as 42")
URL = os.environ["FIRST_BOUNCE_URL"]
LEAGUE = sys.argv[1]
# All tokens of an account together may make 120 requests a minute.
SECONDS_BETWEEN_REQUESTS = 5
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['FIRST_BOUNCE_TOKEN']}"


def call(path):
    body = session.get(f"{URL}/api/en{path}", timeout=30).json()
    if body["errors"]:
        raise SystemExit(body["errors"][0]["message"])
    return body["success"]


season = requests.get(f"{URL}/api/public/v1/seasons.json", timeout=30).json()[0]["id"]


def get_players():
    response = requests.get(f"{URL}/api/public/v1/{season}/players.json", timeout=30)
    return {each["id"]: each for each in response.json()}


players = get_players()

version = 0
printed = {}
while True:
    # Only what is newer than the version that we have, unless the draft was begun again.
    board = call(f"/draft/draft-process/{LEAGUE}/draft-board?since={version}")
    version = board["version"]
    if board["isWhole"]:
        printed.clear()
    # Robots and closed accounts have no name.
    teams = {seat["teamId"]: seat["teamName"] or f"Team {seat['teamId']}" for seat in board["seats"]}
    for pick in sorted(board["completedPicks"], key=lambda each: each["overallPick"]):
        # A pick that was undone is made again under its number.
        if printed.get(pick["overallPick"]) == pick["playerId"]:
            continue
        printed[pick["overallPick"]] = pick["playerId"]
        # She may have been added since.
        if pick["playerId"] not in players:
            players = get_players()
        player = players[pick["playerId"]]
        name = f"{player['firstName']} {player['lastName']}"
        print(f"{pick['overallPick']}. {teams[pick['teamId']]}: {name}, {'/'.join(player['position'])}", flush=True)
    if board["draftStatus"] == "complete":
        break
    time.sleep(SECONDS_BETWEEN_REQUESTS)

recap = call(f"/draft/draft-process/{LEAGUE}/recap")
best = recap["teams"][0]
print(f"Most projected points: {teams[best['teamId']]}, {best['projectedPoints']:.0f}")
