import type { SuccessOf } from "@first-bounce/contract/call";
import type { RoundPlayers, showRoundPlayers, VisibleTeam } from "@first-bounce/contract/stats/match-centre";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { copyPlayersByLine, isNobody, type Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listBenchIds, listFieldIds } from "@first-bounce/rules/lineup/slots";
import { isVisibleToRivals, type RedactedLineup, redactForRivals } from "@first-bounce/rules/rivals/visible-to-rivals";
import type { Pool } from "pg";
import { requireRound } from "../../seasons/current/require-season.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { findOwnTeam, listEliminationLeagues, listLeaguePlayerIds, listOpponents, type RoundTeam } from "./queries.ts";

export interface MatchCentreServices {
	readonly pool: Pool;
	readonly currentSeason: () => SeasonSnapshot;
	readonly clocks: Pick<Clocks, "seasonNow">;
}

const buildLineup = (team: RoundTeam, { rules }: SeasonSnapshot): Lineup =>
	buildLineupFromIds(team.slots, rules, {
		captainId: team.captain_id,
		viceCaptainId: team.vice_captain_id,
		emergency: team.emergency,
	});

function buildRoundPlayers(lineup: Lineup): RoundPlayers {
	const isPlayer = (id: number) => !isNobody(id);
	return {
		fieldIds: listFieldIds(lineup).filter(isPlayer),
		benchIds: [...listBenchIds(lineup), lineup.utilityId].filter(isPlayer),
		captainId: lineup.captainId,
		viceCaptainId: lineup.viceCaptainId,
	};
}

function buildVisibleTeam({ lineup, hidden }: RedactedLineup): VisibleTeam {
	const { field, bench, utilityId, captainId, viceCaptainId, emergency } = lineup;
	const roles = { captainId, viceCaptainId, emergency: [...emergency] };
	return { lineup: copyPlayersByLine(field), bench: copyPlayersByLine(bench), utilityId, ...roles, hidden };
}

/**
 * Gets the players that a user, the user's opponents and the user's leagues have in a round. Players of rivals are left
 * out until docs/game-rules.md#what-rivals-see allows them.
 */
export async function getRoundPlayers(
	{ pool, currentSeason, clocks }: MatchCentreServices,
	userId: UserId,
	roundId: RoundId,
): Promise<SuccessOf<typeof showRoundPlayers>> {
	const season = currentSeason();
	const round = requireRound(season, roundId);
	const key = { seasonId: season.seasonId, roundId, userId };
	const [own, opponents, eliminationLeagues, leaguePlayerIds] = await Promise.all([
		findOwnTeam(pool, key),
		listOpponents(pool, key),
		listEliminationLeagues(pool, key),
		listLeaguePlayerIds(pool, key),
	]);
	const now = clocks.seasonNow();
	const getPlayer = (id: number) => season.players.get(id);
	return {
		own: own ? buildRoundPlayers(buildLineup(own, season)) : null,
		opponents: opponents.map((team) => {
			const visible = redactForRivals(buildLineup(team, season), round, { getPlayer, now, shape: season.rules });
			const hidden: RoundPlayers = { fieldIds: [], benchIds: [], captainId: 0, viceCaptainId: 0 };
			return {
				leagueId: team.league_id,
				leagueName: team.league_name,
				index: team.place,
				teamName: team.is_active ? (team.team_name ?? "") : "",
				...(visible ? buildRoundPlayers(visible.lineup) : hidden),
				team: visible ? buildVisibleTeam(visible) : null,
			};
		}),
		eliminationLeagues: eliminationLeagues.map(({ id, name }) => ({ leagueId: id, leagueName: name })),
		leaguePlayerIds: leaguePlayerIds.filter((id) => isVisibleToRivals(getPlayer(id), round, now)),
	};
}
