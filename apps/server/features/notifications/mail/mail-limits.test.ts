import {
	changeEmail,
	requestEmailVerification,
	requestPasswordReset,
	resetPassword,
} from "@first-bounce/contract/accounts/account";
import { registerUser } from "@first-bounce/contract/accounts/user";
import { personName } from "@first-bounce/contract/fields";
import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createLeagueManagers, createTestLeague } from "../../../../../testing/server/league-managers.ts";
import {
	buildRegistrationForm,
	createManager,
	createTestApp,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { getMailedToken, listMailsTo, processResets } from "../../../../../testing/services/outbox.ts";
import { buildAddressCounterKey } from "./mail-limits.ts";
import { queueMail } from "./queue-mail.ts";

const PASSWORD = "a long enough secret";
let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
// Each test starts just after midnight UTC, so that the day changes only when a test sets the clock.
beforeEach(() => app.clocks.setWall(Math.ceil(app.clocks.wallNow() / (24 * HOUR_MS)) * 24 * HOUR_MS + 1));

const advanceClock = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);
const countMailed = async (address: string, kind: string) =>
	(await listMailsTo(app, address)).filter((mail) => mail.kind === kind).length;

test("an address gets ten password links a day, response unchanged", async () => {
	const { user } = await createManager(app);
	const requestReset = () => app.visitor(requestPasswordReset, { body: { email: user.email } });
	for (let hour = 0; hour < 5; hour++) {
		for (let times = 0; times < 3; times++) expect(await requestReset()).toEqual({ sent: true });
		await processResets(app);
		advanceClock(HOUR_MS + 1);
	}
	expect(await countMailed(user.email, "reset-password")).toBe(10);
	advanceClock(24 * HOUR_MS);
	await requestReset();
	await processResets(app);
	expect(await countMailed(user.email, "reset-password")).toBe(11);
});

test("an address gets five mails a day from changing accounts", async () => {
	const refused: string[] = [];
	for (let account = 0; account < 7; account++) {
		const { client } = await createManager(app);
		const attempt = client(changeEmail, { body: { email: "wanted@example.test", password: PASSWORD } });
		await attempt.catch(({ status, code }) => refused.push(`${status} ${code}`));
	}
	expect(refused).toEqual(["429 mails-throttled", "429 mails-throttled"]);
	expect(await countMailed("wanted@example.test", "change-email")).toBe(5);
});

test("an address gets six verification links a day, sign-up included", async () => {
	const { user, client } = await createManager(app);
	for (let mails = 0; mails < 5; mails++) {
		await client(requestEmailVerification, {});
		advanceClock(HOUR_MS);
	}
	const refused = await getApiFailure(client(requestEmailVerification, {}));
	expect([refused.status, refused.code]).toEqual([429, "mails-throttled"]);
	expect(await countMailed(user.email, "verify-email")).toBe(6);
});

test("a password can be reset despite the daily mail limit", async () => {
	const { user } = await createManager(app);
	await app.visitor(requestPasswordReset, { body: { email: user.email } });
	await processResets(app);
	const token = await getMailedToken(app, user.email, "reset-password");
	const day = new Date(app.clocks.wallNow()).toISOString().slice(0, 10);
	await app.database.db
		.insertInto("mail_counts")
		.values({ subject: buildAddressCounterKey("password-changed", user.email), day, mails: 10 })
		.execute();
	expect(await app.visitor(resetPassword, { body: { token, password: "another lantern entirely" } })).toEqual({
		reset: true,
	});
	expect(await countMailed(user.email, "password-changed")).toBe(0);
});

test("no mail is queued for an account without an address", async () => {
	const data = { firstName: "Kit", url: "https://bounce.example/x" };
	await queueMail(app.database.db, { kind: "verify-email", to: "", data, language: "en", now: app.clocks.wallNow() });
	expect(await listMailsTo(app, "")).toEqual([]);
});

test.each(["Win at evil.com", "www.evil", "Kit https://e", "kit@evil.zip", "Kit\r\nBcc: x"])(
	"registration refuses a name that could add a link or a line to a mail: %s",
	async (firstName) => {
		const body = { firstName, lastName: "Lee", email: "trap@example.test", password: PASSWORD };
		const refused = await getApiFailure(
			app.visitor(registerUser, { body: { ...body, ...buildRegistrationForm("Name Trappers") } }),
		);
		expect([refused.status, refused.code]).toEqual([422, "invalid-field"]);
		expect(await listMailsTo(app, "trap@example.test")).toEqual([]);
	},
);

test.each(["St. John", "J.R.", "O'Neill-Smith", "Mary Jo", "Đặng"])("%s is accepted as a name", (lastName) => {
	expect(personName.parse(lastName)).toBe(lastName);
});

test("names from before validation appear without links, on one line", async () => {
	const { db } = app.database;
	const [ada] = await createLeagueManagers(app, 1);
	if (!ada) throw new Error("no manager");
	const league = await createTestLeague(ada);
	await db.updateTable("users").set({ team_name: "evil.com/win" }).where("id", "=", ada.userId).execute();
	await db.updateTable("leagues").set({ name: "Go\nhttps://evil.xyz" }).where("id", "=", league.id).execute();
	await ada.client(inviteToLeague, {
		params: { id: league.id },
		body: { invites: [{ email: "friend@example.test" }] },
	});
	const [mail] = await listMailsTo(app, "friend@example.test");
	expect(mail?.subject).toBe("evil. com/win invites you to the league Go https: //evil. xyz");
	expect(mail?.text).toContain('in the league "Go https: //evil. xyz"');
	expect(mail?.text).not.toMatch(/evil\.\S|https:\/\/evil/);
	const data = { firstName: "evil.com", url: "https://bounce.example/x" };
	await queueMail(db, {
		kind: "verify-email",
		to: "hello@example.test",
		data,
		language: "en",
		now: app.clocks.wallNow(),
	});
	expect((await listMailsTo(app, "hello@example.test"))[0]?.text).toContain("Hi evil. com,");
});
