import type { BodyOf } from "@first-bounce/contract/call";
import * as players from "@first-bounce/contract/operator/players";
import { changeMatch } from "@first-bounce/contract/operator/season";
import { listLockedSquads } from "@first-bounce/rules/lockout/lockout";
import { hasRoundStarted } from "@first-bounce/rules/round/round";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
	verifyOperator,
} from "../../../../../testing/server/test-app.ts";
import { lockSeason } from "../../seasons/current/season-version-queries.ts";

/**
 * Round 1: match 101 of clubs 11 and 12 at the first bounce, match 102 of clubs 13 and 14 a day later; clubs 15 and 16
 * have a bye. Player 1025 is at club 13.
 */
let app: TestApp;
let client: Client;
const reason = "as the league told us";
const HER_START = FIRST_BOUNCE + DAY;
const formatTime = (at: number) => new Date(at).toISOString();

beforeAll(async () => {
	app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
});
afterAll(() => app.close());
beforeEach(async () => {
	const { user } = await createTestOperator(app);
	const token = await app.getToken(user.id);
	await verifyOperator(app, user.id);
	// Writes are limited by address.
	client = app.as(token, `10.0.0.${user.id}`);
});
afterEach(() => restoreSeason());

/** Restores the season as it was before its first round. */
async function restoreSeason(): Promise<void> {
	const { pool } = app.database;
	await pool.query("TRUNCATE stat_lines, feed_payloads, standings, former_positions CASCADE");
	await pool.query("DELETE FROM players WHERE id = 9001");
	await pool.query("DELETE FROM player_prices WHERE round_id > 1");
	await pool.query("UPDATE players SET squad_id = 13, positions = '{DEF}', departed_round = NULL WHERE id = 1025");
	for (const { id, roundId, startsAt } of app.season.matches)
		await pool.query(
			`UPDATE matches SET status = 'scheduled', completed_at = NULL, is_abandoned = false, round_id = $2, starts_at = $3
				WHERE id = $1`,
			[id, roundId, new Date(startsAt)],
		);
	await pool.query(
		"UPDATE rounds SET status = 'scheduled', published_at = NULL, magic_number = NULL, locked_squads = '{}'",
	);
	await pool.query("UPDATE seasons SET status = 'open', is_current = true, data_version = data_version + 1");
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	await app.seasons.refresh();
}

async function changeRows(statement: string): Promise<void> {
	await app.database.pool.query(statement);
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
}

async function setStatuses(at: number, statuses: readonly [first: string, second: string]): Promise<void> {
	app.clocks.setSeason(at);
	for (const [index, id] of [101, 102].entries()) {
		const status = statuses[index];
		const matches = app.season.matches.filter((match) => match.id === id);
		if (status === "playing" || status === "complete") await setMatchStatus(app, matches, status);
	}
}

const MOMENTS = {
	"before the round": async () => {},
	"before her match": () => setStatuses(FIRST_BOUNCE + HOUR, ["playing", "scheduled"]),
	"at its start": () => setStatuses(HER_START, ["complete", "scheduled"]),
	playing: () => setStatuses(HER_START + HOUR, ["complete", "playing"]),
	"not published": () => setStatuses(HER_START + 3 * HOUR, ["complete", "complete"]),
	published: async () => {
		await setStatuses(HER_START + 3 * HOUR, ["complete", "complete"]);
		await changeRows("UPDATE rounds SET status = 'complete', published_at = now(), magic_number = 12000 WHERE id = 1");
	},
	"season closed": async () => {
		await setStatuses(HER_START + 3 * HOUR, ["complete", "complete"]);
		await changeRows("UPDATE rounds SET status = 'complete', published_at = now(), magic_number = 12000");
		await changeRows("UPDATE seasons SET status = 'closed', is_current = false");
	},
} as const satisfies Readonly<Record<string, () => Promise<void>>>;
type Moment = keyof typeof MOMENTS;

type Change = BodyOf<typeof changeMatch>["change"];
const NO_RESULT = { minutes: null, homeScore: null, awayScore: null };
const SIGNING = { firstName: "Nia", lastName: "Late", squadId: 14, positions: ["MID" as const], price: 300_000 };
const changeHerMatch = (change: Change) => client(changeMatch, { params: { id: 102 }, body: { reason, change } });
const changeHer = (change: Omit<BodyOf<typeof players.changePlayer>, "reason">) =>
	client(players.changePlayer, { params: { id: 1025 }, body: { reason, ...change } });
const markDeparted = (departed: boolean) =>
	client(players.markPlayerDeparted, { params: { id: 1025 }, body: { reason, departed } });
const delay = () => changeHerMatch({ do: "reschedule", startsAt: formatTime(FIRST_BOUNCE + 5 * DAY) });
const move = () => changeHerMatch({ do: "move", toRoundId: 2, startsAt: formatTime(FIRST_BOUNCE + 9 * DAY) });
const reset = () => changeHerMatch({ do: "state", status: "scheduled", ...NO_RESULT });

/** Makes a change, and returns "done" or the code of its refusal, with the clubs of round 1 that are then locked. */
async function attempt(change: () => Promise<unknown>): Promise<string> {
	const outcome = await change().then(
		() => "done",
		(error: { readonly code?: string }) => error.code ?? String(error),
	);
	const round = (await app.seasons.refresh()).rounds.find(({ id }) => id === 1);
	const locked = round ? [...listLockedSquads(round, app.clocks.seasonNow())].toSorted().join(" ") : "";
	return locked === "" ? outcome : `${outcome}: ${locked} locked`;
}

const FIRST = "11 12 15 16 locked";
const ALL = "11 12 13 14 15 16 locked";
const OPEN = { "before the round": "done", "before her match": `done: ${FIRST}` } as const;
const ALL_DONE = { "at its start": `done: ${ALL}`, playing: `done: ${ALL}`, "not published": `done: ${ALL}` } as const;
const OVER = { published: "round-over", "season closed": "season-is-closed" } as const;
const AFTER = { published: "done", "season closed": "season-is-closed" } as const;
const allRefused = (code: string) => ({
	"at its start": `${code}: ${ALL}`,
	playing: `${code}: ${ALL}`,
	"not published": `${code}: ${ALL}`,
});

test.each<[string, () => Promise<unknown>, Readonly<Record<Moment, string>>]>([
	["her club", () => changeHer({ squadId: 14 }), { ...OPEN, ...allRefused("club-change-locked"), ...AFTER }],
	[
		"her club, to one with a bye",
		() => changeHer({ squadId: 15 }),
		{
			...OPEN,
			"before her match": `club-change-locked: ${FIRST}`,
			...allRefused("club-change-locked"),
			...AFTER,
		},
	],
	["her present club", () => changeHer({ squadId: 13 }), { ...OPEN, ...ALL_DONE, ...AFTER }],
	[
		"positions of the round",
		() => changeHer({ positions: ["MID"], positionsFromRound: 1 }),
		{
			...OPEN,
			"before her match": `round-started: ${FIRST}`,
			...allRefused("round-started"),
			...AFTER,
			published: "round-started",
		},
	],
	["positions", () => changeHer({ positions: ["MID"] }), { ...OPEN, ...ALL_DONE, ...AFTER }],
	["status", () => changeHer({ status: "injured" }), { ...OPEN, ...ALL_DONE, ...AFTER }],
	["departure", () => markDeparted(true), { ...OPEN, ...allRefused("departure-locked"), ...AFTER }],
	["return", () => markDeparted(false), { ...OPEN, ...ALL_DONE, ...AFTER }],
	[
		"a new player",
		() => client(players.addPlayer, { body: { ...SIGNING, reason, id: 9001, fromRound: 1 } }),
		{
			...OPEN,
			"before her match": `round-started: ${FIRST}`,
			...allRefused("round-started"),
			...AFTER,
			published: "round-started",
		},
	],
	["a later start", delay, { ...OPEN, ...allRefused("match-started"), "at its start": `done: ${ALL}`, ...OVER }],
	[
		"another round",
		move,
		{
			...OPEN,
			"before her match": `done: ${ALL}`,
			...allRefused("match-started"),
			"at its start": `done: ${ALL}`,
			...OVER,
		},
	],
	["back to scheduled", reset, { ...OPEN, ...ALL_DONE, ...OVER }],
	["back to scheduled, then a later start", () => reset().then(delay), { ...OPEN, ...ALL_DONE, ...OVER }],
	[
		"back to scheduled, then another round",
		() => reset().then(move),
		{ ...OPEN, "before her match": `done: ${ALL}`, ...ALL_DONE, ...OVER },
	],
	["abandoned", () => changeHerMatch({ do: "abandon" }), { ...OPEN, ...ALL_DONE, ...OVER }],
	[
		"abandoned, then reinstated, then a later start",
		async () => {
			await changeHerMatch({ do: "abandon" });
			await changeHerMatch({ do: "reinstate" });
			await delay();
		},
		{ ...OPEN, ...ALL_DONE, ...OVER },
	],
])("%s unlocks nobody at any moment (D2.9.56)", async (_, change, expected) => {
	const outcomes: Partial<Record<Moment, string>> = {};
	for (const [moment, reach] of Object.entries(MOMENTS) as [Moment, () => Promise<void>][]) {
		await reach();
		outcomes[moment] = await attempt(change);
		await restoreSeason();
	}
	expect(outcomes).toEqual(expected);
});

test("postponing the round's only begun match unlocks nobody", async () => {
	const postpone = (change: Change) => client(changeMatch, { params: { id: 101 }, body: { reason, change } });
	const startsAt = formatTime(FIRST_BOUNCE + 9 * DAY);
	for (const change of [{ do: "reschedule", startsAt } as const, { do: "move", toRoundId: 2, startsAt } as const]) {
		app.clocks.setSeason(FIRST_BOUNCE);
		expect(await attempt(() => postpone(change))).toBe(`done: ${FIRST}`);
		const [round] = app.seasons.current().rounds;
		expect(round && hasRoundStarted(round, app.clocks.seasonNow())).toBe(true);
		await restoreSeason();
	}
});

test("clubs with a bye stay locked if a match moves in", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	const change = { do: "move" as const, toRoundId: 1, startsAt: formatTime(FIRST_BOUNCE + 2 * DAY) };
	const moveIn = () => client(changeMatch, { params: { id: 202 }, body: { reason, change } });
	expect(await attempt(moveIn)).toBe(`done: ${FIRST}`);
	expect(app.seasons.current().rounds[0]?.matches.map(({ id }) => id)).toEqual([101, 102, 202]);
});

test("a refusal names the player, her club and the round", async () => {
	app.clocks.setSeason(HER_START);
	expect(await getApiFailure(changeHer({ squadId: 14 }))).toMatchObject({
		status: 409,
		message:
			"P 1025 cannot change clubs yet: Squad 13 is locked until round 1 is published. Change her club after that",
	});
	expect(await getApiFailure(markDeparted(true))).toMatchObject({
		status: 409,
		message: "P 1025 is locked until round 1 is published. Mark her as departed after that",
	});
});

test("a match that starts during a change stays locked", async () => {
	const { db, pool } = app.database;
	app.clocks.setSeason(HER_START - 1);
	const changes = await db.transaction().execute(async (trx) => {
		await lockSeason(trx, app.season.id, "exclusive");
		const pending = [attempt(delay), attempt(() => changeHer({ squadId: 14 }))];
		const countWaiting = async () => {
			const { rows } = await pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
			return rows.length;
		};
		await expect.poll(countWaiting).toBe(2);
		app.clocks.setSeason(HER_START);
		return pending;
	});
	expect(await Promise.all(changes)).toEqual([`done: ${ALL}`, `club-change-locked: ${ALL}`]);
});
