import type { SuccessOf } from "@first-bounce/contract/call";
import type { listStatReviews, LateCorrection as ShownCorrection } from "@first-bounce/contract/operator/reviews";
import type { CorrectionEffect } from "@first-bounce/contract/operator/stats";
import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";
import * as late from "../../match-day/corrections/late-corrections.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import * as lines from "../../stats-providers/intake/review-lines.ts";
import type { Deed } from "../audit/audit.ts";
import { matchAt, matchEntry, nameOf } from "../season/rounds.ts";
import { countsOf, shownEffect } from "../season/stats.ts";
import type { OperatorServices } from "../services.ts";

interface Reported {
	readonly playerId: PlayerId;
	readonly before: StatLine | null;
	readonly reported: StatLine | null;
}

const lineEntry = (game: SeasonSnapshot, { playerId, before, reported }: Reported) => ({
	playerId,
	name: nameOf(game, playerId),
	before: before && countsOf(before),
	reported: reported && countsOf(reported),
});

const reviewEntry = (game: SeasonSnapshot, review: lines.StatReview) => ({
	...lineEntry(game, review),
	id: review.id,
	match: matchEntry(matchAt(game, review.matchId)),
	payloadId: review.payloadId,
	since: new Date(review.since).toISOString(),
});

const correctionEntry = (game: SeasonSnapshot, correction: late.LateCorrection): ShownCorrection => ({
	match: matchEntry(matchAt(game, correction.matchId)),
	since: new Date(correction.since).toISOString(),
	version: correction.version,
	lines: correction.lines.map((line) => ({ ...lineEntry(game, line), faults: [...line.faults] })),
});

/** All stat lines that an operator should look at. */
export async function statReviews({
	db,
	games,
}: Pick<OperatorServices, "db" | "games">): Promise<SuccessOf<typeof listStatReviews>> {
	const game = games.current();
	const { faulty, reduced } = await lines.listLineReviews(db, game.seasonId);
	const corrections = await late.listLateCorrections(db, game.seasonId);
	return {
		faultyLines: faulty.map((review) => ({
			...reviewEntry(game, review),
			faults: [...review.faults],
			version: review.version,
			mayAccept: !review.isImpossible,
		})),
		lateCorrections: corrections.map((correction) => correctionEntry(game, correction)),
		reducedLines: reduced.map((review) => reviewEntry(game, review)),
	};
}

/** Applies a faulty line; as a correction once its round is published. */
export async function acceptFaultyLine(
	{ db, pool, games }: OperatorServices,
	seen: lines.LineVersion,
	deed: Deed,
): Promise<void> {
	const game = games.current();
	const { matchId, playerId, reported } = await lines.getFaultyLine(db, game.seasonId, seen.id);
	const round = game.rounds.find((each) => each.id === matchAt(game, matchId).roundId);
	if (round?.status === "complete")
		await correctStats({ pool }, { matchId, lines: [{ playerId, stats: reported }] }, deed, {
			isFeedLine: true,
			runFirst: (transaction) => lines.acceptReview(transaction, game.seasonId, seen),
		});
	else await lines.acceptFaultyLine({ db, game: games.current }, seen, deed);
	await games.refresh();
}

export const dismissFaultyLine = (
	{ db, games }: OperatorServices,
	seen: lines.LineVersion,
	deed: Deed,
): Promise<void> => lines.dismissFaultyLine({ db, game: games.current }, seen, deed);

/** What accepting a match's late stats would change. */
export async function previewLateCorrection(services: OperatorServices, matchId: MatchId) {
	const game = services.games.current();
	const { correction, effect } = await late.previewLateCorrection(services, game.seasonId, matchId);
	return { correction: correctionEntry(game, correction), effect: await shownEffect(services, effect, game) };
}

interface SeenCorrection {
	readonly matchId: MatchId;
	readonly version: string;
}

export async function acceptLateCorrection(
	services: OperatorServices,
	seen: SeenCorrection,
	deed: Deed,
): Promise<CorrectionEffect> {
	const { seasonId } = services.games.current();
	const effect = await late.acceptLateCorrection(services, { ...seen, seasonId }, deed);
	return shownEffect(services, effect, await services.games.refresh());
}

export const dismissLateCorrection = (services: OperatorServices, seen: SeenCorrection, deed: Deed): Promise<void> =>
	late.dismissLateCorrection(services, { ...seen, seasonId: services.games.current().seasonId }, deed);
