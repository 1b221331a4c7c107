import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { getNextLockTime, isLocked } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import type { Pool } from "pg";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import type { Clocks, SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { createDraftReminders, createKeeperReminders } from "./draft-notice-queries.ts";
import {
	claimPlayerOuts,
	createDraftLateOutNotices,
	createInstructionNotices,
	createLateOutNotices,
} from "./late-out-notice-queries.ts";
import { createHandOverNotices, createMessageNotices } from "./message-notice-queries.ts";
import { buildTeamSubject } from "./notice.ts";
import { createLockReminders, createResultNotices, listReminderSubscribers } from "./queries.ts";
import { findUpcomingLock } from "./team-context.ts";

/** The longest time between a reminder and its lock. */
const MAX_REMINDER_MS = DAY_MS;
/** Older results, in season time, come from an imported season or a clock that was set, and are not announced. */
const MAX_RESULT_AGE_MS = DAY_MS;
/** Teams checked before the event loop can handle other work. */
const BATCH_SIZE = 200;

/** When the earliest reminders of a lock are sent. */
export const getReminderStart = (lockAt: SeasonTime): SeasonTime => lockAt - MAX_REMINDER_MS;

/** Creates the reminders that are due for each team's next lock. */
async function createReminders(
	pool: Pool,
	snapshot: SeasonSnapshot,
	round: SnapshotRound,
	{ seasonNow, wallNow }: CurrentTimes,
): Promise<void> {
	const nextLockAt = getNextLockTime(round, seasonNow);
	if (nextLockAt === null || seasonNow < getReminderStart(nextLockAt)) return;
	const due: { userId: number; subject: string }[] = [];
	const subscribers = await listReminderSubscribers(pool, snapshot.seasonId, round.id);
	for (const [index, { userId, reminders, minutesBefore, team, remindedLocks }] of subscribers.entries()) {
		if (index % BATCH_SIZE === BATCH_SIZE - 1) await new Promise((resolve) => setImmediate(resolve));
		const lock = findUpcomingLock(team, snapshot, round, seasonNow);
		if (!lock || lock.at - minutesBefore * MINUTE_MS > seasonNow) continue;
		const subject = buildTeamSubject(String(lock.at), team);
		if (remindedLocks.includes(subject)) continue;
		// Those who always want reminders get the first one of a round even if there is nothing to fix.
		const isUnconditional = reminders === "always" && remindedLocks.length === 0;
		if (isUnconditional || lock.problems.length > 0) due.push({ userId, subject });
	}
	if (due.length > 0) await createLockReminders(pool, { wallNow, seasonId: snapshot.seasonId, roundId: round.id }, due);
}

/** Creates notices of players who were ruled out and are not locked yet. */
const createLateOuts = (
	pool: Pool,
	snapshot: SeasonSnapshot,
	round: SnapshotRound | undefined,
	{ seasonNow, wallNow }: CurrentTimes,
): Promise<void> =>
	runClientTransaction(pool, async (_, client) => {
		const claimed = await claimPlayerOuts(client, snapshot.seasonId);
		const newest = claimed.at(-1);
		if (!newest || !round || round.status === "complete") return;
		const unlocked = claimed.filter(({ playerId }) => {
			const player = snapshot.players.get(playerId);
			return player !== undefined && !isLocked(player, round, seasonNow);
		});
		const playerIds = [...new Set(unlocked.map(({ playerId }) => playerId))];
		if (playerIds.length === 0) return;
		const scope = { wallNow, seasonId: snapshot.seasonId, roundId: round.id };
		const outs = { playerIds, subject: newest.id };
		await createLateOutNotices(client, scope, outs);
		await createDraftLateOutNotices(client, scope, outs);
	});

async function createResults(
	pool: Pool,
	snapshot: SeasonSnapshot,
	{ seasonNow, wallNow }: CurrentTimes,
): Promise<void> {
	const completed = snapshot.rounds.filter(({ status, publishedAt }) => status === "complete" && publishedAt !== null);
	const last = completed.at(-1);
	if (!last) return;
	const isRecent = seasonNow - (last.publishedAt ?? 0) < MAX_RESULT_AGE_MS;
	const rounds = { completed: completed.map(({ id }) => id), newest: isRecent ? last.id : null };
	await createResultNotices(pool, { wallNow, seasonId: snapshot.seasonId }, rounds);
}

interface CurrentTimes {
	readonly seasonNow: SeasonTime;
	readonly wallNow: number;
}

/**
 * Returns a function that creates all notices that are due: reminders of locks, late outs, instructions that ran,
 * messages in leagues, leagues that are offered, drafts to come and results. Each notice has a unique key, so it is safe to
 * run often and in several processes.
 */
export function createNoticeCreator(pool: Pool, clocks: Clocks): (snapshot: SeasonSnapshot) => Promise<void> {
	let lastReminderKey = "";
	let lastResultKey = "";
	return async (snapshot) => {
		const now: CurrentTimes = { seasonNow: clocks.seasonNow(), wallNow: clocks.wallNow() };
		const round = findCurrentRound(snapshot.rounds);
		await createLateOuts(pool, snapshot, round, now);
		await createInstructionNotices(pool, { wallNow: now.wallNow, seasonId: snapshot.seasonId });
		await createMessageNotices(pool, now.wallNow);
		await createDraftReminders(pool, now.wallNow);
		await createKeeperReminders(pool, now.wallNow);
		await createHandOverNotices(pool, now.wallNow);
		const resultKey = `${snapshot.seasonId} ${snapshot.rounds.filter(({ status }) => status === "complete").length}`;
		if (resultKey !== lastResultKey) await createResults(pool, snapshot, now);
		lastResultKey = resultKey;
		// Teams change at any time, but checking once per minute of season time is often enough.
		const reminderKey = `${snapshot.seasonId} ${snapshot.dataVersion} ${Math.floor(now.seasonNow / MINUTE_MS)}`;
		if (round && round.status !== "complete" && reminderKey !== lastReminderKey)
			await createReminders(pool, snapshot, round, now);
		lastReminderKey = reminderKey;
	};
}
