import {
	type CarriedPlayer,
	checkKeepers,
	type KeeperRules,
	type KeeperTeam,
	listOwnedTurns,
	type OwnedTurn,
	type PlacedKeeper,
} from "@first-bounce/rules/draft/keepers";
import { rankFreePlayers } from "@first-bounce/rules/draft/player-values";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import type { Db } from "../../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { listDraftPlayers } from "../draft-players.ts";
import type { Room } from "../room.ts";
import { getKeeperRules } from "./keeper-deadline.ts";
import { listSquadPlayers, listTradedPicks, type SquadPlayer } from "./queries.ts";

/** The squads of last season of a league's teams, and the picks that keepers cost. */
export interface Keepers {
	readonly rules: KeeperRules;
	readonly turns: readonly OwnedTurn[];
	readonly squadPlayers: readonly SquadPlayer[];
	/** Gets what a team's choice is checked against. */
	readonly getTeam: (teamId: TeamId) => KeeperTeam;
}

const buildCarried = ({ playerId, pickedRound, yearsKept }: SquadPlayer): CarriedPlayer[] =>
	playerId === null ? [] : [{ playerId, pickedRound, yearsKept }];

/**
 * Loads the squads and picks that the next draft of a league begins with: last season's or, once this season's draft is complete,
 * this season's. Before the order is drawn, the numbers of the picks are provisional.
 */
export async function loadKeepers(
	db: Db,
	{ draft, seats }: Pick<Room, "draft" | "seats">,
	season: SeasonSnapshot,
): Promise<Keepers> {
	const isNext = draft.state === "complete";
	const squadPlayers = await listSquadPlayers(db, draft.league_id, { seasonId: season.seasonId, isNext });
	const traded = await listTradedPicks(db, draft.league_id, isNext);
	const order = draft.team_order ?? seats.map(({ team_id }) => team_id);
	const turns = listOwnedTurns(order, { rounds: getSquadSize(draft.squad), kind: draft.kind }, traded);
	const players = listDraftPlayers(season, []);
	return {
		rules: getKeeperRules(draft),
		turns,
		squadPlayers,
		getTeam: (teamId) => ({
			squad: squadPlayers.filter((player) => player.teamId === teamId).flatMap(buildCarried),
			turns: turns.filter((turn) => turn.teamId === teamId),
			players,
		}),
	};
}

/** Places the keepers of all teams on the board, and lists those who cannot be kept any more. */
export function placeAllKeepers({ rules, getTeam }: Keepers, { draft, seats }: Pick<Room, "draft" | "seats">) {
	const results = seats.map((seat) => ({
		teamId: seat.team_id,
		keepers: seat.keepers ?? [],
		...checkKeepers(seat.keepers ?? [], getTeam(seat.team_id), rules, draft.squad),
	}));
	const placed: PlacedKeeper[] = results.flatMap((result) => result.placed);
	const refused = results.flatMap(({ teamId, keepers, problems }) =>
		problems.map((problem) => ({
			code: "keeper-refused" as const,
			teamId,
			playerId: "playerId" in problem ? problem.playerId : (keepers.at(-1) ?? 0),
		})),
	);
	return { placed, refused };
}

/** The default ranking of all players before the first pick, including picked ones who have left the pool since. */
export function rankAllPlayers(
	{ draft, seats }: Pick<Room, "draft" | "seats">,
	season: SeasonSnapshot,
	picks: Room["picks"] = [],
): PlayerId[] {
	const context = { teams: seats.length, pickedByLine: { DEF: 0, MID: 0, RUC: 0, FWD: 0 } };
	return rankFreePlayers(listDraftPlayers(season, picks), context, draft.squad).map(({ playerId }) => playerId);
}
