import { ApiFailure } from "@first-bounce/contract/client";
import {
	createLeague,
	deleteLeague,
	joinLeague,
	leaveLeague,
	removeLeagueUser,
	updateLeague,
} from "@first-bounce/contract/leagues/league-actions";
import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound, saveKicks } from "../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE } from "../../../../testing/season/small-season.ts";
import { createLeagueManagers, type LeagueManager } from "../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { listRows } from "../../db/rows.ts";
import { advanceLeagues } from "./head-to-head/round-activity.ts";

const MANAGERS = 6;
let app: TestApp;
let managers: LeagueManager[];
let leagues: { id: number; code: string }[] = [];

beforeAll(async () => {
	app = await createTestApp();
	managers = await createLeagueManagers(app, MANAGERS);
	app.clocks.setSeason(FIRST_BOUNCE);
	for (const match of app.season.listMatchesOfRound(1))
		await saveKicks(app, match, Object.fromEntries(app.season.players.map(({ id }) => [id, id % 23])));
	await finishRound(app, 1);
}, 60_000);
afterAll(() => app.close());

/** Reads the state of the season, without leagues. */
async function readGameState(): Promise<unknown> {
	const tables = ["lineups", "trades", "standings", "player_prices", "team_actions", "rounds", "stat_lines"];
	const rows = tables.map((table) => sql`(SELECT jsonb_agg(t ORDER BY t::text) FROM ${sql.table(table)} t)`);
	const found = await listRows(app.database.db)`
		SELECT md5(jsonb_build_array(${sql.join(rows)})::text) AS game,
			(SELECT jsonb_agg(t ORDER BY id) FROM teams t) AS teams`;
	const view = app.standings.current();
	const standing = managers.map(({ teamId }) => [view.getOverallRank(teamId), view.getTotal(teamId)]);
	return { found, standing };
}

/** Random actions on leagues; `who` and `whom` choose the managers, and `which` the league. */
const actions = fc.array(
	fc.record({
		what: fc.constantFrom("create", "join", "leave", "remove", "rename", "move", "delete", "invite", "time"),
		who: fc.nat(MANAGERS - 1),
		whom: fc.nat(MANAGERS - 1),
		which: fc.nat(9),
		isH2h: fc.boolean(),
	}),
	{ minLength: 5, maxLength: 25 },
);
type Action = ReturnType<typeof actions.generate>["value"][number];

async function runAction({ what, who, whom, which, isH2h }: Action): Promise<unknown> {
	const { client } = managers[who] as LeagueManager;
	const { id = 1, code = "AAAAAA" } = leagues[which % Math.max(1, leagues.length)] ?? {};
	const params = { id };
	switch (what) {
		case "create": {
			const body = {
				name: "Chance",
				startId: 2 + (which % 2),
				type: isH2h ? ("h2h" as const) : ("open" as const),
				size: 4,
			};
			leagues = [...leagues, (await client(createLeague, { body })).league];
			return;
		}
		case "join":
			return client(joinLeague, { params: { code } });
		case "leave":
			return client(leaveLeague, { params });
		case "remove":
			return client(removeLeagueUser, { params: { id, userId: (managers[whom] as LeagueManager).userId } });
		case "rename":
			return client(updateLeague, { params, body: { name: "Other", privacy: isH2h ? "public" : "private" } });
		case "move":
			return client(updateLeague, { params, body: { startId: 3 } });
		case "delete":
			return client(deleteLeague, { params });
		case "invite":
			return client(inviteToLeague, { params, body: { invites: [{ email: `p${whom}@example.test` }] } });
		default:
			app.clocks.setSeason(FIRST_BOUNCE + (isH2h ? 7 : 6) * DAY);
			app.clocks.setWall(app.clocks.wallNow() + 60_000);
			return advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	}
}

test("no action on a league changes line-ups, trades, prices, points or ranks", async () => {
	const before = await readGameState();
	let accepted = 0;
	await fc.assert(
		fc.asyncProperty(actions, async (chosen) => {
			for (const action of chosen)
				try {
					await runAction(action);
					accepted++;
				} catch (error) {
					if (!(error instanceof ApiFailure) || error.status >= 500) throw error;
				}
			expect(await readGameState()).toEqual(before);
		}),
		{ numRuns: 50, seed: 8 },
	);
	expect(accepted).toBeGreaterThan(100);
}, 60_000);
