import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { DAY_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDataMap } from "../../../../testing/server/data-map.ts";
import { createManager, createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../testing/server/wait-for.ts";
import { createJobQueue } from "../jobs/job-queue.ts";
import { deleteOldRecords, startRetention } from "./service.ts";

let app: TestApp;
let userId: number;
let leagueId: number;
beforeAll(async () => {
	app = await createTestApp();
	const { user, client } = await createManager(app);
	const { league } = await client(createLeague, { body: { name: "The Keepers", startId: 2 } });
	userId = user.id;
	leagueId = league.id;
	await app.database.pool.query(
		"INSERT INTO seasons (id, name, rules, status) SELECT 99, 'Last season', rules, 'closed' FROM seasons LIMIT 1",
	);
});
afterAll(() => app.close());

const buildServices = (audit = 1095, payloads = 0) => ({
	pool: app.database.pool,
	wallNow: app.clocks.wallNow,
	days: { audit, payloads },
});
/** Formats the time a number of days ago, as SQL. */
const formatDaysAgo = (days: number) => `'${new Date(app.clocks.wallNow() - days * DAY_MS).toISOString()}'`;

const clear = () =>
	app.database.pool.query(
		"TRUNCATE outbox_mails, league_invites, contact_messages, league_webhooks, result_mails, audit, feed_payloads CASCADE",
	);

/** Lists the records that have not been deleted. */
async function listRemaining(): Promise<string[]> {
	const { rows } = await app.database.pool.query<{ what: string }>(`
		SELECT 'mail ' || subject AS what FROM outbox_mails UNION ALL SELECT 'invite ' || token FROM league_invites
		UNION ALL SELECT 'message ' || message FROM contact_messages
		UNION ALL SELECT 'delivery ' || message_id FROM league_webhook_deliveries
		UNION ALL SELECT 'result ' || round_id FROM result_mails
		UNION ALL SELECT 'audit ' || action || coalesce(' ' || (before ->> 'text'), '') FROM audit
		UNION ALL SELECT 'payload ' || subject FROM feed_payloads ORDER BY 1`);
	return rows.map(({ what }) => what);
}

test("records are deleted once too old, and pending ones stay [D2.9.145]", async () => {
	await clear();
	const buildMailRow = (subject: string, column: string, days: number) =>
		`INSERT INTO outbox_mails (kind, to_address, subject, body_text, created_at, ${column})
			VALUES ('k', 'a@example.org', '${subject}', 'b', ${formatDaysAgo(days)}, ${formatDaysAgo(days)});`;
	const buildInviteRow = (token: string, email: string, days: number) =>
		`INSERT INTO league_invites (league_id, email, invited_by, token, created_at) VALUES (${leagueId}, '${email}', ${userId}, '${token}', ${formatDaysAgo(days)});`;
	const buildPayloadRow = (subject: string, season: number, days: number) =>
		`INSERT INTO feed_payloads (season_id, source, kind, subject, received_at, season_at, sha256, body)
			VALUES (${season}, 's', 'round', '${subject}', ${formatDaysAgo(days)}, ${formatDaysAgo(days)}, sha256('${subject}'), 'x');`;
	const buildAuditRow = (action: string, subject: string, days: number, before = "{}") =>
		`INSERT INTO audit (actor, action, subject, before, at) VALUES ('operator:1', '${action}', '${subject}', '${before}', ${formatDaysAgo(days)});`;
	await app.database.pool.query(`
		${buildMailRow("sent, old", "sent_at", 31)} ${buildMailRow("sent", "sent_at", 29)}
		${buildMailRow("failed, old", "failed_at", 31)} ${buildMailRow("failed", "failed_at", 29)}
		${buildMailRow("unsent, old", "due_at", 91)} ${buildMailRow("unsent", "due_at", 89)}
		${buildInviteRow("old", "b@example.org", 181)} ${buildInviteRow("young", "c@example.org", 179)}
		INSERT INTO league_invites (league_id, user_id, invited_by, token, created_at) VALUES (${leagueId}, ${userId}, ${userId}, 'no address', ${formatDaysAgo(999)});
		INSERT INTO contact_messages (name, email, message, created_at, handled_at) VALUES
			('n', 'e@example.org', 'old', ${formatDaysAgo(400)}, ${formatDaysAgo(366)}), ('n', 'e@example.org', 'young', ${formatDaysAgo(400)}, ${formatDaysAgo(364)}),
			('n', 'e@example.org', 'open', ${formatDaysAgo(999)}, NULL);
		INSERT INTO league_webhooks (id, league_id, service, address, language, sends_cards, sends_recap, created_at, retry_at)
			OVERRIDING SYSTEM VALUE VALUES (1, ${leagueId}, 'discord', 'https://d.example', 'en', true, true, now(), now());
		INSERT INTO league_conversations (league_id, version) VALUES (${leagueId}, 1) ON CONFLICT DO NOTHING;
		INSERT INTO league_messages (id, league_id, version, user_id, text, client_key, at) OVERRIDING SYSTEM VALUE
			SELECT n, ${leagueId}, 1, ${userId}, 'Hi', gen_random_uuid(), now() FROM generate_series(1, 3) AS n;
		INSERT INTO league_webhook_deliveries (webhook_id, message_id, created_at, attempts, outcome, ended_at) VALUES
			(1, 1, ${formatDaysAgo(91)}, 1, 'sent', ${formatDaysAgo(91)}), (1, 2, ${formatDaysAgo(89)}, 1, 'sent', ${formatDaysAgo(89)}), (1, 3, ${formatDaysAgo(999)}, 1, NULL, NULL);
		INSERT INTO result_mails (user_id, season_id, round_id, created_at, queued_at) VALUES
			(${userId}, ${app.season.id}, 1, ${formatDaysAgo(401)}, ${formatDaysAgo(401)}), (${userId}, ${app.season.id}, 2, ${formatDaysAgo(399)}, ${formatDaysAgo(399)});
		${buildAuditRow("old", "user:1", 1096)} ${buildAuditRow("young", "user:1", 1094)} ${buildAuditRow("stats-corrected", "match:1:2", 5000)}
		${buildAuditRow("message-hidden", "league:1", 31, '{"text": "rude", "reports": 1}')}
		${buildAuditRow("announcement-hidden", "league:1", 29, '{"text": "loud"}')}
		${buildPayloadRow("closed, old", 99, 401)} ${buildPayloadRow("closed", 99, 399)} ${buildPayloadRow("open", app.season.id, 999)}`);
	expect(await deleteOldRecords(buildServices(1095, 400))).toEqual({
		mails: 2,
		unsentMails: 1,
		invitedAddresses: 1,
		contactMessages: 1,
		webhookDeliveries: 1,
		resultMails: 1,
		audit: 1,
		payloads: 1,
		reportedTexts: 1,
	});
	const left = [
		"audit announcement-hidden loud",
		"audit message-hidden",
		"audit stats-corrected",
		"audit young",
		"delivery 2",
		"delivery 3",
		"invite no address",
		"invite young",
		"mail failed",
		"mail sent",
		"mail unsent",
		"message open",
		"message young",
		"payload closed",
		"payload open",
		"result 2",
	];
	expect((await listRemaining()).toSorted()).toEqual(left);
	// A second run deletes nothing. With 0 days, the audit log and payloads stay even after twenty years.
	expect(Object.values(await deleteOldRecords(buildServices(1095, 400)))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
	app.clocks.setWall(app.clocks.wallNow() + 20 * 365 * DAY_MS);
	const forever = await deleteOldRecords(buildServices(0, 0));
	expect(forever).toMatchObject({ mails: 2, unsentMails: 1, contactMessages: 1 });
	expect((await listRemaining()).filter((row) => /^(audit|payload)/.test(row))).toHaveLength(6);
	app.clocks.setWall(app.clocks.wallNow() - 20 * 365 * DAY_MS);
});

test("more records than a batch are deleted by one daily job [D2.9.145]", async () => {
	await clear();
	await app.database.pool.query(`
		INSERT INTO outbox_mails (kind, to_address, subject, body_text, created_at, sent_at)
		SELECT 'k', 'a@example.org', 's', 'b', ${formatDaysAgo(31)}, ${formatDaysAgo(31)} FROM generate_series(1, 10001)`);
	const problems: unknown[] = [];
	const onError = (error: unknown) => problems.push(error);
	const queue = await createJobQueue({ pool: app.database.pool, onError });
	const runner = startRetention({ ...buildServices(), queue }, onError);
	await waitFor(async () => {
		const { rows } = await app.database.pool.query(
			"SELECT output ->> 'mails' AS mails FROM pgboss.job WHERE name = 'delete-old-records' AND state = 'completed'",
		);
		if (rows[0]?.mails !== "10001") throw new Error("not deleted yet");
	});
	await runner.step();
	await runner.stop();
	await queue.close();
	const { rows } = await app.database.pool.query(
		"SELECT count(*)::int AS jobs FROM pgboss.job WHERE name = 'delete-old-records'",
	);
	expect([rows[0]?.jobs, problems]).toEqual([1, []]);
});

test("the data map says for how long records are kept", () => {
	const retentionByTable = new Map(readDataMap().map((row) => [row.table, row.kept]));
	expect(retentionByTable.get("outbox_mails")).toBe("30 days after it was sent or failed, otherwise 90");
	expect(retentionByTable.get("league_invites")).toBe(
		"if sent to an address: 180 days after the last mail or answer; others with the season",
	);
	expect(retentionByTable.get("contact_messages")).toBe("365 days after it was handled");
	expect(retentionByTable.get("league_webhook_deliveries")).toBe("90 days");
	expect(retentionByTable.get("result_mails")).toBe("400 days");
	expect(retentionByTable.get("audit")).toContain("`AUDIT_DAYS` (1095), texts of reported messages 30;");
	expect(retentionByTable.get("notices")).toBe("60 days");
});
