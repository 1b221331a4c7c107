import type { SuccessOf } from "@first-bounce/contract/call";
import type { PastPlayer, showPastTeam } from "@first-bounce/contract/stats/past-seasons";
import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import { getRole, type Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { computePlayerRound } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { getPositionsInRound } from "@first-bounce/rules/season-changes/positions";
import type { Db } from "../../db/tables/tables.ts";
import { refuse } from "../../plugins/refusal.ts";
import { listTeamOwners } from "../leagues/members/team-owners.ts";
import { buildStatLine } from "../seasons/current/stat-line.ts";
import { findTeamOfUser } from "../team/team-queries.ts";
import { findLineupInRound, listPlayers, listSquads, listStatLines, listTeamStandings } from "./queries.ts";
import { getPastSeason, type PastSeason, type PastSeasonServices } from "./service.ts";

/** Scores a line-up of a complete round, player by player. */
async function scorePlayers(
	db: Db,
	{ seasonId, rules }: PastSeason,
	roundId: RoundId,
	lineup: Lineup,
	playerIds: readonly PlayerId[],
): Promise<PastPlayer[]> {
	const players = new Map((await listPlayers(db, seasonId, playerIds)).map((player) => [player.id, player]));
	const squads = new Map((await listSquads(db, seasonId)).map(({ id, abbreviation }) => [id, abbreviation]));
	const lines = Map.groupBy(await listStatLines(db, seasonId, roundId, playerIds), ({ player_id }) => player_id);
	const { ledger } = scoreLineup(
		lineup,
		(id) => computePlayerRound((lines.get(id) ?? []).map(buildStatLine), true, rules),
		(id) => {
			const player = players.get(id);
			return player ? getPositionsInRound(player.position_history, roundId) : [];
		},
		rules,
	);
	return ledger.map(({ slot, state, ...entry }): PastPlayer => {
		const { playerId } = entry;
		const player = players.get(playerId);
		const clubs = { squadId: player?.squad_id ?? 0, formerSquads: player?.former_squads };
		const squadId = lines.get(playerId)?.[0]?.squad_id ?? getSquadInRound(clubs, roundId);
		return {
			...entry,
			firstName: player?.first_name ?? "",
			lastName: player?.last_name ?? "",
			squad: squads.get(squadId) ?? "",
			area: slot.area,
			line: slot.line,
			role: getRole(playerId, lineup),
			hasPlayed: state === "played",
		};
	});
}

/**
 * Gets a user's team in a round of a closed season. Every round is complete, so rivals may see the whole team
 * (docs/game-rules.md#what-rivals-see).
 *
 * @throws Refusal `season-unknown`, `team-unknown`, `round-unknown`, `team-not-in-round`
 */
export async function getPastTeam(
	services: PastSeasonServices,
	viewerId: UserId | null,
	{ seasonId, userId, roundId }: { readonly seasonId: number; readonly userId: UserId; readonly roundId: RoundId },
): Promise<SuccessOf<typeof showPastTeam>> {
	const { db } = services;
	const season = await getPastSeason(services, seasonId);
	if (!season.rounds.some(({ id }) => id === roundId)) throw refuse(404, "round-unknown");
	const team = await findTeamOfUser(db, seasonId, userId);
	const owner = team && (await listTeamOwners(db, [team.id], viewerId)).get(team.id);
	if (!owner) throw refuse(404, "team-unknown");
	const rounds = await listTeamStandings(db, seasonId, owner.teamId);
	const standing = rounds.find((round) => round.roundId === roundId);
	const lineupRow = await findLineupInRound(db, owner.teamId, roundId);
	if (!standing || !lineupRow) throw refuse(404, "team-not-in-round", { round: roundId });
	const lineup = buildLineupFromIds(lineupRow.slots, season.rules, lineupRow);
	const { lastRound, grandFinal } = season.rules;
	return {
		team: {
			...owner,
			season: { id: seasonId, name: season.name, lastRound, grandFinal },
			rounds,
			roundId,
			points: standing.points,
			players: await scorePlayers(db, season, roundId, lineup, lineupRow.slots),
		},
	};
}
