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

type Card<Type extends LeagueCard["type"]> = Extract<LeagueCard, { type: Type }>;
type Recap = Card<"recap">;
type Phrases = ReturnType<typeof createPhrases>;

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
		if (!averageGame) return [];
		const { team, average } = averageGame;
		const points = { points: formatNumber(team.points), average: formatNumber(average) };
		return [translate("averageGame", { team: getTeamName(team), ...points })];
	};
	/** Names the teams above the league's median, best first. */
	const formatMedian = ({ matchUps, median }: Pick<Recap, "matchUps" | "median">) => {
		if (median === null) return [];
		const above = matchUps.flatMap(({ home, away }) => [home, away]).filter(({ points }) => points > median);
		const teams = above.toSorted((a, b) => b.points - a.points).map(getTeamName);
		const points = formatNumber(median);
		return [
			teams.length > 0 ? translate("median", { points, teams: teams.join(", ") }) : translate("medianOnly", { points }),
		];
	};
	const formatBest = (scored: (CardTeam & { readonly points: number }) | null) =>
		scored ? [translate("best", { team: getTeamName(scored), points: formatNumber(scored.points) })] : [];
	const formatElimination = (elimination: CardElimination | null) =>
		elimination
			? [
					...elimination.out.map((team) =>
						translate(team.reason === "left" ? "outLeft" : "out", {
							team: getTeamName(team),
							points: formatNumber(team.points),
						}),
					),
					elimination.winner
						? translate("eliminationWinner", { team: getTeamName(elimination.winner) })
						: translate("alive", { count: elimination.alive }),
				]
			: [];
	const formatMove = (key: "up" | "down", mover: Recap["up"]) =>
		mover ? [translate(key, { team: getTeamName(mover.team), from: mover.from, to: mover.to })] : [];
	return {
		locale,
		translate,
		formatNumber,
		getPlayerName,
		getTeamName,
		formatRound,
		formatMatchUp,
		formatMedian,
		formatAverageGame,
		formatBest,
		formatElimination,
		formatMove,
	};
}

function createWriter(phrases: Phrases) {
	const { translate, formatNumber, getPlayerName, getTeamName, formatRound, formatMatchUp, formatBest } = phrases;
	const { formatMedian, formatAverageGame, formatElimination, formatMove } = phrases;
	const results = (card: Card<"results"> | Recap) => [
		...card.matchUps.map(formatMatchUp),
		...formatAverageGame(card),
		...formatMedian(card),
		...formatElimination(card.elimination),
		...formatBest(card.best),
	];
	return {
		results,
		correction: ({ back, out }: Card<"correction">) => [
			...back.map((team) => translate("back", { team: getTeamName(team) })),
			...out.map((team) => translate("outInstead", { team: getTeamName(team), points: formatNumber(team.points) })),
		],
		trades: (card: Card<"trades">) => [
			...card.trades.map((trade) =>
				translate("trade", {
					team: getTeamName(trade.team),
					in: getPlayerName(trade.playerInId),
					out: getPlayerName(trade.playerOutId),
				}),
			),
			...(card.more > 0 ? [translate("more", { count: card.more })] : []),
		],
		records: ({ highest, biggestWin, streak }: Card<"records">) => [
			...(highest
				? [
						translate("highest", {
							team: getTeamName(highest.team),
							points: formatNumber(highest.points),
							former: formatNumber(highest.former),
						}),
					]
				: []),
			...(biggestWin
				? [
						translate("biggestWin", {
							team: getTeamName(biggestWin.team),
							against: getTeamName(biggestWin.against),
							margin: formatNumber(biggestWin.margin),
							former: formatNumber(biggestWin.former),
						}),
					]
				: []),
			...(streak ? [translate("streak", { team: getTeamName(streak.team), count: streak.wins })] : []),
		],
		recap: (card: Recap) => [
			...results(card),
			...(card.closest ? [translate("closest", { result: formatMatchUp(card.closest) })] : []),
			...(card.regret
				? [
						translate("regret", {
							team: getTeamName(card.regret.team),
							bench: getPlayerName(card.regret.benchId),
							field: getPlayerName(card.regret.fieldId),
							gain: formatNumber(card.regret.gain),
						}),
					]
				: []),
			...formatMove("up", card.up),
			...formatMove("down", card.down),
			...(card.next
				? [
						translate("next", { round: formatRound(card.next.roundId) }),
						...card.next.matchUps.map(({ home, away }) =>
							translate("versus", { home: getTeamName(home), away: getTeamName(away) }),
						),
					]
				: []),
		],
	};
}

/** Writes the cards about a league's draft. */
function createDraftWriter({ locale, translate, getPlayerName, getTeamName }: Phrases) {
	// The readers of a channel may be anywhere, so the time is in UTC and says so.
	const formatTime = (instant: string) =>
		new Date(instant).toLocaleString(locale, { dateStyle: "full", timeStyle: "long", timeZone: "UTC" });
	return {
		scheduled: ({ startsAt }: Card<"draft-scheduled">) => [
			startsAt === null ? translate("draftUnscheduled") : translate("draftAt", { time: formatTime(startsAt) }),
		],
		waivers: ({ claims }: Card<"waivers-first" | "waivers-second">) =>
			claims.map(({ team, playerId, dropId, bid }) => {
				const names = {
					team: getTeamName(team),
					in: getPlayerName(playerId),
					out: getPlayerName(dropId ?? 0),
					bid: bid ?? 0,
				};
				const text = translate(dropId === null ? "claimed" : "claimedFor", names);
				return bid === null ? text : translate("claimedAt", { text, bid });
			}),
		complete: ({ firstPick, bestPick }: Card<"draft-complete">) => [
			...(firstPick
				? [
						translate("firstPick", {
							team: getTeamName(firstPick.team),
							player: getPlayerName(firstPick.playerId),
						}),
					]
				: []),
			...(bestPick
				? [
						translate("bestPick", {
							team: getTeamName(bestPick.team),
							player: getPlayerName(bestPick.playerId),
							pick: bestPick.overallPick,
							count: bestPick.difference,
						}),
					]
				: []),
		],
	};
}

/** Writes the cards about trades between the managers of a draft league. */
function createTradeWriter({ locale, translate, getPlayerName, getTeamName }: Phrases) {
	const list = new Intl.ListFormat(locale, { type: "conjunction" });
	return ({ from, to }: Card<"trade-accepted" | "trade-decided">) =>
		[from, to].flatMap(({ team, playerIds, dropIds, picks }) => {
			const what = [
				...playerIds.map(getPlayerName),
				...picks.map(({ round, original }) => translate("tradePick", { round, team: getTeamName(original) })),
			];
			const drops = { team: getTeamName(team), players: list.format(dropIds.map(getPlayerName)) };
			return [
				translate("tradeGives", { team: getTeamName(team), what: list.format(what) }),
				...(dropIds.length > 0 ? [translate("tradeDrops", drops)] : []),
			];
		});
}

/** Writes the card about an undo or a correction. Its reason stays in the league. */
function createChangeWriter({ translate, getPlayerName, getTeamName }: Phrases) {
	return ({ by, hadClaim, moves }: Card<"squads-changed">) => [
		...moves.map(({ playerId, from, to }) => {
			const values = {
				player: getPlayerName(playerId),
				from: from ? getTeamName(from) : "",
				team: to ? getTeamName(to) : "",
			};
			return translate(`squadsChanged.${to === null ? "out" : from === null ? "in" : "over"}`, values);
		}),
		by ? translate("squadsChanged.by", { team: getTeamName(by) }) : translate("squadsChanged.byOperator"),
		...(by && hadClaim ? [translate("squadsChanged.hadClaim", { team: getTeamName(by) })] : []),
	];
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
	const writer = createWriter(phrases);
	const title = formatTitle(card, roundId, phrases);
	if (card.type === "results") return { title, lines: writer.results(card) };
	if (card.type === "trades") return { title, lines: writer.trades(card) };
	if (card.type === "correction") return { title, lines: writer.correction(card) };
	if (card.type === "trade-accepted" || card.type === "trade-decided") {
		const outcome = card.type === "trade-decided" ? [phrases.translate(`tradeOutcome.${card.outcome}`)] : [];
		return { title, lines: [...outcome, ...createTradeWriter(phrases)(card)] };
	}
	if (card.type === "squads-changed") return { title, lines: createChangeWriter(phrases)(card) };
	const draftWriter = createDraftWriter(phrases);
	if (card.type === "draft-scheduled") return { title, lines: draftWriter.scheduled(card) };
	if (card.type === "draft-started") return { title, lines: [] };
	if (card.type === "waivers-first" || card.type === "waivers-second")
		return { title, lines: draftWriter.waivers(card) };
	if (card.type === "draft-complete") return { title, lines: draftWriter.complete(card) };
	return { title, lines: card.type === "records" ? writer.records(card) : writer.recap(card) };
}
