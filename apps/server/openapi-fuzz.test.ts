import { Agent, type IncomingMessage, request } from "node:http";
import type { UserId } from "@first-bounce/rules/ids";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEngineRoutes } from "../../testing/openapi/engine-routes.ts";
import {
	buildRequestArbitrary,
	type GeneratedRequest,
	listOperations,
} from "../../testing/openapi/openapi-requests.ts";
import { createLeagueManagers, createLeagueWith } from "../../testing/server/league-managers.ts";
import { createManager, createTestApp, type TestApp, verifyOperator } from "../../testing/server/test-app.ts";
import { createLog } from "./plugins/log.ts";

const REQUESTS = 10_000;
const DEFAULT_SEED = 1897;
const MAX_ANSWER_MS = 2_000;
const GIVE_UP_MS = 10_000;
const CONCURRENCY = 8;
/** After this many requests, the accounts are made active again, the operator an operator, and all are signed in. */
const BATCH = 100;
const SEED = Number(process.env.FUZZ_SEED ?? DEFAULT_SEED);
/** Calls that may end the season or close the site, which are sent last. */
const ENDS_SEASON = /^postOperator(Seasons|Rounds|Clock|Matches|Maintenance)/;
const STACK_TRACE = /\n\s+at |node_modules|\.ts:\d+|node:internal/;

let app: TestApp;
let port: number;
const problems: string[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
let managers: Awaited<ReturnType<typeof createLeagueManagers>>;
let operator: UserId;

beforeAll(async () => {
	const logger = createLog();
	logger.error = (problem: unknown) => {
		const { err, url } = problem as { err?: Error; url?: string };
		problems.push(`${url}: ${err?.stack ?? String(problem)}`);
	};
	app = await createTestApp({ logger, extraRoutes: createEngineRoutes() });
	managers = await createLeagueManagers(app, 3);
	operator = (await createManager(app, "Operators")).user.id;
	port = Number(new URL(await app.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(async () => {
	agent.destroy();
	await app.close();
});

/** Creates a new account for each that a request has deleted: a deletion cannot be undone. */
async function replaceErased(): Promise<void> {
	const rows = await app.database.db.selectFrom("users").where("erased_at", "is not", null).select("id").execute();
	const erased = new Set(rows.map(({ id }) => id));
	const remainingManagers = managers.filter(({ userId }) => !erased.has(userId));
	managers = [...remainingManagers, ...(await createLeagueManagers(app, managers.length - remainingManagers.length))];
	if (!erased.has(operator)) return;
	const [replacement] = await createLeagueManagers(app, 1);
	if (!replacement) throw new Error("No operator was created");
	operator = replacement.userId;
}

/** Resets and signs in all accounts; the last entry, null, is a visitor. */
async function signIn(): Promise<(string | null)[]> {
	await replaceErased();
	const ids = [...managers.map(({ userId }) => userId), operator];
	await app.database.db.deleteFrom("suspensions").where("user_id", "in", ids).execute();
	await app.database.db.updateTable("users").set({ is_active: true }).where("id", "in", ids).execute();
	await app.database.db.updateTable("users").set({ is_operator: true }).where("id", "=", operator).execute();
	const tokens = await Promise.all(ids.map((id) => app.getToken(id)));
	await verifyOperator(app, operator);
	const operatorToken = tokens.at(-1) ?? null;
	// The operator appears several times, because she may make every call.
	return [...tokens, ...Array<string | null>(5).fill(operatorToken), null];
}

interface Answer {
	readonly status: number;
	readonly body: string;
	readonly ms: number;
}

/** Sends a request; a timeout or a broken connection is status 0. */
function send({ method, path, headers, body }: GeneratedRequest, token: string | null): Promise<Answer> {
	const started = performance.now();
	const { promise, resolve } = Promise.withResolvers<Answer>();
	const resolveWith = (status: number, text: string) =>
		resolve({ status, body: text, ms: Math.round(performance.now() - started) });
	const sent = request({
		port,
		agent,
		method,
		path,
		host: "127.0.0.1",
		headers: {
			...headers,
			host: "localhost:3000",
			...(token === null ? {} : { "x-sid": token }),
			...(body === null ? {} : { "content-length": body.length }),
		},
		signal: AbortSignal.timeout(GIVE_UP_MS),
	});
	sent.on("response", (response: IncomingMessage) => {
		// The live stream does not end.
		if (response.headers["content-type"]?.startsWith("text/event-stream")) {
			resolveWith(response.statusCode ?? 0, "");
			return void sent.destroy();
		}
		const chunks: Buffer[] = [];
		response.on("data", (chunk: Buffer) => void chunks.push(chunk));
		response.on("end", () => resolveWith(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
		response.on("error", (error) => resolveWith(0, String(error)));
	});
	sent.on("error", (error) => resolveWith(0, String(error)));
	sent.end(body ?? undefined);
	return promise;
}

/** The site is closed once the operator's account has sent a valid call for that. */
const isClosed = ({ status, body }: Answer): boolean => status === 503 && body.includes('"code":"maintenance"');
const isAcceptable = (answer: Answer): boolean =>
	answer.status > 0 && (answer.status < 500 || isClosed(answer)) && !STACK_TRACE.test(answer.body);

/** Describes a request and its response, to reproduce it. */
const describeRequest = ({ method, path, headers, body }: GeneratedRequest, { status, body: answer, ms }: Answer) =>
	`${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${body?.toString().slice(0, 500) ?? ""}\n→ ${status} in ${ms} ms: ${answer.slice(0, 300)}`;

test(`${REQUESTS} generated requests get a response in time without server errors`, {
	timeout: 240_000,
}, async () => {
	const operations = listOperations((await app.app.inject("/api/openapi.json")).json());
	const league = await createLeagueWith(managers);
	const knownValues = {
		numbers: [
			...app.season.matches.map(({ id }) => id),
			...managers.map(({ userId }) => userId),
			operator,
			league.id,
			1,
			2,
		],
		texts: [league.code, "players", "2026-08-28T09:00:00Z", "mo1@example.test"],
	};
	const accounts = (await signIn()).length;
	const generated = fc
		.sample(buildRequestArbitrary(operations, accounts, knownValues), { seed: SEED, numRuns: REQUESTS })
		.toSorted((a, b) => Number(ENDS_SEASON.test(a.operationId)) - Number(ENDS_SEASON.test(b.operationId)));
	const statuses = new Map<number, number>();
	const failures: string[] = [];
	const slow: GeneratedRequest[] = [];
	for (let first = 0; first < generated.length; first += BATCH) {
		const tokens = await signIn();
		const waiting = generated.slice(first, first + BATCH).entries();
		await Promise.all(
			Array.from({ length: CONCURRENCY }, async () => {
				for (const [, request] of waiting) {
					const answer = await send(request, tokens[request.account] ?? null);
					statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
					if (!isAcceptable(answer)) failures.push(describeRequest(request, answer));
					else if (answer.ms > MAX_ANSWER_MS) slow.push(request);
				}
			}),
		);
	}
	// On a busy machine any request may be slow once, so slow ones are sent again alone.
	const tokens = await signIn();
	for (const request of slow) {
		const answer = await send(request, tokens[request.account] ?? null);
		if (!isAcceptable(answer) || answer.ms > MAX_ANSWER_MS) failures.push(describeRequest(request, answer));
	}
	const hint = `Reproduce with FUZZ_SEED=${SEED}. Logged: ${problems.slice(0, 3).join("\n")}`;
	expect(failures, hint).toEqual([]);
	expect(problems, hint).toEqual([]);
	expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(REQUESTS);
	const refusedCount = (statuses.get(401) ?? 0) + (statuses.get(403) ?? 0);
	expect(refusedCount).toBeLessThan(REQUESTS / 3);
	// Enough requests pass all field checks.
	expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 10);
});
