import { showPreviewGate, unlockPreview } from "@first-bounce/contract/site/preview";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let open: TestApp;
beforeAll(async () => {
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, previewPassword: "siren" } });
	open = await createTestApp();
});
afterAll(async () => {
	await app.close();
	await open.close();
});

async function send(
	testApp: TestApp,
	call: typeof showPreviewGate | typeof unlockPreview,
	password?: string,
	cookie = "",
) {
	const response = await testApp.app.inject({
		method: call.method,
		url: `/api/en${call.path}`,
		headers: { host: "localhost:3000", cookie },
		...(password === undefined ? {} : { payload: { password } }),
	});
	const setCookie = response.cookies[0];
	return { answer: response, ...response.json(), cookie: setCookie ? `${setCookie.name}=${setCookie.value}` : "" };
}

test("the password unlocks a preview, and sites without are open (D1.2.69, D1.2.63)", async () => {
	expect((await send(open, showPreviewGate)).success).toEqual({ isOn: false, isPassed: true });
	expect((await send(app, showPreviewGate)).success).toEqual({ isOn: true, isPassed: false });
	const wrongPassword = await send(app, unlockPreview, "Siren");
	expect([wrongPassword.answer.statusCode, wrongPassword.errors[0].message, wrongPassword.cookie]).toEqual([
		403,
		"That password is wrong",
		"",
	]);
	const { cookie, answer } = await send(app, unlockPreview, "siren");
	expect(answer.cookies[0]).toMatchObject({ name: "X-PREVIEW", httpOnly: true, sameSite: "Lax" });
	expect((await send(app, showPreviewGate, undefined, cookie)).success).toEqual({ isOn: true, isPassed: true });
});

test("a forged cookie does not unlock the preview", async () => {
	for (const cookie of ["X-PREVIEW=siren", "X-PREVIEW=", `X-PREVIEW=${"A".repeat(43)}`])
		expect((await send(app, showPreviewGate, undefined, cookie)).success.isPassed).toBe(false);
});

test("the password can be tried at most ten times a minute", async () => {
	app.clocks.setWall(app.clocks.wallNow() + 61_000);
	for (let guesses = 0; guesses < 10; guesses++)
		expect((await send(app, unlockPreview, "x")).answer.statusCode).toBe(403);
	expect((await send(app, unlockPreview, "siren")).answer.statusCode).toBe(429);
});
