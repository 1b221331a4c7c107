import type { SuccessOf } from "@first-bounce/contract/call";
import type { showDraftLeague, showDraftRecap, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { hasDraftStarted, listPickedPlayers } from "@first-bounce/rules/draft/draft-board";
import type { PlayerId } from "@first-bounce/rules/ids";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { sum } from "@first-bounce/rules/numbers";
import { findRound } from "@first-bounce/rules/round/round";
import { sha256 } from "../draw-seed.ts";
import { buildLeagueSnapshot } from "../league-row.ts";
import { buildCompletedPick } from "./board.ts";
import { getProtectedIds } from "./draft-players.ts";
import { isSeasonOver } from "./keepers/convert-league.ts";
import { isContinued } from "./keepers/keeper-deadline.ts";
import { buildDraftLineup, buildShownLineup, getLineupRoundId } from "./lineups/lineup-view.ts";
import { type DraftRow, listLineups, listOwners, listPicks, listSeats, type SeatRow } from "./queries.ts";
import { findOwnSeat, isPickedAtOnce, type Room, requireComplete } from "./room.ts";
import { buildPerson, getReadableDraft, getTeamName, type LeagueReader, sortSeats } from "./seat-view.ts";
import { buildDraftSettings } from "./settings.ts";
import { listStartProblems } from "./start-draft.ts";

type DraftLeagueView = SuccessOf<typeof showDraftLeague>["league"];

/** Gets a draft league with its settings and what the viewer may do. */
export const getDraftLeague: LeagueReader<DraftLeagueView> = async (services, userId, leagueId) => {
	const { db, seasons, clocks } = services;
	const { league, draft } = await getReadableDraft(services, userId, leagueId);
	const room: Room = { draft, picks: [], seats: await listSeats(db, leagueId), undoneKeys: [] };
	const hasStarted = hasDraftStarted(draft.state);
	const season = seasons.current();
	const [now, wallNow] = [clocks.seasonNow(), clocks.wallNow()];
	const problems = await listStartProblems(db, room, league, { season, now, wallNow });
	const hasLeagueStarted = buildLeagueSnapshot(league, season, now).hasStarted;
	const mayRun = hasRight(league.role, "runDraft");
	return {
		...buildDraftSettings(room),
		id: league.id,
		name: league.name,
		class: "draft",
		isMock: league.is_mock,
		draftStatus: draft.state,
		numTeams: league.num_teams,
		size: league.size,
		problems,
		order: draft.team_order && draft.order_method ? { method: draft.order_method, teamIds: draft.team_order } : null,
		seedHash: draft.seed_hash,
		lastDraw:
			draft.drawn_seed && draft.moment && draft.drawn_team_ids
				? {
						seedHash: sha256(draft.drawn_seed),
						seed: draft.drawn_seed,
						moment: draft.moment,
						teamIds: draft.drawn_team_ids,
					}
				: null,
		myTeamId: findOwnSeat(room.seats, userId)?.team_id ?? null,
		completedAt: draft.completed_at?.toISOString() ?? null,
		isContinued: isContinued(draft, room.seats),
		may: {
			run: mayRun,
			changeSettings: mayRun && !hasStarted,
			convert: mayRun && draft.state === "complete" && isSeasonOver(season),
			drawOrder: mayRun && !hasStarted,
			reverseLastLadder: mayRun && !hasStarted && league.regenerated_from !== null,
			start: mayRun && !hasStarted && problems.length === 0,
			undo: mayRun && draft.state === "paused",
			reset: mayRun && draft.state !== "setup" && !(draft.state === "complete" && hasLeagueStarted),
			addRobots: mayRun && !hasStarted && room.seats.length < league.size,
		},
	};
};

/** Builds the field with the player in a team's injured place; empty in a league without such places. */
export const buildInjuredField = (draft: DraftRow, { injured_player_id: injuredPlayerId }: SeatRow) =>
	draft.state === "complete" && draft.has_injured_place ? { injuredPlayerId } : {};

/**
 * Lists the teams of a draft league, with what the viewer may see of their line-ups of the playing or next round. Once the draft is
 * complete, also lists the players who cannot be dropped.
 */
export const listDraftTeams: LeagueReader<SuccessOf<typeof showDraftTeams>> = async (services, userId, leagueId) => {
	const { db, seasons, clocks } = services;
	const { league, draft } = await getReadableDraft(services, userId, leagueId);
	const seats = await listSeats(db, leagueId);
	const picks = draft.state === "complete" ? [] : await listPicks(db, leagueId);
	const owners = await listOwners(db, leagueId);
	const season = seasons.current();
	const roundId = getLineupRoundId(season, league);
	const round = findRound(season.rounds, roundId);
	const lineups = await listLineups(db, leagueId, roundId);
	const now = clocks.seasonNow();
	const teams = sortSeats(draft, seats).map((seat) => {
		const owned = owners.filter(({ teamId }) => teamId === seat.team_id).map(({ playerId }) => playerId);
		const playerIds: PlayerId[] = draft.state === "complete" ? owned : listPickedPlayers(picks, seat.team_id);
		const row = lineups.find(({ team_id }) => team_id === seat.team_id);
		const lineup = row && draft.state === "complete" ? buildDraftLineup(row, draft) : null;
		const isOwn = userId !== null && seat.user_id === userId;
		return {
			teamId: seat.team_id,
			teamName: getTeamName(seat),
			colour: seat.colour,
			owner: buildPerson(seat.user_id, seat),
			isRobot: seat.is_robot,
			isAutopick: isPickedAtOnce(seat) ? ("on" as const) : seat.autopick,
			playerIds,
			...buildInjuredField(draft, seat),
			...buildShownLineup(lineup, isOwn, { season, round, draft, now }),
		};
	});
	return draft.state === "complete"
		? { teams, protectedIds: [...getProtectedIds({ draft, season, seats })] }
		: { teams };
};

/** Gets the facts about a complete draft. */
export const getRecap: LeagueReader<SuccessOf<typeof showDraftRecap>> = async (services, userId, leagueId) => {
	const { draft } = await getReadableDraft(services, userId, leagueId);
	requireComplete(draft);
	const rows = await listPicks(services.db, leagueId);
	const picks = rows.flatMap((row) => {
		const pick = buildCompletedPick(row);
		if (!pick) return [];
		const projectedRank = row.projected_rank ?? row.overall;
		return {
			...pick,
			projectedPoints: row.projected_points ?? 0,
			projectedRank,
			difference: row.overall - projectedRank,
		};
	});
	const teams = [...Map.groupBy(picks, ({ teamId }) => teamId)].map(([teamId, own]) => {
		const [best] = own
			.filter(({ difference, keptYears }) => difference > 0 && keptYears === 0)
			.toSorted((a, b) => b.difference - a.difference);
		return {
			teamId,
			projectedPoints: sum(own.map((pick) => pick.projectedPoints)),
			bestPick: best?.overallPick ?? null,
		};
	});
	return { picks, teams: teams.toSorted((a, b) => b.projectedPoints - a.projectedPoints) };
};
