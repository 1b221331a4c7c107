import type { ClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import type { SharedCall } from "../features/site/share/snapshot.ts";
import { type CorrectedRound, describeCorrection } from "./correction-texts.ts";
import { getTextGroup, getTranslator } from "./i18n.ts";
import { getNotificationTexts } from "./notification-texts.ts";
import { describeCall } from "./share-texts.ts";

/** A mail's texts; layout and sending are the same for every kind. */
export interface MailTexts {
	readonly subject: string;
	/** Plain text. */
	readonly paragraphs: readonly string[];
	/** A button; its address is part of the plain text too. */
	readonly link?: { readonly label: string; readonly url: string };
	/** Small print after the link. */
	readonly remark?: string;
	/** A link that stops mails of this kind. */
	readonly unsubscribe?: { readonly label: string; readonly url: string };
}

interface ToPerson {
	readonly firstName: string;
}
interface WithLink extends ToPerson {
	readonly url: string;
}

/** A team's result in a round. */
interface ResultMail extends WithLink {
	readonly roundId: number;
	readonly isGrandFinal: boolean;
	readonly points: number;
	readonly roundRank: number;
	readonly overallRank: number;
	/** Places gained overall; null in the team's first round. */
	readonly gained: number | null;
	readonly average: number;
	readonly best: SharedCall | null;
	readonly worst: SharedCall | null;
	readonly matchUps: readonly {
		readonly outcome: "won" | "lost" | "drawn";
		readonly league: string;
		/** Empty for a deactivated account. */
		readonly opponent: string;
		readonly points: number;
		readonly against: number;
	}[];
	readonly isCorrected: boolean;
	readonly unsubscribe: string;
}

/** What a correction changed for a manager, in at least one round. */
interface CorrectionMail extends WithLink {
	readonly rounds: readonly CorrectedRound[];
	readonly unsubscribe: string;
}

/** The closing letter of a round, and why it is sent. */
interface ClosingMail
	extends Pick<
		ClosingLetter,
		"roundId" | "winners" | "participation" | "corrections" | "quarantined" | "prices" | "verification"
	> {
	/** Whether it follows an earlier letter, because a correction changed the winners. */
	readonly isAddendum: boolean;
	readonly url: string;
}

/** The data of each kind of mail. */
interface MailDataByKind extends AlertDataByKind {
	readonly "verify-email": WithLink;
	readonly "change-email": WithLink;
	readonly "email-changing": ToPerson & { readonly newEmail: string };
	readonly "reset-password": WithLink;
	readonly "name-moderated": ToPerson & {
		readonly kind: "team" | "league";
		readonly before: string;
		/** The same as `before` where the name stays. */
		readonly after: string;
		readonly removePicture: boolean;
		readonly reason: string;
	};
	/** `until` in milliseconds; 0 for no end. */
	readonly "account-suspended": ToPerson & { readonly reason: string; readonly until: number };
	readonly "suspension-lifted": ToPerson;
	readonly "password-changed": ToPerson;
	readonly "contact-message": {
		readonly id: number;
		readonly name: string;
		readonly email: string;
		readonly message: string;
		/** Where in the web it was written; may be empty. */
		readonly page: string;
	};
	/** `service` is Discord or Slack; `url` leads to the league's settings. */
	readonly "webhook-off": WithLink & { readonly league: string; readonly service: string };
	readonly "round-result": ResultMail;
	readonly "round-correction": CorrectionMail;
	readonly "closing-letter": ClosingMail;
	/** The title of an alert that has ended. */
	readonly "alert-ended": { readonly title: string; readonly url: string };
}

/** The data of alerts to operators. `url` leads to the console. */
export interface AlertDataByKind {
	readonly "storage-low": { readonly megabytes: number; readonly url: string };
	readonly "storage-full": { readonly megabytes: number; readonly url: string };
	readonly "backup-failed": { readonly reason: string; readonly url: string };
	readonly "backup-old": { readonly hours: number; readonly url: string };
	readonly "job-failed": { readonly queue: string; readonly url: string };
	readonly "mail-stuck": { readonly count: number; readonly url: string };
	readonly "feed-stale": {
		readonly minutes: number;
		readonly source: string;
		readonly problem: string;
		readonly url: string;
	};
	readonly "feed-refused": { readonly source: string; readonly problem: string; readonly url: string };
	/** `match` is two clubs, such as "Carlton v Geelong". */
	readonly "match-late": { readonly match: string; readonly round: number; readonly url: string };
	readonly "teams-missing": {
		readonly match: string;
		readonly clubs: string;
		readonly minutes: number;
		readonly url: string;
	};
	readonly "round-unpublished": { readonly round: number; readonly next: number; readonly url: string };
}
export type AlertKind = keyof AlertDataByKind;

export type MailKind = keyof MailDataByKind;
export type MailData<Kind extends MailKind> = MailDataByKind[Kind];

/** Formats a name for a mail: on one line, and without anything that mail programs turn into a link. */
const nameInMail = (name: string): string =>
	name
		.normalize("NFKC")
		.replaceAll(/[\p{C}\s]+/gu, " ")
		.replaceAll("://", ": //")
		.replaceAll(/[.。](?=\p{L})/gu, ". ")
		.trim();

/** The fields of the data that are names chosen by users. */
const NAMES: readonly string[] = ["firstName", "name", "before", "after", "league", "inviter"];
const withSafeNames = <Data extends object>(data: Data): Data =>
	Object.fromEntries(
		Object.entries(data).map(([key, value]) => [key, NAMES.includes(key) ? nameInMail(String(value)) : value]),
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

function buildSupportMail(language: string, data: MailData<"contact-message">): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string) => t(`mails.contact-message.${key}`, data);
	return {
		subject: translate("subject"),
		paragraphs: [translate("writes"), ...data.message.split(/\n{2,}/)],
		remark: [...(data.page ? [translate("writtenOn")] : []), translate("answer")].join(" "),
	};
}

function getAverageKey({ points, average }: ResultMail): "above" | "below" | "level" {
	if (points === average) return "level";
	return points > average ? "above" : "below";
}

function buildResultMail(language: string, data: ResultMail): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string, values: object = {}) => t(`mails.round-result.${key}`, { ...data, ...values });
	const round = t(data.isGrandFinal ? "share.grandFinalTitle" : "share.roundTitle", { id: data.roundId });
	const places = Math.abs(data.gained ?? 0);
	const rank = translate(!data.gained ? "overall" : data.gained > 0 ? "overallUp" : "overallDown", { places });
	const describe = (call: SharedCall) => describeCall(call, (key, values = {}) => t(`share.${key}`, { ...values }));
	const matchUpLines = data.matchUps.map(({ outcome, league, opponent, points, against }) =>
		translate(`matchUp.${outcome}`, {
			league: nameInMail(league),
			opponent: nameInMail(opponent) || translate("former"),
			points,
			against,
		}),
	);
	return {
		subject: translate("subject", { round, count: data.points, rank }),
		paragraphs: [
			translate("greeting"),
			translate("score", { round, count: data.points, rank }),
			translate(getAverageKey(data), { difference: Math.abs(data.points - data.average) }),
			...(data.best ? [translate("best", { call: describe(data.best), points: data.best.points })] : []),
			...(data.worst ? [translate("worst", { call: describe(data.worst), points: -data.worst.points })] : []),
			...matchUpLines,
			...(data.isCorrected ? [translate("corrected")] : []),
		],
		link: { label: translate("link"), url: data.url },
		remark: translate("remark"),
		unsubscribe: { label: translate("unsubscribe"), url: data.unsubscribe },
	};
}

/** Builds a short mail about a correction. The rest is as in the result mail. */
function buildCorrectionMail(language: string, data: CorrectionMail): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string) => t(`mails.round-correction.${key}`, { firstName: data.firstName });
	const { title, lines } = describeCorrection(getNotificationTexts(language), data.rounds, nameInMail);
	return {
		subject: title,
		paragraphs: [translate("greeting"), translate("why"), ...lines],
		link: { label: translate("link"), url: data.url },
		remark: translate("remark"),
		unsubscribe: { label: translate("unsubscribe"), url: data.unsubscribe },
	};
}

const MAX_LISTED_IN_MAIL = 10;

function buildClosingMail(language: string, data: ClosingMail): MailTexts {
	const t = getTranslator(language);
	const translate = (key: string, values: object = {}) => t(`mails.closing-letter.${key}`, { ...data, ...values });
	const { participation, prices, verification } = data;
	const [top] = data.winners;
	const names = data.winners.map(({ teamName }) => nameInMail(teamName) || translate("closed"));
	const listPrices = (changes: ClosingLetter["prices"]["rises"]) =>
		changes.map(({ name, before, after }) => translate("price", { name: nameInMail(name), before, after })).join("; ");
	const corrections = data.corrections
		.slice(0, MAX_LISTED_IN_MAIL)
		.map(({ player, reason }) => translate("correction", { player: nameInMail(player), reason: nameInMail(reason) }));
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
			...verification.findings.slice(0, MAX_LISTED_IN_MAIL).map(nameInMail),
		],
		link: { label: translate("link"), url: data.url },
	};
}

/** Builds a mail's texts in a language; English for an unknown one. */
export function buildMailTexts<Kind extends MailKind>(language: string, kind: Kind, data: MailData<Kind>): MailTexts {
	const safeData = withSafeNames(data);
	if (kind === "name-moderated") return buildModeratedMail(language, safeData as MailData<"name-moderated">);
	if (kind === "round-result") return buildResultMail(language, safeData as MailData<"round-result">);
	if (kind === "round-correction") return buildCorrectionMail(language, safeData as MailData<"round-correction">);
	if (kind === "contact-message") return buildSupportMail(language, safeData as MailData<"contact-message">);
	if (kind === "closing-letter") return buildClosingMail(language, data as MailData<"closing-letter">);
	const t = getTranslator(language);
	const [label, remark] = [t(`mails.${kind}.link`), t(`mails.${kind}.remark`)];
	return {
		subject: t(`mails.${kind}.subject`, safeData),
		paragraphs: getTextGroup<string[]>(language, `mails.${kind}.paragraphs`, safeData),
		...(label && "url" in safeData ? { link: { label, url: String(safeData.url) } } : {}),
		...(remark ? { remark } : {}),
	};
}

export interface Invitation {
	readonly league: string;
	readonly code: string;
	readonly inviter: string;
	readonly join: string;
	readonly unsubscribe: string;
}

/** Builds an invitation to a league, in the inviter's language, as plain text. */
export function buildInviteMail(invitation: Invitation, language: string) {
	const t = getTranslator(language);
	const data = withSafeNames(invitation);
	const lines = getTextGroup<string[]>(language, "mails.league-invite.text", data);
	return { subject: t("mails.league-invite.subject", data), text: lines.join("\n") };
}
