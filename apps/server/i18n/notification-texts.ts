import { getLocale } from "@first-bounce/contract/languages";
import type { CaptainRole } from "@first-bounce/rules/captaincy/change-roles";
import type { ReplacementKind } from "@first-bounce/rules/instructions/instruction";
import type { Result } from "../features/notifications/notices/queries.ts";
import type { LockProblem } from "../features/notifications/notices/team-context.ts";
import type { CorrectedRound } from "./correction-texts.ts";
import { getTranslator, type Translate } from "./i18n.ts";

const TIME: Intl.DateTimeFormatOptions = { weekday: "short", hour: "numeric", minute: "2-digit" };
const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export type NotificationTexts = ReturnType<typeof getNotificationTexts>;

/** Gets the texts of push messages in a language; English for an unknown one. */
export function getNotificationTexts(language: string) {
	const t = getTranslator(language);
	const say: Translate = (key, data) => t(`notifications.${key}`, data);
	const locale = getLocale(language);
	return {
		time: (at: number, zone: string) => new Intl.DateTimeFormat(locale, { ...TIME, timeZone: zone }).format(at),
		list: (each: readonly string[]) => new Intl.ListFormat(locale, { type: "conjunction" }).format(each),
		round: (id: number, isGrandFinal: boolean) => say(isGrandFinal ? "grandFinal" : "round", { id }),
		locks: (name: string, others: number, time: string) => say("locks", { name, time, count: others }),
		roundStarts: (time: string) => say("roundStarts", { time }),
		problem: (kind: LockProblem["warning"]["kind"], name: string, other: string) =>
			say(`problem.${kind}`, { name, other }),
		toFix: (count: number, time: string) => say("toFix", { count, time }),
		nameEmergencies: say("nameEmergencies"),
		emergenciesNamed: say("emergenciesNamed"),
		makeCaptain: (type: CaptainRole, name: string) => say(`make.${type}`, { name }),
		madeCaptain: (type: CaptainRole, name: string) => say(`made.${type}`, { name }),
		more: (count: number) => (count === 0 ? "" : say("more", { count })),
		allSet: (captain: string) => say("allSet", { captain }),
		isOut: (name: string) => say("isOut", { name }),
		areOut: (count: number) => say("areOut", { count }),
		willNotPlay: (who: string, round: string) => say("willNotPlay", { who, round }),
		couldComeIn: (who: string) => say("couldComeIn", { who }),
		nobodyCan: say("nobodyCan"),
		onBench: say("onBench"),
		swapIn: (who: string) => say("swapIn", { who }),
		swapDone: (who: string) => say("swapDone", { who }),
		instructionDone: (name: string) => say("instruction.done", { name }),
		instructionIn: (kind: ReplacementKind, name: string, out: string) => say(`instruction.${kind}`, { name, out }),
		instructionCaptain: (name: string) => say("instruction.captain", { name }),
		instructionFailed: (name: string) => say("instruction.failed", { name }),
		instructionFailedWhy: (reasons: string) => say("instruction.failedWhy", { reasons }),
		leagueMessage: (how: "mention" | "reply" | "new", team: string, league: string) =>
			say(`leagueMessage.${how}`, { team, league }),
		formerMember: say("leagueMessage.former"),
		scored: (round: string, points: number) => say("scored", { round: capitalise(round), count: points }),
		corrected: (round: string, points: number) => say("corrected", { round: capitalise(round), count: points }),
		resultsCorrectedTitle: (round: string) => say("correctedResults", { round: capitalise(round) }),
		roundsCorrectedTitle: (rounds: readonly string[]) =>
			say("correctedRounds", { rounds: new Intl.ListFormat(locale, { type: "conjunction" }).format(rounds) }),
		roundLine: (round: string, points: number, before: number) =>
			say("correctedRound", { round: capitalise(round), count: points, before }),
		matchUpLine: (
			{ leagueName, opponentName, outcome, points, opponentPoints }: CorrectedRound["matchUps"][number],
			formatName: (name: string) => string,
		) =>
			say(`correctedMatchUp.${outcome}`, {
				league: formatName(leagueName),
				opponent: formatName(opponentName) || t("mails.round-result.former"),
				points,
				against: opponentPoints,
			}),
		hadBefore: (points: number) => say("hadBefore", { count: points }),
		cup: (outcome: "through" | "out" | "won") => say(`cup.${outcome}`),
		ranked: ({ roundRank: inRound, overallRank: overall, previousOverallRank }: Result) => {
			const gained = (previousOverallRank ?? overall) - overall;
			const key = gained === 0 ? "ranked" : gained > 0 ? "rankedUp" : "rankedDown";
			return say(key, { inRound, overall, places: Math.abs(gained) });
		},
		test: { title: say("test.title"), text: say("test.text") },
	};
}
