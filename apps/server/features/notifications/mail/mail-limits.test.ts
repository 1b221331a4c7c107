import {
	changeEmail,
	requestEmailVerification,
	requestPasswordReset,
	resetPassword,
} from "@first-bounce/contract/accounts/account";
import { registerUser } from "@first-bounce/contract/accounts/user";
import { personName } from "@first-bounce/contract/fields";
import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { leaguePlayers, newLeague } from "../../../testing/league-players.ts";
import { answerResets, mailedToken, mailsTo } from "../../../testing/services/outbox.ts";
import { newManager, registrationForm, type TestApp, testApp } from "../../../testing/test-app.ts";
import { queueMail } from "./queue-mail.ts";

const PASSWORD = "a long enough secret";
const HOUR = 3_600_000;
let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(() => app.close());
// Just after midnight in UTC, so that no test passes into another day by itself.
beforeEach(() => app.clocks.setWall(Math.ceil(app.clocks.wallNow() / (24 * HOUR)) * 24 * HOUR + 1));

const later = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);
const mailed = async (address: string, kind: string) =>
	(await mailsTo(app, address)).filter((mail) => mail.kind === kind).length;

test("an address gets ten password links a day whoever asks, and the answer never tells", async () => {
	const { user } = await newManager(app);
	const ask = () => app.visitor(requestPasswordReset, { body: { email: user.email } });
	for (let hour = 0; hour < 5; hour++) {
		for (let times = 0; times < 3; times++) expect(await ask()).toEqual({ sent: true });
		await answerResets(app);
		later(HOUR + 1);
	}
	expect(await mailed(user.email, "reset-password")).toBe(10);
	later(24 * HOUR);
	await ask();
	await answerResets(app);
	expect(await mailed(user.email, "reset-password")).toBe(11);
});

test("an address gets five mails a day from accounts that want to change to it", async () => {
	const refused: string[] = [];
	for (let account = 0; account < 7; account++) {
		const { client } = await newManager(app);
		const attempt = client(changeEmail, { body: { email: "wanted@example.test", password: PASSWORD } });
		await attempt.catch(({ status, code }) => refused.push(`${status} ${code}`));
	}
	expect(refused).toEqual(["429 mails-throttled", "429 mails-throttled"]);
	expect(await mailed("wanted@example.test", "change-email")).toBe(5);
});

test("an address gets six links a day that verify it, the one of the sign-up among them", async () => {
	const { user, client } = await newManager(app);
	for (let mails = 0; mails < 5; mails++) {
		await client(requestEmailVerification, {});
		later(HOUR);
	}
	const refused = await failure(client(requestEmailVerification, {}));
	expect([refused.status, refused.code]).toEqual([429, "mails-throttled"]);
	expect(await mailed(user.email, "verify-email")).toBe(6);
});

test("an address that has had its mails of the day does not keep its account from a new password", async () => {
	const { user } = await newManager(app);
	await app.visitor(requestPasswordReset, { body: { email: user.email } });
	await answerResets(app);
	const token = await mailedToken(app, user.email, "reset-password");
	const day = new Date(app.clocks.wallNow()).toISOString().slice(0, 10);
	await app.database.db
		.insertInto("mail_counts")
		.values({ subject: `password-changed:${user.email}`, day, mails: 10 })
		.execute();
	expect(await app.visitor(resetPassword, { body: { token, password: "another lantern entirely" } })).toEqual({
		reset: true,
	});
	expect(await mailed(user.email, "password-changed")).toBe(0);
});

test("nothing is queued to an account without an address", async () => {
	const data = { firstName: "Kit", url: "https://bounce.example/x" };
	await queueMail(app.database.db, { kind: "verify-email", to: "", data, now: app.clocks.wallNow() });
	expect(await mailsTo(app, "")).toEqual([]);
});

test.each(["Win at evil.com", "www.evil", "Kit https://e", "kit@evil.zip", "Kit\r\nBcc: x"])(
	"a person's name cannot carry an address or a further line into a mail: %s",
	async (firstName) => {
		const body = { firstName, lastName: "Lee", email: "trap@example.test", password: PASSWORD };
		const refused = await failure(
			app.visitor(registerUser, { body: { ...body, ...registrationForm("Name Trappers") } }),
		);
		expect([refused.status, refused.code]).toEqual([422, "invalid-field"]);
		expect(await mailsTo(app, "trap@example.test")).toEqual([]);
	},
);

test.each(["St. John", "J.R.", "O'Neill-Smith", "Mary Jo", "Đặng"])("a person may be called %s", (lastName) => {
	expect(personName.parse(lastName)).toBe(lastName);
});

test("a name from before names were screened stands in a mail without a link, on one line", async () => {
	const { db } = app.database;
	const [ada] = await leaguePlayers(app, 1);
	if (!ada) throw new Error("There is no player");
	const league = await newLeague(ada);
	await db.updateTable("users").set({ team_name: "evil.com/win" }).where("id", "=", ada.userId).execute();
	await db.updateTable("leagues").set({ name: "Go\nhttps://evil.xyz" }).where("id", "=", league.id).execute();
	await ada.client(inviteToLeague, {
		params: { id: league.id },
		body: { invites: [{ email: "friend@example.test" }] },
	});
	const [mail] = await mailsTo(app, "friend@example.test");
	expect(mail?.subject).toBe("evil. com/win invites you to the league Go https: //evil. xyz");
	expect(mail?.text).toContain('in the league "Go https: //evil. xyz"');
	expect(mail?.text).not.toMatch(/evil\.\S|https:\/\/evil/);
	const data = { firstName: "evil.com", url: "https://bounce.example/x" };
	await queueMail(db, { kind: "verify-email", to: "hello@example.test", data, now: app.clocks.wallNow() });
	expect((await mailsTo(app, "hello@example.test"))[0]?.text).toContain("Hello evil. com,");
});
