import type { Points } from "../ids.ts";
import { LINES, type Line } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { CoachPlayer, LineSet } from "./coach-player.ts";
import { findOpenSlots, type OpenSlots } from "./open-slots.ts";

/** A trade, with the forecasts of both players. */
export interface CoachTrade {
	readonly playerIn: CoachPlayer;
	readonly playerOut: CoachPlayer;
}

export interface TeamValueOptions {
	readonly rules: Pick<SeasonRules, "field" | "bench" | "captainFactor">;
	/** The weight of the points of each of the next rounds, the next one first. */
	readonly roundWeights: readonly number[];
	/** The value of an expected dollar in points. */
	readonly pointsPerDollar: number;
	/** The slots that are open in the next round; all by default. */
	readonly openSlots?: OpenSlots;
}

const ALL_LINES: LineSet = 2 ** LINES.length - 1;
const LINE_SETS = Array.from({ length: ALL_LINES + 1 }, (_, set): LineSet => set);

/**
 * The sets of lines whose slots must be counted together: the lines of each player, and the unions of such sets that
 * overlap. Two lines that are in no such set together can be counted separately.
 */
function listConnectedSets(players: readonly CoachPlayer[]): readonly LineSet[] {
	const sets = new Set(players.map(({ lines }) => lines));
	for (const set of sets) for (const other of sets) if ((set & other) !== 0) sets.add(set | other);
	return [...sets];
}

/**
 * Counts free slots while players take them one by one. It does not decide on which of her lines a player plays, only
 * whether everyone has a slot.
 */
class LineSlots {
	readonly #counts: readonly number[];
	/** For each set of lines, the number of players who took a slot and can play on no other line. */
	readonly #taken = LINE_SETS.map(() => 0);
	/** For each set of lines, the connected sets that contain it, whose slots can run out. */
	readonly #limits: readonly (readonly LineSet[])[];
	#left: number;

	constructor(counts: Readonly<Record<Line, number>>, players: readonly CoachPlayer[]) {
		this.#counts = LINE_SETS.map((set) =>
			LINES.reduce((sum, line, index) => ((set & (1 << index)) !== 0 ? sum + counts[line] : sum), 0),
		);
		const connected = listConnectedSets(players);
		this.#limits = LINE_SETS.map((set) => connected.filter((other) => (set & other) === set));
		this.#left = this.#counts[ALL_LINES] ?? 0;
	}

	clear(): void {
		this.#taken.fill(0);
		this.#left = this.#counts[ALL_LINES] ?? 0;
	}

	get isFull(): boolean {
		return this.#left === 0;
	}

	/**
	 * Takes a slot, unless somebody would then have none. By Hall's theorem everyone has a slot if no set of lines has
	 * fewer slots than players who can play only there.
	 */
	take(lines: LineSet): boolean {
		const limits = this.#limits[lines] ?? [];
		for (const set of limits) if ((this.#taken[set] ?? 0) >= (this.#counts[set] ?? 0)) return false;
		for (const set of limits) this.#taken[set] = (this.#taken[set] ?? 0) + 1;
		this.#left -= 1;
		return true;
	}
}

/**
 * Creates a function that computes a team's value after some trades (docs/coach.md#method): the weighted expected
 * points of the best field, captain's bonus included, in each of the next rounds, plus the value of expected price
 * rises. In the next round, the points of locked players are left out, because trades do not change them.
 */
export function createTeamValue(
	team: readonly CoachPlayer[],
	pool: readonly CoachPlayer[],
	{ rules, roundWeights, pointsPerDollar, openSlots = findOpenSlots(rules, null) }: TeamValueOptions,
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
 * Creates a function that checks whether a full team still has a slot for everyone after some trades, including the utility
 * slot. Locked players keep their slots.
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
