import type { Points } from "../ids.ts";
import { sum } from "../numbers.ts";
import { NORMAL_80_PERCENT } from "../projections/normal.ts";
import { type ExpectedPlayer, projectSquad } from "./expected-points.ts";
import type { SquadRules } from "./squad-rules.ts";

/** What a trade does to the projected points of both teams in the rounds that are left. */
export interface TradeEffect {
	readonly fromGain: Points;
	readonly toGain: Points;
	/** ± around the gains, in four of five cases: the 80 % range of the projections of the traded players combined. */
	readonly range: Points;
	/** Whether the difference between the gains is within the range. */
	readonly isFair: boolean;
}

interface SquadChange {
	readonly before: readonly ExpectedPlayer[];
	readonly after: readonly ExpectedPlayer[];
}

/** Computes the 80 % range of the projections of some players combined: how far off their sum is at most in four of five cases. */
export const computeCombinedRange = (players: readonly Pick<ExpectedPlayer, "variance">[]): Points =>
	NORMAL_80_PERCENT * Math.sqrt(sum(players.map(({ variance }) => variance)));

/** Compares the best line-ups of two squads before and after a trade (docs/game-rules.md#what-a-trade-does). */
export function computeTradeEffect(from: SquadChange, to: SquadChange, rules: SquadRules): TradeEffect {
	const getGain = ({ before, after }: SquadChange) =>
		sum(projectSquad(after, rules)) - sum(projectSquad(before, rules));
	const [fromGain, toGain] = [getGain(from), getGain(to)];
	const isMoving = ({ before, after }: SquadChange, { id }: ExpectedPlayer): boolean =>
		before.some((player) => player.id === id) !== after.some((player) => player.id === id);
	const moving = new Map(
		[from, to]
			.flatMap((change) => [...change.before, ...change.after].filter((player) => isMoving(change, player)))
			.map((player) => [player.id, player]),
	);
	const range = computeCombinedRange([...moving.values()]);
	return { fromGain, toGain, range, isFair: Math.abs(fromGain - toGain) <= range };
}
