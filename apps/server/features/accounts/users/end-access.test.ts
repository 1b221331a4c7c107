import {
	changeEmail,
	changePassword,
	deactivateAccount,
	resetPassword,
	verifyEmail,
} from "@first-bounce/contract/accounts/account";
import { authLogin, authLogout } from "@first-bounce/contract/accounts/auth";
import { endOtherDevices } from "@first-bounce/contract/accounts/devices";
import { addPasskey, startPasskey } from "@first-bounce/contract/accounts/passkeys";
import { createToken as createAccessToken } from "@first-bounce/contract/accounts/tokens";
import { getUser } from "@first-bounce/contract/accounts/user";
import { ApiFailure } from "@first-bounce/contract/client";
import { liftSuspension, setUserActive, signUserOut, suspendUser } from "@first-bounce/contract/operator/people";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, createTestOperator, type TestApp } from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { listMailsTo } from "../../../../../testing/services/outbox.ts";
import {
	buildAuthorizeUrl,
	CALLBACK,
	createPkceRequest,
	createProviderBrowser,
	isStillSignedInAtProvider,
	PROVIDER_PASSWORD,
	signUpAtProvider,
} from "../../../../../testing/services/provider-browser.ts";
import { createSoftAuthenticator } from "../../../../../testing/services/soft-authenticator.ts";
import { createMailedToken } from "../../notifications/mail/mailed-token-queries.ts";
import { resetFactor } from "../second-factor/service.ts";
import { assignGeneratedPassword, findAccounts } from "./administer-users.ts";
import { endAccess } from "./end-access.ts";
import { lockUser, updateUserRow } from "./user-queries.ts";

const NEW_PASSWORD = "harbour kelpie sonnet";
const reason = { reason: "asked to" };

let app: TestApp;
let operator: Awaited<ReturnType<typeof createTestOperator>>;
beforeAll(async () => {
	app = await createTestApp();
	operator = await createTestOperator(app);
});
afterAll(() => app.close());

let people = 0;

/** Creates a person with every way into the account, on a laptop and on a phone. */
async function createPerson() {
	const number = ++people;
	const email = `kit${number}@example.test`;
	const { browser, user, client, sessionId } = await signUpAtProvider(app, email, `Kit ${number}`);
	const { db } = app.database;
	const now = app.clocks.wallNow();
	const phone = app.as(await app.getToken(user.id));
	const { options } = await client(startPasskey, { body: { password: PROVIDER_PASSWORD } });
	const credential = createSoftAuthenticator().create(String(options.challenge));
	await client(addPasskey, { body: { name: "Phone", credential } });
	const { token } = await client(createAccessToken, { body: { name: "script", scopes: ["read:team"], days: 30 } });
	const resetLink = await createMailedToken(db, { kind: "reset-password", userId: user.id, email, now });
	const emailLink = await createMailedToken(db, { kind: "change-email", userId: user.id, email: `new-${email}`, now });
	await db
		.insertInto("identities")
		.values({ issuer: "https://id.example.org", sub: `${number}`, user_id: user.id, profile: "{}" })
		.execute();
	await app.database.pool.query(
		`INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language, created_at)
		SELECT user_id, id, 'https://push.example.org/' || id, repeat('p', 87), repeat('a', 22), 'en', now() FROM sessions WHERE user_id = $1`,
		[user.id],
	);
	const started = createProviderBrowser(app);
	const { url } = await started.follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
	const answer = await started.send("POST", `${url.pathname}/sign-in`, { email, password: PROVIDER_PASSWORD });
	const { rows } = await app.database.pool.query("SELECT id FROM sessions WHERE user_id = $1", [user.id]);
	expect(rows).toHaveLength(2);
	const resumeAddress = String(answer.headers.location);
	return {
		email,
		user,
		laptop: { client, browser, sessionId },
		phone,
		token,
		resetLink,
		emailLink,
		started,
		resumeAddress,
	};
}
type Person = Awaited<ReturnType<typeof createPerson>>;

const isAccepted = async (call: Promise<unknown>): Promise<boolean> =>
	call.then(
		() => true,
		() => false,
	);
const countRows = async (table: string, { user }: Person, where = "true") => {
	const { rows } = await app.database.pool.query(`SELECT 1 FROM ${table} WHERE user_id = $1 AND ${where}`, [user.id]);
	return rows.length;
};

/** Every way into the account, and whether it works. */
const WAYS: Readonly<Record<string, (person: Person) => Promise<boolean>>> = {
	laptop: ({ laptop }) => isAccepted(laptop.client(getUser, {})),
	phone: ({ phone }) => isAccepted(phone(getUser, {})),
	provider: ({ laptop }) => isStillSignedInAtProvider(app, laptop.browser),
	// A sign-in in which the password was given and the page not followed yet.
	started: async ({ started, resumeAddress }) => {
		const { url } = await started.follow("GET", resumeAddress);
		return url.href.startsWith(CALLBACK) && url.searchParams.has("code");
	},
	passkey: async (person) => (await countRows("passkeys", person)) === 1,
	token: ({ token }) => isAccepted(app.as(token)(showMyTeam, {})),
	resetLink: async (person) => (await countRows("mailed_tokens", person, "kind = 'reset-password'")) === 1,
	emailLink: async (person) => (await countRows("mailed_tokens", person, "kind = 'change-email'")) === 1,
	identity: async (person) => (await countRows("identities", person, "issuer = 'https://id.example.org'")) === 1,
	push: async (person) => (await countRows("push_subscriptions", person)) > 0,
};

/** The ways that still work, in the order of the list. */
async function listWorking(person: Person): Promise<string> {
	const working: string[] = [];
	for (const [name, works] of Object.entries(WAYS)) if (await works(person)) working.push(name);
	return working.join(" ");
}

const suspend = ({ user }: Person) =>
	operator.client(suspendUser, { params: { id: user.id }, body: { ...reason, until: null } });
const activate = ({ user }: Person, active: boolean) =>
	operator.client(setUserActive, { params: { id: user.id }, body: { ...reason, active } });
const getAccount = async ({ user }: Person) => {
	const [account] = await findAccounts(app.database.db, String(user.id));
	if (!account) throw new Error("no account");
	return account;
};

describe("the ways into an account that are left", () => {
	test.each<[event: string, left: string, act: (person: Person) => Promise<unknown>]>([
		["nothing", "laptop phone provider started passkey token resetLink emailLink identity push", async () => undefined],
		[
			"the password was changed",
			"identity",
			({ laptop }) =>
				laptop.client(changePassword, { body: { password: PROVIDER_PASSWORD, newPassword: NEW_PASSWORD } }),
		],
		[
			"the password was reset by a mailed link",
			"identity",
			({ resetLink }) => app.visitor(resetPassword, { body: { token: resetLink, password: NEW_PASSWORD } }),
		],
		[
			"the operators set a password",
			"identity",
			async (person) => assignGeneratedPassword(app.database.db, await getAccount(person), app.clocks.wallNow()),
		],
		[
			"a suspension was lifted",
			"identity",
			async (person) => {
				await suspend(person);
				await operator.client(liftSuspension, { params: { id: person.user.id }, body: reason });
			},
		],
		[
			"the operators deactivated and reactivated it",
			"identity",
			async (person) => {
				await activate(person, false);
				await activate(person, true);
			},
		],
		[
			"its owner deactivated and the operators reactivated it",
			"identity",
			async (person) => {
				await person.phone(deactivateAccount, {});
				await activate(person, true);
			},
		],
		[
			"the operators signed it out",
			"identity",
			({ user }) => operator.client(signUserOut, { params: { id: user.id }, body: reason }),
		],
		[
			"its owner signed all other devices out",
			"phone passkey token resetLink emailLink identity push",
			({ phone }) => phone(endOtherDevices, {}),
		],
		[
			"its owner signed the laptop out",
			"phone started passkey token resetLink emailLink identity push",
			({ laptop }) => laptop.client(authLogout, {}),
		],
		[
			"the address was changed",
			"laptop phone provider started passkey token identity push",
			({ emailLink }) => app.visitor(verifyEmail, { body: { token: emailLink } }),
		],
		[
			"the second factor was reset",
			"laptop phone provider started passkey token resetLink emailLink identity push",
			({ user }) => app.database.db.transaction().execute((trx) => resetFactor(trx, user.id, app.clocks.wallNow())),
		],
	])("after %s: %s", { timeout: 30_000 }, async (_, left, act) => {
		const person = await createPerson();
		await act(person);
		expect(await listWorking(person)).toBe(left);
	});
});

describe("the owner is told by mail", () => {
	test.each<[event: string, mails: readonly string[], act: (person: Person) => Promise<unknown>]>([
		[
			"of a new password",
			["password-changed"],
			({ resetLink }) => app.visitor(resetPassword, { body: { token: resetLink, password: NEW_PASSWORD } }),
		],
		[
			"that the operators set a password",
			["password-changed"],
			async (person) => assignGeneratedPassword(app.database.db, await getAccount(person), app.clocks.wallNow()),
		],
		[
			"that the operators signed the account out",
			["signed-out"],
			({ user }) => operator.client(signUserOut, { params: { id: user.id }, body: reason }),
		],
	])("%s, with what was removed", async (_, kinds, act) => {
		const person = await createPerson();
		await act(person);
		const mails = (await listMailsTo(app, person.email)).filter(({ kind }) => kind !== "verify-email");
		expect(mails.map(({ kind }) => kind)).toEqual(kinds);
		expect(mails[0]?.text).toContain("Passkeys removed: 1. Access tokens removed: 1.");
	});
});

describe("while the password is being changed", () => {
	/** Changes the password in a transaction, starts a request that waits for it, and commits. */
	async function raceWithChange(person: Person, request: () => Promise<unknown>): Promise<unknown> {
		const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
		const { promise: isChanged, resolve: setChanged } = Promise.withResolvers<void>();
		const change = app.database.db.transaction().execute(async (trx) => {
			await lockUser(trx, person.user.id);
			await updateUserRow(trx, person.user.id, { password_hash: "another" });
			setChanged();
			await mayCommit;
			await endAccess(trx, person.user.id);
		});
		await isChanged;
		const answer = request().catch((error: unknown) => error);
		await waitFor(async () => {
			const { rows } = await app.database.pool.query(
				"SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
			);
			expect(rows.length).toBeGreaterThan(0);
		});
		commit();
		await change;
		return answer;
	}

	test.each<[way: string, request: (person: Person) => () => Promise<unknown>]>([
		[
			"sign in with the former one",
			({ email }) =>
				() =>
					app.visitor(authLogin, { body: { email, password: PROVIDER_PASSWORD } }),
		],
		[
			"create an access token",
			({ phone }) =>
				() =>
					phone(createAccessToken, { body: { name: "late", scopes: ["read:team"], days: 30 } }),
		],
		[
			"ask for a new address",
			({ phone }) =>
				() =>
					phone(changeEmail, { body: { email: "late@example.test", password: PROVIDER_PASSWORD } }),
		],
		[
			"change it again with the former one",
			({ phone }) =>
				() =>
					phone(changePassword, { body: { password: PROVIDER_PASSWORD, newPassword: NEW_PASSWORD } }),
		],
	])("nobody can %s", async (_, build) => {
		const person = await createPerson();
		expect(await raceWithChange(person, build(person))).toBeInstanceOf(ApiFailure);
		expect(await listWorking(person)).toBe("identity");
		const { rows } = await app.database.pool.query(
			"SELECT (SELECT count(*) FROM sessions WHERE user_id = $1)::int AS sessions, password_hash FROM users WHERE id = $1",
			[person.user.id],
		);
		expect(rows).toEqual([{ sessions: 0, password_hash: "another" }]);
	});

	test("nobody can add a passkey", async () => {
		const person = await createPerson();
		const { options } = await person.phone(startPasskey, { body: { password: PROVIDER_PASSWORD } });
		const credential = createSoftAuthenticator().create(String(options.challenge));
		const add = () => person.phone(addPasskey, { body: { name: "Late", credential } });
		expect(await raceWithChange(person, add)).toBeInstanceOf(ApiFailure);
		expect(await countRows("passkeys", person)).toBe(0);
	});

	test("a sign-in page does not sign in with the former one", async () => {
		const person = await createPerson();
		const browser = createProviderBrowser(app);
		const { url } = await browser.follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		const form = { email: person.email, password: PROVIDER_PASSWORD };
		const post = () => browser.follow("POST", `${url.pathname}/sign-in`, form);
		const end = (await raceWithChange(person, post)) as Awaited<ReturnType<typeof post>>;
		expect(end.url.searchParams.has("code")).toBe(false);
		expect(await isStillSignedInAtProvider(app, browser)).toBe(false);
	});
});
