import type { SeasonTime } from "@first-bounce/rules/ids";
import { getNextLockTime, isLocked } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/rounds";
import type { Pool } from "pg";
import { runClientTransaction } from "../../../db/client-transaction.ts";
import type { Clocks, SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import {
	claimPlayerOuts,
	createLateOutNotices,
	createLockReminders,
	createResultNotices,
	listReminderSubscribers,
} from "./queries.ts";
import { findUpcomingLock } from "./team-context.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The earliest reminder before a lock. */
const MAX_REMINDER_MS = 24 * HOUR_MS;
/** Results of a round that is over for longer, by season time, are no news: a season was imported, or a clock set. */
const RESULT_NEWS_MS = 24 * HOUR_MS;
/** Teams looked at before others get their turn. */
const BATCH_SIZE = 200;

const findSnapshotRound = (snapshot: SeasonSnapshot): SnapshotRound | undefined =>
	snapshot.rounds.find(({ id }) => id === findCurrentRound(snapshot.rounds)?.id);

/** Reminders of the next lock of everybody's own players whose time has come. */
async function createReminders(
	pool: Pool,
	snapshot: SeasonSnapshot,
	round: SnapshotRound,
	{ season, wall }: Clock,
): Promise<void> {
	const next = getNextLockTime(round, season);
	if (next === null || next - season > MAX_REMINDER_MS) return;
	const due: { userId: number; subject: string }[] = [];
	for (const [index, { userId, reminders, minutesBefore, team, remindedLocks }] of (
		await listReminderSubscribers(pool, snapshot.seasonId, round.id)
	).entries()) {
		if (index % BATCH_SIZE === BATCH_SIZE - 1) await new Promise((resolve) => setImmediate(resolve));
		const lock = findUpcomingLock(team, snapshot, round, season);
		if (!lock || lock.at - minutesBefore * MINUTE_MS > season || remindedLocks.includes(String(lock.at))) continue;
		const isFirst = reminders === "always" && remindedLocks.length === 0;
		if (isFirst || lock.problems.length > 0) due.push({ userId, subject: String(lock.at) });
	}
	if (due.length > 0) await createLockReminders(pool, { wall, seasonId: snapshot.seasonId, roundId: round.id }, due);
}

/** News of players who were to play and are out, while their managers can still do something. */
const createLateOuts = (
	pool: Pool,
	snapshot: SeasonSnapshot,
	round: SnapshotRound | undefined,
	{ season, wall }: Clock,
): Promise<void> =>
	runClientTransaction(pool, async (_, client) => {
		const outs = await claimPlayerOuts(client, snapshot.seasonId);
		const newest = outs.at(-1);
		if (!newest || !round || round.status === "complete") return;
		const open = outs.filter(({ playerId }) => {
			const player = snapshot.players.get(playerId);
			return player !== undefined && !isLocked(player, round, season);
		});
		const playerIds = [...new Set(open.map(({ playerId }) => playerId))];
		if (playerIds.length === 0) return;
		await createLateOutNotices(
			client,
			{ wall, seasonId: snapshot.seasonId, roundId: round.id },
			{ playerIds, subject: newest.id },
		);
	});

async function createResults(pool: Pool, snapshot: SeasonSnapshot, { season, wall }: Clock): Promise<void> {
	const over = snapshot.rounds.filter(({ status, publishedAt }) => status === "complete" && publishedAt !== null);
	const last = over.at(-1);
	if (!last) return;
	const isNews = season - (last.publishedAt ?? 0) < RESULT_NEWS_MS;
	const rounds = { over: over.map(({ id }) => id), newest: isNews ? last.id : null };
	await createResultNotices(pool, { wall, seasonId: snapshot.seasonId }, rounds);
}

interface Clock {
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
		const now: Clock = { season: clocks.seasonNow(), wall: clocks.wallNow() };
		const round = findSnapshotRound(snapshot);
		await createLateOuts(pool, snapshot, round, now);
		const over = `${snapshot.seasonId} ${snapshot.rounds.filter(({ status }) => status === "complete").length}`;
		if (over !== rounds) await createResults(pool, snapshot, now);
		rounds = over;
		// A team may be put right or wrong at any moment; once a minute of the season is soon enough to see it.
		const minute = `${snapshot.seasonId} ${snapshot.dataVersion} ${Math.floor(now.season / MINUTE_MS)}`;
		if (round && round.status !== "complete" && minute !== reminded) await createReminders(pool, snapshot, round, now);
		reminded = minute;
	};
}
