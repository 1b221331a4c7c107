// Reads rankings, my own team, a rival's past team and stats with a client generated from the OpenAPI document:
//
// npm install openapi-fetch
// npx openapi-typescript https://fantasy.example.org/api/openapi.json -o first-bounce.ts
// FIRST_BOUNCE_URL=https://fantasy.example.org FIRST_BOUNCE_TOKEN=fbt_… node read.ts
import createClient from "openapi-fetch";
import type { paths } from "./first-bounce.ts";

const { FIRST_BOUNCE_URL, FIRST_BOUNCE_TOKEN } = process.env;
const client = createClient<paths>({
	baseUrl: String(FIRST_BOUNCE_URL),
	headers: { authorization: `Bearer ${FIRST_BOUNCE_TOKEN}` },
});

const print = (line: string) => process.stdout.write(`${line}\n`);

/** The result of a call; throws if it was refused. */
function getSuccess<Value>(data: { readonly success: Value | null } | undefined): Value {
	if (!data || data.success === null) throw new Error("The call was refused");
	return data.success;
}

const lang = "en" as const;
const { data: seasons = [] } = await client.GET("/api/public/v1/seasons.json");
const season = seasons[0]?.id ?? 0;
const ofSeason = { params: { path: { season } } };
const { data: rounds = [] } = await client.GET("/api/public/v1/{season}/rounds.json", ofSeason);
const { data: players = [] } = await client.GET("/api/public/v1/{season}/players.json", ofSeason);
const lastRound = rounds.findLast(({ status }) => status === "complete")?.id;

const ranked = await client.GET("/api/{lang}/fantasy/ranks/open-league", { params: { path: { lang } } });
const { rankings } = getSuccess(ranked.data);
for (const row of rankings.slice(0, 3)) print(`Rank ${row.rank}: ${row.teamName}, ${row.totalPoints} points`);

const shown = await client.GET("/api/{lang}/fantasy/team/show-my", { params: { path: { lang } } });
const { team } = getSuccess(shown.data);
const captain = players.find(({ id }) => id === team.captainId);
print(`My captain: ${captain ? `${captain.firstName} ${captain.lastName}` : "nobody"}`);

if (lastRound === undefined) throw new Error("No round is complete yet");
const rival = rankings.find(({ userId }) => userId !== team.userId)?.userId;
if (rival === undefined) throw new Error("There is no rival yet");
const past = await client.GET("/api/{lang}/fantasy/team-history/get-by-round-and-user/{roundId}/{userId}", {
	params: { path: { lang, roundId: lastRound, userId: rival } },
});
const { teamHistory } = getSuccess(past.data);
print(`${teamHistory.teamName} scored ${teamHistory.points} in round ${lastRound}`);

const stats = await client.GET("/api/public/v1/{season}/stats/{round}.csv", {
	params: { path: { season, round: lastRound } },
	parseAs: "text",
});
const [header = "", ...lines] = (stats.data ?? "").trim().split("\n");
const column = (name: string) => header.split(",").indexOf(name);
const rows = lines.map((line) => line.split(","));
const getPoints = (row: readonly string[]) => Number(row[column("fantasy_points")]);
const [best = []] = rows.toSorted((one, other) => getPoints(other) - getPoints(one));
const name = `${best[column("player.givenName")]} ${best[column("player.surname")]}`;
print(`Best of ${rows.length}: ${name}, ${getPoints(best)} points`);
