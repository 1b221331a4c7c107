import { getUser } from "@first-bounce/contract/accounts/user";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { listAudit } from "@first-bounce/contract/operator/audit";
import { listMails, resendMail, showMail } from "@first-bounce/contract/operator/mails";
import { showOverview } from "@first-bounce/contract/operator/operator";
import * as people from "@first-bounce/contract/operator/people";
import { decidePersonMatch } from "@first-bounce/contract/operator/person-matches";
import { listOperatorPlayers } from "@first-bounce/contract/operator/players";
import { announceToAll, showAnnouncements, withdrawAnnouncement } from "@first-bounce/contract/site/announcements";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { runFb } from "../../../../testing/server/run-fb.ts";
import {
	type Client,
	createManager,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../testing/server/test-app.ts";

let app: TestApp;
let client: Client;
let operator: Awaited<ReturnType<typeof createTestOperator>>["user"];
beforeAll(async () => {
	const reportStorage = () => ({ state: "low" as const, freeBytes: 300 * 1024 * 1024 });
	app = await createTestApp({ storage: { report: reportStorage, recordWriteFailure: () => undefined } });
	({ client, user: operator } = await createTestOperator(app));
});
afterAll(() => app.close());

const getLastAudit = async () => (await client(listAudit, { query: {} })).entries[0];
const reason = "a user complained";

test("the overview shows season, round, users and what needs attention", async () => {
	await app.database.pool.query(
		`INSERT INTO feed_payloads (season_id, source, kind, subject, body, sha256, received_at, season_at, verdict)
			VALUES (1, 'manual', 'match-stats', '101', '', sha256(''), '2026-11-26T10:00:00Z', '2026-08-28T09:00:00Z', 'unchanged')`,
	);
	const overview = await client(showOverview, {});
	// In season time, like everything else on the page.
	expect(overview.feeds).toEqual([
		{ source: "manual", lastReceivedAt: "2026-08-28T09:00:00.000Z", received: 1, quarantined: 0 },
	]);
	expect(overview.season).toMatchObject({ id: 1, name: "Small season", rounds: 3, isOver: false });
	expect(overview.round).toMatchObject({ id: 1, phase: "open", matches: 2, matchesComplete: 0 });
	expect(overview.counts.users).toBeGreaterThan(0);
	expect(overview.lastPublication).toBeNull();
	expect(overview.waiting).toMatchObject({ quarantined: 0, failedJobs: 0 });
	expect(overview.storage).toEqual({ state: "low", freeBytes: 300 * 1024 * 1024 });
});

describe("an account", () => {
	test("can be found, deactivated and reactivated, with audited reasons", async () => {
		const { user, client: ownerClient } = await createManager(app, "Findable Ducks");
		const { users } = await client(people.findUsers, { query: { search: "findable" } });
		expect(users.map(({ id }) => id)).toEqual([user.id]);
		const params = { id: user.id };
		const deactivated = await client(people.setUserActive, { params, body: { reason, active: false } });
		expect(deactivated.user).toMatchObject({ isActive: false, openSessions: 0 });
		expect((await getApiFailure(ownerClient(getUser, {}))).code).toBe("not-signed-in");
		expect(await getLastAudit()).toMatchObject({
			action: "user-deactivated",
			subject: `user:${user.id}`,
			reason,
			actor: expect.stringContaining(`operator:${operator.id}`),
			before: { isActive: true },
			after: { isActive: false },
		});
		const reactivated = await client(people.setUserActive, { params, body: { reason, active: true } });
		expect(reactivated.user.isActive).toBe(true);
	});

	test("of an operator cannot be deactivated by that operator", async () => {
		const params = { id: operator.id };
		const refused = await getApiFailure(client(people.setUserActive, { params, body: { reason, active: false } }));
		expect([refused.status, refused.code]).toEqual([422, "not-yourself"]);
	});

	test("can be signed out everywhere, and mailed a password reset link", async () => {
		const { user, client: ownerClient } = await createManager(app);
		const params = { id: user.id };
		await client(people.mailPasswordReset, { params, body: { reason } });
		const { mails } = await client(listMails, { query: { state: "due" } });
		expect(mails[0]).toMatchObject({ kind: "reset-password", to: user.email });
		const { text } = await client(showMail, { params: { id: mails[0]?.id ?? 0 } });
		expect(text).toContain("/reset-password#");
		await client(people.signUserOut, { params, body: { reason } });
		expect((await getApiFailure(ownerClient(getUser, {}))).code).toBe("not-signed-in");
		expect(await getLastAudit()).toMatchObject({ action: "user-signed-out", before: { sessions: 1 } });
	});

	test("can be changed only with a reason", async () => {
		const refused = await getApiFailure(
			client(people.signUserOut, { params: { id: operator.id }, body: { reason: " " } }),
		);
		expect(refused.status).toBe(422);
		expect(refused.message).toContain("reason");
	});
});

describe("an offensive name", () => {
	test("is replaced by a default, and the owner is mailed why", async () => {
		const { user, client: ownerClient } = await createManager(app, "Rude But Clever");
		const { name } = await client(people.moderateName, {
			params: { id: user.id },
			body: { reason: "an insult in Latin", kind: "team", rename: true, removePicture: true },
		});
		expect(name.name).toBe(`Team ${user.id}`);
		expect((await ownerClient(getUser, {})).user.fantasyTeamName).toBe(`Team ${user.id}`);
		const { mails } = await client(listMails, { query: {} });
		const { text } = await client(showMail, { params: { id: mails[0]?.id ?? 0 } });
		expect(text).toContain("from Rude But Clever to");
		expect(text).toContain("an insult in Latin");
		expect(await getLastAudit()).toMatchObject({
			action: "team-name-moderated",
			before: { name: "Rude But Clever" },
			after: { name: `Team ${user.id}` },
		});
	});

	test("gets a numbered default name if the default is taken", async () => {
		const { user } = await createManager(app, "Rude And Numbered");
		await createManager(app, `TEAM${user.id}`);
		await createManager(app, `Team ${user.id}-2`);
		const { name } = await client(people.moderateName, {
			params: { id: user.id },
			body: { reason, kind: "team", rename: true, removePicture: false },
		});
		expect(name.name).toBe(`Team ${user.id}-3`);
		const again = await client(people.moderateName, {
			params: { id: user.id },
			body: { reason, kind: "team", rename: true, removePicture: false },
		});
		expect(again.name.name).toBe(`Team ${user.id}-3`);
	});

	test("is replaced by a default even with word-like digits", async () => {
		const { db } = app.database;
		await createManager(app, "Rude With A Number");
		const { id } = await db.selectFrom("users").select("id").orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
		await app.database.pool.query("ALTER TABLE users ALTER COLUMN id RESTART WITH 455");
		const { user, client: ownerClient } = await createManager(app, "Rude Without A Word");
		expect([id < 455, user.id]).toEqual([true, 455]);
		const rename = { reason, rename: true, removePicture: false };
		const team = await client(people.moderateName, { params: { id: 455 }, body: { ...rename, kind: "team" } });
		expect(team.name.name).toBe("Team 455");
		await app.database.pool.query("ALTER TABLE leagues ALTER COLUMN id RESTART WITH 455");
		const { league } = await ownerClient(createLeague, { body: { name: "The Rude", startId: 1 } });
		const body = { ...rename, kind: "league" as const };
		expect((await client(people.moderateName, { params: { id: league.id }, body })).name.name).toBe("League 455");
	});

	test("of an account without an email address is changed without a mail", async () => {
		const { user } = await createManager(app, "Rude And Unreachable");
		await app.database.db.updateTable("users").set({ email: "" }).where("id", "=", user.id).execute();
		const { name } = await client(people.moderateName, {
			params: { id: user.id },
			body: { reason, kind: "team", rename: true, removePicture: false },
		});
		expect(name.name).toBe(`Team ${user.id}`);
	});

	test("cannot be replaced by a name that is taken", async () => {
		const { user } = await createManager(app, "Taken Already");
		const { user: other } = await createManager(app, "Another Name");
		const body = { reason, kind: "team" as const, rename: true, removePicture: false, name: "taken already" };
		expect((await getApiFailure(client(people.moderateName, { params: { id: other.id }, body }))).code).toBe(
			"team-name-taken",
		);
		const { names } = await client(people.listNames, { query: { kind: "team", search: "Taken" } });
		expect(names.map(({ id }) => id)).toEqual([user.id]);
	});
});

test("a failed mail can be sent again", async () => {
	await app.database.pool.query("UPDATE outbox_mails SET failed_at = now(), attempts = 9, last_error = 'no such host'");
	const [failed] = (await client(listMails, { query: { state: "failed" } })).mails;
	expect(failed).toMatchObject({ lastError: "no such host" });
	const { mail } = await client(resendMail, { params: { id: failed?.id ?? 0 }, body: { reason } });
	expect(mail).toMatchObject({ state: "due", attempts: 0, lastError: null });
	expect(await getLastAudit()).toMatchObject({ action: "mail-resent", before: { state: "failed" } });
});

describe("an announcement to all", () => {
	const listTexts = async () => (await app.visitor(showAnnouncements, {})).announcements.map(({ text }) => text);

	test("is shown to visitors until it ends or is withdrawn", async () => {
		const wallTime = app.clocks.wallNow();
		const until = new Date(wallTime + 60_000).toISOString();
		await client(announceToAll, { body: { text: "Lightning at the ground: bounce delayed", tone: "warn", until } });
		const { announcement } = await client(announceToAll, { body: { text: "Welcome", tone: "info", until: null } });
		expect(await listTexts()).toEqual(["Welcome", "Lightning at the ground: bounce delayed"]);
		app.clocks.setWall(wallTime + 60_000);
		expect(await listTexts()).toEqual(["Welcome"]);
		await client(withdrawAnnouncement, { params: { id: announcement.id }, body: { reason } });
		expect(await listTexts()).toEqual([]);
		expect(await getLastAudit()).toMatchObject({ action: "announcement-withdrawn", before: { isShown: true } });
		app.clocks.setWall(wallTime);
	});

	test("cannot end in the past", async () => {
		const body = { text: "Too late", tone: "info" as const, until: new Date(app.clocks.wallNow()).toISOString() };
		expect((await getApiFailure(client(announceToAll, { body }))).code).toBe("announcement-past");
	});
});

test("the audit log can be searched and read page by page", async () => {
	const { entries } = await client(listAudit, { query: { search: "insult" } });
	expect(entries.map(({ action }) => action)).toEqual(["team-name-moderated"]);
	const auditLog = await client(listAudit, { query: {} });
	const [, second, third] = auditLog.entries;
	const older = await client(listAudit, { query: { before: second?.id ?? 0 } });
	expect(older.entries[0]).toEqual(third);
	expect(third).toBeDefined();
});

test("who a player was last season is audited under her season", async () => {
	for (const statement of [
		"INSERT INTO seasons (id, name, status, rules) SELECT 99, 'Past', 'closed', rules FROM seasons WHERE id = 1",
		"INSERT INTO squads (season_id, id, name, abbreviation) SELECT 99, id, name, abbreviation FROM squads WHERE season_id = 1",
		`INSERT INTO players (season_id, id, first_name, last_name, squad_id, positions)
			SELECT 99, 501, 'Ada', 'Smith', squad_id, positions FROM players WHERE season_id = 1 AND id = 1001`,
		"INSERT INTO person_matches (season_id, previous_season_id, previous_player_id) VALUES (1, 99, 501)",
	])
		await app.database.pool.query(statement);
	await client(decidePersonMatch, { params: { id: 501 }, body: { reason, playerId: 1001 } });
	expect(await getLastAudit()).toMatchObject({ action: "person-matched", subject: "player:1:1001", reason });
	await client(decidePersonMatch, { params: { id: 501 }, body: { reason, playerId: null } });
	expect(await getLastAudit()).toMatchObject({ action: "person-matched", subject: "player:99:501", reason });
});

test("lists that are cut off say so, in console and command", async () => {
	const { players, hasMore, total } = await client(listOperatorPlayers, { query: {} });
	expect([players.length, hasMore, total > 50]).toEqual([50, true, true]);
	const { hasMore: hasMoreOfClub } = await client(listOperatorPlayers, { query: { squadId: 11 } });
	expect(hasMoreOfClub).toBe(false);
	await app.database.pool.query(
		"INSERT INTO audit (actor, action, subject, reason) SELECT 'command line', 'tested', 'site', '' FROM generate_series(1, 51)",
	);
	const body = Buffer.from("x".repeat(300_000));
	const { rows } = await app.database.pool.query(
		`INSERT INTO feed_payloads (season_id, source, kind, subject, sha256, received_at, season_at, verdict, body)
		SELECT 1, 'csv', 'match-stats', n::text, sha256(n::text::bytea), now(), now(), 'quarantined', $1
		FROM generate_series(1, 51) AS n RETURNING id`,
		[body],
	);
	await app.database.pool.query(
		"INSERT INTO outbox_mails (kind, to_address, subject, body_text) SELECT 'test', 'a@example.org', 'Subject', 'Text' FROM generate_series(1, 51)",
	);
	vi.stubEnv("DATABASE_URL", app.database.url);
	const results = [];
	for (const args of [
		["player", "list"],
		["audit"],
		["payload", "list"],
		["payload", "show", String(rows[0].id)],
		["mail", "list"],
		["user", "list", "--limit", "1"],
	]) {
		const { out, err } = await runFb(args);
		results.push([out.trim().split("\n").length, err]);
	}
	vi.unstubAllEnvs();
	expect(results).toEqual([
		[50, "Only the first 50 are listed: --search finds others.\n"],
		[50, "Only the first 50 are listed: --search finds others, and the console has all.\n"],
		[50, "Only the first 50 are listed: the console has all.\n"],
		[1, `Payload ${rows[0].id} is longer: only its beginning is shown.\n`],
		[50, "Only the first 50 are listed: the console has all.\n"],
		[1, "Only the first 1 are listed: --search finds others, and --limit lists more.\n"],
	]);
});
