import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { loadClock, lockCurrentSeasonRow, notifyClockChanged, saveClock } from "./clock-queries.ts";
import { computeSeasonTime } from "./season-clock.ts";

export interface ClockSetting {
	/** The season whose clock it is. Nothing is set if another one has become the current season. */
	readonly seasonId?: number;
	/** The season time to jump to; by default the current one. */
	readonly seasonAt?: SeasonTime;
	/** Season seconds per second of wall time; 0 stops the clock. */
	readonly speed?: number;
	/** The round that a visitor plays in the demo; null for none. */
	readonly playingRoundId?: RoundId | null;
	/** Whether the current season time is kept if it is later than `seasonAt`. */
	readonly isForwardOnly?: boolean;
	/** The season time at which the clock stops until it is set again. */
	readonly holdAt?: SeasonTime;
	/** Whether the stored `holdAt` still applies, unless a new one is given or the clock has passed it. */
	readonly keepsHold?: boolean;
}

/**
 * Sets the current season's clock (a jump, another speed, or both) and notifies every process by `clock_changed`. Returns
 * whether it was set.
 *
 * @param runInTransaction work to do in the same transaction
 */
export async function setClock(
	db: Db,
	{ seasonId, seasonAt, isForwardOnly = false, speed, playingRoundId, holdAt, keepsHold = false }: ClockSetting,
	wallNow: number,
	runInTransaction?: (transaction: Db) => Promise<void>,
): Promise<boolean> {
	return db.transaction().execute(async (transaction) => {
		const season = await lockCurrentSeasonRow(transaction);
		if (!season || (seasonId !== undefined && season.id !== seasonId)) return false;
		const before = await loadClock(transaction);
		const now = computeSeasonTime(before, wallNow);
		const at = isForwardOnly ? Math.max(seasonAt ?? now, now) : (seasonAt ?? now);
		const keptHold = keepsHold && before.holdAt !== null && at < before.holdAt ? before.holdAt : null;
		const hold = holdAt ?? keptHold;
		const row = {
			season_at: new Date(at),
			wall_at: new Date(wallNow),
			speed: speed ?? before.speed,
			playing_round_id: playingRoundId === undefined ? before.playingRoundId : playingRoundId,
			hold_at: hold === null ? null : new Date(hold),
		};
		await saveClock(transaction, season.id, row);
		await runInTransaction?.(transaction);
		await notifyClockChanged(transaction, season.id);
		return true;
	});
}
