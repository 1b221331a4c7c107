import { authLogin, authLogout } from "@first-bounce/contract/accounts/auth";
import {
	checkTeamName,
	checkTeamNamePublic,
	getUser,
	registerUser,
	showMyProfile,
} from "@first-bounce/contract/accounts/user";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	buildRegistrationForm,
	createManager,
	createTestApp,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const ann = { firstName: "Ann", lastName: "Archer", email: "Ann@example.test", password: "violet wheelbarrow" };

describe("registering with an address and a password", () => {
	test("a registration signs in and sets user and team name (D1.1.07, D1.7.15, D1.3.01, D1.3.02)", async () => {
		const { user, sessionId } = await app.visitor(registerUser, {
			body: { ...ann, ...buildRegistrationForm("Ann's Archers") },
		});
		const client = app.as(sessionId);
		expect(user).toMatchObject({ fantasyTeamName: "Ann's Archers", birthday: "1990-03-07", isActive: true });
		expect(user).toMatchObject({ firstName: ann.firstName, lastName: ann.lastName, email: ann.email });
		expect(user.userId).toBe(user.id);
		expect((await client(getUser, {})).user).toEqual(user);
		expect((await client(showMyProfile, {})).userProfile).toEqual({ teamName: "Ann's Archers" });
	});

	test("all problems are reported at once", async () => {
		const { status, errors } = await getApiFailure(
			app.visitor(registerUser, {
				body: {
					...ann,
					password: "short",
					...buildRegistrationForm(" ann'S  ARCHERs"),
					birthday: "2020-01-01",
					country: "NZ",
				},
			}),
		);
		expect(status).toBe(422);
		expect(errors.map(({ code }) => code)).toEqual([
			"team-name-taken",
			"state-outside-australia",
			"too-young",
			"email-taken",
			"password-too-short",
		]);
	});

	test.each([
		["no country", {}],
		["another country", { country: "NZ" }],
	])("a state with %s is refused (D1.3.06)", async (_, change) => {
		const { country: __, ...form } = buildRegistrationForm("Stateless");
		const body = { ...ann, email: "stateless@example.test", ...form, ...change };
		expect(await getApiFailure(app.visitor(registerUser, { body }))).toMatchObject({
			status: 422,
			errors: [
				{ code: "state-outside-australia", message: "States are for Australia only: choose Australia as your country" },
			],
		});
	});

	test("invalid fields are reported in the order of the form (D1.5.07)", async () => {
		const body = {
			...ann,
			fantasyTeamName: 1,
			state: "XX",
			gender: "x",
			country: "x",
			terms: false,
			supportedSquadId: "x",
			birthday: "x",
		};
		const response = await app.app.inject({ method: "POST", url: "/api/en/user/register", payload: body });
		const fields = response.json().errors.map(({ message }: { message: string }) => /^\w+/.exec(message)?.[0]);
		expect(fields).toEqual(["fantasyTeamName", "state", "gender", "country", "terms", "supportedSquadId", "birthday"]);
	});

	test.each(["password123", "aaaaaaaaaaaa", "1234567890", "annarcher@", "Football 2024"])(
		"the password %s is refused as too common",
		async (password) => {
			const body = { ...ann, email: "annarcher@example.test", password, ...buildRegistrationForm("Others") };
			expect((await getApiFailure(app.visitor(registerUser, { body }))).code).toBe("password-too-common");
		},
	);

	test("an impossible birthday or gender is refused with the field's name (D1.5.17, D1.3.63)", async () => {
		const { birthday: _, ...form } = buildRegistrationForm("No Birthday");
		const tryRegistration = (body: object) =>
			getApiFailure(app.visitor(registerUser, { body: { ...ann, ...body } as never }));
		expect((await tryRegistration(form)).message).toMatch(/^birthday: /);
		expect((await tryRegistration({ ...form, birthday: "1990-02-30" })).message).toMatch(/^birthday: /);
		expect((await tryRegistration({ ...form, birthday: "1990-02-03", gender: "man" })).message).toBe(
			"gender: must be one of: female, male, non_binary, other, not_say",
		);
	});

	test("an age over 120 is refused (D1.5.17)", async () => {
		const body = { ...ann, email: "old@example.test" };
		const buildForm = (birthday: string) => ({ ...body, ...buildRegistrationForm("Old Timers"), birthday });
		for (const birthday of ["0001-01-01", "1905-08-27"])
			expect((await getApiFailure(app.visitor(registerUser, { body: buildForm(birthday) }))).code).toBe(
				"unlikely-birthday",
			);
		expect((await app.visitor(registerUser, { body: buildForm("1905-08-28") })).user.birthday).toBe("1905-08-28");
	});

	test("people can register from their thirteenth birthday on (D1.5.17)", async () => {
		const body = { ...ann, email: "young@example.test" };
		const buildForm = (birthday: string) => ({ ...body, ...buildRegistrationForm("Youngsters"), birthday });
		expect((await getApiFailure(app.visitor(registerUser, { body: buildForm("2013-08-28") }))).code).toBe("too-young");
		expect((await app.visitor(registerUser, { body: buildForm("2013-08-27") })).user.birthday).toBe("2013-08-27");
	});

	test("of two people who register a name at once, one succeeds", async () => {
		const answers = await Promise.allSettled(
			["one", "two"].map((name) =>
				app.visitor(registerUser, {
					body: { ...ann, email: `${name}@example.test`, ...buildRegistrationForm("Same Name") },
				}),
			),
		);
		expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		const rejected = answers.find(({ status }) => status === "rejected");
		expect(rejected).toMatchObject({ reason: { message: "That team name is taken" } });
	});

	test.each([
		["a zero byte", "A\u0000nn"],
		["reversed text", "\u202eAnn"],
		["only invisible characters", "\u200b\u200b"],
		["half a character", "Ann \ud83d"],
		["no letter", "1984"],
	])("a person's name with %s is refused", async (_, firstName) => {
		const body = { ...ann, email: "odd@example.test", ...buildRegistrationForm("Odd Names"), firstName };
		const { status, message } = await getApiFailure(app.visitor(registerUser, { body }));
		expect([status, message]).toEqual([422, "firstName: must be written in letters"]);
	});

	test("a registration creates an empty team", async () => {
		const { user } = await createManager(app, "Founders");
		const teams = await app.database.db.selectFrom("teams").where("user_id", "=", user.id).selectAll().execute();
		expect(teams).toMatchObject([{ season_id: app.season.id, start_round_id: null, version: 0 }]);
	});
});

describe("team names", () => {
	test.each([checkTeamName, checkTeamNamePublic])(
		"$path refuses a name that is too long, rude or taken (D1.7.19, D1.7.20)",
		async (call) => {
			expect(await app.visitor(call, { body: { teamName: "Nobody has this" } })).toEqual({ isAvailable: true });
			const refusal = await getApiFailure(app.visitor(call, { body: { teamName: "ANN'S archers" } }));
			expect([refusal.status, refusal.message]).toEqual([422, "That team name is taken"]);
			const rudeName = await getApiFailure(app.visitor(call, { body: { teamName: "Sh1t Happens" } }));
			expect(rudeName.message).toBe("That team name is not allowed");
			const long = await getApiFailure(app.visitor(call, { body: { teamName: "x".repeat(31) } }));
			expect(long.message).toBe("A team name needs 3 to 30 characters");
		},
	);

	test.each([
		["only invisible characters", "\u3164\u3164\u3164"],
		["blank braille", "\u2800\u2800\u2800"],
		["only dots", "..."],
		["an invisible character", "Ann's\u034f Archers"],
		["a letter of another alphabet that looks the same", "\u0410nn's Archers"],
		["stacked accents", "A\u0300\u0301\u0302\u0303\u0304nn"],
	])("misleading names are refused: %s", async (_, teamName) => {
		const { code } = await getApiFailure(app.visitor(checkTeamName, { body: { teamName } }));
		expect(code).toBe("team-name-not-allowed");
	});

	test.each(["prizes-4-you.com", "win.xyz today", "bit.ly/x", "evil\u3002com", "pay\uff0ecom"])(
		"names with a web address are refused, because mailed invitations contain the name: %s",
		async (teamName) => {
			expect((await getApiFailure(app.visitor(checkTeamName, { body: { teamName } }))).code).toBe(
				"team-name-not-allowed",
			);
		},
	);

	test.each(["St.Kilda Stars", "A.F.L.", "No.1 Fans", "Dr. Comets", "Roo...topia", "7.30 Bounce", "and/or"])(
		"names may contain dots and slashes: %s",
		async (teamName) => {
			expect(await app.visitor(checkTeamName, { body: { teamName } })).toEqual({ isAvailable: true });
		},
	);

	test("a name is taken in any width or accent form", async () => {
		await createManager(app, "Caf\u00e9 Kicks");
		for (const teamName of ["CAFE\u0301 kicks", "\uff23af\u00e9 Kicks"])
			expect((await getApiFailure(app.visitor(checkTeamName, { body: { teamName } }))).code).toBe("team-name-taken");
		const { user } = await createManager(app, "E\u0301toile");
		expect(user.fantasyTeamName).toBe("\u00c9toile");
	});

	test.each(["Теремок", "Đội bóng Việt", "Nā Wāhine", "🦘🦘🦘", "Red ❤️ Dees", "👩🏽‍🦰 United"])(
		"names may be in any language and contain emoji: %s",
		async (teamName) => {
			expect(await app.visitor(checkTeamName, { body: { teamName } })).toEqual({ isAvailable: true });
		},
	);

	test.each([
		["Die Straße", ["DIE STRASSE", "die strasse", "Die Straẞe"]],
		["Ízmir Fire", ["i\u0301zmir fire", "Í Z M I R FIRE"]],
		["Istanbul Ink", ["İSTANBUL İNK", "ıstanbul ınk", "istanbul ink"]],
		["Office Five", ["Oﬃce Five", "Ｏffice Ｆive", "OFFICE\u00a0FIVE", "O\u2003ffice Five"]],
		["Οδυσσευς", ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"]],
		["Big ❤️ Heart", ["big ❤ heart"]],
	])("a taken name is refused in every spelling, everywhere: %s", async (name, spellings) => {
		const { client } = await createManager(app, name);
		for (const teamName of spellings) {
			for (const check of [checkTeamName, checkTeamNamePublic])
				expect((await getApiFailure(app.visitor(check, { body: { teamName } }))).code, teamName).toBe(
					"team-name-taken",
				);
			expect((await getApiFailure(createManager(app, teamName))).code, teamName).toBe("team-name-taken");
		}
		const currentName = { body: { teamName: spellings[0] ?? "" } };
		for (const check of [checkTeamName, checkTeamNamePublic])
			expect(await client(check, currentName)).toEqual({ isAvailable: true });
	});

	test("names that differ in an accent are different", async () => {
		await createManager(app, "Cafe Corner");
		expect(await app.visitor(checkTeamName, { body: { teamName: "Café Corner" } })).toEqual({ isAvailable: true });
	});

	test("an emoji counts as one character of a name", async () => {
		for (const check of [checkTeamName, checkTeamNamePublic])
			expect((await getApiFailure(app.visitor(check, { body: { teamName: "🦘🦘" } }))).code).toBe("team-name-length");
		expect((await getApiFailure(createManager(app, "🦘🦘"))).status).toBe(422);
	});

	test("the current name of a team is available to its owner (D1.5.19, D1.7.19)", async () => {
		const { client } = await createManager(app, "Mine Already");
		expect(await client(checkTeamName, { body: { teamName: "mine already" } })).toEqual({ isAvailable: true });
	});
});

describe("signing in with a password", () => {
	test("a sign-in starts another session, and signing out ends only that one (D1.7.12)", async () => {
		const { user, client } = await createManager(app);
		const credentials = { email: user.email.toUpperCase(), password: "a long enough secret" };
		const { sessionId } = await app.visitor(authLogin, { body: credentials });
		const second = app.as(sessionId);
		await second(authLogout, {});
		expect((await getApiFailure(second(getUser, {}))).status).toBe(401);
		expect((await client(getUser, {})).user.id).toBe(user.id);
	});

	test("unknown addresses and wrong passwords are refused alike", async () => {
		const { user } = await createManager(app);
		const guessPassword = (email: string) =>
			getApiFailure(app.visitor(authLogin, { body: { email, password: "not this one, surely" } }));
		const unknown = await guessPassword("nobody@example.test");
		for (let guesses = 1; guesses <= 10; guesses++)
			expect(await guessPassword(user.email)).toMatchObject({ status: 401, message: unknown.message });
		expect(await guessPassword(user.email)).toMatchObject({ status: 429, code: "too-many-requests" });
		app.clocks.setWall(app.clocks.wallNow() + 61_000);
		expect((await guessPassword(user.email)).status).toBe(401);
	});

	test("a session ends thirty days after it was last used", async () => {
		const { client } = await createManager(app);
		const day = 86_400_000;
		app.clocks.setWall(app.clocks.wallNow() + 29 * day);
		expect((await client(getUser, {})).user.isActive).toBe(true);
		app.clocks.setWall(app.clocks.wallNow() + 29 * day);
		expect((await client(getUser, {})).user.isActive).toBe(true);
		app.clocks.setWall(app.clocks.wallNow() + 31 * day);
		expect((await getApiFailure(client(getUser, {}))).status).toBe(401);
	});
});
