import type { LateCorrection as ShownCorrection } from "@first-bounce/contract/operator/reviews";
import type { CorrectionEffect } from "@first-bounce/contract/operator/stats";
import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { AuditContext } from "../../../plugins/audit.ts";
import * as lateCorrections from "../../match-day/corrections/accept-late-corrections.ts";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";
import { requireMatch } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import * as lineReviews from "../../stats-providers/intake/accept-faulty-lines.ts";
import { buildMatchEntry, getPlayerName } from "../season/matches.ts";
import { buildEffect, getCounts } from "../season/stats.ts";
import type { OperatorServices } from "../services.ts";

interface ReportedLine {
	readonly playerId: PlayerId;
	readonly before: StatLine | null;
	readonly reported: StatLine | null;
}

const buildLineEntry = (season: SeasonSnapshot, { playerId, before, reported }: ReportedLine) => ({
	playerId,
	name: getPlayerName(season, playerId),
	before: before && getCounts(before),
	reported: reported && getCounts(reported),
});

const buildReviewEntry = (season: SeasonSnapshot, review: lineReviews.StatReview) => ({
	...buildLineEntry(season, review),
	id: review.id,
	match: buildMatchEntry(requireMatch(season, review.matchId)),
	payloadId: review.payloadId,
	since: new Date(review.since).toISOString(),
});

const buildCorrectionEntry = (season: SeasonSnapshot, correction: lateCorrections.LateCorrection): ShownCorrection => ({
	match: buildMatchEntry(requireMatch(season, correction.matchId)),
	since: new Date(correction.since).toISOString(),
	version: correction.version,
	lines: correction.lines.map((line) => ({ ...buildLineEntry(season, line), problems: [...line.problems] })),
	score: correction.score,
});

/** Lists the faulty lines and late corrections that wait for an operator, and lines that feeds have reduced. */
export async function listStatReviews({ db, seasons }: Pick<OperatorServices, "db" | "seasons">) {
	const season = seasons.current();
	const { faulty, reduced } = await lineReviews.listLineReviews(db, season.seasonId);
	const corrections = await lateCorrections.listLateCorrections(db, season.seasonId);
	return {
		faultyLines: faulty.map((review) => ({
			...buildReviewEntry(season, review),
			problems: [...review.problems],
			version: review.version,
			mayAccept: !review.isImpossible,
		})),
		lateCorrections: corrections.map((correction) => buildCorrectionEntry(season, correction)),
		reducedLines: reduced.map((review) => buildReviewEntry(season, review)),
	};
}

/** Applies a faulty line. If its round is published, the line is applied as a correction. */
export async function acceptFaultyLine(
	{ db, pool, seasons }: OperatorServices,
	line: lineReviews.LineVersion,
	audit: AuditContext,
): Promise<void> {
	const season = seasons.current();
	const { matchId, playerId, reported } = await lineReviews.getFaultyLine(db, season.seasonId, line.id);
	const round = season.rounds.find((round) => round.id === requireMatch(season, matchId).roundId);
	if (round?.status === "complete")
		await correctStats({ pool }, { matchId, lines: [{ playerId, stats: reported }] }, audit, {
			isFromFeed: true,
			runFirst: async (trx) => {
				await lineReviews.acceptReview(trx, season.seasonId, line);
			},
		});
	else await lineReviews.acceptFaultyLine({ db, currentSeason: seasons.current }, line, audit);
	await seasons.refresh();
}

export const dismissFaultyLine = (
	{ db, seasons }: OperatorServices,
	line: lineReviews.LineVersion,
	audit: AuditContext,
): Promise<void> => lineReviews.dismissFaultyLine({ db, currentSeason: seasons.current }, line, audit);

/** Previews what accepting a match's late stats would change. */
export async function previewLateCorrection(services: OperatorServices, matchId: MatchId) {
	const season = services.seasons.current();
	const { correction, effect } = await lateCorrections.previewLateCorrection(services, season.seasonId, matchId);
	return { correction: buildCorrectionEntry(season, correction), effect: await buildEffect(services, effect, season) };
}

interface SeenCorrection {
	readonly matchId: MatchId;
	readonly version: string;
}

export async function acceptLateCorrection(
	services: OperatorServices,
	correction: SeenCorrection,
	audit: AuditContext,
): Promise<CorrectionEffect> {
	const { seasonId } = services.seasons.current();
	const effect = await lateCorrections.acceptLateCorrections(services, [{ ...correction, seasonId }], audit);
	return buildEffect(services, effect, await services.seasons.refresh());
}

/** Previews what accepting several late corrections together would change. */
export async function previewLateCorrections(services: OperatorServices, corrections: readonly SeenCorrection[]) {
	const season = services.seasons.current();
	const seenVersions = corrections.map((correction) => ({ ...correction, seasonId: season.seasonId }));
	return buildEffect(services, await lateCorrections.previewLateCorrections(services, seenVersions), season);
}

/** Applies several late corrections, or none if one of them has changed. */
export async function acceptLateCorrections(
	services: OperatorServices,
	corrections: readonly SeenCorrection[],
	audit: AuditContext,
): Promise<void> {
	const { seasonId } = services.seasons.current();
	const seenVersions = corrections.map((correction) => ({ ...correction, seasonId }));
	await lateCorrections.acceptLateCorrections(services, seenVersions, audit);
	await services.seasons.refresh();
}

export const dismissLateCorrection = (services: OperatorServices, correction: SeenCorrection, audit: AuditContext) =>
	lateCorrections.dismissLateCorrection(
		services,
		{ ...correction, seasonId: services.seasons.current().seasonId },
		audit,
	);
