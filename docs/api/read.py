"""Reads rankings, my own team, a rival's past team and stats. Debian: apt install python3-requests

FIRST_BOUNCE_URL=https://fantasy.example.org FIRST_BOUNCE_TOKEN=fbt_… python3 read.py
"""

import csv
import io
import os

import requests

URL = os.environ["FIRST_BOUNCE_URL"]
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['FIRST_BOUNCE_TOKEN']}"


def call(path):
    response = session.get(f"{URL}/api/en{path}", timeout=30)
    body = response.json()
    if body["errors"]:
        raise SystemExit(body["errors"][0]["message"])
    return body["success"]


def get_file(path):
    response = requests.get(f"{URL}{path}", timeout=30)
    response.raise_for_status()
    return response


seasons = get_file("/api/public/v1/seasons.json").json()
if not seasons:
    raise SystemExit("There is no season yet")
season = seasons[0]["id"]
rounds = get_file(f"/api/public/v1/{season}/rounds.json").json()
complete = [each["id"] for each in rounds if each["status"] == "complete"]
last_round = complete[-1] if complete else None
players = {each["id"]: each for each in get_file(f"/api/public/v1/{season}/players.json").json()}


def get_name(player_id):
    # A team without a captain has 0.
    player = players.get(player_id)
    if player is None:
        return "nobody"
    return f"{player['firstName']} {player['lastName']}"


rankings = call("/fantasy/ranks/open-league")["rankings"]
for row in rankings[:3]:
    print(f"Rank {row['rank']}: {row['teamName']}, {row['totalPoints']} points")

team = call("/fantasy/team/show-my")["team"]
print(f"My captain: {get_name(team['captainId'])}")

if last_round is None:
    raise SystemExit("No round is complete yet")

rival = next((row["userId"] for row in rankings if row["userId"] != team["userId"]), None)
if rival is None:
    raise SystemExit("There is no rival yet")
history = call(f"/fantasy/team-history/get-by-round-and-user/{last_round}/{rival}")["teamHistory"]
print(f"{history['teamName']} scored {history['points']} in round {last_round}")

stats = list(csv.DictReader(io.StringIO(get_file(f"/api/public/v1/{season}/stats/{last_round}.csv").text)))
if not stats:
    raise SystemExit(f"Round {last_round} has no stats")
best = max(stats, key=lambda row: int(row["fantasy_points"]))
print(f"Best of {len(stats)}: {best['player.givenName']} {best['player.surname']}, {best['fantasy_points']} points")
