import type { ClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import type { RoundId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { findPayloadState } from "../match-day/queries.ts";
import { listRoundWinners } from "../winners/winner-queries.ts";
import { countParticipation, findClosing, listCorrections } from "./queries.ts";

type PriceChange = ClosingLetter["prices"]["rises"][number];

const MAX_RISES_OR_FALLS = 3;
const MAX_UNUSUAL_CHANGES = 10;
/** A change is unusual if it is more than this multiple of the round's median change. */
const UNUSUAL_FACTOR = 4;

const getChange = ({ before, after }: PriceChange): number => after - before;

/** Lists the largest price changes after a round, and those far larger than usual. */
function buildPrices({ players }: SeasonSnapshot, roundId: RoundId): ClosingLetter["prices"] {
	const changes = [...players.values()].flatMap(({ id, name, prices }): PriceChange[] => {
		const before = prices.get(roundId);
		const after = prices.get(roundId + 1);
		return before === undefined || after === undefined || before === after
			? []
			: [{ playerId: id, name, before, after }];
	});
	const byChange = changes.toSorted((a, b) => getChange(b) - getChange(a) || a.playerId - b.playerId);
	const sizes = changes.map((change) => Math.abs(getChange(change))).toSorted((a, b) => a - b);
	const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
	return {
		rises: byChange.filter((change) => getChange(change) > 0).slice(0, MAX_RISES_OR_FALLS),
		falls: byChange
			.filter((change) => getChange(change) < 0)
			.toReversed()
			.slice(0, MAX_RISES_OR_FALLS),
		unusual: byChange
			.filter((change) => Math.abs(getChange(change)) > UNUSUAL_FACTOR * median)
			.toSorted((a, b) => Math.abs(getChange(b)) - Math.abs(getChange(a)))
			.slice(0, MAX_UNUSUAL_CHANGES),
	};
}

/**
 * Builds the closing letter of a published round.
 *
 * @throws Refusal `round-unknown`, `round-not-published`
 */
export async function buildClosingLetter(db: Db, season: SeasonSnapshot, roundId: RoundId): Promise<ClosingLetter> {
	const round = requireRound(season, roundId);
	if (round.status !== "complete") throw refuse(409, "round-not-published", { round: roundId });
	const key = { seasonId: season.seasonId, roundId };
	const closing = await findClosing(db, key);
	const corrections = await listCorrections(db, key);
	return {
		roundId,
		publishedAt: formatInstant(round.publishedAt),
		winners: (await listRoundWinners(db, season.seasonId, roundId)).map(({ teamId, teamName, points }) => ({
			teamId,
			teamName,
			points: points ?? 0,
		})),
		participation: await countParticipation(db, key),
		corrections: corrections.map(({ at, ...correction }) => ({ ...correction, at: at.toISOString() })),
		quarantined: (await findPayloadState(db, season.seasonId)).quarantined,
		prices: buildPrices(season, roundId),
		verification: {
			state: closing?.verification ?? "waiting",
			findings: [...(closing?.findings ?? [])],
			at: formatInstant(closing?.verified_at),
		},
		sentAt: formatInstant(closing?.sent_at),
	};
}
