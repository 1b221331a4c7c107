import { id, line, roundId } from "@first-bounce/contract/fields";
import { showCup } from "@first-bounce/contract/leagues/cup";
import { showLeague, showLeagueUsers, showMyLeagues } from "@first-bounce/contract/leagues/league";
import { showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import { showEliminationLadder, showLeagueLadder } from "@first-bounce/contract/leagues/league-ladder";
import { simplifyName } from "@first-bounce/contract/operator/player-names";
import { listPastSeasons, showPastRankings } from "@first-bounce/contract/stats/past-seasons";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { showSeasonReport } from "@first-bounce/contract/stats/season-report";
import type {
	MatchFile,
	OwnershipFile,
	PlayerEntry,
	PlayerStatsFile,
	PlayersFile,
	RoundsFile,
	SeasonFile,
	SquadsFile,
} from "@first-bounce/contract/stats/static-data";
import { listInstructions } from "@first-bounce/contract/team/instructions";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { listActions } from "@first-bounce/contract/team/team-actions";
import { showTeamHistory, showUserTeamHistory } from "@first-bounce/contract/team/team-history";
import { listTrades } from "@first-bounce/contract/team/trade";
import { z } from "zod";
import { createCallTool, createFileTool, type Tool } from "./build-tool.ts";
import { DRAFT_TOOLS } from "./draft-tools.ts";

const NO_INPUT = z.strictObject({});
const MAX_PLAYERS = 50;

const SORTS = {
	price: ({ cost }: PlayerEntry) => cost,
	average: ({ stats }: PlayerEntry) => stats.avgPoints,
	"last 3 average": ({ stats }: PlayerEntry) => stats.avgPointsLast3,
	total: ({ stats }: PlayerEntry) => stats.totalPoints,
	projection: ({ stats }: PlayerEntry) => stats.projectedPoints,
	ownership: ({ selections }: PlayerEntry) => selections ?? 0,
	"points per dollar": ({ cost, stats }: PlayerEntry) => stats.avgPoints / cost,
};

const playerFilter = z.strictObject({
	name: z.string().trim().max(60).optional().describe("Part of a first, last or full name"),
	ids: z.array(id).max(MAX_PLAYERS).optional(),
	club: z.string().trim().max(60).optional().describe("A club's name or abbreviation, as in list_clubs"),
	position: line.optional(),
	maxPrice: z.int().positive().optional().describe("In dollars"),
	sort: z.enum(Object.keys(SORTS) as [keyof typeof SORTS]).default("average"),
	offset: z.int().nonnegative().default(0),
	limit: z.int().positive().max(MAX_PLAYERS).default(20),
});

/**
 * Finds players, best first, with the facts that a decision needs. Prices and scores by round, former clubs and positions, and the
 * photo are left out to keep answers short; get_player_matches has the points of each match.
 */
function findPlayers(players: PlayersFile, filter: z.output<typeof playerFilter>) {
	const { name, ids, club, position, maxPrice, sort, offset, limit } = filter;
	// A name without letters and digits is nobody's.
	const isNamed = (player: PlayersFile[number], searched: string) =>
		searched !== "" && simplifyName(`${player.firstName} ${player.lastName}`).includes(searched);
	const found = players.filter(
		(player) =>
			(!name || isNamed(player, simplifyName(name))) &&
			(!ids || ids.includes(player.id)) &&
			(!club ||
				[player.squad.name, player.squad.abbreviation].some((text) => simplifyName(text) === simplifyName(club))) &&
			(!position || player.position.includes(position)) &&
			(!maxPrice || player.cost <= maxPrice),
	);
	const sorted = found.toSorted((a, b) => SORTS[sort](b) - SORTS[sort](a) || a.id - b.id);
	return {
		total: found.length,
		players: sorted.slice(offset, offset + limit).map(({ stats, ...player }) => {
			const { prices: _prices, scores: _scores, ...facts } = stats;
			const { formerSquads: _squads, formerPositions: _positions, photoVersion: _photo, ...rest } = player;
			return { ...rest, stats: facts };
		}),
	};
}

const roundFilter = z.strictObject({ roundId: roundId.optional().describe("Only this round; all rounds without it") });

const FILE_TOOLS: readonly Tool[] = [
	createFileTool({
		name: "get_season",
		description: "The season's name and rules: scoring, salary cap, trades, slots.",
		input: NO_INPUT,
		getFile: () => "season",
		select: (season: SeasonFile) => season,
	}),
	createFileTool({
		name: "list_clubs",
		description: "The clubs, with the ids by which other tools name them.",
		input: NO_INPUT,
		getFile: () => "squads",
		select: (clubs: SquadsFile) => ({ clubs }),
	}),
	createFileTool({
		name: "list_rounds",
		description:
			"Rounds with status, dates, byes and matches. Players lock when the first match of their club in the round starts.",
		input: roundFilter,
		getFile: () => "rounds",
		select: (rounds: RoundsFile, { roundId: wanted }) => ({
			rounds: rounds.filter((round) => wanted === undefined || round.id === wanted),
		}),
	}),
	createFileTool({
		name: "find_players",
		description:
			"Players with price in dollars, average, projected points, ownership in %, break-even and status, best first.",
		input: playerFilter,
		getFile: () => "players",
		select: findPlayers,
	}),
	createFileTool({
		name: "get_player_matches",
		description: "A player's matches this season, the newest first, with points and stats.",
		input: z.strictObject({ playerId: id }),
		getFile: ({ playerId }) => `player_stats/${playerId}`,
		select: (matches: PlayerStatsFile) => ({ matches }),
	}),
	createFileTool({
		name: "get_match",
		description: "The points and stats of everyone who played in a match.",
		input: z.strictObject({ matchId: id }),
		getFile: ({ matchId }) => `matches/${matchId}`,
		select: ({ events: _, ...match }: MatchFile) => match,
	}),
	createFileTool({
		name: "get_ownership",
		description:
			"How many of the best 100, 1,000 and 10,000 teams, and of all, had each player in a published round, made her captain or traded her.",
		input: z.strictObject({
			seasonId: id.describe("From get_season"),
			roundId,
			sort: z.enum(["owned", "captain", "tradedIn", "tradedOut"]).default("owned"),
			limit: z.int().positive().max(MAX_PLAYERS).default(20).describe("Players of each group"),
		}),
		getFile: ({ seasonId, roundId: round }) => `${seasonId}/ownership/${round}`,
		select: ({ groups, ...round }: OwnershipFile, { sort, limit }) => ({
			...round,
			groups: groups.map((group) => ({
				...group,
				players: group.players.toSorted((a, b) => b[sort] - a[sort] || a.id - b.id).slice(0, limit),
			})),
		}),
	}),
];

const CALL_TOOLS: readonly Tool[] = [
	createCallTool("get_my_team", showMyTeam, "The caller's team now: players by slot, captain, bank, trades left."),
	createCallTool("get_my_team_in_round", showTeamHistory, "The caller's team as it was in a round, with points."),
	createCallTool("list_my_trades", listTrades, "The caller's trades of the season, with prices."),
	createCallTool("list_my_actions", listActions, "What the caller changed in her team, newest first."),
	createCallTool(
		"list_my_instructions",
		listInstructions,
		"What the server will change in the caller's team if a player is named out.",
	),
	createCallTool(
		"get_round_result",
		showRoundResult,
		"How the caller's team went in a published round: score, ranks, captain and bench, match-ups.",
	),
	createCallTool("get_season_report", showSeasonReport, "Where the caller's points came from this season."),
	createCallTool(
		"get_rankings",
		showRankings,
		"The rankings of all teams, or of an open league with leagueId; roundId 0 is to date.",
	),
	createCallTool(
		"get_team_in_round",
		showUserTeamHistory,
		"Another manager's team in a round, by her user id. Players who are not locked yet stay hidden.",
	),
	createCallTool(
		"explain_score",
		showScoreLedger,
		"How a team's score in a round comes about: stats, captain, emergencies, corrections.",
	),
	createCallTool("list_my_leagues", showMyLeagues, "The caller's leagues, with her rank in each."),
	createCallTool("get_league", showLeague, "A league's settings and state."),
	createCallTool("list_league_members", showLeagueUsers, "A league's members; for its members only."),
	createCallTool(
		"get_league_ladder",
		showLeagueLadder,
		"The ladder of a head-to-head league; roundId 0 is to date, with the live round.",
	),
	createCallTool(
		"get_elimination_ladder",
		showEliminationLadder,
		"Who is alive and who is out in an elimination league; roundId 0 is to date.",
	),
	createCallTool(
		"get_league_history",
		showLeagueHistory,
		"A league's champions, all-time ladder and records over all of its seasons.",
	),
	createCallTool("get_cup", showCup, "The season's cup, with the caller's way through it."),
	createCallTool("list_past_seasons", listPastSeasons, "The closed seasons, with the caller's final rank in each."),
	createCallTool("get_past_rankings", showPastRankings, "The final rankings of a closed season."),
];

/** What assistants can read, in the order in which they see it. */
export const TOOLS: readonly Tool[] = [...FILE_TOOLS, ...CALL_TOOLS, ...DRAFT_TOOLS];
