import { authLogin } from "@first-bounce/contract/accounts/auth";
import { getUser } from "@first-bounce/contract/accounts/user";
import { showClock } from "@first-bounce/contract/clock";
import { LIVE_PATH } from "@first-bounce/contract/constants";
import { showMyLeagues } from "@first-bounce/contract/leagues/league";
import { listAudit } from "@first-bounce/contract/operator/audit";
import * as call from "@first-bounce/contract/operator/installation";
import { listMails } from "@first-bounce/contract/operator/mails";
import { changeDrafts } from "@first-bounce/contract/operator/operator";
import { showAnnouncements } from "@first-bounce/contract/site/announcements";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createEngineRoutes } from "../../../../../testing/openapi/engine-routes.ts";
import { createDraftRoom } from "../../../../../testing/server/draft-leagues.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { runFb } from "../../../../../testing/server/run-fb.ts";
import {
	type Client,
	createManager,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { startDraftTicks } from "../../leagues/draft/tick.ts";
import { listServerSettings } from "./list-settings.ts";

let app: TestApp;
let operator: Awaited<ReturnType<typeof createTestOperator>>;
let manager: Awaited<ReturnType<typeof createManager>>;
let client: Client;
beforeAll(async () => {
	app = await createTestApp({ extraRoutes: createEngineRoutes() });
	operator = await createTestOperator(app);
	({ client } = operator);
	manager = await createManager(app, "Locked Outs");
});
afterAll(() => app.close());
afterEach(async () => {
	await app.database.pool.query("DELETE FROM site_maintenance");
	await client(call.showMaintenance, {});
});

const reason = "a new disk";
const HOST = { host: "localhost:3000" };
const begin = (until: string | null = null, text = "Back <soon> after a new disk") =>
	client(call.beginMaintenance, { body: { reason, text, until } });
const end = () => client(call.endMaintenance, { body: { reason } });
const getPage = (url: string, headers: Record<string, string> = {}) =>
	app.app.inject({ url, headers: { ...HOST, accept: "text/html", ...headers } });

describe("maintenance [D2.9.538]", () => {
	test("refuses calls of visitors, managers and tokens with the words and Retry-After", async () => {
		const { maintenance } = await begin(new Date(app.clocks.wallNow() + 600_000).toISOString());
		expect(maintenance).toMatchObject({ text: "Back <soon> after a new disk" });
		for (const visitor of [app.visitor, manager.client])
			expect(await getApiFailure(visitor(showClock, {}))).toMatchObject({
				status: 503,
				code: "maintenance",
				message: "The site is closed for maintenance. Back <soon> after a new disk",
			});
		const answers = await Promise.all(
			[`/api/fr${showClock.path}`, `/api/en${LIVE_PATH}`].map((url) => app.app.inject({ url, headers: HOST })),
		);
		expect(answers.map(({ statusCode, headers }) => [statusCode, headers["retry-after"]])).toEqual([
			[503, "600"],
			[503, "600"],
		]);
		expect(answers[0]?.json().errors[0].message).toMatch(/^Le site est fermé pour maintenance\. /);
		const token = { ...HOST, authorization: "Bearer fbt_unknown" };
		expect((await app.app.inject({ url: `/api/en${showMyLeagues.path}`, headers: token })).statusCode).toBe(503);
		await end();
		await app.visitor(showClock, {});
	});

	test("shows browsers the escaped words, and leaves health checks open", async () => {
		await begin();
		const page = await getPage("/team", { "accept-language": "fr-FR" });
		expect([page.statusCode, page.headers["retry-after"], page.headers["cache-control"]]).toEqual([
			503,
			"120",
			"no-store",
		]);
		expect(page.body).toContain("Le site est fermé pour maintenance. Back &lt;soon&gt; after a new disk");
		const chosen = await getPage("/team", { "accept-language": "en-AU", cookie: "language=fr" });
		expect(chosen.body).toContain('<html lang="fr">');
		expect(chosen.body).toContain("Le site est fermé pour maintenance.");
		for (const url of ["/healthz", "/readyz"])
			expect((await app.app.inject({ url, headers: HOST })).statusCode).toBe(200);
		expect((await getPage("/operator/installation")).statusCode).not.toBe(503);
		expect((await getPage("/login/callback")).statusCode).not.toBe(503);
	});

	test("lets operators of every role sign in and play", async () => {
		await begin();
		await client(showMyLeagues, {});
		await app.database.db
			.updateTable("users")
			.set({ operator_role: "viewer" })
			.where("id", "=", manager.user.id)
			.execute();
		await manager.client(showMyLeagues, {});
		await app.database.db.updateTable("users").set({ operator_role: null }).where("id", "=", manager.user.id).execute();
		const body = { email: operator.user.email, password: "a long enough secret" };
		expect((await app.visitor(authLogin, { body })).user.isOperator).toBe(true);
		expect((await getApiFailure(app.visitor(getUser, {}))).code).toBe("not-signed-in");
		app.clocks.setWall(app.clocks.wallNow() + 5_000);
		const { announcements } = await app.visitor(showAnnouncements, {});
		expect(announcements[0]).toMatchObject({ text: "Back <soon> after a new disk", tone: "warn" });
	});

	test("is obeyed by every process within a second", async () => {
		const second = await app.startSecondServer();
		const elsewhere = second.as(await app.getToken(manager.user.id));
		await elsewhere(showMyLeagues, {});
		await begin();
		await expect
			.poll(async () => (await getApiFailure(elsewhere(showMyLeagues, {}))).code, { timeout: 3_000 })
			.toBe("maintenance");
		await end();
		await expect
			.poll(
				() =>
					elsewhere(showMyLeagues, {}).then(
						() => "in",
						() => "out",
					),
				{ timeout: 3_000 },
			)
			.toBe("in");
		await second.close();
	});

	test("is changed and ended once, with reasons in the audit log", async () => {
		await begin();
		await begin(null, "A little longer");
		expect((await client(call.showMaintenance, {})).maintenance?.text).toBe("A little longer");
		await end();
		const refused = await getApiFailure(end());
		expect([refused.status, refused.code]).toEqual([409, "no-maintenance"]);
		const past = await getApiFailure(begin(new Date(app.clocks.wallNow()).toISOString()));
		expect([past.status, past.code]).toEqual([422, "maintenance-past"]);
		const { entries } = await client(listAudit, { query: { search: "maintenance-" } });
		expect(entries.slice(0, 3).map((entry) => [entry.action, entry.reason])).toEqual([
			["maintenance-ended", reason],
			["maintenance-changed", reason],
			["maintenance-begun", reason],
		]);
	});

	test.each([
		["a coming end", "2099-03-01T07:00:00.000Z", "2099-03-01T07:00:00.000Z"],
		["no end that has passed", "2020-03-01T07:00:00.000Z", null],
	])("keeps %s when fb changes its words", async (_, until, kept) => {
		await begin();
		await app.database.pool.query("UPDATE site_maintenance SET until = $1", [until]);
		vi.stubEnv("DATABASE_URL", app.database.url);
		const { code } = await runFb(["maintenance", "begin", "The disk is in", "--reason", "good news"]);
		vi.unstubAllEnvs();
		const { maintenance } = await client(call.showMaintenance, {});
		expect([code, maintenance?.text, maintenance?.until]).toEqual([0, "The disk is in", kept]);
		const { entries } = await client(listAudit, { query: { search: "maintenance-changed" } });
		expect(entries[0]?.after).toEqual({ text: "The disk is in", until: kept });
		await end();
	});

	test("stops the clocks of live drafts, and starts none, until its end", async () => {
		const room = await createDraftRoom(app);
		await room.tickAfter(20_000);
		await begin();
		// In the room's own eyes, which are those of managers, the site is closed.
		const load = async () =>
			(await app.database.pool.query("SELECT state, pause_reason, left_ms FROM drafts ORDER BY league_id DESC LIMIT 1"))
				.rows[0];
		expect(await load()).toMatchObject({ state: "paused", pause_reason: "operator", left_ms: 40_000 });
		let looks = 0;
		const services = { db: app.database.db, seasons: app.seasons, clocks: app.clocks };
		const ticks = startDraftTicks({ ...services, isLeader: () => true, measure: () => void looks++ }, (error) => {
			throw error;
		});
		await ticks.step();
		expect(looks).toBe(0);
		await end();
		expect(await load()).toMatchObject({ state: "live", pause_reason: null });
		await ticks.step();
		await ticks.stop();
		expect(looks).toBe(1);
	});

	test("leaves drafts paused that an operator had paused before", async () => {
		await client(changeDrafts, { body: { reason, action: "pause" } });
		await begin();
		await end();
		const { rows } = await app.database.pool.query("SELECT DISTINCT state FROM drafts");
		expect(rows).toEqual([{ state: "paused" }]);
	});
});

test("a test mail goes to the operator's own address [D2.9.539]", async () => {
	expect(await client(call.sendTestMail, {})).toEqual({ sentTo: operator.user.email });
	const [mail] = (await client(listMails, { query: {} })).mails;
	expect(mail).toMatchObject({
		kind: "test-mail",
		to: operator.user.email,
		state: "due",
		subject: "A test from First Bounce",
	});
});

test("settings are listed with their sources and without secrets [D2.9.540]", async () => {
	const settings = listServerSettings({
		PUBLIC_URL: "https://footy.example.org",
		SMTP_URL: "smtp://hunter2@mail.example.org",
		DATABASE_URL_FILE: "/run/secrets/database_url",
		FEED: " ",
	});
	const find = (name: string) => settings.find((setting) => setting.name === name);
	expect(["PUBLIC_URL", "SMTP_URL", "DATABASE_URL", "FEED", "BACKUP_AT", "PUBLIC_READ", "BACKUP_TO"].map(find)).toEqual(
		[
			{ name: "PUBLIC_URL", value: "https://footy.example.org", isSecret: false, source: "environment" },
			{ name: "SMTP_URL", value: null, isSecret: true, source: "environment" },
			{ name: "DATABASE_URL", value: null, isSecret: true, source: "file" },
			{ name: "FEED", value: "simulator", isSecret: false, source: "default" },
			{ name: "BACKUP_AT", value: "16:30", isSecret: false, source: "default" },
			{ name: "PUBLIC_READ", value: "off", isSecret: false, source: "default" },
			{ name: "BACKUP_TO", value: null, isSecret: true, source: "default" },
		],
	);
	expect(settings.length).toBeGreaterThan(60);
	const listed = (await client(call.listSettings, {})).settings;
	expect(listed.map(({ name }) => name)).toEqual(settings.map(({ name }) => name));
});
