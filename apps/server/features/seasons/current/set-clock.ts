import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { computeSeasonTime, loadClock } from "./season-clock.ts";

export interface ClockSetting {
	/** Season time to jump to; left out, it goes on from where it is. */
	readonly seasonAt?: SeasonTime;
	/** Season seconds in one of the wall's; 0 stands still. */
	readonly speed?: number;
	/** The round the demo was asked to play; null for none. */
	readonly playingRoundId?: RoundId | null;
	/** Where season time waits to be set again; left out, nowhere. */
	readonly holdAt?: SeasonTime;
}

/**
 * Sets the current season's clock: jumps, changes its speed, or both, and tells every process by `clock_changed`.
 * Season time does not move but by a jump.
 */
export async function setClock(
	db: Kysely<Tables>,
	setting: ClockSetting,
	wallNow: number,
	also?: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<void> {
	await db.transaction().execute(async (transaction) => {
		const season = await transaction
			.selectFrom("seasons")
			.where("is_current", "=", true)
			.select("id")
			.forUpdate()
			.executeTakeFirst();
		if (!season) return;
		const now = await loadClock(transaction);
		const row = {
			season_at: new Date(setting.seasonAt ?? computeSeasonTime(now, wallNow)),
			wall_at: new Date(wallNow),
			speed: setting.speed ?? now.speed,
			playing_round_id: setting.playingRoundId === undefined ? now.playingRoundId : setting.playingRoundId,
			hold_at: setting.holdAt === undefined ? null : new Date(setting.holdAt),
		};
		await transaction
			.insertInto("season_clocks")
			.values({ season_id: season.id, ...row })
			.onConflict((conflict) => conflict.column("season_id").doUpdateSet(row))
			.execute();
		await also?.(transaction);
		await sql`SELECT pg_notify('clock_changed', ${String(season.id)})`.execute(transaction);
	});
}
