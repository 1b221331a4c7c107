import { getLocale } from "@first-bounce/contract/languages";
import type { CaptainRole } from "@first-bounce/rules/captaincy/change-roles";
import type { ReplacementKind } from "@first-bounce/rules/instructions/instruction";
import type { MatchUpOutcome } from "@first-bounce/rules/round-result/records";
import type { PlacedDraftResult } from "../features/notifications/notices/draft-results.ts";
import type { DraftNoticeKind } from "../features/notifications/notices/notice.ts";
import type { RankedResult } from "../features/notifications/notices/queries.ts";
import type { LockProblem } from "../features/notifications/notices/team-context.ts";
import type { CupOutcome } from "../features/rankings/round-result/cup-outcome-queries.ts";
import type { DraftResult } from "../features/rankings/round-result/service.ts";
import type { EliminationOutcome } from "../features/standings/load-eliminations.ts";
import { getTranslator, type Translate } from "./i18n.ts";

type ShownDraftResult = Pick<
	PlacedDraftResult,
	"outcome" | "leagueName" | "opponentName" | "isAverage" | "points" | "opponentPoints" | "ladder"
>;

interface CorrectedElimination extends EliminationOutcome {
	/** Whether the team was out before the correction, in this round or an earlier one. */
	readonly wasOut: boolean;
}

/** What a correction changed for a manager in a round. */
export interface CorrectedRound {
	readonly roundId: number;
	readonly isGrandFinal: boolean;
	/** Null if nothing has changed for her classic team, or if she has none. */
	readonly classic: CorrectedResult | null;
	readonly draftTeams: readonly CorrectedDraftTeam[];
}

/** What a correction changed for a draft team in a round. */
export interface CorrectedDraftTeam extends DraftResult {
	readonly pointsBefore: number;
	readonly hasNewOutcome: boolean;
	readonly hasNewMedian: boolean;
}

/** What a correction changed for a classic team in a round. */
export interface CorrectedResult extends RankedResult {
	readonly pointsBefore: number;
	/** The match-ups whose outcome has changed. */
	readonly matchUps: readonly {
		readonly leagueName: string;
		/** Empty for a deactivated account. */
		readonly opponentName: string;
		/** Whether the opponent is the league's average. */
		readonly isAverage: boolean;
		readonly outcome: MatchUpOutcome;
		readonly points: number;
		readonly opponentPoints: number;
	}[];
	/** The games against a median whose outcome has changed. */
	readonly medianGames: readonly {
		readonly leagueName: string;
		/** Half a point is possible. */
		readonly median: number;
		readonly outcome: MatchUpOutcome;
	}[];
	/** The elimination leagues in which the outcome has changed. */
	readonly eliminations: readonly CorrectedElimination[];
	/** The new outcome in the cup; null if it is unchanged. */
	readonly cup: CupOutcome | null;
}

const TIME_FORMAT: Intl.DateTimeFormatOptions = {
	weekday: "short",
	hour: "numeric",
	minute: "2-digit",
	timeZoneName: "short",
};
const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Formats a team's opponent: the league's average, or a team, whose name is empty if the account is deactivated. */
export const formatOpponent = (
	{ isAverage, opponentName }: { readonly isAverage: boolean; readonly opponentName: string },
	t: Translate,
	formatName: (name: string) => string,
): string =>
	isAverage ? t("notifications.leagueAverage") : formatName(opponentName) || t("mails.round-result.former");

/** Texts about what a correction has changed in leagues. */
function getCorrectionTexts(t: Translate) {
	const translate: Translate = (key, data) => t(`notifications.${key}`, data);
	return {
		matchUpLine: (
			{ leagueName, outcome, points, opponentPoints, ...matchUp }: CorrectedResult["matchUps"][number],
			formatName: (name: string) => string,
		) =>
			translate(`correctedMatchUp.${outcome}`, {
				league: formatName(leagueName),
				opponent: formatOpponent(matchUp, t, formatName),
				points,
				against: opponentPoints,
			}),
		medianLine: (
			{ leagueName, outcome, median }: CorrectedResult["medianGames"][number],
			formatName: (name: string) => string,
		) => translate(`correctedMedian.${outcome}`, { league: formatName(leagueName), median }),
		draftTeamLine: (team: CorrectedDraftTeam, formatName: (name: string) => string) => {
			const { outcome, points, pointsBefore } = team;
			const opponent = formatOpponent(team, t, formatName);
			const league = formatName(team.leagueName);
			const data = { league, opponent, points, count: points, against: team.opponentPoints };
			const scoreKey = outcome === "bye" ? "correctedDraft.bye" : "correctedDraft.score";
			const hasNewResult = outcome !== "bye" && team.hasNewOutcome;
			const median = team.hasNewMedian && team.median;
			return [
				translate(hasNewResult ? `correctedMatchUp.${outcome}` : scoreKey, data),
				...(median ? [translate(`correctedMedian.${median.outcome}`, { ...data, median: median.points })] : []),
				...(points === pointsBefore ? [] : [translate("hadBefore", { count: pointsBefore })]),
			].join(" ");
		},
		eliminationLine: ({ leagueName, outcome, wasOut }: CorrectedElimination, formatName: (name: string) => string) =>
			translate(`correctedElimination.${outcome === "survived" && wasOut ? "back" : outcome}`, {
				league: formatName(leagueName),
			}),
	};
}

/** Builds the texts about draft leagues. */
function buildDraftTexts(translate: Translate) {
	return {
		draft: (
			kind: DraftNoticeKind,
			data: { readonly league: string; readonly pick: number; readonly time: string },
		) => ({
			title: translate(`draft.${kind}.title`, data),
			body: translate(`draft.${kind}.text`, data),
		}),
	};
}

export type NotificationTexts = ReturnType<typeof getNotificationTexts>;

/** Gets the texts of notifications in a language; in English if the language is unknown. */
export function getNotificationTexts(language: string) {
	const t = getTranslator(language);
	const translate: Translate = (key, data) => t(`notifications.${key}`, data);
	const locale = getLocale(language);
	const list = (items: readonly string[]) => new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
	return {
		/** With the zone's name: "Sat 7:15 pm AEST". */
		time: (at: number, zone: string) =>
			new Intl.DateTimeFormat(locale, { ...TIME_FORMAT, timeZone: zone }).format(at).replace(",", ""),
		list,
		round: (id: number, isGrandFinal: boolean) => translate(isGrandFinal ? "grandFinal" : "round", { id }),
		locks: (name: string, others: number, time: string) => translate("locks", { name, time, count: others }),
		roundStarts: (time: string) => translate("roundStarts", { time }),
		problem: (kind: LockProblem["warning"]["kind"], name: string, other: string) =>
			translate(`problem.${kind}`, { name, other }),
		toFix: (count: number, time: string) => translate("toFix", { count, time }),
		nameEmergencies: translate("nameEmergencies"),
		emergenciesNamed: translate("emergenciesNamed"),
		makeCaptain: (type: CaptainRole, name: string) => translate(`make.${type}`, { name }),
		madeCaptain: (type: CaptainRole, name: string) => translate(`made.${type}`, { name }),
		more: (count: number) => (count === 0 ? "" : translate("more", { count })),
		allSet: (captain: string) => translate("allSet", { captain }),
		isOut: (name: string) => translate("isOut", { name }),
		areOut: (count: number) => translate("areOut", { count }),
		willNotPlay: (player: string, round: string) => translate("willNotPlay", { who: player, round }),
		couldComeIn: (player: string) => translate("couldComeIn", { who: player }),
		nobodyCan: translate("nobodyCan"),
		changeTrade: (name: string) => translate("changeTrade", { name }),
		onBench: translate("onBench"),
		swapIn: (player: string) => translate("swapIn", { who: player }),
		swapDone: (player: string) => translate("swapDone", { who: player }),
		instructionDone: (name: string) => translate("instruction.done", { name }),
		instructionIn: (kind: ReplacementKind, name: string, out: string) =>
			translate(`instruction.${kind}`, { name, out }),
		instructionCaptain: (name: string) => translate("instruction.captain", { name }),
		instructionFailed: (name: string) => translate("instruction.failed", { name }),
		instructionFailedWhy: (reasons: string) => translate("instruction.failedWhy", { reasons }),
		loopDone: (name: string) => translate("instruction.loopDone", { name }),
		loopCaptain: (name: string) => translate("instruction.loopCaptain", { name }),
		loopFailed: () => translate("instruction.loopFailed"),
		loopFailedWhy: (reasons: string) => translate("instruction.loopFailedWhy", { reasons }),
		leagueMessage: (how: "pinned" | "mention" | "reply" | "new", team: string, league: string) =>
			translate(`leagueMessage.${how}`, { team, league }),
		...buildDraftTexts(translate),
		handOverTitle: (team: string, league: string) => translate("handOver.title", { team, league }),
		handOverText: translate("handOver.text"),
		formerMember: translate("leagueMessage.former"),
		scored: (round: string, points: number) => translate("scored", { round: capitalise(round), count: points }),
		corrected: (round: string, points: number) => translate("corrected", { round: capitalise(round), count: points }),
		resultsCorrectedTitle: (round: string) => translate("correctedResults", { round: capitalise(round) }),
		roundsCorrectedTitle: (rounds: readonly string[]) => translate("correctedRounds", { rounds: list(rounds) }),
		roundLine: (round: string, points: number, before: number) =>
			translate("correctedRound", { round: capitalise(round), count: points, before }),
		...getCorrectionTexts(t),
		hadBefore: (points: number) => translate("hadBefore", { count: points }),
		cup: (outcome: "through" | "out" | "won") => translate(`cup.${outcome}`),
		draftResult: (
			{ outcome, leagueName, points, opponentPoints: against, ladder, ...result }: ShownDraftResult,
			formatName: (name: string) => string = (name) => name,
		) => {
			const opponent = formatOpponent(result, t, formatName);
			const data = { league: formatName(leagueName), opponent, points, count: points, against };
			const text = translate(`draftResult.${outcome}`, data);
			return ladder ? `${text} ${translate("ladder", ladder)}` : text;
		},
		elimination: ({ outcome, leagueName: league, teamsLeft: count }: EliminationOutcome) =>
			translate(`elimination.${outcome}`, { league, count }),
		ranked: ({ roundRank: inRound, overallRank: overall, previousOverallRank }: RankedResult) => {
			const gained = (previousOverallRank ?? overall) - overall;
			const places = Math.abs(gained);
			if (gained === 0) return translate("ranked", { inRound, overall, places });
			return translate(gained > 0 ? "rankedUp" : "rankedDown", { inRound, overall, places });
		},
		test: { title: translate("test.title"), text: translate("test.text") },
	};
}
