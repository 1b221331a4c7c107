import type { CarriedPlayerView, KeepersView, KeeperTeamView } from "@first-bounce/contract/draft/keepers";
import {
	type CarriedPlayer,
	checkKeepers,
	type KeeperProblem,
	type KeeperRules,
	type OwnedTurn,
	type PlacedKeeper,
} from "@first-bounce/rules/draft/keepers";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import type { Season } from "../../../api/season-model.ts";
import { buildRoomModel, type RoomModel } from "../draft/model/draft-room.ts";

const getRules = ({ format, most, maxKeeperYears, minDelists }: KeepersView): KeeperRules => ({
	format,
	maxKeepers: most,
	maxYears: maxKeeperYears,
	minDelists,
});

const buildCarried = ({ playerId, pickedRound, yearsKept }: CarriedPlayerView): CarriedPlayer[] =>
	playerId === null ? [] : [{ playerId, pickedRound, yearsKept }];

const listTurns = ({ picks }: KeepersView): OwnedTurn[] =>
	picks.map(({ overallPick: overall, ...pick }) => ({ ...pick, overall }));

/** Lists the players of a team who can be kept if nobody else is. */
export const listKeepable = ({ players }: KeeperTeamView): PlayerId[] =>
	players.flatMap(({ playerId, problem }) => (playerId === null || problem !== null ? [] : [playerId]));

/** Places the keepers that a team has chosen on its picks, as the server will. */
export function placeChoice(
	view: KeepersView,
	team: KeeperTeamView,
	chosen: readonly PlayerId[],
	season: Season,
): { readonly placed: readonly PlacedKeeper[]; readonly problems: readonly KeeperProblem[] } {
	const players = team.players.flatMap(({ playerId }) => season.lookup(playerId ?? 0) ?? []);
	const turns = listTurns(view).filter(({ teamId }) => teamId === team.teamId);
	const context = { squad: team.players.flatMap(buildCarried), turns, players };
	return checkKeepers(chosen, context, getRules(view), view.squad);
}

/** The board shows no times of picks. */
const NO_TIME = new Date(0).toISOString();

/** The board of the next draft with the keepers that the viewer knows of, and those being chosen for a team. */
export function buildKeeperBoard(
	view: KeepersView,
	season: Season,
	choice: { readonly teamId: TeamId; readonly chosen: readonly PlayerId[] } | null,
): RoomModel {
	const placed = new Map(
		view.teams.flatMap((team) => {
			const chosen = team.teamId === choice?.teamId ? choice.chosen : (team.keepers ?? []);
			return placeChoice(view, team, chosen, season).placed.map(
				({ overall, playerId }) => [overall, playerId] as const,
			);
		}),
	);
	const turns = view.picks.map((pick) => ({ ...pick, isSkipped: false }));
	const seats = view.teams.map((team) => ({
		...team,
		autopick: "off" as const,
		isAway: false,
		isPresent: false,
		needs: { DEF: 0, MID: 0, RUC: 0, FWD: 0, utility: 0 },
		openLines: [],
	}));
	return buildRoomModel(
		{
			draftStatus: "setup",
			seats,
			completedPicks: turns.flatMap((turn) => {
				const playerId = placed.get(turn.overallPick);
				return playerId === undefined
					? []
					: [{ ...turn, playerId, madeAt: NO_TIME, madeBy: "keeper" as const, keptYears: 1 }];
			}),
			futurePicks: turns.filter(({ overallPick }) => !placed.has(overallPick)),
		},
		view.myTeamId,
	);
}
