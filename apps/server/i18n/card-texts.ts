import { getLocale } from "@first-bounce/contract/languages";
import type { CardMatchUp, CardTeam, LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { getTranslator } from "./i18n.ts";

/** A card as plain text, for services that cannot render it. */
export interface CardText {
	readonly title: string;
	readonly lines: readonly string[];
}

interface CardNames {
	readonly getPlayerName: (id: PlayerId) => string;
	readonly isGrandFinal: (roundId: RoundId) => boolean;
}

type Recap = Extract<LeagueCard, { type: "recap" }>;

function createWriter(language: string, { getPlayerName, isGrandFinal }: CardNames) {
	const t = getTranslator(language);
	const locale = getLocale(language);
	const say = (key: string, data: Record<string, string | number> = {}) => t(`cards.${key}`, data);
	const formatNumber = (value: number) => value.toLocaleString(locale);
	const getTeamName = ({ teamName }: Pick<CardTeam, "teamName">) => teamName || say("former");
	const round = (id: RoundId) => say(isGrandFinal(id) ? "grandFinal" : "round", { id });
	const formatResult = ({ home, away, isGrandFinal, isSemiFinal }: CardMatchUp) => {
		if (home.points === away.points)
			// The home team of a final is placed higher.
			return say(isGrandFinal || isSemiFinal ? "drewFinal" : "drew", {
				home: getTeamName(home),
				away: getTeamName(away),
				points: formatNumber(home.points),
			});
		const [winner, loser] = home.points > away.points ? [home, away] : [away, home];
		const points = { points: formatNumber(winner.points), other: formatNumber(loser.points) };
		return say("beat", { winner: getTeamName(winner), loser: getTeamName(loser), ...points });
	};
	const matchUp = (each: CardMatchUp) => {
		if (each.isGrandFinal) return say("inGrandFinal", { result: formatResult(each) });
		return each.isSemiFinal ? say("inSemiFinal", { result: formatResult(each) }) : formatResult(each);
	};
	const buildBest = (scored: (CardTeam & { readonly points: number }) | null) =>
		scored ? [say("best", { team: getTeamName(scored), points: formatNumber(scored.points) })] : [];
	const move = (key: "up" | "down", each: Recap["up"]) =>
		each ? [say(key, { team: getTeamName(each.team), from: each.from, to: each.to })] : [];
	return {
		results: (card: Extract<LeagueCard, { type: "results" }>) => [
			...card.matchUps.map(matchUp),
			...buildBest(card.best),
		],
		trades: (card: Extract<LeagueCard, { type: "trades" }>) => [
			...card.trades.map((trade) =>
				say("trade", {
					team: getTeamName(trade.team),
					in: getPlayerName(trade.playerInId),
					out: getPlayerName(trade.playerOutId),
				}),
			),
			...(card.more > 0 ? [say("more", { count: card.more })] : []),
		],
		records: ({ highest, biggestWin, streak }: Extract<LeagueCard, { type: "records" }>) => [
			...(highest
				? [
						say("highest", {
							team: getTeamName(highest.team),
							points: formatNumber(highest.points),
							former: formatNumber(highest.former),
						}),
					]
				: []),
			...(biggestWin
				? [
						say("biggestWin", {
							team: getTeamName(biggestWin.team),
							against: getTeamName(biggestWin.against),
							margin: formatNumber(biggestWin.margin),
							former: formatNumber(biggestWin.former),
						}),
					]
				: []),
			...(streak ? [say("streak", { team: getTeamName(streak.team), count: streak.wins })] : []),
		],
		recap: (card: Recap) => [
			...card.matchUps.map(matchUp),
			...buildBest(card.best),
			...(card.closest ? [say("closest", { result: matchUp(card.closest) })] : []),
			...(card.regret
				? [
						say("regret", {
							team: getTeamName(card.regret.team),
							bench: getPlayerName(card.regret.benchId),
							field: getPlayerName(card.regret.fieldId),
							gain: formatNumber(card.regret.gain),
						}),
					]
				: []),
			...move("up", card.up),
			...move("down", card.down),
			...(card.next
				? [
						say("next", { round: round(card.next.roundId) }),
						...card.next.matchUps.map(({ home, away }) =>
							say("versus", { home: getTeamName(home), away: getTeamName(away) }),
						),
					]
				: []),
		],
		title: (card: LeagueCard, roundId: RoundId) => say(`title.${card.type}`, { round: round(roundId) }),
	};
}

/** Gets the text that a webhook test sends. */
export function getTestCard(language: string): CardText {
	const t = getTranslator(language);
	return { title: t("cards.test.title"), lines: [t("cards.test.text")] };
}

/** Writes a card in a language; English for an unknown one. */
export function formatCard(card: LeagueCard, roundId: RoundId, language: string, names: CardNames): CardText {
	const writer = createWriter(language, names);
	const title = writer.title(card, roundId);
	if (card.type === "results") return { title, lines: writer.results(card) };
	if (card.type === "trades") return { title, lines: writer.trades(card) };
	return { title, lines: card.type === "records" ? writer.records(card) : writer.recap(card) };
}
