import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { saveDraftLineup } from "@first-bounce/contract/draft/draft-lineup";
import { checkLineupSave } from "@first-bounce/rules/draft/check-lineup-save";
import type { PlayerId, SeasonTime, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { getActionRoundId, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import type { Ruling } from "@first-bounce/rules/violation";
import type { Transaction } from "kysely";
import type { Tables } from "../../../../db/tables/tables.ts";
import { refuse } from "../../../../plugins/refusal.ts";
import { findDataVersion, lockSeason } from "../../../seasons/current/season-version-queries.ts";
import { buildSavedAction } from "../../../team/actions/saved-action.ts";
import { buildViolationRefusal } from "../../../team/violation-refusal.ts";
import { findLeague } from "../../league-queries.ts";
import { lockRoles } from "../../members/queries.ts";
import { listOwners, listSeats, type SeatRow } from "../queries.ts";
import { type DraftServices, findOwnSeat, getDraft, requireComplete } from "../room.ts";
import type { DraftedLeague, ReadServices } from "../seat-view.ts";
import { NO_USER, saveLineups } from "../squads/queries.ts";
import { listTeamLineups, lockTeamVersion } from "./lineup-queries.ts";
import { buildDraftLineup, buildLineupColumns, getLeagueRules, getLineupRoundId } from "./lineup-view.ts";
import { loadTeamRound } from "./team-round.ts";

const MAX_ATTEMPTS = 8;

/** A draft team whose row is locked, with the data that a change of its line-up is checked against. */
export interface LockedTeam extends Omit<DraftedLeague, "isLocked"> {
	readonly trx: Transaction<Tables>;
	readonly seat: SeatRow;
	/** Season time, taken once the team is locked. */
	readonly now: SeasonTime;
	readonly version: number;
	readonly saved: TeamState;
	readonly context: SeasonContext & { readonly squad: readonly PlayerId[] };
}

/** Loads a team and locks it; null if the season has changed since this process read it. */
async function lockTeam(
	trx: Transaction<Tables>,
	{ seasons, clocks }: DraftServices,
	{ leagueId, teamId, userId }: TeamToLock,
): Promise<LockedTeam | null> {
	const season = seasons.current();
	// The season is locked first: a save that held the league while it waits for the season could deadlock with a publication.
	await lockSeason(trx, season.seasonId, "shared");
	if ((await findDataVersion(trx, season.seasonId)) !== season.dataVersion) return null;
	await lockRoles(trx, leagueId);
	const league = await findLeague(trx, userId, season.seasonId, leagueId);
	if (!league) throw refuse(404, "league-unknown");
	if (league.deleted_at) throw refuse(404, "league-deleted");
	if (userId !== null && !league.is_member) throw refuse(403, "league-members-only");
	const draft = await getDraft(trx, leagueId);
	requireComplete(draft);
	const seats = await listSeats(trx, leagueId);
	const seat = teamId === null ? findOwnSeat(seats, userId) : seats.find(({ team_id }) => team_id === teamId);
	if (!seat) throw refuse(409, "draft-team-missing");
	const version = await lockTeamVersion(trx, seat.team_id);
	const { rows } = await listTeamLineups(trx, seat.team_id);
	const latest = rows.at(-1);
	if (!latest) throw refuse(409, "draft-team-missing");
	const owners = await listOwners(trx, leagueId);
	const now = clocks.seasonNow();
	return {
		trx,
		league,
		draft,
		seats,
		seat,
		season,
		now,
		version,
		saved: { lineup: buildDraftLineup(latest, draft), bank: 0, startRoundId: league.start_id, trades: [] },
		context: {
			rules: getLeagueRules(season, draft),
			getPlayer: (id) => season.players.get(id),
			rounds: season.rounds,
			now,
			squad: owners
				.filter(({ teamId, playerId }) => teamId === seat.team_id && playerId !== seat.injured_player_id)
				.map(({ playerId }) => playerId),
		},
	};
}

interface TeamToLock {
	readonly leagueId: number;
	/** Null for the user's own team. */
	readonly teamId: TeamId | null;
	/** Null for the server. */
	readonly userId: UserId | null;
}

/** Stores a line-up that the rules have accepted. */
async function storeLineup(
	{ trx, league, seat, season, now, saved, context }: LockedTeam,
	lineup: Lineup,
	userId: UserId | null,
	action: "update" | "autopick",
) {
	const [receipt] = await saveLineups(
		trx,
		{
			leagueId: league.id,
			lineupRoundId: getLineupRoundId(season, league),
			receiptRoundId: getActionRoundId(season),
			action,
			seasonAt: new Date(now),
		},
		[
			{
				team_id: seat.team_id,
				...buildLineupColumns(lineup, context.rules),
				user_id: userId ?? NO_USER,
				saved: buildSavedAction(saved, { ...saved, lineup }, [], context.rules),
			},
		],
	);
	if (!receipt) throw new Error(`The line-up of team ${seat.team_id} was not saved`);
	return { id: receipt.id, savedAt: receipt.wall_at.toISOString(), action };
}

/** Runs a change of a team's line-up. The change returns null if nothing is to be stored. */
export async function changeLineup(
	services: DraftServices,
	team: TeamToLock,
	action: "update" | "autopick",
	change: (locked: LockedTeam) => Ruling<Lineup> | null,
) {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const result = await services.db.transaction().execute(async (trx) => {
			const locked = await lockTeam(trx, services, team);
			if (!locked) return "outdated";
			const ruling = change(locked);
			if (!ruling) return null;
			if (!ruling.ok) throw buildViolationRefusal(ruling.violations, locked.context.getPlayer);
			return { locked, receipt: await storeLineup(locked, ruling.value, team.userId, action) };
		});
		if (result !== "outdated") return result;
		await services.seasons.refresh();
	}
	throw refuse(503, "busy");
}

/** Saves the caller's line-up (docs/game-rules.md#line-up-of-a-draft-team). */
export async function saveLineup(
	services: DraftServices & ReadServices,
	userId: UserId,
	leagueId: number,
	{ version, lineup: field, ...proposed }: BodyOf<typeof saveDraftLineup>,
): Promise<SuccessOf<typeof saveDraftLineup>> {
	const saved = await changeLineup(services, { leagueId, teamId: null, userId }, "update", (locked) => {
		if (version !== undefined && version !== locked.version) throw refuse(409, "stale-version");
		return checkLineupSave(locked.saved, { ...proposed, field }, locked.context);
	});
	if (!saved) throw refuse(503, "busy");
	const { league, draft, seats, seat, season } = saved.locked;
	const roundId = getLineupRoundId(season, league);
	const shown = await loadTeamRound(services, { league, draft, seats, seat, viewerId: userId, roundId });
	return { team: shown, receipt: saved.receipt };
}
