import type { ScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { applyDraftRules } from "@first-bounce/rules/draft/squad-rules";
import {
	NOBODY,
	type PlayerId,
	type RoundId,
	type SeasonTime,
	type TeamId,
	type UserId,
} from "@first-bounce/rules/ids";
import { getRole, type Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listPlayerIds, type TeamShape } from "@first-bounce/rules/lineup/slots";
import { sum } from "@first-bounce/rules/numbers";
import { redactForRivals } from "@first-bounce/rules/rivals/visible-to-rivals";
import { hasPlayed } from "@first-bounce/rules/scoring/player-points";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { countStat, isStatKey, STAT_KEYS, type StatLine } from "@first-bounce/rules/scoring/stats";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Pool } from "pg";
import { refuse } from "../../../plugins/refusal.ts";
import type { LeagueServices } from "../../leagues/league-row.ts";
import { getReadableLeague } from "../../leagues/service.ts";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { Clocks, SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { buildStatLine } from "../../seasons/current/stat-line.ts";
import { createPlayerRoundLookup, createPositionLookup } from "../../standings/player-rounds.ts";
import { findLedgerTeam, type LedgerLine, listLedgerLines } from "./queries.ts";

export interface LedgerServices extends Pick<LeagueServices, "db" | "isPublicRead" | "seasons"> {
	readonly pool: Pool;
	readonly clocks: Pick<Clocks, "seasonNow">;
}

type Entry = ScoreLedger["entries"][number];
type LedgerMatch = Entry["matches"][number];

function listScoredStats(line: StatLine, { scoring }: Pick<SeasonRules, "scoring">): LedgerMatch["stats"] {
	const otherStats = Object.keys(scoring).filter((key) => !isStatKey(key));
	return [...STAT_KEYS, ...otherStats.toSorted()].flatMap((stat) => {
		const count = countStat(line, stat);
		const weight = scoring[stat] ?? 0;
		return count === 0 || weight === 0 ? [] : [{ stat, count, weight, points: count * weight }];
	});
}

function buildCorrection({ corrected_at, correction_reason, corrected_before }: LedgerLine): LedgerMatch["correction"] {
	if (!corrected_at) return null;
	const { other = {}, ...commonStats } = corrected_before ?? {};
	const before = corrected_before ? { ...commonStats, ...other } : null;
	return { at: corrected_at.toISOString(), reason: correction_reason ?? "", before };
}

function buildMatches(row: LedgerLine, round: SnapshotRound, rules: SeasonRules): LedgerMatch[] {
	const match = round.matches.find(({ id }) => id === row.match_id);
	const line = buildStatLine(row);
	if (!match || !hasPlayed(line)) return [];
	const stats = listScoredStats(line, rules);
	return [
		{
			matchId: match.id,
			opponentId: row.squad_id === match.homeSquadId ? match.awaySquadId : match.homeSquadId,
			timeOnGround: line.TOG,
			stats,
			points: sum(stats.map(({ points }) => points)),
			isLive: match.status !== "complete",
			correction: buildCorrection(row),
		},
	];
}

interface RedactContext {
	readonly season: SeasonSnapshot;
	readonly now: SeasonTime;
	readonly shape: TeamShape;
}

/**
 * Returns the part of a line-up that the user may see: everything of their own team, and only what rivals may see of
 * another.
 */
function redactLineup(isOwn: boolean, lineup: Lineup, round: SnapshotRound, { season, now, shape }: RedactContext) {
	if (isOwn) return { lineup, hidden: 0 };
	const getPlayer = (id: PlayerId) => season.players.get(id);
	const visible = redactForRivals(lineup, round, { getPlayer, now, shape });
	if (!visible) throw refuse(403, "round-scheduled", { round: round.id });
	return visible;
}

/**
 * Explains a team's score in a round: every slot with its player's stats, their weights, the role and the points that
 * count. A draft team is explained to those who may read its league.
 *
 * @throws Refusal `round-unknown`, `team-unknown`, `team-not-in-round`; `round-scheduled` for a rival's team
 */
export async function getScoreLedger(
	services: LedgerServices,
	userId: UserId | null,
	{ roundId, teamId }: { readonly roundId: RoundId; readonly teamId: TeamId },
): Promise<ScoreLedger> {
	const { pool, seasons, clocks } = services;
	const season = seasons.current();
	const round = requireRound(season, roundId);
	const team = await findLedgerTeam(pool, season.seasonId, roundId, teamId);
	if (!team) throw refuse(404, "team-unknown");
	if (team.league_id !== null) await getReadableLeague(services, userId, team.league_id);
	if (!team.slots) throw refuse(404, "team-not-in-round", { round: roundId });

	const { squad, captain_doubled: captainDoubled } = team;
	const rules = squad ? applyDraftRules(season.rules, { squad, captainDoubled: captainDoubled ?? true }) : season.rules;
	const roles = { captainId: team.captain_id, viceCaptainId: team.vice_captain_id, emergency: team.emergency };
	const lineup = buildLineupFromIds(team.slots, rules, roles);
	const context = { season, now: clocks.seasonNow(), shape: rules };
	const visible = redactLineup(team.user_id === userId, lineup, round, context);
	const visibleIds = new Set(listPlayerIds(visible.lineup));
	const keepVisible = (id: PlayerId | null) => (id !== null && visibleIds.has(id) ? id : null);

	// Where the captain's points do not double, the roles mean nothing.
	const shownRoles = rules.captainFactor === 1 ? { ...visible.lineup, captainId: 0, viceCaptainId: 0 } : visible.lineup;
	const getPositions = createPositionLookup(season, roundId);
	const score = scoreLineup(lineup, createPlayerRoundLookup(season, round), getPositions, rules);
	const matchIds = round.matches.map(({ id }) => id);
	const lines = Map.groupBy(
		await listLedgerLines(pool, season.seasonId, matchIds, [...visibleIds]),
		(line) => line.player_id,
	);
	const entries = score.ledger
		.filter(({ playerId }) => playerId !== NOBODY && visibleIds.has(playerId))
		.map(
			({ slot, covers, coveredBy, ...entry }): Entry => ({
				area: slot.area,
				line: slot.line,
				index: slot.index,
				...entry,
				role: getRole(entry.playerId, shownRoles),
				matches: (lines.get(entry.playerId) ?? []).flatMap((row) => buildMatches(row, round, season.rules)),
				covers: keepVisible(covers),
				coveredBy: keepVisible(coveredBy),
			}),
		);
	return {
		roundId,
		teamId,
		userId: team.user_id,
		leagueId: team.league_id,
		teamName: team.is_active ? (team.team_name ?? "") : "",
		isLive: round.status === "playing",
		points: score.points,
		published: team.published,
		doubled: keepVisible(score.doubled),
		entries,
		hidden: visible.hidden,
	};
}
