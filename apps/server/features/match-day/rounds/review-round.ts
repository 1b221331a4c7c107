import type { RoundId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { getPublicationTime } from "./round-phase.ts";

/** What an operator should know of a round before it is published. */
export interface RoundReview {
	/** When it is published by itself, by season time; null when it waits for an operator. */
	readonly publishesAt: string | null;
	/** Payloads of the season that were set aside and wait for an operator. */
	readonly quarantined: number;
	/** Matches that were played to their end and have no stat line. */
	readonly withoutStats: readonly number[];
}

/** Looks for what stands in the way of a round whose matches are over; holds nothing up. */
export async function reviewRound(db: Kysely<Tables>, season: SeasonSnapshot, roundId: RoundId): Promise<RoundReview> {
	const round = season.rounds.find(({ id }) => id === roundId);
	const { rows } = await sql<{ quarantined: number; without: number[] }>`SELECT
		(SELECT count(*) FROM feed_payloads WHERE season_id = ${season.seasonId} AND verdict = 'quarantined') AS quarantined,
		ARRAY(SELECT m.id FROM matches AS m
			WHERE m.season_id = ${season.seasonId} AND m.round_id = ${roundId} AND NOT m.is_abandoned AND NOT EXISTS (
				SELECT FROM stat_lines AS l WHERE l.season_id = m.season_id AND l.match_id = m.id)
			ORDER BY m.id) AS without`.execute(db);
	const at = round ? getPublicationTime(round, season) : null;
	return {
		publishesAt: at === null ? null : new Date(at).toISOString(),
		quarantined: rows[0]?.quarantined ?? 0,
		withoutStats: rows[0]?.without ?? [],
	};
}
