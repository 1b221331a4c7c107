import { renameTeam, updateUser } from "@first-bounce/contract/accounts/account";
import { checkTeamName, getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { showMyTeam } from "@first-bounce/contract/team/team";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const createPicture = async (background = "#0a2240") =>
	new Blob([
		Uint8Array.from(
			await sharp({ create: { width: 40, height: 30, channels: 3, background } })
				.png()
				.toBuffer(),
		),
	]);
const getAvatar = (userId: number, version: number) => app.app.inject(`/media/users/${userId}/${version}.webp`);

describe("updating the profile", () => {
	test("the given fields change and the others stay (D1.7.16, D1.3.02, D1.3.05, D1.3.06, D1.3.07)", async () => {
		const { client, user } = await createManager(app);
		const [squad] = app.seasons.current().squads;
		const answer = await client(updateUser, {
			body: { firstName: "Dee", birthday: "1991-04-09", supportedSquadId: squad?.id ?? 0 },
		});
		expect(answer.user).toEqual({ ...user, firstName: "Dee", birthday: "1991-04-09", supportedSquadId: squad?.id });
		expect((await client(getUser, {})).user).toEqual(answer.user);
		expect(await client(updateUser, { body: {} })).toEqual(answer);
	});

	test("leaving Australia clears the state, and the supported club can be cleared (D1.3.06)", async () => {
		const { client, user } = await createManager(app);
		expect([user.country, user.state]).toEqual(["AU", "VIC"]);
		const moved = await client(updateUser, { body: { country: "NZ", supportedSquadId: null } });
		expect(moved.user).toMatchObject({ country: "NZ", state: null, supportedSquadId: null });
	});

	test("a state is refused unless the new or stored country is Australia (D1.3.06)", async () => {
		const { client, user } = await createManager(app);
		for (const body of [{ country: null, state: "VIC" } as const, { country: "NZ", state: "VIC" } as const])
			expect((await getApiFailure(client(updateUser, { body }))).code).toBe("state-outside-australia");
		expect((await client(updateUser, { body: { country: null } })).user).toMatchObject({ country: null, state: null });
		const stateOnly = { body: { state: "SA" } as const };
		expect((await getApiFailure(client(updateUser, stateOnly))).code).toBe("state-outside-australia");
		const { user: returned } = await client(updateUser, { body: { country: "AU", state: "SA" } });
		expect(returned).toMatchObject({ ...user, country: "AU", state: "SA" });
	});

	test("a profile stored with only a state can be changed", async () => {
		const { client, user } = await createManager(app);
		await app.database.db.updateTable("users").set({ country: null }).where("id", "=", user.id).execute();
		const { user: renamed } = await client(updateUser, { body: { firstName: "Dee" } });
		expect(renamed).toMatchObject({ firstName: "Dee", country: null, state: "VIC" });
		const { user: complete } = await client(updateUser, { body: { country: "AU" } });
		expect(complete).toMatchObject({ country: "AU", state: "VIC" });
	});

	test("all problems are reported at once, and nothing changes", async () => {
		const { client, user } = await createManager(app);
		const invalidProfile = { birthday: "2020-01-01", country: "ZZ", supportedSquadId: 999_999 };
		const body = { firstName: "Nobody", state: "VIC" as const, ...invalidProfile };
		const { status, errors } = await getApiFailure(client(updateUser, { body, avatar: await createPicture() }));
		expect([status, errors.map(({ code }) => code)]).toEqual([
			422,
			["state-outside-australia", "unknown-country", "unknown-squad", "too-young"],
		]);
		expect((await client(getUser, {})).user).toEqual(user);
		expect((await getAvatar(user.id, 1)).statusCode).toBe(404);
	});

	test("names of 10,001 characters and unknown fields are refused", async () => {
		const { client, user } = await createManager(app);
		const tooLong = "x".repeat(10_001);
		for (const body of [{ firstName: tooLong }, { lastName: tooLong }])
			expect(await getApiFailure(client(updateUser, { body }))).toMatchObject({ status: 422, code: "invalid-field" });
		expect(await getApiFailure(client(renameTeam, { body: { teamName: tooLong } }))).toMatchObject({ status: 422 });
		const operator = { isOperator: true } as object;
		expect((await getApiFailure(client(updateUser, { body: operator }))).message).toContain("isOperator");
		expect((await client(getUser, {})).user).toEqual(user);
	});
});

describe("the profile picture", () => {
	test("a picture is uploaded with other fields, at an address with version (D1.7.17, D1.3.71, D1.3.46, D1.3.72)", async () => {
		const { client, user } = await createManager(app);
		const supportedSquadId = app.seasons.current().squads[0]?.id ?? 0;
		const body = { gender: "non_binary", birthday: "1988-12-31", state: "TAS", supportedSquadId } as const;
		const { user: changed } = await client(updateUser, { body, avatar: await createPicture() });
		expect(changed).toMatchObject({ ...body, avatarVersion: 1 });
		const { team } = await client(showMyTeam, {});
		expect([team.avatarVersion, team.supportedSquadId]).toEqual([1, supportedSquadId]);
		const answer = await getAvatar(user.id, 1);
		expect(answer.statusCode).toBe(200);
		expect(answer.headers).toMatchObject({
			"content-type": "image/webp",
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'; sandbox",
			"cache-control": "public, max-age=31536000, immutable",
		});
		expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
	});

	test("every new picture has a new version, and the previous is deleted (D1.3.07, D1.3.71)", async () => {
		const { client, user } = await createManager(app);
		await client(updateUser, { body: {}, avatar: await createPicture() });
		await client(updateUser, { body: {}, avatar: await createPicture("#fff") });
		expect((await getAvatar(user.id, 1)).statusCode).toBe(404);
		expect((await getAvatar(user.id, 2)).statusCode).toBe(200);
		const removed = await client(updateUser, { body: { avatar: null } });
		expect(removed.user.avatarVersion).toBe(0);
		expect((await getAvatar(user.id, 2)).statusCode).toBe(404);
		expect((await client(updateUser, { body: {}, avatar: await createPicture() })).user.avatarVersion).toBe(3);
	});

	test("a slow upload holds up no rows that refer to the user", async () => {
		const { client, user } = await createManager(app);
		const { put } = app.media;
		// As a message of the user or a notice to her does, for which all others in a league would wait.
		const referToUser = () =>
			app.database.pool.query("SELECT FROM users WHERE id = $1 FOR KEY SHARE NOWAIT", [user.id]);
		const slowPut = vi.spyOn(app.media, "put").mockImplementation(async (key, bytes) => {
			await referToUser();
			await put(key, bytes);
		});
		const { user: changed } = await client(updateUser, { body: {}, avatar: await createPicture() });
		expect([changed.avatarVersion, slowPut.mock.calls.length]).toEqual([1, 1]);
		slowPut.mockRestore();
	});

	test.each([
		["an HTML page", "<script>alert(1)</script>", 422, "picture-type"],
		["an SVG with a script", '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 422, "picture-type"],
		["more than five megabytes", "x".repeat(5 * 1024 * 1024 + 1), 413, "picture-file-too-large"],
	])("an upload is refused and nothing changes: %s", async (_, bytes, status, code) => {
		const { client, user } = await createManager(app);
		const attempt = client(updateUser, {
			body: { firstName: "Other" },
			avatar: new Blob([bytes], { type: "image/png" }),
		});
		expect(await getApiFailure(attempt)).toMatchObject({ status, code, message: expect.stringMatching(/^[A-Z]/) });
		expect((await client(getUser, {})).user).toEqual(user);
	});

	test("other calls refuse pictures, and a malformed form gets 400", async () => {
		const { client, sessionId } = await createManager(app);
		const wrongCall = client(checkTeamName, { body: { teamName: "Some Team" }, avatar: await createPicture() });
		expect(await getApiFailure(wrongCall)).toMatchObject({ status: 400, code: "wrong-content-type" });
		const headers = { "x-sid": sessionId, "content-type": "multipart/form-data; boundary=x" };
		const answer = await app.app.inject({
			method: "POST",
			url: "/api/en/user/update",
			headers,
			payload: "--x\r\nnonsense",
		});
		expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, "malformed-body"]);
	});
});

describe("renaming the team", () => {
	test("the name changes on user, profile and team (D1.7.18, D1.3.04, D1.3.09, D1.7.14, D1.3.42)", async () => {
		const { client } = await createManager(app, "Before The Bounce");
		const answer = await client(renameTeam, { body: { teamName: " After The Bounce " } });
		expect(answer.userProfile).toEqual({ teamName: "After The Bounce" });
		expect((await client(getUser, {})).user.fantasyTeamName).toBe("After The Bounce");
		expect((await client(showMyProfile, {})).userProfile).toEqual({ teamName: "After The Bounce" });
		expect((await client(showMyTeam, {})).team).toMatchObject({
			name: "After The Bounce",
			teamName: "After The Bounce",
		});
	});

	test("another user's name and a rude name are refused", async () => {
		const { client } = await createManager(app, "Golden Boots");
		await createManager(app, "Silver Boots");
		const rename = (teamName: string) => client(renameTeam, { body: { teamName } });
		expect((await getApiFailure(rename("SILVERboots"))).message).toBe("That team name is taken");
		expect((await getApiFailure(rename("Sh1t Happens"))).message).toBe("That team name is not allowed");
		expect((await rename("golden  boots")).user.fantasyTeamName).toBe("golden  boots");
	});

	test("of two users who choose a name at once, one gets it", async () => {
		const both = await Promise.all([createManager(app), createManager(app)]);
		const answers = await Promise.allSettled(
			both.map(({ client }) => client(renameTeam, { body: { teamName: "The One Name" } })),
		);
		expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
	});
});
