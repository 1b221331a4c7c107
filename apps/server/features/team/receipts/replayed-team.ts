import type { Dollars, RoundId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, getPlayerAt, listSlots, type TeamShape } from "@first-bounce/rules/lineup/slots";
import type { Trade } from "@first-bounce/rules/trades/trade";
import type { SavedAction, TeamChange } from "../actions/saved-action.ts";
import type { LineupRow } from "../team-row.ts";
import type { StoredTeam } from "./queries.ts";
import type { Receipt } from "./receipt.ts";

/** A line-up row with every bank that is possible. */
export type ReplayedRow = Omit<LineupRow, "bank"> & { readonly banks: readonly (Dollars | null)[] };

/** A team after some of its receipts. */
export interface ReplayedTeam {
	readonly lineup: Lineup;
	/** All possible banks, as a repricing at an unknown season time may have changed it; empty if nothing is known. */
	readonly banks: readonly Dollars[];
	readonly startRoundId: RoundId;
	readonly trades: readonly Trade[];
	/** By round, like the rows of `lineups`. */
	readonly rows: ReadonlyMap<RoundId, ReplayedRow>;
	readonly wallAt: number;
	readonly version: number;
	/** Whether the team may have been over the cap since its last receipt, which may have moved its start round. */
	readonly mayHaveMoved: boolean;
}

export const buildSavedLineup = ({
	lineup,
	bench,
	utilityId,
	captainId,
	viceCaptainId,
	emergency,
}: SavedAction): Lineup => ({
	field: lineup,
	bench,
	utilityId,
	captainId,
	viceCaptainId,
	emergency,
});

export const buildReplayedRow = ({ bank, ...row }: LineupRow): ReplayedRow => ({ ...row, banks: [bank] });

/** Rebuilds the line-up before an action from the line-up after it; null if there was none. */
export function revertChanges(after: Lineup, changes: readonly TeamChange[], shape: TeamShape): Lineup | null {
	const ids = listSlots(shape).map((slot) => {
		const change = changes.find(
			({ what, line, index }) => what === slot.area && line === slot.line && index === slot.index,
		);
		return change ? change.from : getPlayerAt(after, slot);
	});
	if (ids.every((id) => id === 0)) return null;
	const getPrevious = (kind: TeamChange["what"], id: number) =>
		changes.find((change) => change.what === kind)?.from ?? id;
	const swapped = changes.filter(({ what }) => what === "emergency");
	const keptEmergencies = after.emergency.filter((id) => !swapped.some(({ to }) => to === id));
	return buildLineupFromIds(ids, shape, {
		captainId: getPrevious("captain", after.captainId),
		viceCaptainId: getPrevious("viceCaptain", after.viceCaptainId),
		emergency: [...keptEmergencies, ...swapped.map(({ from }) => from).filter((id) => id !== 0)],
	});
}

/**
 * Finds the team as it was before its first receipt, generated or imported, which leaves no receipts. Null if the first
 * receipt created the team.
 */
export function findBaseline(team: StoredTeam, first: Receipt, shape: TeamShape): ReplayedTeam | null {
	const before = revertChanges(buildSavedLineup(first.saved), first.saved.changes, shape);
	if (!before || team.startRoundId === null) return null;
	const rows = team.lineups.filter(({ roundId }) => roundId < first.roundId);
	const bank = rows.at(-1)?.bank ?? null;
	return {
		lineup: before,
		banks: bank === null ? [] : [bank],
		startRoundId: team.startRoundId,
		trades: [],
		rows: new Map(rows.map((row) => [row.roundId, buildReplayedRow(row)])),
		wallAt: first.wallAt,
		version: 0,
		mayHaveMoved: false,
	};
}
