import { type Device, endDevice, endOtherDevices, listDevices } from "@first-bounce/contract/accounts/devices";
import { getUser } from "@first-bounce/contract/accounts/user";
import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { createSessionStore } from "../sessions/session-store.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

/** A manager who is signed in on several devices, the last of which is the current one. */
async function signInOnDevices(devices: number) {
	const { user, sessionId } = await createManager(app);
	const tokens = [sessionId];
	while (tokens.length < devices) {
		app.clocks.setWall(app.clocks.wallNow() + MINUTE_MS);
		tokens.push(await app.getToken(user.id));
	}
	const clients = tokens.map((token) => app.as(token));
	return { clients, current: app.as(tokens.at(-1) ?? "") };
}

const getId = (devices: readonly Device[], index: number): string => devices[index]?.id ?? "";

test("all devices are listed, the current one first, without their tokens", async () => {
	const { current } = await signInOnDevices(3);
	const { devices } = await current(listDevices, {});
	expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
	expect(devices[0]).toEqual({
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		userAgent: "test",
		address: "",
		signedInAt: new Date(app.clocks.wallNow()).toISOString(),
		lastSeenAt: new Date(app.clocks.wallNow()).toISOString(),
		expiresAt: new Date(app.clocks.wallNow() + 30 * DAY_MS).toISOString(),
		isCurrent: true,
	});
	for (const { id } of devices) expect((await getApiFailure(app.as(id)(getUser, {}))).status).toBe(401);
});

test("one device can be signed out while the others stay", async () => {
	const { clients, current } = await signInOnDevices(3);
	const { devices } = await current(listDevices, {});
	const left = await current(endDevice, { body: { id: getId(devices, 2) } });
	expect(left.devices.map(({ id }) => id)).toEqual([getId(devices, 0), getId(devices, 1)]);
	expect(
		await Promise.all(
			clients.map((client) =>
				client(getUser, {}).then(
					() => "in",
					() => "out",
				),
			),
		),
	).toEqual(["out", "in", "in"]);
	await current(endDevice, { body: { id: getId(devices, 0) } });
	expect((await getApiFailure(current(getUser, {}))).status).toBe(401);
});

test("all other devices can be signed out at once", async () => {
	const { clients, current } = await signInOnDevices(4);
	expect((await current(endOtherDevices, {})).devices).toHaveLength(1);
	for (const client of clients.slice(0, -1)) expect((await getApiFailure(client(getUser, {}))).status).toBe(401);
	expect((await current(getUser, {})).user.isActive).toBe(true);
});

test("another user's device is refused like an unknown one", async () => {
	const { current } = await signInOnDevices(1);
	const stranger = await signInOnDevices(1);
	const { devices } = await current(listDevices, {});
	for (const id of [getId(devices, 0), crypto.randomUUID()])
		expect(await getApiFailure(stranger.current(endDevice, { body: { id } }))).toMatchObject({
			status: 404,
			code: "device-unknown",
		});
	expect((await current(getUser, {})).user.isActive).toBe(true);
});

test("visitors of the demo neither see nor end one another's sessions", async () => {
	const { user } = await createManager(app);
	await app.database.db.updateTable("users").set({ is_demo: true }).where("id", "=", user.id).execute();
	const sessions = createSessionStore(app.database.pool, app.clocks.wallNow);
	const signIn = async (address: string) => {
		const started = await sessions.start(user.id, { userAgent: "test", address });
		return app.as(started?.token ?? "");
	};
	const [one, other] = [await signIn("203.0.113.7"), await signIn("203.0.113.8")];
	expect((await one(listDevices, {})).devices).toMatchObject([{ isCurrent: true, address: "" }]);
	const { devices } = await other(listDevices, {});
	const endOther = () => one(endDevice, { body: { id: getId(devices, 0) } });
	for (const attempt of [() => one(endOtherDevices, {}), endOther])
		expect(await getApiFailure(attempt())).toMatchObject({ status: 403, code: "demo-account" });
	expect((await other(getUser, {})).user.id).toBe(user.id);
});

test("a session that is in use lasts ninety days at most", async () => {
	const { current } = await signInOnDevices(1);
	for (let used = 0; used < 3; used++) {
		app.clocks.setWall(app.clocks.wallNow() + 29 * DAY_MS);
		expect((await current(getUser, {})).user.isActive).toBe(true);
	}
	const { devices } = await current(listDevices, {});
	expect(devices[0]?.expiresAt).toBe(new Date(app.clocks.wallNow() + 3 * DAY_MS).toISOString());
	app.clocks.setWall(app.clocks.wallNow() + 3 * DAY_MS);
	expect((await getApiFailure(current(getUser, {}))).status).toBe(401);
});
