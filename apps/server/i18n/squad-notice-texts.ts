import { getLocale } from "@first-bounce/contract/languages";
import { getTakenCause } from "@first-bounce/rules/draft/claims";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { NoticedChange } from "../features/notifications/notices/squads/change-notice-queries.ts";
import type { NoticedTrade } from "../features/notifications/notices/squads/trade-notice-queries.ts";
import type { NoticedClaims } from "../features/notifications/notices/squads/waiver-notice-queries.ts";
import { getTranslator, type Translate } from "./i18n.ts";

/** A notice as a title and sentences. */
interface NoticeText {
	readonly title: string;
	readonly lines: readonly string[];
}

interface Names {
	readonly getPlayerName: (id: PlayerId) => string;
	/** Makes a name that a user has chosen safe; a notification shows it as it is. */
	readonly formatName: (name: string) => string;
}

/** With more failed claims than this a notification only counts them. */
const MAX_EXPLAINED = 2;

interface Writer extends Names {
	readonly translate: Translate;
	readonly list: (items: readonly string[]) => string;
	readonly getTeamName: (name: string) => string;
}

type Claim = NoticedClaims["claims"][number];

function explainClaim({ reason, reasonTeam, bid }: Claim, { translate, getTeamName }: Writer): string {
	if (!reason) return "";
	const values = { ...reason, bid: reason.bid ?? 0, own: bid, team: getTeamName(reasonTeam) };
	const key = reason.code === "player-taken" ? `taken.${getTakenCause(reason, bid)}` : reason.code;
	return translate(`waiverResults.why.${key}`, values);
}

const describeFailed = (claim: Claim, writer: Writer): string =>
	writer.translate("waiverResults.missed", {
		name: writer.getPlayerName(claim.playerId),
		why: explainClaim(claim, writer),
	});

/** Says whom a team got in a waiver run, and why its other claims failed. In a mail, also whom others got. */
function describeClaims(
	{ leagueName, claims, others }: NoticedClaims,
	medium: "notification" | "mail",
	writer: Writer,
): NoticeText {
	const { translate, list, getPlayerName, getTeamName, formatName } = writer;
	const title = translate("waiverResults.title", { league: formatName(leagueName) });
	const won = claims.filter(({ reason }) => reason === null);
	const failed = claims.filter(({ reason }) => reason && reason.code !== "group-done");
	const gotNobody = won.length === 0 ? [translate("waiverResults.nobody")] : [];
	const failedLines = failed.map((claim) => describeFailed(claim, writer));
	if (medium === "notification") {
		const names = list(won.map(({ playerId }) => getPlayerName(playerId)));
		const count = failed.length;
		return {
			title,
			lines: [
				...(won.length > 0 ? [translate("waiverResults.won", { names })] : gotNobody),
				...(count > MAX_EXPLAINED ? [translate("waiverResults.failed", { count })] : failedLines),
			],
		};
	}
	const byTeam = Map.groupBy(others, ({ team }) => team);
	return {
		title,
		lines: [
			...gotNobody,
			...won.map(({ playerId, dropId }) =>
				translate(dropId === null ? "waiverResults.got" : "waiverResults.gotFor", {
					name: getPlayerName(playerId),
					drop: getPlayerName(dropId ?? 0),
				}),
			),
			...failedLines,
			...[...byTeam].map(([team, got]) =>
				translate("waiverResults.other", {
					team: getTeamName(team),
					names: list(got.map(({ playerId }) => getPlayerName(playerId))),
				}),
			),
		],
	};
}

function explainTrade({ reason, reasonTeam }: NoticedTrade, { translate, getPlayerName, ...writer }: Writer): string {
	if (!reason) return translate("trade.openToSee");
	const name = "playerId" in reason ? getPlayerName(reason.playerId) : "";
	const text = "text" in reason ? writer.formatName(reason.text) : "";
	return translate(`trade.why.${reason.code}`, { name, text, team: writer.getTeamName(reasonTeam) });
}

/** Says what was offered, or what has become of a trade. */
function describeTrade(trade: NoticedTrade, writer: Writer): NoticeText {
	const { translate, list, getPlayerName, getTeamName, formatName } = writer;
	const listPlayers = (ids: readonly PlayerId[]) =>
		ids.length === 0 ? translate("trade.picksOnly") : list(ids.map(getPlayerName));
	const data = {
		league: formatName(trade.leagueName),
		team: getTeamName(trade.team),
		other: getTeamName(trade.otherTeam),
		given: listPlayers(trade.givenIds),
		gotten: listPlayers(trade.gottenIds),
		why: explainTrade(trade, writer),
	};
	return {
		title: translate(`trade.${trade.what}.title`, data),
		lines: [
			translate(`trade.${trade.what}.text`, data),
			...(trade.picks > 0 ? [translate("trade.morePicks", { count: trade.picks })] : []),
		],
	};
}

/**
 * Says what an undo or a correction has changed in the user's squad, who did it and why; or which undo or correction she
 * can vote on.
 */
function describeChange(change: NoticedChange, writer: Writer): NoticeText {
	const { translate, list, getPlayerName, getTeamName, formatName } = writer;
	const { what, by, votes, reason, moves, ownTeamId, injuredPlayerId } = change;
	const team = getTeamName(change.byTeam);
	const title = translate(`squadChanged.${what}`, { league: formatName(change.leagueName) });
	const because = translate("squadChanged.reason", { reason: formatName(reason) });
	const describe = (key: string, ids: readonly PlayerId[]) =>
		ids.length === 0 ? [] : [translate(`squadChanged.${key}`, { team, names: list(ids.map(getPlayerName)) })];
	const injured = injuredPlayerId === null ? [] : [injuredPlayerId];
	if (what === "vote" || what === "correctionVote") {
		const key = what === "vote" ? "players" : "toCorrect";
		const players = describe(key, [...moves.map(({ playerId }) => playerId), ...injured]);
		return { title, lines: [...(players.length > 0 ? players : [translate("squadChanged.move", { team })]), because] };
	}
	const listMoved = (key: "fromTeamId" | "toTeamId") =>
		moves.filter((move) => move[key] === ownTeamId).map(({ playerId }) => playerId);
	const author =
		votes === null
			? translate(`squadChanged.by.${by}`, { team })
			: translate("squadChanged.by.votes", { team, count: votes });
	return {
		title,
		lines: [
			...describe("in", listMoved("toTeamId")),
			...describe("out", listMoved("fromTeamId")),
			...describe("injured", moves.length === 0 ? injured : []),
			author,
			because,
		],
	};
}

/** What a notice about squads tells. */
export type SquadNews =
	| { readonly about: "claims"; readonly claims: NoticedClaims }
	| { readonly about: "trade"; readonly trade: NoticedTrade }
	| { readonly about: "change"; readonly change: NoticedChange };

/** Puts news about squads into words, for a notification or, in more detail, for a mail. */
export function describeSquadNews(
	language: string,
	news: SquadNews,
	names: Names,
	medium: "notification" | "mail",
): NoticeText {
	const t = getTranslator(language);
	const format = new Intl.ListFormat(getLocale(language), { type: "conjunction" });
	const writer: Writer = {
		...names,
		translate: (key, data) => t(`notifications.${key}`, data),
		list: (items) => format.format(items),
		getTeamName: (name) => names.formatName(name) || t("notifications.leagueMessage.former"),
	};
	if (news.about === "claims") return describeClaims(news.claims, medium, writer);
	return news.about === "trade" ? describeTrade(news.trade, writer) : describeChange(news.change, writer);
}
