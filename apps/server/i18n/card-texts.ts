import { getLocale } from "@first-bounce/contract/languages";
import type { CardElimination, CardMatchUp, CardTeam, LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { isDrawWonByHome } from "@first-bounce/rules/head-to-head/finals";
import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { getTranslator } from "./i18n.ts";

/** A card from a league's chat as plain text, for services that cannot render it. */
export interface CardText {
	readonly title: string;
	readonly lines: readonly string[];
}

interface CardNames {
	readonly getPlayerName: (id: PlayerId) => string;
	readonly isGrandFinal: (roundId: RoundId) => boolean;
}

type CardType = LeagueCard["type"];
type Card<Type extends CardType> = Extract<LeagueCard, { type: Type }>;
type Recap = Card<"recap">;
type Phrases = ReturnType<typeof createPhrases>;

/** Writes cards of some types; null stands for a line that a card does not have. */
type Writers<Types extends CardType> = {
	readonly [Type in Types]: (card: Card<Type>) => readonly (string | null)[];
};

/** Creates the phrases that cards are made of. */
function createPhrases(language: string, { getPlayerName, isGrandFinal }: CardNames) {
	const t = getTranslator(language);
	const locale = getLocale(language);
	const translate = (key: string, data: Record<string, string | number> = {}) => t(`cards.${key}`, data);
	const formatNumber = (value: number) => value.toLocaleString(locale);
	const getTeamName = ({ teamName }: Pick<CardTeam, "teamName">) => teamName || translate("former");
	const formatRound = (id: RoundId) => translate(isGrandFinal(id) ? "grandFinal" : "round", { id });
	const formatResult = ({ home, away, ...stage }: CardMatchUp) => {
		if (home.points === away.points)
			return translate(isDrawWonByHome(stage) ? "drewFinal" : "drew", {
				home: getTeamName(home),
				away: getTeamName(away),
				points: formatNumber(home.points),
			});
		const [winner, loser] = home.points > away.points ? [home, away] : [away, home];
		const points = { points: formatNumber(winner.points), other: formatNumber(loser.points) };
		return translate("beat", { winner: getTeamName(winner), loser: getTeamName(loser), ...points });
	};
	const formatMatchUp = (matchUp: CardMatchUp) => {
		const result = formatResult(matchUp);
		if (matchUp.isGrandFinal) return translate("inGrandFinal", { result });
		if (matchUp.isConsolation) return translate("inConsolation", { result });
		return matchUp.isSemiFinal ? translate("inSemiFinal", { result }) : result;
	};
	const formatAverageGame = ({ averageGame }: Pick<Recap, "averageGame">) => {
		if (!averageGame) return null;
		const { team, average } = averageGame;
		const points = { points: formatNumber(team.points), average: formatNumber(average) };
		return translate("averageGame", { team: getTeamName(team), ...points });
	};
	/** Names the teams above the league's median, best first. */
	const formatMedian = ({ matchUps, median }: Pick<Recap, "matchUps" | "median">) => {
		if (median === null) return null;
		const above = matchUps.flatMap(({ home, away }) => [home, away]).filter(({ points }) => points > median);
		const teams = above.toSorted((a, b) => b.points - a.points).map(getTeamName);
		const points = formatNumber(median);
		return teams.length > 0
			? translate("median", { points, teams: teams.join(", ") })
			: translate("medianOnly", { points });
	};
	/** Formats a text about a team and its points. */
	const formatPoints = (key: string, scored: CardTeam & { readonly points: number }) =>
		translate(key, { team: getTeamName(scored), points: formatNumber(scored.points) });
	const formatElimination = ({ out, winner, alive }: CardElimination) => [
		...out.map((team) => formatPoints(team.reason === "left" ? "outLeft" : "out", team)),
		winner ? translate("eliminationWinner", { team: getTeamName(winner) }) : translate("alive", { count: alive }),
	];
	const formatResults = (card: Card<"results"> | Recap) => [
		...card.matchUps.map(formatMatchUp),
		formatAverageGame(card),
		formatMedian(card),
		...(card.elimination ? formatElimination(card.elimination) : []),
		card.best && formatPoints("best", card.best),
	];
	return {
		locale,
		translate,
		formatNumber,
		getPlayerName,
		getTeamName,
		formatRound,
		formatMatchUp,
		formatPoints,
		formatResults,
	};
}

const createResultWriters = ({
	translate,
	formatNumber,
	getPlayerName,
	getTeamName,
	formatRound,
	formatMatchUp,
	formatPoints,
	formatResults,
}: Phrases): Writers<"results" | "correction" | "trades" | "records" | "recap"> => {
	const formatMove = (key: "up" | "down", mover: Recap["up"]) =>
		mover && translate(key, { team: getTeamName(mover.team), from: mover.from, to: mover.to });
	return {
		results: formatResults,
		correction: ({ back, out }) => [
			...back.map((team) => translate("back", { team: getTeamName(team) })),
			...out.map((team) => formatPoints("outInstead", team)),
		],
		trades: ({ trades, more }) => [
			...trades.map(({ team, playerInId, playerOutId }) =>
				translate("trade", {
					team: getTeamName(team),
					in: getPlayerName(playerInId),
					out: getPlayerName(playerOutId),
				}),
			),
			more > 0 ? translate("more", { count: more }) : null,
		],
		records: ({ highest, biggestWin, streak }) => [
			highest &&
				translate("highest", {
					team: getTeamName(highest.team),
					points: formatNumber(highest.points),
					former: formatNumber(highest.former),
				}),
			biggestWin &&
				translate("biggestWin", {
					team: getTeamName(biggestWin.team),
					against: getTeamName(biggestWin.against),
					margin: formatNumber(biggestWin.margin),
					former: formatNumber(biggestWin.former),
				}),
			streak && translate("streak", { team: getTeamName(streak.team), count: streak.wins }),
		],
		recap: (card) => [
			...formatResults(card),
			card.closest && translate("closest", { result: formatMatchUp(card.closest) }),
			card.regret &&
				translate("regret", {
					team: getTeamName(card.regret.team),
					bench: getPlayerName(card.regret.benchId),
					field: getPlayerName(card.regret.fieldId),
					gain: formatNumber(card.regret.gain),
				}),
			formatMove("up", card.up),
			formatMove("down", card.down),
			card.next && translate("next", { round: formatRound(card.next.roundId) }),
			...(card.next?.matchUps ?? []).map(({ home, away }) =>
				translate("versus", { home: getTeamName(home), away: getTeamName(away) }),
			),
		],
	};
};

/** Writes the cards about a league's draft, and about the squads after it. */
function createDraftWriters({
	locale,
	translate,
	getPlayerName,
	getTeamName,
}: Phrases): Writers<Exclude<CardType, "results" | "correction" | "trades" | "records" | "recap">> {
	// The readers of a channel may be anywhere, so the time is in UTC and says so.
	const formatTime = (instant: string) =>
		new Date(instant).toLocaleString(locale, { dateStyle: "full", timeStyle: "long", timeZone: "UTC" });
	const list = new Intl.ListFormat(locale, { type: "conjunction" });
	const formatClaims = ({ claims }: Card<"waivers-first" | "waivers-second">) =>
		claims.map(({ team, playerId, dropId, bid }) => {
			const names = {
				team: getTeamName(team),
				in: getPlayerName(playerId),
				out: getPlayerName(dropId ?? 0),
				bid: bid ?? 0,
			};
			const text = translate(dropId === null ? "claimed" : "claimedFor", names);
			return bid === null ? text : translate("claimedAt", { text, bid });
		});
	const formatTrade = ({ from, to }: Card<"trade-accepted" | "trade-decided">) =>
		[from, to].flatMap(({ team, playerIds, dropIds, picks }) => {
			const what = [
				...playerIds.map(getPlayerName),
				...picks.map(({ round, original }) => translate("tradePick", { round, team: getTeamName(original) })),
			];
			const drops = { team: getTeamName(team), players: list.format(dropIds.map(getPlayerName)) };
			return [
				translate("tradeGives", { team: getTeamName(team), what: list.format(what) }),
				dropIds.length > 0 ? translate("tradeDrops", drops) : null,
			];
		});
	return {
		"draft-scheduled": ({ startsAt }) => [
			startsAt === null ? translate("draftUnscheduled") : translate("draftAt", { time: formatTime(startsAt) }),
		],
		"draft-started": () => [],
		"draft-complete": ({ firstPick, bestPick }) => [
			firstPick &&
				translate("firstPick", { team: getTeamName(firstPick.team), player: getPlayerName(firstPick.playerId) }),
			bestPick &&
				translate("bestPick", {
					team: getTeamName(bestPick.team),
					player: getPlayerName(bestPick.playerId),
					pick: bestPick.overallPick,
					count: bestPick.difference,
				}),
		],
		"waivers-first": formatClaims,
		"waivers-second": formatClaims,
		"trade-accepted": formatTrade,
		"trade-decided": (card) => [translate(`tradeOutcome.${card.outcome}`), ...formatTrade(card)],
		// The reason of an undo or a correction stays in the league.
		"squads-changed": ({ by, hadClaim, moves }) => [
			...moves.map(({ playerId, from, to }) => {
				const values = {
					player: getPlayerName(playerId),
					from: from ? getTeamName(from) : "",
					team: to ? getTeamName(to) : "",
				};
				return translate(`squadsChanged.${to === null ? "out" : from === null ? "in" : "over"}`, values);
			}),
			by ? translate("squadsChanged.by", { team: getTeamName(by) }) : translate("squadsChanged.byOperator"),
			by && hadClaim ? translate("squadsChanged.hadClaim", { team: getTeamName(by) }) : null,
		],
	};
}

function formatTitle(card: LeagueCard, roundId: RoundId, { translate, formatRound }: Phrases): string {
	if (card.type === "squads-changed") return translate(`changeTitle.${card.action}`);
	return translate(`title.${card.type}`, { round: formatRound(roundId) });
}

/** Gets the card that a test of a webhook sends. */
export function getTestCard(language: string): CardText {
	const t = getTranslator(language);
	return { title: t("cards.test.title"), lines: [t("cards.test.text")] };
}

/** Formats a league's card as text in a language; in English if the language is unknown. */
export function formatCard(card: LeagueCard, roundId: RoundId, language: string, names: CardNames): CardText {
	const phrases = createPhrases(language, names);
	const writers = { ...createResultWriters(phrases), ...createDraftWriters(phrases) };
	const write = writers[card.type] as (card: LeagueCard) => readonly (string | null)[];
	return { title: formatTitle(card, roundId, phrases), lines: write(card).filter((line) => line !== null) };
}
