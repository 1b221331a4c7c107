import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import cookie from "@fastify/cookie";
import type { LiveVersion } from "@first-bounce/contract/live";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { expect, test } from "vitest";
import { createEngineHarness } from "../../../../../testing/season/engine-harness.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedSeason,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { createPayload, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import { createFastify } from "../../../plugins/http/fastify-server.ts";
import { registerRateLimit } from "../../../plugins/limits/rate-limits.ts";
import { createSessions, SESSION_COOKIE } from "../../../plugins/session.ts";
import { createSessionStore } from "../../accounts/sessions/session-store.ts";
import type { SeasonEngine } from "./season-engine.ts";

const harness = createEngineHarness();

async function seedSeasonAndTeam() {
	const season = await seedSeason(harness.database.db);
	const random = createSeededRandom(5);
	const team = await seedTeam(harness.database.db, season, { slots: drawSlots(season, random) });
	return { season, random, team };
}

/** Saves a receipt as another process would. */
const saveInOtherProcess = ({ id, userId }: { readonly id: TeamId; readonly userId: UserId }, version: number) =>
	harness.database.pool.query(
		`INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
			VALUES ($1, $2, 1, 'change-captain', $3, '{}', now())`,
		[id, userId, version],
	);

/** Opens an engine's live stream, signed in if a user is given, and returns the received text and a function to close it. */
async function openStream(engine: SeasonEngine, userId: UserId | null) {
	const store = createSessionStore(harness.database.pool, Date.now);
	const app = createFastify(false);
	await app.register(cookie);
	await registerRateLimit(app);
	const sessions = createSessions(store, false);
	app.decorate("routeServices", {
		sessions,
		peekSeason: engine.seasons.peek,
		isPublicRead: false,
		countTokenUse: async () => undefined,
		countAcrossProcesses: async () => undefined,
		redactReply: (_call, _role, success) => success,
		checkReply: null,
		calls: [],
		routes: [],
	});
	engine.register(app);
	await app.listen({ port: 0, host: "127.0.0.1" });
	const { port } = app.server.address() as AddressInfo;
	const started = userId === null ? null : await store.start(userId, { userAgent: "test", address: "" });
	const headers = started ? { cookie: `${SESSION_COOKIE}=${started.token}` } : {};
	const request = get({ port, host: "127.0.0.1", path: "/api/en/live", headers });
	request.on("error", () => undefined);
	const [response]: IncomingMessage[] = await once(request, "response");
	if (!response) throw new Error("no response");
	let text = "";
	response.on("data", (chunk) => {
		text += chunk;
	});
	return { text: () => text, close: () => app.close() };
}

test("a team saved during a round changes standings without a broadcast", async () => {
	const { season, random, team } = await seedSeasonAndTeam();
	const engine = await harness.start();
	const [first, second] = season.listMatchesOfRound(1).map((match) => createRandomReport(season, match, random));
	if (!first || !second) throw new Error("no matches");
	await harness.stepAt(FIRST_BOUNCE + HOUR, [createPayload("first", [{ ...first, status: "playing" }])]);
	const sent: LiveVersion[] = [];
	engine.liveUpdates.onVersion((message) => sent.push(message));
	const { version } = engine.standings.current();
	await saveInOtherProcess(team, 2);
	await harness.stepAt(FIRST_BOUNCE + HOUR + 1);
	expect(engine.standings.current().version).toBeGreaterThan(version);
	expect(sent).toEqual([]);

	await harness.stepAt(FIRST_BOUNCE + DAY + HOUR, [createPayload("second", [{ ...second, status: "playing" }])]);
	expect(sent).toMatchObject([{ standings: true }]);
});

test("a team saved by another process reaches its owner's devices only", async () => {
	const { team } = await seedSeasonAndTeam();
	const engine = await harness.start();
	await harness.stepAt(FIRST_BOUNCE - HOUR);
	const [own, visitor] = [await openStream(engine, team.userId), await openStream(engine, null)];
	await saveInOtherProcess(team, 2);
	await saveInOtherProcess(team, 3);
	await harness.stepAt(FIRST_BOUNCE - HOUR + 1);
	await waitFor(() => expect(own.text()).toContain(`event: team\ndata: {"teamId":${team.id},"version":3}\n\n`));
	expect(own.text()).not.toContain('"version":2');
	expect(visitor.text()).not.toContain("event: team");
	await Promise.all([own.close(), visitor.close()]);
});

test("a step whose listener throws still reads the feed", async () => {
	const { season, random, team } = await seedSeasonAndTeam();
	const engine = await harness.start();
	await harness.stepAt(FIRST_BOUNCE - HOUR);
	engine.saves.onSaved(() => {
		throw new Error("the event failed");
	});
	await saveInOtherProcess(team, 2);
	const [report] = season.listMatchesOfRound(1).map((match) => createRandomReport(season, match, random));
	if (!report) throw new Error("no match");
	const payload = createPayload("first", [{ ...report, status: "playing" }]);
	await expect(harness.stepAt(FIRST_BOUNCE + HOUR, [payload])).rejects.toThrow("the event failed");
	expect(engine.standings.current()).toMatchObject({ roundId: 1, isLive: true, teamCount: 1 });
});
