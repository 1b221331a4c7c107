import { expect, test } from "vitest";
import { createTestApp, createTestOperator } from "../../../testing/server/test-app.ts";
import { createLog, type LogLevel } from "./log.ts";

/** Logs three requests, two of them with invalid fields and one to an unknown address. */
async function logRequests(level: LogLevel) {
	const lines: Record<string, unknown>[] = [];
	const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
	const app = await createTestApp({ logger: createLog({ level, destination }) });
	const { sessionId: token } = await createTestOperator(app);
	lines.length = 0;
	await app.app.inject({
		url: "/api/en/season/clock?token=secret-token",
		headers: { "x-sid": token, "user-agent": "Moira's phone" },
		remoteAddress: "203.0.113.7",
	});
	await app.app.inject({ method: "POST", url: "/api/fr/user/verify-email", payload: { token: "secret-token" } });
	const { headers } = await app.app.inject({ url: "/moira@example.test/secret-token" });
	await app.close();
	return { lines, lastId: headers["x-request-id"], text: JSON.stringify(lines), token };
}

test("at the level info each request is one impersonal line (D2.9.139)", async () => {
	const { lines, lastId, text, token } = await logRequests("info");
	expect(lines.map(({ method, route, status, msg }) => `${msg} ${method} ${route} ${status}`)).toEqual([
		"request GET /api/:lang/season/clock 422",
		"request POST /api/:lang/user/verify-email 422",
		"request GET none 404",
	]);
	expect(Object.keys(lines[2] ?? {}).toSorted()).toEqual(
		["hostname", "level", "method", "ms", "msg", "pid", "reqId", "route", "status", "time"].toSorted(),
	);
	expect(lines[2]?.reqId).toBe(lastId);
	for (const { ms } of lines) expect(ms).toBeTypeOf("number");
	for (const personal of ["203.0.113", "Moira", "moira", "secret", token]) expect(text).not.toContain(personal);
});

test("at the default level no request is logged (D2.9.139)", async () => {
	expect((await logRequests("warn")).lines).toEqual([]);
});
