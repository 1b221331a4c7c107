import type { SeasonTime } from "@first-bounce/rules/ids";
import { getNextLockTime, isLocked } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/rounds";
import type { Pool } from "pg";
import { runClientTransaction } from "../../../db/client-transaction.ts";
import type { Clocks, SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { remindable, takeOuts, writeLateOuts, writeLockReminders, writeResults } from "./queries.ts";
import { lockAhead } from "./team-context.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The longest that anybody may be reminded ahead. */
const LONGEST_AHEAD = 24 * HOUR;
/** Results of a round that is over for longer, by season time, are no news: a season was imported, or a clock set. */
const NEWS_FOR = 24 * HOUR;
/** Teams looked at before others get their turn. */
const AT_ONCE = 200;

const roundAtHand = (snapshot: SeasonSnapshot): SnapshotRound | undefined =>
	snapshot.rounds.find(({ id }) => id === findCurrentRound(snapshot.rounds)?.id);

/** Reminders of the next lock of everybody's own players whose time has come. */
async function remind(
	pool: Pool,
	snapshot: SeasonSnapshot,
	round: SnapshotRound,
	{ season, wall }: Now,
): Promise<void> {
	const next = getNextLockTime(round, season);
	if (next === null || next - season > LONGEST_AHEAD) return;
	const due: { userId: number; subject: string }[] = [];
	for (const [index, { userId, wants, minutesBefore, team, told }] of (
		await remindable(pool, snapshot.seasonId, round.id)
	).entries()) {
		if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
		const lock = lockAhead(team, snapshot, round, season);
		if (!lock || lock.at - minutesBefore * MINUTE > season || told.includes(String(lock.at))) continue;
		const isFirst = wants === "always" && told.length === 0;
		if (isFirst || lock.problems.length > 0) due.push({ userId, subject: String(lock.at) });
	}
	if (due.length > 0) await writeLockReminders(pool, { wall, seasonId: snapshot.seasonId, roundId: round.id }, due);
}

/** News of players who were to play and are out, while their managers can still do something. */
const tellOuts = (
	pool: Pool,
	snapshot: SeasonSnapshot,
	round: SnapshotRound | undefined,
	{ season, wall }: Now,
): Promise<void> =>
	runClientTransaction(pool, async (_, client) => {
		const outs = await takeOuts(client, snapshot.seasonId);
		const newest = outs.at(-1);
		if (!newest || !round || round.status === "complete") return;
		const open = outs.filter(({ playerId }) => {
			const player = snapshot.players.get(playerId);
			return player !== undefined && !isLocked(player, round, season);
		});
		const playerIds = [...new Set(open.map(({ playerId }) => playerId))];
		if (playerIds.length === 0) return;
		await writeLateOuts(
			client,
			{ wall, seasonId: snapshot.seasonId, roundId: round.id },
			{ playerIds, subject: newest.id },
		);
	});

async function tellResults(pool: Pool, snapshot: SeasonSnapshot, { season, wall }: Now): Promise<void> {
	const over = snapshot.rounds.filter(({ status, publishedAt }) => status === "complete" && publishedAt !== null);
	const last = over.at(-1);
	if (!last) return;
	const isNews = season - (last.publishedAt ?? 0) < NEWS_FOR;
	const rounds = { over: over.map(({ id }) => id), newest: isNews ? last.id : null };
	await writeResults(pool, { wall, seasonId: snapshot.seasonId }, rounds);
}

interface Now {
	readonly season: SeasonTime;
	readonly wall: number;
}

/**
 * Writes down whatever there is to tell: what came to pass since it last ran, and locks that draw near. Each notice has
 * a key, so that it may run as often as one likes and in several processes. Answers with the step to repeat.
 */
export function createNoticeWriter(pool: Pool, clocks: Clocks): (snapshot: SeasonSnapshot) => Promise<void> {
	let reminded = "";
	let rounds = "";
	return async (snapshot) => {
		const now: Now = { season: clocks.seasonNow(), wall: clocks.wallNow() };
		const round = roundAtHand(snapshot);
		await tellOuts(pool, snapshot, round, now);
		const over = `${snapshot.seasonId} ${snapshot.rounds.filter(({ status }) => status === "complete").length}`;
		if (over !== rounds) await tellResults(pool, snapshot, now);
		rounds = over;
		// A team may be put right or wrong at any moment; once a minute of the season is soon enough to see it.
		const minute = `${snapshot.seasonId} ${snapshot.dataVersion} ${Math.floor(now.season / MINUTE)}`;
		if (round && round.status !== "complete" && minute !== reminded) await remind(pool, snapshot, round, now);
		reminded = minute;
	};
}
