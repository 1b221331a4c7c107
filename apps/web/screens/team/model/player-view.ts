import type { PlayerEntry } from "@first-bounce/contract/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { slotOf } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/team-locks";
import type { Round } from "@first-bounce/rules/round";
import { matchesOf } from "@first-bounce/rules/round/squad-status";
import { openSlotFor } from "@first-bounce/rules/salary/salary";
import type { Season } from "../../../api/season-model.ts";
import { formatAverage, formatMoney, formatMoneyChange, formatPoints } from "../../../wording/format.ts";

export const POOL_STATS = ["avgPoints", "cost", "selections", "totalPoints", "roundPoints"] as const;
export type PoolStat = (typeof POOL_STATS)[number];

/** One match of hers in the round (D1 §3). */
export interface Fixture {
	readonly matchId: number;
	readonly isPlayerHome: boolean;
	readonly homeSquad: string;
	readonly awaySquad: string;
	/** Season time in milliseconds. */
	readonly startsAt: number;
}

/** Why she cannot be added now; null when she can. */
export type AddHurdle = "in-team" | "locked" | "no-money" | "no-place";

/** A player as the team screen shows her: D1 §3's derived fields and flags. */
export interface PlayerView {
	readonly entry: PlayerEntry;
	readonly name: string;
	readonly positions: string;
	readonly displayPrice: string;
	/** "-" without games (D1 §9). */
	readonly displayStat: string;
	readonly fixture: readonly Fixture[];
	/** Null where the season has no photo of her. */
	readonly playerImgPath: string | null;
	readonly isInTeam: boolean;
	readonly isLocked: boolean;
	readonly showAddButton: boolean;
	/** A team player who may be taken out. */
	readonly showNoButton: boolean;
	readonly hurdle: AddHurdle | null;
}

/** What a view of players depends on besides the player. */
export interface ViewContext {
	readonly season: Season;
	/** The line-up as it is being edited, and what it has left to spend. */
	readonly lineup: Lineup;
	readonly bank: number;
	readonly isLocked: LockCheck;
	/** Whether the team may be edited freely now. */
	readonly isEditable: boolean;
	readonly stat: PoolStat;
}

export function statValue({ cost, selections, stats }: PlayerEntry, stat: PoolStat): number | null {
	if (stat === "cost") return cost;
	if (stat === "selections") return selections;
	return stats.gamesPlayed === 0 ? null : stats[stat];
}

export function displayStat(entry: PlayerEntry, stat: PoolStat): string {
	const value = statValue(entry, stat);
	if (value === null) return "-";
	if (stat === "cost") return formatMoney(value);
	if (stat === "selections") return `${formatAverage(value)}%`;
	return stat === "avgPoints" ? formatAverage(value) : formatPoints(value);
}

export function fixtureOf(squadId: number, round: Round | undefined, { squads }: Season): readonly Fixture[] {
	const abbreviation = (id: number) => squads.get(id)?.abbreviation ?? "";
	return (round ? matchesOf(squadId, round) : []).map((match) => ({
		matchId: match.id,
		isPlayerHome: match.homeSquadId === squadId,
		homeSquad: abbreviation(match.homeSquadId),
		awaySquad: abbreviation(match.awaySquadId),
		startsAt: match.startsAt,
	}));
}

/** "v GEL" at home, "@DUN" away, both in a double week; null on a bye. */
export const fixtureWords = (fixture: readonly Fixture[]): string | null =>
	fixture.length === 0
		? null
		: fixture.map((match) => (match.isPlayerHome ? `v ${match.awaySquad}` : `@${match.homeSquad}`)).join(" ");

/** Her price change of the last round in words, once round one is complete (D1 §2); null for "HOLD". */
export const changeWords = ({ cost_round_diff }: PlayerEntry): string | null =>
	cost_round_diff === 0 ? null : formatMoneyChange(cost_round_diff);

export const isFirstRoundComplete = ({ rounds }: Season): boolean => rounds[0]?.status === "complete";

function hurdleFor(entry: PlayerEntry, isInTeam: boolean, isLocked: boolean, context: ViewContext): AddHurdle | null {
	if (isInTeam) return "in-team";
	if (isLocked) return "locked";
	const player = context.season.lookup(entry.id);
	if (!player || !openSlotFor(context.lineup, player, context.season.rules)) return "no-place";
	return entry.cost > context.bank ? "no-money" : null;
}

/** A player in the light of the team as it is being edited. */
export function playerView(entry: PlayerEntry, context: ViewContext): PlayerView {
	const { season, lineup, isEditable, stat } = context;
	const isInTeam = slotOf(lineup, entry.id, season.rules) !== null;
	const isLocked = context.isLocked(entry.id);
	const hurdle = hurdleFor(entry, isInTeam, isLocked, context);
	return {
		entry,
		name: `${entry.firstName} ${entry.lastName}`,
		positions: entry.position.join("/"),
		displayPrice: formatMoney(entry.cost),
		displayStat: displayStat(entry, stat),
		fixture: fixtureOf(entry.squadId, season.current, season),
		playerImgPath: null,
		isInTeam,
		isLocked,
		showAddButton: isEditable && hurdle === null,
		showNoButton: isEditable && isInTeam && !isLocked,
		hurdle,
	};
}
