import { readFileSync } from "node:fs";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { addFavourite } from "@first-bounce/contract/team/favourites";
import { autofillTeam, showMyTeam } from "@first-bounce/contract/team/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

test("the export contains all the user's data and nobody else's", async () => {
	const { client, user } = await createManager(app, "Open Books");
	const other = await createManager(app, "Closed Books");
	const { team } = await client(showMyTeam, {});
	const { lineup, bench, utilityId, captainId, viceCaptainId } = team;
	await client(autofillTeam, { body: { lineup, bench, utilityId, captainId, viceCaptainId } });
	const playerId = [...app.seasons.current().players.keys()][0] ?? 0;
	await client(addFavourite, { body: { playerId } });
	await client(createLeague, { body: { name: "The Readers", startId: 2 } });
	const { db } = app.database;
	const season_id = app.season.id;
	const joinState = "INSERT INTO official_league_members (season_id, user_id, kind) VALUES ($1, $2, 'state')";
	await app.database.pool.query(joinState, [season_id, user.id]);
	await app.database.pool.query("INSERT INTO cups (season_id) VALUES ($1)", [season_id]);
	await db.insertInto("cup_entries").values({ season_id, team_id: team.id, entered_at: new Date() }).execute();
	const data = await client(exportOwnData, {});
	expect(data.user).toEqual(user);
	expect(data.account).toMatchObject({ team_name: "Open Books", sponsor_opt_in: false });
	expect(data.devices).toHaveLength(1);
	expect(data.teams).toMatchObject([
		{ id: team.id, line_ups: [{ slots: expect.any(Array) }], actions: [{ action: "autopick" }] },
	]);
	expect(data.favouritePlayers).toMatchObject([{ player_id: playerId, name: expect.stringMatching(/\w \w/) }]);
	expect(data.leagues).toMatchObject([{ name: "The Readers", is_commissioner: true }]);
	expect(data.officialLeagues).toMatchObject([{ kind: "state" }]);
	expect(data.cups).toMatchObject([{ season_id, matches: null }]);
	expect(data.leagueEvents).toMatchObject([{ league: "The Readers", kind: "created" }]);
	expect(JSON.stringify(data)).not.toContain("Closed Books");
	expect(JSON.stringify(data)).not.toMatch(new RegExp(`password_hash|token_hash|argon2|"${other.user.email}"`));
});

test("the demo's export has no visitor's browser, address or message", async () => {
	const { client, user } = await createManager(app, "Everybody's");
	const { league } = await client(createLeague, { body: { name: "The Visitors", startId: 2 } });
	const { pool } = app.database;
	for (const statement of [
		`INSERT INTO league_invites (league_id, invited_by, email, token, created_at)
			VALUES (${league.id}, ${user.id}, 'friend@example.test', 'a-token', now())`,
		`INSERT INTO contact_messages (name, email, message, page, user_id, created_at)
			VALUES ('Kit', 'kit@example.test', 'Hello', '/', ${user.id}, now())`,
		`INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language, created_at)
			SELECT user_id, id, 'https://push.example.test/kit', repeat('p', 87), repeat('a', 22), 'en', now()
			FROM sessions WHERE user_id = ${user.id}`,
	])
		await pool.query(statement);
	const personal = await client(exportOwnData, {});
	expect(JSON.stringify(personal).match(/friend@example|kit@example|push\.example/g)).toHaveLength(3);
	await pool.query("UPDATE users SET is_demo = true WHERE id = $1", [user.id]);
	const shared = await client(exportOwnData, {});
	expect(shared).toMatchObject({ devices: [], pushDevices: [], contactMessages: [], leagues: [{ invited: null }] });
	expect(JSON.stringify(shared)).not.toMatch(/friend@example|kit@example|push\.example/);
});

test("the export is sent as a file that is not cached", async () => {
	const { sessionId } = await createManager(app);
	const { headers } = await app.app.inject({ url: "/api/en/user/export", headers: { "x-sid": sessionId } });
	expect(headers["content-disposition"]).toBe('attachment; filename="first-bounce.json"');
	expect(headers["cache-control"]).toBe("no-store");
});

/** Tables with data of users that the export leaves out, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
	counted_teams: "a hash of the players that the team's line-ups list",
	mailed_tokens: "short-lived secrets: the mails that contained them are listed",
	suspensions: "a suspended account cannot ask for its file; its owner was mailed the reason",
	operator_factors: "secrets of an operator's second factor",
	operator_recovery_codes: "secrets of an operator's second factor",
	league_event_reports: "carried over to league_message_reports, which is listed",
	team_hindsight: "computed from line-ups and scores, which are listed",
};
const LISTED = [
	"identities",
	"passkeys",
	"sessions",
	"access_tokens",
	"teams",
	"lineups",
	"draft_log",
	"draft_picks",
	"draft_seats",
	"draft_trade_parts",
	"draft_trade_votes",
	"draft_trades",
	"future_picks",
	"squad_changes",
	"undo_proposals",
	"undo_votes",
	"waiver_claims",
	"trades",
	"team_actions",
	"standings",
	"favourite_players",
	"team_instructions",
	"league_hand_overs",
	"league_messages",
	"league_message_reactions",
	"league_message_reports",
	"league_conversation_members",
	"league_members",
	"cup_entries",
	"winner_notes",
	"official_league_members",
	"league_invites",
	"league_events",
	"league_recover_skips",
	"coach_preferences",
	"coach_players",
	"share_snapshots",
	"contact_messages",
	"notification_preferences",
	"push_subscriptions",
	"notices",
	"result_mails",
];

test("every table with users' data is exported or a listed exception", async () => {
	const { rows } = await app.database.pool.query<{ table_name: string }>(
		`SELECT DISTINCT table_name FROM information_schema.columns
		WHERE table_schema = 'public' AND column_name IN ('user_id', 'team_id', 'invited_by')
			AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass) ORDER BY 1`,
	);
	const missing = rows
		.map(({ table_name }) => table_name)
		.filter((name) => !LISTED.includes(name) && !(name in EXCEPTIONS));
	expect(missing).toEqual([]);
	// Each table of LISTED must be read by the export's queries, or its data would be missing from the file.
	const queries = readFileSync(new URL("./own-data-queries.ts", import.meta.url), "utf8");
	const selected = new Set([...queries.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table));
	expect(LISTED.filter((name) => !selected.has(name))).toEqual([]);
});
