import { enterCup } from "@first-bounce/contract/leagues/cup";
import { showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import { rerunPrices } from "@first-bounce/contract/operator/season";
import { correctStatLines } from "@first-bounce/contract/operator/stats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRandomRound } from "../../../../../testing/season/play-rounds.ts";
import { createSeededRandom } from "../../../../../testing/season/small-season.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { writeDueCards } from "../../leagues/cards/card-runner.ts";
import { advanceLeagues } from "../../leagues/head-to-head/round-activity.ts";

let app: TestApp;
let operator: Client;
let managers: LeagueManager[];
beforeAll(async () => {
	app = await createTestApp({}, { rounds: 5, rules: { cup: { startRound: 2, seed: 7 } } });
	operator = (await createTestOperator(app)).client;
	managers = await createLeagueManagers(app, 6);
	for (const { client } of managers) await client(enterCup, {});
	await createLeagueWith(managers, { type: "h2h", name: "Everyone", size: 6 });
	const random = createSeededRandom(5);
	const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	for (const round of [1, 2]) await playRandomRound(app, round, random, advance);
});
afterAll(() => app.close());

/** What was published of rounds 1 and 2, without the moments at which it was written. */
async function readResults() {
	const read = async (sqlText: string) => (await app.database.pool.query(sqlText)).rows;
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	await writeDueCards({ db: app.database.db, seasons: app.seasons, clocks: app.clocks });
	const { letter } = await operator(showClosingLetter, { params: { id: 2 } });
	return {
		standings: await read("SELECT * FROM standings ORDER BY round_id, team_id"),
		matchUps: await read("SELECT * FROM league_matches ORDER BY league_id, round_id, place"),
		events: await read("SELECT league_id, kind, round_id, data FROM league_events ORDER BY id"),
		cup: await read("SELECT * FROM cup_matches ORDER BY round_id, place"),
		prices: await read("SELECT * FROM player_prices ORDER BY round_id, player_id"),
		cards: await read("SELECT league_id, kind, round_id, data, hidden_at FROM league_messages ORDER BY kind, round_id"),
		letter: { ...letter, corrections: letter.corrections.map(({ player, reason }) => [player, reason]) },
	};
}

test("made, taken back and made again leaves every result as made once", async () => {
	const [match] = app.season.listMatchesOfRound(2);
	const [, { team } = { team: { slots: [] as number[] } }] = managers;
	const playerId = team.slots.find((id) =>
		app.season.players.some(
			(player) => player.id === id && [match?.homeSquadId, match?.awaySquadId].includes(player.squadId),
		),
	);
	const correct = (K: number) =>
		operator(correctStatLines, {
			params: { id: match?.id ?? 0 },
			body: { reason: "Video", lines: [{ playerId: playerId ?? 0, stats: { ...buildStatLine({ K }), TOG: 80 } }] },
		});
	const rerun = () => operator(rerunPrices, { params: { id: 2 }, body: { reason: "Video" } });
	const before = await readResults();
	await correct(65);
	await rerun();
	const once = await readResults();
	expect(once.standings).not.toEqual(before.standings);
	expect(once.prices).not.toEqual(before.prices);
	expect(once.letter.corrections).toHaveLength(1);
	await correct(60);
	await rerun();
	expect((await readResults()).standings).not.toEqual(once.standings);
	await correct(65);
	await rerun();
	expect(await readResults()).toEqual(once);
});
