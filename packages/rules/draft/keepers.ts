import type { PlayerId, TeamId } from "../ids.ts";
import { countUnplaced, type DraftPlayer } from "./complete-squads.ts";
import type { DraftPick } from "./draft-board.ts";
import { type DraftKind, listTurns, type PickTurn } from "./draft-order.ts";
import { getSquadSize, type SquadRules } from "./squad-rules.ts";

export const LEAGUE_FORMATS = ["redraft", "keeper", "dynasty"] as const;
/** What happens to squads when the next season begins: everyone is released, a few players are kept, or all but a few. */
export type LeagueFormat = (typeof LEAGUE_FORMATS)[number];

export const MAX_KEEPERS = 10;
export const MAX_KEEPER_YEARS = 10;
export const MAX_DELISTS = 10;

/** How many players the teams of a league may keep, and for how long (docs/game-rules.md#keepers). */
export interface KeeperRules {
	readonly format: LeagueFormat;
	/** The most keepers of a team in a keeper league. */
	readonly maxKeepers: number;
	/** How many years in a row a player may be kept in a keeper league; null for any number. */
	readonly maxYears: number | null;
	/** How many players a team of a dynasty league delists at least. */
	readonly minDelists: number;
}

/** A player of a squad at the end of last season, by her id in the new one. */
export interface CarriedPlayer {
	readonly playerId: PlayerId;
	/** The round of the pick that she took in last season's draft; null if nobody drafted or kept her. */
	readonly pickedRound: number | null;
	/** For how many years in a row she had been kept then. */
	readonly yearsKept: number;
}

/** A turn of the next draft with its owner. */
export interface OwnedTurn extends PickTurn {
	readonly teamId: TeamId;
}

/** A pick of the next draft that has changed hands. */
export type TradedPick = Omit<OwnedTurn, "overall">;

export type KeeperProblem =
	| { readonly code: "not-owned"; readonly playerId: PlayerId }
	| { readonly code: "too-many"; readonly most: number }
	/** She was a pick of the first round, so there is no earlier pick that she could cost. */
	| { readonly code: "first-round"; readonly playerId: PlayerId }
	| { readonly code: "years"; readonly playerId: PlayerId; readonly most: number }
	/** The team has no pick left that could pay for her. */
	| { readonly code: "no-pick"; readonly playerId: PlayerId; readonly round: number }
	/** The keepers chosen before her leave no place for her in the squad. */
	| { readonly code: "no-place"; readonly playerId: PlayerId };

/** A keeper with the pick that she takes. */
export interface PlacedKeeper extends Pick<PickTurn, "overall" | "round"> {
	readonly playerId: PlayerId;
}

/** The most players that a team may keep. */
export const getMaxKeepers = ({ format, maxKeepers, minDelists }: KeeperRules, squad: SquadRules): number => {
	if (format === "redraft") return 0;
	const size = getSquadSize(squad);
	return format === "keeper" ? Math.min(maxKeepers, size) : Math.max(0, size - minDelists);
};

/** How many more years a player may be kept, the coming one included; null for any number. */
export const countYearsLeft = ({ yearsKept }: CarriedPlayer, { format, maxYears }: KeeperRules): number | null =>
	format === "dynasty" || maxYears === null ? null : Math.max(0, maxYears - yearsKept);

/**
 * Gets the round whose pick a keeper costs, unless another keeper costs the same; null in a dynasty league, and for a pick of the
 * first round.
 */
export function getKeeperRound({ pickedRound }: CarriedPlayer, { format }: KeeperRules, rounds: number): number | null {
	if (format === "dynasty") return null;
	if (pickedRound === null) return rounds;
	return pickedRound === 1 ? null : Math.min(pickedRound, rounds + 1) - 1;
}

/** Finds why a player cannot be kept, whoever else is kept; null if she can. */
export function findKeeperProblem(player: CarriedPlayer, rules: KeeperRules): KeeperProblem | null {
	const { playerId, pickedRound } = player;
	if (rules.format !== "keeper") return null;
	if (rules.maxYears !== null && player.yearsKept >= rules.maxYears)
		return { code: "years", playerId, most: rules.maxYears };
	return pickedRound === 1 ? { code: "first-round", playerId } : null;
}

/**
 * Lists every turn of a draft with its owner after trades. A team that has more picks than places gives its last ones to those
 * that have too few, so that every squad can be filled (docs/game-rules.md#keepers).
 */
export function listOwnedTurns(
	order: readonly TeamId[],
	{ rounds, kind }: { readonly rounds: number; readonly kind: DraftKind },
	traded: readonly TradedPick[],
): OwnedTurn[] {
	const owners = new Map(traded.map(({ round, originalTeamId, teamId }) => [`${round} ${originalTeamId}`, teamId]));
	const turns = listTurns(order, rounds, kind).map((turn) => {
		const owner = owners.get(`${turn.round} ${turn.originalTeamId}`) ?? turn.originalTeamId;
		return { ...turn, teamId: order.includes(owner) ? owner : turn.originalTeamId };
	});
	const surplus = new Map(
		order.map((teamId) => [teamId, turns.filter((turn) => turn.teamId === teamId).length - rounds]),
	);
	return turns
		.toReversed()
		.map((turn) => {
			const over = surplus.get(turn.teamId) ?? 0;
			const taker = over > 0 ? order.find((teamId) => (surplus.get(teamId) ?? 0) < 0) : undefined;
			if (taker === undefined) return turn;
			surplus.set(turn.teamId, over - 1);
			surplus.set(taker, (surplus.get(taker) ?? 0) + 1);
			return { ...turn, teamId: taker };
		})
		.toReversed();
}

interface Placement {
	readonly placed: readonly PlacedKeeper[];
	readonly problems: readonly KeeperProblem[];
}

/**
 * Gives each keeper of a team a pick. In a keeper league, the keepers who cost the earliest rounds come first, then those chosen
 * first. Each takes the team's last free pick in the round that she costs, else its next earlier one. In a dynasty league,
 * keepers take the team's last picks.
 *
 * @param turns the picks of the team
 */
export function placeKeepers(
	keepers: readonly CarriedPlayer[],
	turns: readonly OwnedTurn[],
	rules: KeeperRules,
	rounds: number,
): Placement {
	const free = turns.toSorted((a, b) => b.overall - a.overall);
	const placed: PlacedKeeper[] = [];
	const problems: KeeperProblem[] = [];
	const getRound = (player: CarriedPlayer) => getKeeperRound(player, rules, rounds) ?? rounds;
	const ordered =
		rules.format === "dynasty" ? keepers.toReversed() : keepers.toSorted((a, b) => getRound(a) - getRound(b));
	for (const player of ordered) {
		const round = getRound(player);
		const index = free.findIndex((turn) => turn.round <= round);
		const [turn] = index < 0 ? [] : free.splice(index, 1);
		const { playerId } = player;
		if (turn) placed.push({ overall: turn.overall, round: turn.round, playerId });
		else problems.push({ code: "no-pick", playerId, round });
	}
	return { placed: placed.toSorted((a, b) => a.overall - b.overall), problems };
}

/** A team's squad of last season, its picks, and the data of its players. */
export interface KeeperTeam {
	readonly squad: readonly CarriedPlayer[];
	readonly turns: readonly OwnedTurn[];
	readonly players: readonly DraftPlayer[];
}

/** Finds the first player who has no place beside those before her. */
function findUnplaced(
	ids: readonly PlayerId[],
	players: readonly DraftPlayer[],
	squad: SquadRules,
): PlayerId | undefined {
	const byId = new Map(players.map((player) => [player.id, player]));
	const chosen: DraftPlayer[] = [];
	return ids.find((id) => {
		const player = byId.get(id);
		if (player) chosen.push(player);
		return !player || countUnplaced(chosen, squad) > 0;
	});
}

/** Places the keepers that a team chooses, and lists why it cannot keep them; no problems if it can. */
export function checkKeepers(
	chosen: readonly PlayerId[],
	{ squad, turns, players }: KeeperTeam,
	rules: KeeperRules,
	places: SquadRules,
): Placement {
	const most = getMaxKeepers(rules, places);
	const keepers = chosen.map((id) => squad.find(({ playerId }) => playerId === id));
	const known = keepers.filter((player) => player !== undefined);
	const problems = chosen.flatMap((playerId, index): KeeperProblem[] => {
		const player = keepers[index];
		if (!player || chosen.indexOf(playerId) < index) return [{ code: "not-owned", playerId }];
		const problem = findKeeperProblem(player, rules);
		return problem ? [problem] : [];
	});
	if (chosen.length > most) problems.push({ code: "too-many", most });
	if (problems.length > 0) return { placed: [], problems };
	const placement = placeKeepers(known, turns, rules, getSquadSize(places));
	const unplaced = findUnplaced(chosen, players, places);
	const noPlace: KeeperProblem[] = unplaced === undefined ? [] : [{ code: "no-place", playerId: unplaced }];
	return { placed: placement.placed, problems: [...placement.problems, ...noPlace] };
}

/**
 * Chooses the keepers of a team that has not chosen (docs/game-rules.md#keepers). In a dynasty league it keeps the players with
 * the most projected points. In a keeper league it keeps those who would probably be gone by the pick that they cost, the biggest
 * gains first.
 *
 * @param ranking the default ranking before the first pick, best first
 */
export function chooseKeepers(
	team: KeeperTeam,
	ranking: readonly PlayerId[],
	rules: KeeperRules,
	places: SquadRules,
): PlayerId[] {
	const rounds = getSquadSize(places);
	const ranks = new Map(ranking.map((playerId, index) => [playerId, index + 1]));
	const getRank = ({ playerId }: CarriedPlayer) => ranks.get(playerId) ?? ranking.length + 1;
	const countGain = (player: CarriedPlayer): number => {
		if (rules.format === "dynasty") return 1 + ranking.length - getRank(player);
		const [pick] = placeKeepers([player], team.turns, rules, rounds).placed;
		return pick ? pick.overall - getRank(player) : 0;
	};
	const candidates = team.squad
		.filter((player) => findKeeperProblem(player, rules) === null)
		.map((player) => ({ player, gain: countGain(player) }))
		.filter(({ gain }) => gain > 0 || rules.format === "dynasty")
		.toSorted((a, b) => b.gain - a.gain || getRank(a.player) - getRank(b.player));
	const most = getMaxKeepers(rules, places);
	const chosen: PlayerId[] = [];
	for (const { player } of candidates) {
		if (chosen.length === most) break;
		chosen.push(player.playerId);
		if (checkKeepers(chosen, team, rules, places).problems.length > 0) chosen.pop();
	}
	return chosen;
}

/** A pick of a board that is filled before the draft. */
export type PreparedPick = DraftPick & {
	/** For how many years in a row her team has kept her, including this one; 0 for a pick that is still to be made. */
	readonly keptYears: number;
};

/** Fills the picks of keepers on the board of a draft. */
export function buildKeeperBoard(
	turns: readonly OwnedTurn[],
	placed: readonly PlacedKeeper[],
	carried: readonly CarriedPlayer[],
): PreparedPick[] {
	const keepers = new Map(placed.map(({ overall, playerId }) => [overall, playerId]));
	const years = new Map(carried.map(({ playerId, yearsKept }) => [playerId, yearsKept]));
	return turns.map((turn) => {
		const playerId = keepers.get(turn.overall) ?? null;
		return { ...turn, playerId, isSkipped: false, keptYears: playerId === null ? 0 : (years.get(playerId) ?? 0) + 1 };
	});
}
