import { leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRandomRound } from "../../../../../testing/season/play-rounds.ts";
import { createSeededRandom } from "../../../../../testing/season/small-season.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { advanceLeagues } from "./round-activity.ts";

const random = createSeededRandom(14);
let app: TestApp;
let managers: LeagueManager[];
beforeAll(async () => {
	const leagues = { ...DEFAULT_SEASON_RULES.leagues, finalsSeries: true };
	app = await createTestApp({}, { rounds: 7, rules: { lastRound: 5, leagues } });
	managers = await createLeagueManagers(app, 6);
});
afterAll(() => app.close());

const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
const playRound = (roundId: number) => playRandomRound(app, roundId, random, advance);

/** Changes the season's last round, as the console, an import or an accepted change does. */
async function setLastRound(round: number): Promise<void> {
	await sql`UPDATE seasons SET rules = jsonb_set(rules, '{lastRound}', ${String(round)}::jsonb),
		data_version = data_version + 1`.execute(app.database.db);
	await app.seasons.refresh();
	await advance();
}

/** Lists a league's matches by round: how many, and which finals. */
async function listRounds({ id }: { readonly id: number }): Promise<string[]> {
	const rows = await app.database.db
		.selectFrom("league_matches")
		.where("league_id", "=", id)
		.orderBy("round_id")
		.selectAll()
		.execute();
	return [...Map.groupBy(rows, ({ round_id }) => round_id)].map(([round, matches]) => {
		const [first] = matches;
		const kind = first?.is_grand_final ? " grand final" : first?.is_semi_final ? " semi-finals" : "";
		return `${round}: ${matches.length}${kind}`;
	});
}

test("drawn fixtures follow a last round that changes [D1.9.95]", async () => {
	const finals = await createLeagueWith(managers, { type: "h2h", size: 6, finals: true });
	const series = await createLeagueWith(managers.slice(0, 5), {
		type: "h2h",
		size: 6,
		finals: true,
		finalsSeries: true,
	});
	const plain = await createLeagueWith(managers.slice(0, 3), { type: "h2h", size: 6, finals: false });
	const later = await createLeagueWith(managers.slice(0, 2), { type: "h2h", size: 2, startId: 3, finals: true });
	expect(await listRounds(finals)).toEqual(["1: 3", "2: 3", "3: 3", "4: 3"]);
	for (const round of [1, 2, 3, 4]) await playRound(round);
	expect(await listRounds(finals)).toEqual(["1: 3", "2: 3", "3: 3", "4: 3", "5: 1 grand final"]);
	expect(await listRounds(series)).toEqual(["1: 2", "2: 2", "3: 2", "4: 2 semi-finals", "5: 1 grand final"]);

	await setLastRound(7);
	expect(await listRounds(finals)).toEqual(["1: 3", "2: 3", "3: 3", "4: 3", "5: 3", "6: 3"]);
	expect(await listRounds(plain)).toEqual(["1: 1", "2: 1", "3: 1", "4: 1", "5: 1", "6: 1", "7: 1"]);
	expect(await listRounds(later)).toEqual(["3: 1", "4: 1", "5: 1", "6: 1"]);
	// Its semi-finals have been played, and stay.
	expect(await listRounds(series)).toEqual(["1: 2", "2: 2", "3: 2", "4: 2 semi-finals", "5: 2"]);

	const [, , third] = managers;
	await third?.client(leaveLeague, { params: { id: plain.id } });
	const afterLeaving = await listRounds(plain);
	await advance();
	expect(await listRounds(plain)).toEqual(afterLeaving);

	await setLastRound(6);
	expect(await listRounds(finals)).toEqual(["1: 3", "2: 3", "3: 3", "4: 3", "5: 3"]);
	await playRound(5);
	expect((await listRounds(finals)).slice(4)).toEqual(["5: 3", "6: 1 grand final"]);
	expect((await listRounds(later)).slice(2)).toEqual(["5: 1", "6: 1 grand final"]);
	expect((await listRounds(series)).slice(3)).toEqual(["4: 2 semi-finals", "5: 2 semi-finals", "6: 1 grand final"]);
});

test("a season that is shortened and lengthened again leaves no gap [D1.9.95]", async () => {
	await app.close();
	app = await createTestApp({}, { rounds: 7, rules: { lastRound: 7, leagues: DEFAULT_SEASON_RULES.leagues } });
	const league = await createLeagueWith(await createLeagueManagers(app, 4), { type: "h2h", size: 4, finals: true });
	await advance();
	await setLastRound(5);
	expect(await listRounds(league)).toEqual(["1: 2", "2: 2", "3: 2", "4: 2"]);
	await setLastRound(7);
	expect(await listRounds(league)).toEqual(["1: 2", "2: 2", "3: 2", "4: 2", "5: 2", "6: 2"]);
});
