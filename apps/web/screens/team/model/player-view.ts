import type { PlayerEntry } from "@first-bounce/contract/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { slotOf } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/team-locks";
import { openSlotFor } from "@first-bounce/rules/salary/salary";
import type { Season } from "../../../api/season-model.ts";
import { displayStat, type Fixture, fixtureOf, type PoolStat } from "../../../players/player-words.ts";
import { formatMoney } from "../../../wording/format.ts";

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
		playerImgPath: season.photoOf(entry),
		isInTeam,
		isLocked,
		showAddButton: isEditable && hurdle === null,
		showNoButton: isEditable && isInTeam && !isLocked,
		hurdle,
	};
}
