import { showStatus } from "@first-bounce/contract/site/status";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { createTestApp, createTestOperator, TEST_URL } from "../../../../testing/server/test-app.ts";
import { createLog } from "../log.ts";

const SECURE_URL = "https://game.example.org";
const CLIENT = "203.0.113.9";

/** Sends requests to an app with a public address, and returns what operators and others see on the status. */
async function showProblem(publicUrl: string, options: (index: number) => InjectOptions, count = 100) {
	const warnings: string[] = [];
	const logger = createLog();
	logger.warn = (message: unknown) => void warnings.push(String(message));
	const app = await createTestApp({ config: { publicUrl, oidc: null }, logger });
	const operator = await createTestOperator(app);
	const send = async (headers: Record<string, string>, request: InjectOptions) =>
		app.app.inject({ url: "/healthz", ...request, headers: { host: new URL(publicUrl).host, ...headers } });
	for (let index = 0; index < count; index++) {
		const { headers, ...request } = options(index);
		await send(headers as Record<string, string>, request);
	}
	const read = async (headers: Record<string, string>) =>
		(await app.app.inject({ url: `/api/en${showStatus.path}`, headers: { host: "localhost", ...headers } })).json()
			.success.sharedAddress;
	const seen = [await read({ "x-sid": operator.sessionId }), await read({})];
	await app.close();
	return { seen, warnings: warnings.filter((text) => text.includes("share one address")) };
}

describe("visitors that share one address", () => {
	test.each<[problem: string, publicUrl: string, options: (index: number) => InjectOptions]>([
		["ignored", TEST_URL, () => ({ headers: { "x-forwarded-for": CLIENT }, remoteAddress: "172.17.0.1" })],
		["missing", SECURE_URL, () => ({ headers: {}, remoteAddress: "127.0.0.1" })],
		[
			"second-proxy",
			SECURE_URL,
			() => ({ headers: { "x-forwarded-for": `${CLIENT}, 198.51.100.1` }, remoteAddress: "10.0.0.2" }),
		],
	])("are reported to operators, in log and status page: %s", async (problem, publicUrl, options) => {
		const { seen, warnings } = await showProblem(publicUrl, options);
		expect(seen).toEqual([problem, undefined]);
		expect(warnings).toHaveLength(1);
	});

	test.each<[name: string, publicUrl: string, options: (index: number) => InjectOptions]>([
		["a proxy on this machine", SECURE_URL, () => ({ headers: { "x-forwarded-for": CLIENT } })],
		[
			"two private proxies",
			SECURE_URL,
			() => ({ headers: { "x-forwarded-for": `${CLIENT}, 10.0.0.7` }, remoteAddress: "10.0.0.2" }),
		],
		["no proxy", TEST_URL, () => ({ headers: {}, remoteAddress: CLIENT })],
		[
			"some visitors who feign a second proxy",
			SECURE_URL,
			(index) => ({ headers: { "x-forwarded-for": index % 2 ? `1.2.3.4, ${CLIENT}` : CLIENT } }),
		],
	])("are not reported with %s", async (_, publicUrl, options) => {
		expect(await showProblem(publicUrl, options)).toEqual({ seen: [undefined, undefined], warnings: [] });
	});
});
