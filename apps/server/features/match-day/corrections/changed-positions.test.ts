import { changePlayer } from "@first-bounce/contract/operator/players";
import { showTeamHistory } from "@first-bounce/contract/team/team-history";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKnownManager, KNOWN_TEAM } from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { correctStats } from "./correct-stats.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

test("a round that has begun keeps the old positions (D2.9.56)", async () => {
	const operator = await createTestOperator(app);
	// On field, the defender 1002 and the ruck 1056 do not play. On the bench, only 1026 and 1032 do.
	const bench: Readonly<Record<number, number>> = { 1051: 1026, 1057: 1032 };
	const { client, id } = await createKnownManager(app, { slots: KNOWN_TEAM.map((slot) => bench[slot] ?? slot) });
	const [first, second] = app.season.listMatchesOfRound(1);
	if (!first || !second) throw new Error("Round 1 has no matches");
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	await setMatchStatus(app, [first], "playing");
	await operator.client(changePlayer, { params: { id: 1026 }, body: { reason: "she rucks now", positions: ["RUC"] } });
	await saveKicks(app, first, { 1001: 10, 1005: 10 });
	await saveKicks(app, second, { 1026: 5, 1032: 10 });
	await finishRound(app, 1);
	const readResult = async () => {
		const { points, substitutions } = (await client(showTeamHistory, { params: { roundId: 1 } })).teamHistory;
		const { rows } = await app.database.pool.query("SELECT points FROM standings WHERE round_id = 1 AND team_id = $1", [
			id,
		]);
		return { points, standing: rows[0]?.points, substitutions };
	};
	// The captain 1001 counts 2 × 30, 1005 counts 30, the covers 15 and 30. A ruck could not cover the defender 1002.
	const cover = {
		1: [
			{ out: 1002, in: 1026 },
			{ out: 1056, in: 1032 },
		],
	};
	expect(await readResult()).toEqual({ points: 135, standing: 135, substitutions: cover });
	expect(app.seasons.current().players.get(1026)?.position).toEqual(["RUC"]);

	await correctStats(
		app.database,
		{ matchId: first.id, lines: [{ playerId: 1005, stats: buildStatLine({ K: 12 }) }] },
		{ actor: "operator:1", reason: "two more kicks" },
	);
	await app.seasons.refresh();
	await app.standings.refresh();
	expect(await readResult()).toEqual({ points: 141, standing: 141, substitutions: cover });
});
