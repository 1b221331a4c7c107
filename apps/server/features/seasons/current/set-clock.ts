import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { loadClock, lockCurrentSeasonRow, notifyClockChanged, saveClock } from "./clock-queries.ts";
import { computeSeasonTime } from "./season-clock.ts";

export interface ClockSetting {
	/** The season time to jump to; by default the current one. */
	readonly seasonAt?: SeasonTime;
	/** Season seconds per second of wall time; 0 stops the clock. */
	readonly speed?: number;
	/** The round that a visitor plays in the demo; null for none. */
	readonly playingRoundId?: RoundId | null;
	/** The season time at which the clock stops until it is set again. */
	readonly holdAt?: SeasonTime;
}

/**
 * Sets the current season's clock (a jump, another speed, or both) and notifies every process by `clock_changed`.
 *
 * @param runInTransaction runs in the same transaction
 */
export async function setClock(
	db: Kysely<Tables>,
	setting: ClockSetting,
	wallNow: number,
	runInTransaction?: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<void> {
	await db.transaction().execute(async (transaction) => {
		const season = await lockCurrentSeasonRow(transaction);
		if (!season) return;
		const now = await loadClock(transaction);
		const row = {
			season_at: new Date(setting.seasonAt ?? computeSeasonTime(now, wallNow)),
			wall_at: new Date(wallNow),
			speed: setting.speed ?? now.speed,
			playing_round_id: setting.playingRoundId === undefined ? now.playingRoundId : setting.playingRoundId,
			hold_at: setting.holdAt === undefined ? null : new Date(setting.holdAt),
		};
		await saveClock(transaction, season.id, row);
		await runInTransaction?.(transaction);
		await notifyClockChanged(transaction, season.id);
	});
}
