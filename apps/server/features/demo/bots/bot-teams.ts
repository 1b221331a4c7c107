import { HOUR_MS } from "@first-bounce/rules/durations";
import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { checkTeamEdit } from "@first-bounce/rules/team/edit-team";
import type { TeamState } from "@first-bounce/rules/team/team-state";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { createLineups, createTeams, createTrades } from "../queries.ts";
import { computeBotTurn } from "./bot-turn.ts";
import type { Bot } from "./bots.ts";
import { type Prospect, pickTeam } from "./pick-team.ts";

const MAX_DRAWS = 40;

export interface BotTeam {
	readonly bot: Bot;
	readonly teamId: TeamId;
	readonly state: TeamState;
}

const buildBotContext = (season: SeasonSnapshot, now: number) => ({
	rules: season.rules,
	getPlayer: (id: number) => season.players.get(id),
	rounds: season.rounds,
	now,
	getProjectedPoints: (id: number) => season.players.get(id)?.projectedPoints,
	prospects: season.players as ReadonlyMap<number, Prospect>,
});

/** Draws teams until one is legal and under the cap. */
export function pickLegalTeam(bot: Pick<Bot, "strategy" | "random">, season: SeasonSnapshot, now: number): TeamState {
	const prospects = [...season.players.values()];
	for (let draw = 0; draw < MAX_DRAWS; draw++) {
		const lineup = pickTeam(
			prospects,
			season.rules,
			bot.strategy,
			bot.random.fork(`season ${season.seasonId} draw ${draw}`),
		);
		const edit = lineup && checkTeamEdit(null, lineup, buildBotContext(season, now));
		if (edit?.ok) return edit.value;
	}
	throw new Error(`No legal team in ${MAX_DRAWS} draws`);
}

const buildLineupRow = (teamId: TeamId, roundId: RoundId, { lineup, bank }: TeamState, season: SeasonSnapshot) => ({
	team_id: teamId,
	round_id: roundId,
	slots: [...listSlotIds(lineup, season.rules)],
	captain_id: lineup.captainId,
	vice_captain_id: lineup.viceCaptainId,
	emergency: [...lineup.emergency],
	bank,
});

/** Creates the teams of the bots that join in the current round, some days or hours before its first match. */
async function createNewTeams(
	db: Db,
	bots: readonly Bot[],
	season: SeasonSnapshot,
	firstLock: number,
): Promise<BotTeam[]> {
	const roundId = findCurrentRound(season.rounds)?.id ?? 1;
	const joining = bots
		.filter(({ startRound }) => startRound === roundId)
		.map((bot) => {
			const completedAt = firstLock - bot.random.fork("enters").between(2, 150) * HOUR_MS;
			return { bot, completedAt, state: pickLegalTeam(bot, season, completedAt) };
		});
	if (joining.length === 0) return [];
	const rows = await createTeams(
		db,
		joining.map(({ bot, completedAt }) => ({
			season_id: season.seasonId,
			user_id: bot.userId,
			start_round_id: roundId,
			completed_at: new Date(completedAt),
			version: 1,
		})),
	);
	const teamIdByUser = new Map(rows.map((row) => [row.user_id, row.id]));
	const teams = joining.map(({ bot, state }) => ({ bot, state, teamId: teamIdByUser.get(bot.userId) ?? 0 }));
	await createLineups(
		db,
		teams.map(({ teamId, state }) => buildLineupRow(teamId, roundId, state, season)),
	);
	return teams;
}

/** Computes the turn of every bot that has a team, and saves the teams that changed. */
async function applyBotTurns(
	db: Db,
	teams: readonly BotTeam[],
	season: SeasonSnapshot,
	now: number,
): Promise<BotTeam[]> {
	const roundId = findCurrentRound(season.rounds)?.id ?? 1;
	const context = buildBotContext(season, now);
	const turns = teams.map((team) => {
		const random = team.bot.random.fork(`season ${season.seasonId} round ${roundId}`);
		return { team, turn: computeBotTurn(team.state, team.bot.strategy, context, random) };
	});
	const changed = turns.filter(({ team, turn }) => turn.team !== team.state);
	await createLineups(
		db,
		changed.map(({ team, turn }) => buildLineupRow(team.teamId, roundId, turn.team, season)),
	);
	const changes = changed.flatMap(({ team, turn }) =>
		turn.trades.map((trade, index) => ({ team, trade, slot: team.state.trades.length + index + 1 })),
	);
	const rows = changes.map(({ team, trade, slot }) => ({
		team_id: team.teamId,
		round_id: trade.roundId,
		player_in_id: trade.playerInId,
		player_out_id: trade.playerOutId,
		price_in: trade.priceIn,
		price_out: trade.priceOut,
		swap_ids: [...trade.swapIds],
		made_at: new Date(now),
		slot,
	}));
	await createTrades(db, rows);
	return turns.map(({ team, turn }) => {
		// Any ids will do, because the rules do not use those of trades.
		const trades = [...team.state.trades, ...turn.trades.map((trade, index) => ({ ...trade, id: -1 - index }))];
		return { ...team, state: { ...turn.team, trades } };
	});
}

/** Prepares every bot for the current round, an hour before its first lock: new bots pick a team, the others make changes. */
export async function prepareBots(
	db: Db,
	bots: readonly Bot[],
	teams: readonly BotTeam[],
	season: SeasonSnapshot,
): Promise<BotTeam[]> {
	const round = findCurrentRound(season.rounds);
	const firstLock = (round && getFirstLockTime(round)) ?? 0;
	const updatedTeams = await applyBotTurns(db, teams, season, firstLock - HOUR_MS);
	return [...updatedTeams, ...(await createNewTeams(db, bots, season, firstLock))];
}
