import type { SuccessOf } from "@first-bounce/contract/call";
import type { showRecoverableLeagues as listCall } from "@first-bounce/contract/leagues/league-recover";
import { renewTradeDeadline } from "@first-bounce/rules/draft/trades";
import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import { getMediaPath } from "../../media/media-store.ts";
import { getPublicAvatarVersion } from "../avatar.ts";
import { findUpcomingRound } from "../draft/draft-players.ts";
import { findFirstAndLastRound } from "../draft/keepers/queries.ts";
import { type DraftRow, listDrafts } from "../draft/queries.ts";
import { buildDraftSettings } from "../draft/settings.ts";
import type { LeagueServices } from "../league-row.ts";
import { buildRenewedSettings } from "../league-settings.ts";
import { sendInviteMails } from "./invite-mails.ts";
import { insertUserInvites } from "./invite-queries.ts";
import {
	getInvitingLeague,
	insertRecoverySkip,
	listFormerMembers,
	listPreviousLeagues,
	type PreviousLeague,
} from "./queries.ts";

// In the API, regenerating a league is called recovering it.

type LeagueToRegenerate = SuccessOf<typeof listCall>["leagues"][number];

/** Builds the settings of a former league's draft for a new league that is created now. */
async function buildRenewedDraft(
	{ db, seasons, clocks }: LeagueServices,
	draft: DraftRow,
	{ season_id, start_id: first }: PreviousLeague,
) {
	const { last } = await findFirstAndLastRound(db, season_id);
	const season = seasons.current();
	const { lastRound } = season.rules;
	const rounds = { first: findUpcomingRound(season, clocks.seasonNow()) ?? lastRound, last: lastRound };
	const tradeDeadline = renewTradeDeadline(draft.trade_deadline_round_id, { first, last }, rounds);
	return { ...buildDraftSettings({ draft }), draftStart: null, tradeDeadline };
}

/** Lists leagues of last season that a user ran and can regenerate, with the values that prefill the form. */
export async function listLeaguesToRegenerate(services: LeagueServices, userId: UserId): Promise<LeagueToRegenerate[]> {
	const { db, seasons } = services;
	const rows = await listPreviousLeagues(db, seasons.current().seasonId, userId);
	const ids = rows.map(({ id }) => id);
	const drafts = await listDrafts(db, ids);
	const build = async (row: PreviousLeague) => {
		const draft = drafts.find(({ league_id }) => league_id === row.id);
		return {
			id: row.id,
			name: row.name,
			class: row.class,
			draft: draft ? await buildRenewedDraft(services, draft, row) : null,
			...buildRenewedSettings(row),
			colour: row.colour,
			avatar: getMediaPath("league", row.id, row.avatar_version),
			avatarVersion: getPublicAvatarVersion(row.avatar_version),
			numTeams: row.num_teams,
			seasonName: row.season_name,
		};
	};
	return Promise.all(rows.map(build));
}

/** Gets a league of last season; refuses one that the user cannot regenerate. */
export async function getLeagueToRegenerate(
	{ db, seasons }: LeagueServices,
	userId: UserId,
	id: number,
): Promise<PreviousLeague> {
	const previous = (await listPreviousLeagues(db, seasons.current().seasonId, userId)).find(
		(league) => league.id === id,
	);
	if (!previous) throw refuse(404, "league-not-recoverable");
	return previous;
}

/** Takes a league off the list of those that a user can regenerate. */
export async function skipRegeneration(services: LeagueServices, userId: UserId, id: number): Promise<void> {
	const previous = await getLeagueToRegenerate(services, userId, id);
	await insertRecoverySkip(services.db, userId, previous.id);
}

const isThrottled = (error: unknown): boolean => error instanceof Refusal && error.status === 429;

/** The most emails to former members. The others are invited without one. */
const MAX_MAILS = 100;

/** Invites the active members of a previous league, with an email to those who are not bots; returns how many. */
export async function inviteFormerMembers(
	services: LeagueServices,
	trx: Transaction<Tables>,
	leagueId: number,
	previousId: number,
	userId: UserId,
): Promise<number> {
	const members = await listFormerMembers(trx, previousId, userId);
	const now = new Date(services.clocks.wallNow());
	const memberIds = members.map(({ id }) => id);
	await insertUserInvites(trx, leagueId, userId, memberIds, now);
	const league = await getInvitingLeague(trx, leagueId);
	const mailedIds = members.flatMap(({ id, is_bot }) => (is_bot ? [] : [id])).slice(0, MAX_MAILS);
	// Without an email, former members still find the invitation when they sign in.
	const recipients = { userIds: mailedIds };
	await sendInviteMails(services, trx, { league, userId, recipients, now }).catch((error) => {
		if (!isThrottled(error)) throw error;
	});
	return memberIds.length;
}
