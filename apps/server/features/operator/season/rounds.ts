import type { SuccessOf } from "@first-bounce/contract/call";
import type { listRounds as listCall, reviewPrices as reviewCall } from "@first-bounce/contract/operator/season";
import type { RoundId } from "@first-bounce/rules/ids";
import type { AuditContext } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { rerunPrices as rerun, reviewPrices as review } from "../../match-day/corrections/rerun-prices.ts";
import { holdRound as hold, releaseRound as release } from "../../match-day/rounds/hold-round.ts";
import { publishRound } from "../../match-day/rounds/publish-round.ts";
import { getPublicationTime, getRoundPhase } from "../../match-day/rounds/round-phase.ts";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { OperatorServices } from "../services.ts";
import { buildMatchEntry, getPlayerName } from "./matches.ts";

/** When a round in review is published automatically; null in other phases, or if only an operator can publish it. */
export function findScheduledPublication(round: SnapshotRound, season: SeasonSnapshot): string | null {
	const isInReview = round.status === "playing" && round.matches.every(({ status }) => status === "complete");
	const publishesAt = isInReview ? getPublicationTime(round, season) : null;
	return formatInstant(publishesAt);
}

export function listRounds({ seasons, clocks }: OperatorServices): SuccessOf<typeof listCall> {
	const season = seasons.current();
	const now = clocks.seasonNow();
	return {
		rounds: season.rounds.map((round) => ({
			id: round.id,
			phase: getRoundPhase(round, season, now),
			publishedAt: formatInstant(round.publishedAt),
			publishesAt: findScheduledPublication(round, season),
			hold: round.hold && { since: new Date(round.hold.since).toISOString(), reason: round.hold.reason },
			magicNumber: round.magicNumber,
			matches: round.matches.map(buildMatchEntry),
		})),
	};
}

/** Publishes a round in review before its scheduled time. */
export async function publishRoundNow(
	{ pool, seasons, clocks }: OperatorServices,
	roundId: RoundId,
	audit: AuditContext,
) {
	const season = seasons.current();
	const now = clocks.seasonNow();
	const round = requireRound(season, roundId);
	const phase = getRoundPhase(round, season, now);
	if (phase !== "in-review" && phase !== "to-publish") throw refuse(409, "round-not-in-review", { round: roundId });
	const isPublished = await publishRound({ pool }, season.seasonId, roundId, now, audit);
	await seasons.refresh();
	if (!isPublished) throw refuse(409, "round-not-in-review", { round: roundId });
}

/** Holds a round back from automatic publication. */
export async function holdRound({ db, seasons, clocks }: OperatorServices, roundId: RoundId, audit: AuditContext) {
	const { seasonId } = seasons.current();
	await hold({ db }, { seasonId, roundId }, audit, clocks.seasonNow());
	await seasons.refresh();
}

export async function releaseRound({ db, seasons }: OperatorServices, roundId: RoundId, audit: AuditContext) {
	const { seasonId } = seasons.current();
	await release({ db }, { seasonId, roundId }, audit);
	await seasons.refresh();
}

/** Computes the prices that publishing the round, or recomputing its prices, would set. */
export function reviewPrices({ seasons }: OperatorServices, roundId: RoundId): SuccessOf<typeof reviewCall> {
	const season = seasons.current();
	const { changes, ...rest } = review(season, roundId);
	return { ...rest, changes: changes.map((change) => ({ ...change, name: getPlayerName(season, change.playerId) })) };
}

export async function rerunPrices({ pool, seasons, clocks }: OperatorServices, roundId: RoundId, audit: AuditContext) {
	const { changes, magicNumber } = await rerun({ pool }, roundId, audit, clocks.seasonNow());
	await seasons.refresh();
	return { changed: changes.length, magicNumber };
}
