import type { CorrectedResult, CorrectedRound, NotificationTexts } from "./notification-texts.ts";

const hasNewPoints = (classic: CorrectedResult | null): classic is CorrectedResult =>
	classic !== null && classic.points !== classic.pointsBefore;

/** Describes the corrections of at least one round, as title and sentences. Mails pass a `formatName` that makes names safe. */
export function describeCorrection(
	texts: NotificationTexts,
	rounds: readonly CorrectedRound[],
	formatName: (name: string) => string = (name) => name,
): { readonly title: string; readonly lines: readonly string[] } {
	const formatRound = ({ roundId, isGrandFinal }: CorrectedRound) => texts.round(roundId, isGrandFinal);
	const listClassicLines = ({ matchUps, medianGames, eliminations, cup }: CorrectedResult) => [
		...matchUps.map((matchUp) => texts.matchUpLine(matchUp, formatName)),
		...medianGames.map((game) => texts.medianLine(game, formatName)),
		...eliminations.map((elimination) => texts.eliminationLine(elimination, formatName)),
		...(cup ? [texts.cup(cup)] : []),
	];
	const listLeagueLines = ({ classic, draftTeams }: CorrectedRound) => [
		...(classic ? listClassicLines(classic) : []),
		...draftTeams.map((team) => texts.draftTeamLine(team, formatName)),
	];
	const [first, ...others] = rounds;
	if (first && others.length === 0) {
		const { classic } = first;
		const round = formatRound(first);
		const leagueLines = listLeagueLines(first);
		if (!hasNewPoints(classic)) return { title: texts.resultsCorrectedTitle(round), lines: leagueLines };
		return {
			title: texts.corrected(round, classic.points),
			lines: [texts.hadBefore(classic.pointsBefore), texts.ranked(classic), ...leagueLines],
		};
	}
	const lines = rounds.flatMap((round) => [
		...(hasNewPoints(round.classic)
			? [texts.roundLine(formatRound(round), round.classic.points, round.classic.pointsBefore)]
			: []),
		...listLeagueLines(round),
	]);
	return { title: texts.roundsCorrectedTitle(rounds.map(formatRound)), lines };
}
