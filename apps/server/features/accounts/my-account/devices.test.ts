import { type Device, endDevice, endOtherDevices, listDevices } from "@first-bounce/contract/accounts/devices";
import { getUser } from "@first-bounce/contract/accounts/user";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { newManager, type TestApp, testApp } from "../../../testing/test-app.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(() => app.close());

/** A manager who is signed in on so many devices; the last is the one she holds. */
async function signedInOn(devices: number) {
	const { user, sessionId } = await newManager(app);
	const tokens = [sessionId];
	while (tokens.length < devices) {
		app.clocks.setWall(app.clocks.wallNow() + MINUTE);
		tokens.push(await app.tokenOf(user.id));
	}
	const clients = tokens.map((token) => app.as(token));
	return { clients, held: app.as(tokens.at(-1) ?? "") };
}

const idOf = (devices: readonly Device[], index: number): string => devices[index]?.id ?? "";

test("all devices are listed, the one in hand first, with nothing that would open them", async () => {
	const { held } = await signedInOn(3);
	const { devices } = await held(listDevices, {});
	expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
	expect(devices[0]).toEqual({
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		userAgent: "test",
		address: "",
		signedInAt: new Date(app.clocks.wallNow()).toISOString(),
		lastSeenAt: new Date(app.clocks.wallNow()).toISOString(),
		expiresAt: new Date(app.clocks.wallNow() + 30 * DAY).toISOString(),
		isCurrent: true,
	});
	for (const { id } of devices) expect((await failure(app.as(id)(getUser, {}))).status).toBe(401);
});

test("one device is signed out and the others go on; this one too, if it is named", async () => {
	const { clients, held } = await signedInOn(3);
	const { devices } = await held(listDevices, {});
	const left = await held(endDevice, { body: { id: idOf(devices, 2) } });
	expect(left.devices.map(({ id }) => id)).toEqual([idOf(devices, 0), idOf(devices, 1)]);
	expect(
		await Promise.all(
			clients.map((client) =>
				client(getUser, {}).then(
					() => "in",
					() => "out",
				),
			),
		),
	).toEqual([...["out", "in", "in"]]);
	await held(endDevice, { body: { id: idOf(devices, 0) } });
	expect((await failure(held(getUser, {}))).status).toBe(401);
});

test("every other device is signed out at once", async () => {
	const { clients, held } = await signedInOn(4);
	expect((await held(endOtherDevices, {})).devices).toHaveLength(1);
	for (const client of clients.slice(0, -1)) expect((await failure(client(getUser, {}))).status).toBe(401);
	expect((await held(getUser, {})).user.isActive).toBe(true);
});

test("another's device is as unknown as one that is not", async () => {
	const { held } = await signedInOn(1);
	const stranger = await signedInOn(1);
	const { devices } = await held(listDevices, {});
	for (const id of [idOf(devices, 0), crypto.randomUUID()])
		expect(await failure(stranger.held(endDevice, { body: { id } }))).toMatchObject({
			status: 404,
			code: "device-unknown",
		});
	expect((await held(getUser, {})).user.isActive).toBe(true);
});

test("a session that is used goes on for ninety days and no longer", async () => {
	const { held } = await signedInOn(1);
	for (let used = 0; used < 3; used++) {
		app.clocks.setWall(app.clocks.wallNow() + 29 * DAY);
		expect((await held(getUser, {})).user.isActive).toBe(true);
	}
	const { devices } = await held(listDevices, {});
	expect(devices[0]?.expiresAt).toBe(new Date(app.clocks.wallNow() + 3 * DAY).toISOString());
	app.clocks.setWall(app.clocks.wallNow() + 3 * DAY);
	expect((await failure(held(getUser, {}))).status).toBe(401);
});
