import type { Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { CoachPlayer } from "./coach-player.ts";
import { LineSlots } from "./line-slots.ts";
import type { OpenSlots } from "./open-slots.ts";

/** A trade, with the forecasts of both players. */
export interface CoachTrade {
	readonly playerIn: CoachPlayer;
	readonly playerOut: CoachPlayer;
}

interface TeamValueOptions {
	readonly rules: Pick<SeasonRules, "field" | "bench" | "captainFactor">;
	/** The weight of the points of each of the next rounds, the next one first. */
	readonly roundWeights: readonly number[];
	/** The value of an expected dollar in points. */
	readonly pointsPerDollar: number;
	/** The slots that are open in the next round. */
	readonly openSlots: OpenSlots;
}

/**
 * Creates a function that computes a team's value after some trades (docs/coach.md#method): the weighted expected
 * points of the best field, captain's bonus included, in each of the next rounds, plus the value of expected price
 * rises. In the next round, the points of locked players are left out, because trades do not change them.
 */
export function createTeamValue(
	team: readonly CoachPlayer[],
	pool: readonly CoachPlayer[],
	{ rules, roundWeights, pointsPerDollar, openSlots }: TeamValueOptions,
): (trades: readonly CoachTrade[]) => number {
	const allPlayers = [...team, ...pool];
	const openLineSlots = new LineSlots(openSlots.field, allPlayers);
	const allLineSlots = new LineSlots(rules.field, allPlayers);
	const priceRise = team.reduce((sum, player) => sum + player.priceRise, 0);
	const unlocked = team.filter(({ player }) => !openSlots.isLocked(player.id));
	const orders = roundWeights.map((_, round) =>
		(round === 0 ? unlocked : team).toSorted((a, b) => comparePoints(a, b, round)),
	);

	/** Adding the best players first gives the best field, because nothing but the slots limits the choice. */
	const computeFieldPoints = (round: number, trades: readonly CoachTrade[]): Points => {
		const incoming = trades.map(({ playerIn }) => playerIn).sort((a, b) => comparePoints(a, b, round));
		let points = 0;
		/** Those of the first player who gets a slot, who is the best one on field. */
		let captainPoints: Points | null = null;
		let nextIncoming = 0;
		const lineSlots = round === 0 ? openLineSlots : allLineSlots;
		lineSlots.clear();
		const add = ({ lines, points: expected }: CoachPlayer): void => {
			if (!lineSlots.take(lines)) return;
			const ownPoints = expected[round] ?? 0;
			points += ownPoints;
			captainPoints ??= ownPoints;
		};
		for (const player of orders[round] ?? []) {
			if (isLeaving(player, trades)) continue;
			for (let entering = incoming[nextIncoming]; entering && comparePoints(entering, player, round) < 0; ) {
				add(entering);
				nextIncoming += 1;
				entering = incoming[nextIncoming];
			}
			add(player);
			if (lineSlots.isFull) break;
		}
		for (const entering of incoming.slice(nextIncoming)) add(entering);
		const canChooseCaptain = round > 0 || openSlots.canChooseCaptain;
		return points + (canChooseCaptain ? (rules.captainFactor - 1) * (captainPoints ?? 0) : 0);
	};
	return (trades) => {
		let rise = priceRise;
		for (const { playerIn, playerOut } of trades) rise += playerIn.priceRise - playerOut.priceRise;
		let value = pointsPerDollar * rise;
		roundWeights.forEach((weight, round) => {
			value += weight * computeFieldPoints(round, trades);
		});
		return value;
	};
}

function isLeaving(player: CoachPlayer, trades: readonly CoachTrade[]): boolean {
	for (const { playerOut } of trades) if (playerOut === player) return true;
	return false;
}

const comparePoints = (a: CoachPlayer, b: CoachPlayer, round: number): number =>
	(b.points[round] ?? 0) - (a.points[round] ?? 0) || a.player.id - b.player.id;

/**
 * Creates a function that checks whether a full team, utility included, still has a slot for everyone after some
 * trades. Locked players keep their slots.
 */
export function createRosterCheck(
	team: readonly CoachPlayer[],
	pool: readonly CoachPlayer[],
	openSlots: OpenSlots,
): (trades: readonly CoachTrade[]) => boolean {
	const lineSlots = new LineSlots(openSlots.lines, [...team, ...pool]);
	const unlocked = team.filter(({ player }) => !openSlots.isLocked(player.id));
	const maxWithoutSlot = openSlots.isUtilityOpen ? 1 : 0;
	return (trades) => {
		lineSlots.clear();
		let withoutSlot = 0;
		for (const player of unlocked) {
			const { lines } = trades.find(({ playerOut }) => playerOut === player)?.playerIn ?? player;
			if (!lineSlots.take(lines)) withoutSlot += 1;
		}
		return withoutSlot <= maxWithoutSlot;
	};
}
