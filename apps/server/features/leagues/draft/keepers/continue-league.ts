import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Tables } from "../../../../db/tables/tables.ts";
import { refuse } from "../../../../plugins/refusal.ts";
import { savePersonMatches } from "../../../seasons/rollover/person-match-queries.ts";
import type { ContinueLeagues } from "../../../seasons/rollover/rollover.ts";
import { insertLeagueEvent } from "../../activity/queries.ts";
import { readAvatar, saveAvatar } from "../../avatar.ts";
import { lockConversation } from "../../conversation/queries.ts";
import { insertLeague } from "../../league-queries.ts";
import type { LeagueServices } from "../../league-row.ts";
import { buildNewSettingsColumns, buildRenewedSettings } from "../../league-settings.ts";
import { createFreeCode } from "../../members/codes.ts";
import { insertMember } from "../../members/queries.ts";
import { findDraft, insertDraftTeam, listSeats, updateDraft, updateSeat, updateTeam } from "../queries.ts";
import { loadRoom } from "../room.ts";
import { copyDraft } from "../settings.ts";
import { getPreparationTime, requireTimeToChoose } from "./keeper-deadline.ts";
import {
	type EndedLeague,
	type EndedTeam,
	findFirstAndLastRound,
	listEndedTeams,
	listLeaguesToContinue,
} from "./queries.ts";

interface Continuation {
	readonly leagueId: number;
	readonly seasonId: number;
	readonly commissionerId: UserId;
	readonly at: Date;
}

/**
 * Finds who runs a continued league: its commissioner, else the deputy of longest standing, else the longest-standing manager.
 */
function findNextCommissioner(teams: readonly EndedTeam[]): UserId | null {
	const managed = teams.filter(({ user_id }) => user_id !== null);
	const deputies = managed
		.filter(({ deputy_since }) => deputy_since !== null)
		.toSorted((a, b) => Number(a.deputy_since) - Number(b.deputy_since));
	const next = managed.find(({ is_commissioner }) => is_commissioner) ?? deputies[0] ?? managed[0];
	return next?.user_id ?? null;
}

/** Creates a team of last season again, with its manager as a member who has yet to confirm. */
async function continueTeam(trx: Transaction<Tables>, team: EndedTeam, next: Continuation): Promise<void> {
	const { leagueId, seasonId, commissionerId, at } = next;
	const isVacant = team.user_id === null && !team.is_robot;
	const name = team.name ?? (isVacant ? `Team ${team.id}` : null);
	const newTeam = { season_id: seasonId, league_id: leagueId, name, is_robot: team.is_robot };
	const teamId = await insertDraftTeam(trx, newTeam);
	if (team.colour !== null) await updateTeam(trx, teamId, { colour: team.colour });
	const isCommissioner = team.user_id === commissionerId;
	const isConfirmed = team.user_id === null;
	await updateSeat(trx, teamId, { previous_team_id: team.id, is_confirmed: isConfirmed });
	if (team.user_id === null) return;
	const isDeputy = team.deputy_place !== null && !isCommissioner;
	await insertMember(trx, {
		league_id: leagueId,
		user_id: team.user_id,
		team_id: teamId,
		joined_at: at,
		deputy_place: isDeputy ? team.deputy_place : null,
		deputy_since: isDeputy ? at : null,
	});
}

/** Copies a league into a season with its settings, picture, teams and managers. */
async function continueLeague(
	services: Pick<LeagueServices, "media">,
	trx: Transaction<Tables>,
	previous: EndedLeague,
	{ seasonId, at }: Pick<Continuation, "seasonId" | "at">,
): Promise<boolean> {
	const teams = await listEndedTeams(trx, previous.id);
	const commissionerId = findNextCommissioner(teams);
	const draft = await findDraft(trx, previous.id);
	if (commissionerId === null || !draft) return false;
	const rounds = await findFirstAndLastRound(trx, seasonId);
	const size = Math.max(previous.size, teams.length);
	const leagueId = await insertLeague(trx, {
		season_id: seasonId,
		name: previous.name,
		code: await createFreeCode(trx),
		...buildNewSettingsColumns({ ...buildRenewedSettings(previous), class: "draft" }, size),
		start_id: rounds.first,
		commissioner_id: commissionerId,
		colour: previous.colour,
		regenerated_from: previous.id,
		created_at: at,
	});
	const { last } = await findFirstAndLastRound(trx, previous.season_id);
	await copyDraft(trx, draft, { leagueId, ended: { first: previous.start_id, last }, rounds });
	await saveAvatar(services, trx, { id: leagueId, avatar_version: 0 }, await readAvatar(services, previous));
	await lockConversation(trx, seasonId, leagueId);
	for (const team of teams) await continueTeam(trx, team, { leagueId, seasonId, commissionerId, at });
	await insertLeagueEvent(trx, leagueId, "created", commissionerId);
	return true;
}

/**
 * Returns a function that creates the keeper and dynasty leagues of last season in the season that begins, and finds their
 * players in its list. A league without any active manager ends. Safe to run twice.
 */
export const createContinueLeagues =
	(services: Pick<LeagueServices, "media">): ContinueLeagues =>
	async (trx, seasonId, at) => {
		let count = 0;
		for (const league of await listLeaguesToContinue(trx, seasonId))
			if (await continueLeague(services, trx, league, { seasonId, at })) count++;
		await savePersonMatches(trx, seasonId);
		return count;
	};

/**
 * Copies last season's teams into a league that was regenerated as a keeper or dynasty league. The commissioner keeps the team
 * that she already has in it.
 *
 * @returns how many managers are in it besides her
 */
export async function continueTeams(
	trx: Transaction<Tables>,
	previousId: number,
	next: Continuation,
	size: number,
): Promise<number> {
	const teams = await listEndedTeams(trx, previousId);
	if (teams.length > size) throw refuse(422, "league-continued-size", { least: teams.length });
	const own = teams.find(({ user_id }) => user_id === next.commissionerId);
	const others = teams.filter((team) => team !== own);
	const ownSeat = (await listSeats(trx, next.leagueId)).find(({ user_id }) => user_id === next.commissionerId);
	if (own && ownSeat) await updateSeat(trx, ownSeat.team_id, { previous_team_id: own.id });
	for (const team of others) await continueTeam(trx, team, next);
	const { draft, seats } = await loadRoom(trx, next.leagueId);
	requireTimeToChoose(draft, seats, next.at.getTime());
	// The choice of keepers ends before the draft.
	await updateDraft(trx, next.leagueId, { due_at: getPreparationTime(draft, seats) });
	await savePersonMatches(trx, next.seasonId);
	return others.filter(({ user_id }) => user_id !== null).length;
}
