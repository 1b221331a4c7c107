import { changePassword, deactivateAccount } from "@first-bounce/contract/accounts/account";
import { aflIdLogin, authLogout, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { endDevice, endOtherDevices, listDevices } from "@first-bounce/contract/accounts/devices";
import { getUser } from "@first-bounce/contract/accounts/user";
import { setUserActive, signUserOut } from "@first-bounce/contract/operator/people";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createTestApp, createTestOperator, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";
import {
	createProviderBrowser,
	getCodeWithoutPassword,
	isStillSignedInAtProvider,
	PROVIDER_PASSWORD,
	signInAtProvider,
	signInOnlyAtProvider,
	signUpAtProvider,
} from "../../../../../testing/services/provider-browser.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

let nextPerson = 1;

async function signInOnTwoBrowsers() {
	const number = nextPerson++;
	const email = `ended${number}@example.test`;
	const laptop = await signUpAtProvider(app, email, `Ended Devices ${number}`);
	const phoneBrowser = createProviderBrowser(app);
	const phone = { browser: phoneBrowser, ...(await signInAtProvider(app, phoneBrowser, email)) };
	expect(phone.needsPassword).toBe(true);
	return { email, laptop, phone };
}

const listProviderRows = async (userId: number) => {
	const { rows } = await app.database.pool.query(
		"SELECT kind FROM oidc_payloads WHERE payload ->> 'accountId' = $1 ORDER BY kind",
		[String(userId)],
	);
	return rows.map(({ kind }) => kind);
};

test("a device that is signed in needs no password again", async () => {
	const { email, laptop } = await signInOnTwoBrowsers();
	const again = await signInAtProvider(app, laptop.browser, email);
	expect(again.needsPassword).toBe(false);
	expect((await again.client(getUser, {})).user.id).toBe(laptop.user.id);
});

describe("a device needs the password again", () => {
	test("after it was signed out from another device, which stays signed in", async () => {
		const { laptop, phone } = await signInOnTwoBrowsers();
		const { devices } = await phone.client(listDevices, {});
		await phone.client(endDevice, { body: { id: devices[1]?.id ?? "" } });
		expect(await isStillSignedInAtProvider(app, laptop.browser)).toBe(false);
		expect(await isStillSignedInAtProvider(app, phone.browser)).toBe(true);
	});

	test("after all other devices were signed out, even at the provider", async () => {
		const { email, laptop, phone } = await signInOnTwoBrowsers();
		const tabletBrowser = createProviderBrowser(app);
		await signInOnlyAtProvider(app, tabletBrowser, email);
		const again = await signInAtProvider(app, phone.browser, email);
		await again.client(endOtherDevices, {});
		expect(await isStillSignedInAtProvider(app, laptop.browser)).toBe(false);
		expect(await isStillSignedInAtProvider(app, tabletBrowser)).toBe(false);
		expect(await isStillSignedInAtProvider(app, phone.browser)).toBe(true);
	});

	test("after it signed out of the game but not the provider", async () => {
		const { laptop } = await signInOnTwoBrowsers();
		await laptop.client(authLogout, {});
		expect(await isStillSignedInAtProvider(app, laptop.browser)).toBe(false);
	});

	test("after it signed out of the game and then the provider", async () => {
		const { laptop } = await signInOnTwoBrowsers();
		await laptop.client(authLogout, {});
		const { endSessionUrl, clientId } = await app.visitor(showSignInOptions, {});
		const query = new URLSearchParams({
			id_token_hint: laptop.identityToken,
			client_id: clientId,
			post_logout_redirect_uri: `${TEST_URL}/`,
		});
		const page = await laptop.browser.follow("GET", `${endSessionUrl}?${query}`);
		const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.answer.body)?.[1] ?? "";
		const action = /action="([^"]+)"/.exec(page.answer.body)?.[1] ?? "";
		const { url } = await laptop.browser.follow("POST", action, { xsrf, logout: "yes" });
		expect(url.href).toBe(`${TEST_URL}/`);
		expect(await isStillSignedInAtProvider(app, laptop.browser)).toBe(false);
	});

	test("after the password was changed on any device", async () => {
		const { laptop, phone } = await signInOnTwoBrowsers();
		await phone.client(changePassword, { body: { password: PROVIDER_PASSWORD, newPassword: "harbour kelpie sonnet" } });
		expect(await isStillSignedInAtProvider(app, laptop.browser)).toBe(false);
		expect(await isStillSignedInAtProvider(app, phone.browser)).toBe(false);
		expect(await listProviderRows(laptop.user.id)).toEqual([]);
	});

	test("after the account was deactivated or an operator signed it out", async () => {
		const operator = await createTestOperator(app);
		const reason = { reason: "asked to" };
		const ends: ((person: Awaited<ReturnType<typeof signInOnTwoBrowsers>>) => Promise<unknown>)[] = [
			({ phone }) => phone.client(deactivateAccount, {}),
			({ phone }) =>
				operator.client(setUserActive, { params: { id: phone.user.id }, body: { ...reason, active: false } }),
			({ phone }) => operator.client(signUserOut, { params: { id: phone.user.id }, body: reason }),
		];
		for (const end of ends) {
			const person = await signInOnTwoBrowsers();
			await end(person);
			expect(await isStillSignedInAtProvider(app, person.laptop.browser)).toBe(false);
			expect(await isStillSignedInAtProvider(app, person.phone.browser)).toBe(false);
		}
	});
});

describe("a sign-in that was in progress when its device was signed out", () => {
	const endLaptop = async ({ laptop, phone }: Awaited<ReturnType<typeof signInOnTwoBrowsers>>) => {
		const { devices } = await phone.client(listDevices, {});
		for (const { isCurrent, id } of devices) if (!isCurrent) await phone.client(endDevice, { body: { id } });
		return laptop;
	};

	test("cannot exchange its code", async () => {
		const person = await signInOnTwoBrowsers();
		const grant = await getCodeWithoutPassword(app, person.laptop.browser);
		await endLaptop(person);
		expect(await getApiFailure(app.visitor(aflIdLogin, { body: grant }))).toMatchObject({
			status: 401,
			code: "code-refused",
		});
	});

	test("cannot use the provider's session, even if the provider saves it again", async () => {
		const person = await signInOnTwoBrowsers();
		const { db } = app.database;
		const read = () =>
			db
				.selectFrom("oidc_payloads")
				.where("kind", "=", "Session")
				.where("payload", "@>", JSON.stringify({ accountId: String(person.laptop.user.id) }) as never)
				.selectAll()
				.execute();
		const before = await read();
		expect(before).toHaveLength(2);
		await endLaptop(person);
		const left = await read();
		expect(left).toHaveLength(1);
		const [late] = before.filter(({ id }) => id !== left[0]?.id);
		if (!late) throw new Error("the laptop has no session at the provider");
		await db
			.insertInto("oidc_payloads")
			.values({ ...late, payload: JSON.stringify(late.payload) })
			.execute();
		expect(await isStillSignedInAtProvider(app, person.laptop.browser)).toBe(false);
	});
});
