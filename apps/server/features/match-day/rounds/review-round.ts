import type { RoundId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { findReviewProblems } from "./queries.ts";
import { getPublicationTime } from "./round-phase.ts";

/** Lists what an operator may want to look at before a round is published. Does not delay the publication. */
export async function reviewRound(db: Db, season: SeasonSnapshot, roundId: RoundId) {
	const round = season.rounds.find(({ id }) => id === roundId);
	/** Season time of the automatic publication; null if only an operator can publish the round. */
	const publishesAt = round ? getPublicationTime(round, season) : null;
	const problems = await findReviewProblems(db, { seasonId: season.seasonId, roundId });
	return { publishesAt: formatInstant(publishesAt), ...problems };
}
