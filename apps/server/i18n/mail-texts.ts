import type { ClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import type { LadderPlace } from "../features/notifications/notices/draft-results.ts";
import type { SharedDecision } from "../features/site/share/snapshot.ts";
import type { EliminationOutcome } from "../features/standings/load-eliminations.ts";
import { describeCorrection } from "./correction-texts.ts";
import {
	buildDraftResultMail,
	buildSquadNewsMail,
	type DraftResultMail,
	type SquadNewsMail,
} from "./draft-mail-texts.ts";
import { getTextGroup, getTranslator } from "./i18n.ts";
import { formatMailName, type MailTexts, writeEnd } from "./mail-format.ts";
import { type AlertDataByKind, buildPhrases, type RemovedAccess } from "./mail-values.ts";
import { type CorrectedRound, formatOpponent, getNotificationTexts } from "./notification-texts.ts";
import { describeDecision } from "./share-texts.ts";

interface PersonalMail {
	readonly firstName: string;
}
type LinkMail = PersonalMail & { readonly url: string };

/** A team's result in a round. */
interface ResultMail extends LinkMail {
	readonly roundId: number;
	readonly isGrandFinal: boolean;
	readonly points: number;
	readonly roundRank: number;
	readonly overallRank: number;
	/** Places gained overall; null in the team's first round. */
	readonly gained: number | null;
	readonly average: number;
	readonly best: SharedDecision | null;
	readonly worst: SharedDecision | null;
	readonly matchUps: readonly {
		readonly outcome: "won" | "lost" | "drawn" | "bye";
		readonly league: string;
		/** Empty for a deactivated account, null for the league's average. */
		readonly opponent: string | null;
		readonly points: number;
		readonly against: number;
		/** The game against the league's median; left out if the team played none. */
		readonly median?: { readonly points: number; readonly outcome: "won" | "lost" | "drawn" } | undefined;
		/** The place on the ladder of a draft league, after a match-up that counts on it. */
		readonly ladder: LadderPlace | null;
	}[];
	readonly eliminations: readonly EliminationOutcome[];
	readonly isCorrected: boolean;
	readonly unsubscribe: string;
}

/** What a correction changed for a manager, in at least one round. */
interface CorrectionMail extends LinkMail {
	readonly rounds: readonly CorrectedRound[];
	readonly unsubscribe: string;
}

/** The closing letter of a round, and why it is sent. */
interface ClosingMail
	extends Pick<
		ClosingLetter,
		"roundId" | "winners" | "participation" | "corrections" | "quarantined" | "prices" | "verification"
	> {
	/** Whether it replaces an earlier letter, because a correction has changed the winners. */
	readonly isAddendum: boolean;
	readonly url: string;
}

interface MailDataByKind extends AlertDataByKind {
	readonly "verify-email": LinkMail;
	readonly "change-email": LinkMail;
	readonly "email-changing": PersonalMail & { readonly newEmail: string };
	readonly "reset-password": LinkMail;
	readonly "name-moderated": PersonalMail & {
		readonly kind: "team" | "league";
		readonly before: string;
		/** The same as `before` if the name stays. */
		readonly after: string;
		readonly removePicture: boolean;
		readonly reason: string;
	};
	/** `until` is in milliseconds since 1970; 0 for no end. */
	readonly "account-suspended": PersonalMail & { readonly reason: string; readonly until: number };
	readonly "suspension-lifted": PersonalMail;
	/** An operator's test of the mail server. */
	readonly "test-mail": Readonly<Record<string, never>>;
	/** Says how many passkeys and access tokens were removed. */
	readonly "password-changed": PersonalMail & RemovedAccess;
	readonly "signed-out": MailDataByKind["password-changed"];
	readonly "contact-message": {
		readonly id: number;
		readonly name: string;
		readonly email: string;
		readonly message: string;
		/** The page of the web app on which it was written; may be empty. */
		readonly page: string;
	};
	/** `days` is how long the offer is open. It does not name the commissioner, so that erasing her account need not find it. */
	readonly "league-offered": LinkMail & { readonly league: string; readonly days: number };
	/** `service` is Discord or Slack; `url` leads to the league's settings. */
	readonly "webhook-off": LinkMail & { readonly league: string; readonly service: string };
	readonly "round-result": ResultMail;
	readonly "round-correction": CorrectionMail;
	readonly "draft-moves": SquadNewsMail;
	readonly "draft-result": DraftResultMail;
	readonly "closing-letter": ClosingMail;
	/** `title` is that of the alert that has ended. */
	readonly "alert-ended": { readonly title: string; readonly url: string };
}

export type AlertKind = keyof AlertDataByKind;

export type MailKind = keyof MailDataByKind;
export type MailData<Kind extends MailKind> = MailDataByKind[Kind];

/** The fields of mail data that are names chosen by users. */
const NAME_KEYS: readonly string[] = ["firstName", "name", "before", "after", "league", "inviter"];
const formatNames = <Data extends object>(data: Data): Data =>
	Object.fromEntries(
		Object.entries(data).map(([key, value]) => [key, NAME_KEYS.includes(key) ? formatMailName(String(value)) : value]),
	) as Data;

function buildModeratedMail(language: string, data: MailData<"name-moderated">): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string) => t(`mails.name-moderated.${key}`, { ...data, context: data.kind });
	const isKept = data.before === data.after;
	const paragraphs = [
		translate("greeting"),
		translate(isKept ? "kept" : "changed"),
		...(data.removePicture ? [translate("picture")] : []),
		translate("reason"),
		translate(isKept ? "chooseAnother" : "chooseOther"),
	];
	return { subject: translate("subject"), paragraphs };
}

function buildContactMail(language: string, data: MailData<"contact-message">): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string) => t(`mails.contact-message.${key}`, data);
	return {
		subject: translate("subject"),
		paragraphs: [translate("writes"), ...data.message.replaceAll("\r\n", "\n").split(/\n{2,}/)],
		remark: [...(data.page ? [translate("writtenOn")] : []), translate("answer")].join(" "),
	};
}

function getAverageKey({ points, average }: ResultMail): "above" | "below" | "level" {
	if (points === average) return "level";
	return points > average ? "above" : "below";
}

function getRankKey({ gained }: ResultMail): "overall" | "overallUp" | "overallDown" {
	if (!gained) return "overall";
	return gained > 0 ? "overallUp" : "overallDown";
}

function buildResultMail(language: string, data: ResultMail): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string, values: object = {}) => t(`mails.round-result.${key}`, { ...data, ...values });
	const round = t(data.isGrandFinal ? "share.grandFinalTitle" : "share.roundTitle", { id: data.roundId });
	const rank = translate(getRankKey(data), { places: Math.abs(data.gained ?? 0) });
	const describe = (decision: SharedDecision) =>
		describeDecision(decision, (key, values = {}) => t(`share.${key}`, { ...values }));
	const matchUpLines = data.matchUps.map(({ outcome, league, opponent, points, against, median, ladder }) => {
		const result = translate(`matchUp.${outcome}`, {
			league: formatMailName(league),
			opponent: formatOpponent({ isAverage: opponent === null, opponentName: opponent ?? "" }, t, formatMailName),
			points,
			count: points,
			against,
		});
		return [
			result,
			...(median ? [translate(`median.${median.outcome}`, { median: median.points })] : []),
			...(ladder ? [t("notifications.ladder", ladder)] : []),
		].join(" ");
	});
	return {
		subject: translate("subject", { round, count: data.points, rank }),
		paragraphs: [
			translate("greeting"),
			translate("score", { round, count: data.points, rank }),
			translate(getAverageKey(data), { difference: Math.abs(data.points - data.average) }),
			...(data.best ? [translate("best", { call: describe(data.best), points: data.best.points })] : []),
			...(data.worst ? [translate("worst", { call: describe(data.worst), points: -data.worst.points })] : []),
			...matchUpLines,
			...data.eliminations.map((outcome) =>
				getNotificationTexts(language).elimination({ ...outcome, leagueName: formatMailName(outcome.leagueName) }),
			),
			...(data.isCorrected ? [translate("corrected")] : []),
		],
		...writeEnd(translate, data),
	};
}

/** Builds a mail that says only what a correction has changed. */
function buildCorrectionMail(language: string, data: CorrectionMail): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string) => t(`mails.round-correction.${key}`, { firstName: data.firstName });
	const { title, lines } = describeCorrection(getNotificationTexts(language), data.rounds, formatMailName);
	return {
		subject: title,
		paragraphs: [translate("greeting"), translate("why"), ...lines],
		...writeEnd(translate, data),
	};
}

const MAX_LISTED_IN_MAIL = 10;

function buildClosingMail(language: string, data: ClosingMail): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string, values: object = {}) => t(`mails.closing-letter.${key}`, { ...data, ...values });
	const { participation, prices, verification } = data;
	const [top] = data.winners;
	const names = data.winners.map(({ teamName }) => formatMailName(teamName) || translate("closed"));
	const listPrices = (changes: ClosingLetter["prices"]["rises"]) =>
		changes
			.map(({ name, before, after }) => translate("price", { name: formatMailName(name), before, after }))
			.join("; ");
	const corrections = data.corrections
		.slice(0, MAX_LISTED_IN_MAIL)
		.map(({ player, reason }) =>
			translate("correction", { player: formatMailName(player), reason: formatMailName(reason) }),
		);
	return {
		subject: translate(data.isAddendum ? "addendumSubject" : "subject"),
		paragraphs: [
			...(data.isAddendum ? [translate("addendum")] : []),
			top
				? translate("winners", { count: data.winners.length, names: names.join(", "), points: top.points })
				: translate("noWinners"),
			translate("participation", {
				count: participation.teams,
				changed: participation.changed,
				trades: participation.trades,
			}),
			translate(data.corrections.length === 0 ? "noCorrections" : "corrections", { count: data.corrections.length }),
			...corrections,
			translate(data.quarantined === 0 ? "noQuarantine" : "quarantine", { count: data.quarantined }),
			...(prices.rises.length > 0 ? [translate("rises", { list: listPrices(prices.rises) })] : []),
			...(prices.falls.length > 0 ? [translate("falls", { list: listPrices(prices.falls) })] : []),
			...(prices.unusual.length > 0 ? [translate("unusual", { list: listPrices(prices.unusual) })] : []),
			translate(`verification.${verification.state}`, { count: verification.findings.length }),
			...verification.findings.slice(0, MAX_LISTED_IN_MAIL).map(formatMailName),
		],
		link: { label: translate("link"), url: data.url },
	};
}

/** Builds a mail's texts in a language; in English if the language is unknown. */
export function buildMailTexts<Kind extends MailKind>(language: string, kind: Kind, data: MailData<Kind>): MailTexts {
	const safeData = formatNames(data);
	if (kind === "name-moderated") return buildModeratedMail(language, safeData as MailData<"name-moderated">);
	if (kind === "round-result") return buildResultMail(language, safeData as MailData<"round-result">);
	if (kind === "round-correction") return buildCorrectionMail(language, safeData as MailData<"round-correction">);
	if (kind === "contact-message") return buildContactMail(language, safeData as MailData<"contact-message">);
	if (kind === "draft-result") return buildDraftResultMail(language, safeData as MailData<"draft-result">);
	if (kind === "draft-moves") return buildSquadNewsMail(language, safeData as MailData<"draft-moves">);
	if (kind === "closing-letter") return buildClosingMail(language, data as MailData<"closing-letter">);
	const t = getTranslator(language);
	const [label, remark] = [t(`mails.${kind}.link`), t(`mails.${kind}.remark`)];
	const values = { ...safeData, ...buildPhrases(language, safeData) };
	const paragraphs = getTextGroup<string[]>(language, `mails.${kind}.paragraphs`, values);
	return {
		subject: t(`mails.${kind}.subject`, safeData),
		paragraphs: paragraphs.filter((paragraph) => paragraph !== ""),
		...(label && "url" in safeData ? { link: { label, url: String(safeData.url) } } : {}),
		...(remark ? { remark } : {}),
	};
}

export interface Invitation {
	readonly league: string;
	readonly code: string;
	readonly inviter: string;
	/** The addresses that join the league and that stop invitations. */
	readonly join: string;
	readonly unsubscribe: string;
}

/** Builds an invitation to a league, in the inviter's language, as plain text. */
export function buildInviteMail(invitation: Invitation, language: string) {
	const t = getTranslator(language);
	const data = formatNames(invitation);
	const lines = getTextGroup<string[]>(language, "mails.league-invite.text", data);
	return { subject: t("mails.league-invite.subject", data), text: lines.join("\n") };
}
