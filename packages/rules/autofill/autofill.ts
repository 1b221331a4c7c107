import { type Dollars, NOBODY, type PlayerId, type Points } from "../ids.ts";
import { isNobody, type Lineup } from "../lineup/lineup.ts";
import { getPlayerAt, listBenchIds, listFieldIds, listPlayerIds, listSlots, setPlayerAt } from "../lineup/slots.ts";
import type { Player } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { accept, forbid, type Ruling } from "../violation.ts";
import { fillTeam, type OpenSlot } from "./fill-team.ts";

/** A player of the season, as autofill sees her for one team. */
export interface PoolPlayer {
	readonly player: Player;
	readonly projected: Points;
	readonly isLocked: boolean;
	/** The points expected in the next round, by which slots of a line and captains are given. By default `projected`. */
	readonly roundPoints?: Points;
	/** The expected rise of her price over the rounds that `projected` is about. */
	readonly priceRise: Dollars;
	/** False if she is not likely to play. She is then added only where the salary or the pool leaves no other choice. */
	readonly isLikelyToPlay?: boolean;
}

export interface AutofillInput {
	/** Its players keep their slots. Empty slots, and a captain or vice captain of 0, are filled. */
	readonly lineup: Lineup;
	/** Every player of the season, including those already in the line-up. */
	readonly pool: readonly PoolPlayer[];
	/** The money for the empty slots. */
	readonly bank: Dollars;
	/** Whether the team was never saved. If so, and it names no emergencies, its whole bench become emergencies. */
	readonly isFirstSave: boolean;
	/** What a dollar of price rise is worth in points to a team that is built for the season; 0 for one that is not. */
	readonly pointsPerDollar?: number;
	readonly rules: Pick<SeasonRules, "field" | "bench" | "captainFactor" | "emergencies">;
}

/** Secondary goals in points on field, so small that they only decide between about equal line-ups. */
const BENCH_WEIGHT = 0.01;
const POINTS_PER_DOLLAR_OF_UTILITY_RISE = 1e-5;
const POINTS_PER_DOLLAR_SAVED = 1e-10;

/**
 * Fills the empty slots with unlocked players within the bank (docs/game-rules.md#autofill). It maximises the projected
 * points on field, the captain's bonus included, plus the worth of everybody's price rise. Then come the points on the bench
 * and, if price rises have no worth, the utility's price rise. Players who are not likely to play are used only if there is no other way.
 * Within a line, empty slots are filled on field first and from the left, most points in the next round first.
 */
export function autofill(input: AutofillInput): Ruling<Lineup> {
	const { lineup, pool, bank, rules } = input;
	const inTeam = new Set(listPlayerIds(lineup));
	const emptySlots = listSlots(rules).filter((slot) => isNobody(getPlayerAt(lineup, slot)));
	const bonusFactor = isNobody(lineup.captainId) ? rules.captainFactor - 1 : 0;
	const available = pool.filter(({ player, isLocked }) => !isLocked && !inTeam.has(player.id));
	const captainBonus = bonusFactor * computeBestCaptainPoints(input);
	const fillFrom = (players: readonly PoolPlayer[]) =>
		fillTeam({
			slots: emptySlots,
			candidates: players.map((player) => createCandidate(player, bonusFactor, input.pointsPerDollar ?? 0)),
			bank,
			captainBonus,
		});
	const filling = fillFrom(available.filter(({ isLikelyToPlay = true }) => isLikelyToPlay)) ?? fillFrom(available);
	if (!filling) return forbid({ code: "not-enough-salary-to-fill" });

	const byId = new Map(pool.map((candidate) => [candidate.player.id, candidate]));
	const getRoundPoints = (id: PlayerId): Points => byId.get(id)?.roundPoints ?? byId.get(id)?.projected ?? 0;
	const bestFirst = filling
		.map(({ player }, index) => ({ id: player.id, slot: emptySlots[index] }))
		.toSorted((a, b) => getRoundPoints(b.id) - getRoundPoints(a.id) || a.id - b.id);
	let filled = lineup;
	// Each slot, on field first and from the left, gets the best player chosen for its line.
	for (const slot of emptySlots) {
		const bestIndex = bestFirst.findIndex((candidate) => candidate.slot?.line === slot.line);
		const [added] = bestFirst.splice(bestIndex, 1);
		filled = setPlayerAt(filled, slot, added?.id ?? NOBODY, rules);
	}
	return accept(addRoles(filled, input, getRoundPoints, byId));
}

function createCandidate({ player, projected, priceRise }: PoolPlayer, bonusFactor: number, pointsPerDollar: number) {
	const costPenalty = POINTS_PER_DOLLAR_SAVED * player.cost;
	const riseWorth = pointsPerDollar * priceRise;
	const worth: Record<OpenSlot["area"], Points> = {
		field: projected + riseWorth - costPenalty,
		bench: BENCH_WEIGHT * projected + riseWorth - costPenalty,
		utility: Math.max(pointsPerDollar, POINTS_PER_DOLLAR_OF_UTILITY_RISE) * priceRise - costPenalty,
	};
	return { player, worth, captainBonus: bonusFactor * projected };
}

/** Projected points of the best possible captain in the team: an unlocked player on field, not the vice captain. */
function computeBestCaptainPoints({ lineup, pool }: AutofillInput): Points {
	const onField = new Set(listFieldIds(lineup));
	const candidates = pool.filter(
		({ player, isLocked }) => onField.has(player.id) && !isLocked && player.id !== lineup.viceCaptainId,
	);
	return Math.max(0, ...candidates.map(({ projected }) => projected));
}

/**
 * If there is no captain or vice captain, the best unlocked player on field gets the role. Emergencies stay, and new bench players
 * become emergencies up to the season's limit; on a first save without emergencies, the whole bench does.
 */
function addRoles(
	filled: Lineup,
	{ lineup: before, isFirstSave, rules }: AutofillInput,
	getRoundPoints: (id: PlayerId) => Points,
	candidates: ReadonlyMap<PlayerId, PoolPlayer>,
): Lineup {
	const findBestOnField = (excludedId: PlayerId): PlayerId =>
		listFieldIds(filled)
			.filter((id) => id !== excludedId && !candidates.get(id)?.isLocked)
			.toSorted((a, b) => getRoundPoints(b) - getRoundPoints(a) || a - b)[0] ?? NOBODY;
	const captainId = isNobody(before.captainId) ? findBestOnField(before.viceCaptainId) : before.captainId;
	const viceCaptainId = isNobody(before.viceCaptainId) ? findBestOnField(captainId) : before.viceCaptainId;
	const benchBefore = listBenchIds(before);
	const needsWholeBench = isFirstSave && before.emergency.length === 0;
	const bench = listBenchIds(filled);
	const kept = bench.filter((id) => before.emergency.includes(id));
	const added = bench
		.filter((id) => !kept.includes(id) && (needsWholeBench || !benchBefore.includes(id)))
		.slice(0, Math.max(0, rules.emergencies - kept.length));
	const emergency = bench.filter((id) => kept.includes(id) || added.includes(id));
	return { ...filled, captainId, viceCaptainId, emergency };
}
