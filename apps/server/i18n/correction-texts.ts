import type { CorrectedRound, NotificationTexts } from "./notification-texts.ts";

/** Describes the corrections of at least one round, as title and sentences. Mails pass a `formatName` that makes names safe. */
export function describeCorrection(
	texts: NotificationTexts,
	rounds: readonly CorrectedRound[],
	formatName: (name: string) => string = (name) => name,
): { readonly title: string; readonly lines: readonly string[] } {
	const formatRound = ({ roundId, isGrandFinal }: CorrectedRound) => texts.round(roundId, isGrandFinal);
	const listLeagueLines = ({ matchUps, medianGames, eliminations, cup }: CorrectedRound) => [
		...matchUps.map((matchUp) => texts.matchUpLine(matchUp, formatName)),
		...medianGames.map((game) => texts.medianLine(game, formatName)),
		...eliminations.map((elimination) => texts.eliminationLine(elimination, formatName)),
		...(cup ? [texts.cup(cup)] : []),
	];
	const [first, ...others] = rounds;
	if (first && others.length === 0) {
		const { points, pointsBefore } = first;
		const round = formatRound(first);
		const leagueLines = listLeagueLines(first);
		return points === pointsBefore
			? { title: texts.resultsCorrectedTitle(round), lines: leagueLines }
			: {
					title: texts.corrected(round, points),
					lines: [texts.hadBefore(pointsBefore), texts.ranked(first), ...leagueLines],
				};
	}
	const lines = rounds.flatMap((round) => [
		...(round.points === round.pointsBefore
			? []
			: [texts.roundLine(formatRound(round), round.points, round.pointsBefore)]),
		...listLeagueLines(round),
	]);
	return { title: texts.roundsCorrectedTitle(rounds.map(formatRound)), lines };
}
