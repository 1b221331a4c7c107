import type { MatchId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { RoundStatus } from "@first-bounce/rules/round";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { findTimeZoneOfGround } from "../../seasons/import/files/ground-zones.ts";

/** What of a match changes; what is left out stays. */
export interface MatchChange {
	readonly roundId?: RoundId;
	readonly startsAt?: SeasonTime;
	readonly venue?: string;
	readonly status?: RoundStatus;
	readonly isAbandoned?: boolean;
	readonly completedAt?: SeasonTime | null;
}

export async function updateMatch(
	transaction: Kysely<Tables>,
	seasonId: number,
	matchId: MatchId,
	{ roundId, startsAt, venue, status, isAbandoned, completedAt }: MatchChange,
): Promise<void> {
	await transaction
		.updateTable("matches")
		.set({
			...(roundId === undefined ? {} : { round_id: roundId }),
			...(startsAt === undefined ? {} : { starts_at: new Date(startsAt) }),
			...(venue === undefined ? {} : { venue, time_zone: findTimeZoneOfGround(venue) ?? "" }),
			...(status === undefined ? {} : { status }),
			...(isAbandoned === undefined ? {} : { is_abandoned: isAbandoned }),
			...(completedAt === undefined ? {} : { completed_at: completedAt === null ? null : new Date(completedAt) }),
		})
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.execute();
}
