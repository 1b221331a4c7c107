import { HOUR_MS } from "@first-bounce/rules/durations";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../apps/server/db/tables/tables.ts";
import { AWAY_TEAM_ID, buildPlayerId, HOME_TEAM_ID, listNamedPlayers } from "./afl-api-answers.ts";

// The season of the invented answers: two clubs that meet in rounds 1 and 2.

export const AFL_START = Date.parse("2025-03-13T08:30:00Z");

/** A player in the match who is not in the season. */
export const UNKNOWN_PLAYER = buildPlayerId(HOME_TEAM_ID, 22);
/** A player who is not in the match. Her id is the number of the unknown player, but she has another id at the provider. */
export const LEFT_OUT = { id: UNKNOWN_PLAYER, provider_id: "CD_I900999" };

/** Seeds the match's squads and players. Two players have ids other than the provider's, and one is missing. */
export async function seedAflSeason(db: Db): Promise<void> {
	const rules = { ...DEFAULT_SEASON_RULES, scoring: { ...DEFAULT_SEASON_RULES.scoring, H: 2 }, lastRound: 2 };
	await db
		.insertInto("seasons")
		.values({ id: 1, name: "2025", rules: JSON.stringify(rules), is_current: true })
		.execute();
	const squads = [HOME_TEAM_ID, AWAY_TEAM_ID];
	await db
		.insertInto("squads")
		.values(squads.map((id) => ({ season_id: 1, id, name: `Squad ${id}`, abbreviation: `S${id}` })))
		.execute();
	const players = listNamedPlayers().flatMap(({ team, players }) =>
		players.map(({ playerId: name, playerName }, index) => ({
			season_id: 1,
			squad_id: team,
			positions: ["MID" as const],
			first_name: playerName.givenName,
			last_name: playerName.surname,
			id: index === 0 ? team : buildPlayerId(team, index),
			provider_id: index === 0 ? name : null,
		})),
	);
	await db
		.insertInto("players")
		.values(players.filter(({ id }) => id !== UNKNOWN_PLAYER))
		.execute();
	await db
		.insertInto("players")
		.values({
			...LEFT_OUT,
			season_id: 1,
			squad_id: squads[0] ?? 0,
			first_name: "Left",
			last_name: "Out",
			positions: ["DEF"],
		})
		.execute();
	await db
		.insertInto("rounds")
		.values([1, 2].map((id) => ({ season_id: 1, id })))
		.execute();
	const [home_squad_id = 0, away_squad_id = 0] = squads;
	const match = { season_id: 1, home_squad_id, away_squad_id };
	await db
		.insertInto("matches")
		.values([
			{ ...match, id: 11, round_id: 1, starts_at: new Date(AFL_START) },
			{ ...match, id: 12, round_id: 2, starts_at: new Date(AFL_START + 60 * 24 * HOUR_MS) },
		])
		.execute();
}
