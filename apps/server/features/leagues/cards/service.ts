import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type {
	LeagueMessage,
	postRecap,
	showConversationSettings,
	showRecap,
	updateConversationSettings,
} from "@first-bounce/contract/leagues/conversation";
import { cleanMessageText } from "@first-bounce/contract/leagues/message-text";
import type { UserId } from "@first-bounce/rules/ids";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import { formatCard } from "../../../i18n/card-texts.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { moderateConversation, requireWriteAccess } from "../conversation/conversation-transaction.ts";
import { findMessage } from "../conversation/message-queries.ts";
import { buildMessageView } from "../conversation/message-view.ts";
import { updateConversation } from "../conversation/queries.ts";
import type { LeagueRow, LeagueServices } from "../league-row.ts";
import { requireRight } from "../members/league-transaction.ts";
import { listTeamOwners } from "../members/team-owners.ts";
import { getLeague } from "../service.ts";
import { queueDeliveries } from "../webhooks/queries.ts";
import { buildRecap } from "./build-recap.ts";
import { buildCard } from "./card-view.ts";
import * as queries from "./queries.ts";

type Settings = SuccessOf<typeof showConversationSettings>;

const loadSettings = async (db: LeagueServices["db"], leagueId: number): Promise<Settings> => {
	const { has_cards: hasCards, posts_recap: postsRecap } = await queries.findConversationSettings(db, leagueId);
	return { hasCards, postsRecap };
};

export async function getSettings(services: LeagueServices, userId: UserId, leagueId: number): Promise<Settings> {
	requireRight(await getLeague(services, userId, leagueId), "moderate");
	return loadSettings(services.db, leagueId);
}

export const updateSettings = (
	services: LeagueServices,
	userId: UserId,
	leagueId: number,
	{ hasCards, postsRecap }: BodyOf<typeof updateConversationSettings>,
): Promise<Settings> =>
	moderateConversation(services, { leagueId, right: "moderate" }, userId, async (locked) => {
		const before = await loadSettings(locked.trx, leagueId);
		const settings = { hasCards: hasCards ?? before.hasCards, postsRecap: postsRecap ?? before.postsRecap };
		await updateConversation(locked.trx, leagueId, { has_cards: settings.hasCards, posts_recap: settings.postsRecap });
		return settings;
	});

/** Creates the look-ups that the texts of a league's cards need. */
export const createCardLookups = (season: SeasonSnapshot, league: Pick<LeagueRow, "finals">) => ({
	getPlayerName: (id: number) => {
		const player = season.players.get(id);
		return player ? `${player.firstName} ${player.lastName}` : String(id);
	},
	isGrandFinal: (roundId: number) => getRoundName(roundId, season.rules, league.finals ?? false) === "grand-final",
});

/** Gets a league for one of its moderators, with its latest published round; undefined before the first. */
async function getLeagueForRecap(services: LeagueServices, userId: UserId, leagueId: number) {
	const league = await getLeague(services, userId, leagueId);
	requireRight(league, "moderate");
	const season = services.seasons.current();
	return {
		league,
		season,
		round: season.rounds.findLast(({ id, status }) => status === "complete" && id >= league.start_id),
	};
}

/** Gets the text that is suggested for a league's recap, in a language; null if there is nothing to post. */
export async function getSuggestedRecap(
	services: LeagueServices,
	userId: UserId,
	leagueId: number,
	language: string,
): Promise<SuccessOf<typeof showRecap>> {
	const { db } = services;
	const { league, season, round } = await getLeagueForRecap(services, userId, leagueId);
	if (!round || (await queries.hasRecap(db, leagueId, round.id))) return { recap: null };
	const { card, teamIds } = await buildRecap({ db, season }, league, round);
	const owners = await listTeamOwners(db, teamIds, userId);
	const cardView = buildCard(card, [...owners.values()]);
	if (!cardView) return { recap: null };
	const { lines } = formatCard(cardView, round.id, language, createCardLookups(season, league));
	return { recap: { roundId: round.id, text: lines.join("\n") } };
}

/**
 * Posts a league's recap of its latest published round; a null text posts the generated one. A round gets one recap only:
 * if it is removed, no other can be posted.
 */
export async function sendRecap(
	services: LeagueServices,
	userId: UserId,
	leagueId: number,
	sent: BodyOf<typeof postRecap>,
): Promise<LeagueMessage> {
	const { db, clocks } = services;
	const { league, season, round } = await getLeagueForRecap(services, userId, leagueId);
	if (round?.id !== sent.roundId) throw refuse(404, "round-unknown");
	const text = sent.text === null ? "" : cleanMessageText(sent.text);
	if (sent.text !== null && text === "") throw refuse(422, "recap-empty");
	const data = await buildRecap({ db, season }, league, round);
	const owners = await listTeamOwners(db, data.teamIds, userId);
	if (sent.text === null && !buildCard(data.card, [...owners.values()])) throw refuse(422, "recap-empty");
	const id = await moderateConversation(services, { leagueId, right: "moderate" }, userId, async (locked) => {
		const at = new Date(clocks.wallNow());
		requireWriteAccess(locked, at.getTime());
		const { version } = locked.conversation;
		const recap = { league_id: leagueId, version, round_id: round.id, user_id: userId, text, data, at };
		const inserted = await queries.insertRecap(locked.trx, recap);
		if (inserted === undefined) throw refuse(409, "recap-posted");
		await queueDeliveries(locked.trx, { kind: "recap", roundId: round.id, at }, [leagueId]);
		return inserted;
	});
	const row = await findMessage(db, leagueId, userId, id);
	if (!row) throw refuse(404, "message-unknown");
	return buildMessageView(row, userId);
}
