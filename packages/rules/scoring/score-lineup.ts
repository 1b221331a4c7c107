import type { PlayerId, Points } from "../ids.ts";
import { isEmptySlot, type Lineup, type PlayersByLine, type Slot, type SlotArea } from "../lineup/lineup.ts";
import { LINES, type Line } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { coverVacancies, type Substitution } from "./cover.ts";
import type { PlayerRound } from "./player-round.ts";

/** One player's part in a team's score: `counted` = `points` × `factor`. */
export interface ScoreEntry {
	readonly slot: Slot;
	readonly playerId: PlayerId;
	readonly state: PlayerRound["state"];
	readonly points: Points;
	/** 0 for who does not count, 1, or the captain's factor. */
	readonly factor: number;
	readonly counted: Points;
	/** The on-field player she came in for. */
	readonly covers: PlayerId | null;
	/** The emergency who came in for her. */
	readonly coveredBy: PlayerId | null;
}

/** A team's score in a round, with its ledger: Σ `counted` over `ledger` is `points`. */
export interface TeamScore {
	readonly points: Points;
	readonly substitutions: readonly Substitution[];
	/** Whose points are doubled: the captain, the vice captain in her stead, or nobody (decisions §2.3). */
	readonly doubled: PlayerId | null;
	/** Every filled place: field, bench, utility. */
	readonly ledger: readonly ScoreEntry[];
}

function listFilledSlots(players: PlayersByLine, area: SlotArea): { slot: Slot; line: Line; playerId: PlayerId }[] {
	return LINES.flatMap((line) =>
		players[line]
			.map((playerId, index) => ({ slot: { area, line, index }, line, playerId }))
			.filter(({ playerId }) => !isEmptySlot(playerId)),
	);
}

function findDoubledPlayer(
	{ captainId, viceCaptainId }: Lineup,
	roundOf: (id: PlayerId) => PlayerRound,
): PlayerId | null {
	const holder = [captainId, viceCaptainId].find((id) => !isEmptySlot(id) && roundOf(id).state !== "did-not-play");
	return holder ?? null;
}

/**
 * A team's points in a round (decisions §2.3–§2.6), live or final. The players on field score; the captain's points
 * are multiplied, the vice captain's only once the captain did not play. An on-field player who did not play is
 * covered by an emergency who played and may play her line; she never inherits the armband. Bench players not called
 * upon and the utility count nothing.
 *
 * @param roundOf what is known of a player in the round; an id nobody knows did not play
 * @param getPositions the lines an emergency may cover. In a replay of historic teams that is the line she sits on.
 */
export function scoreLineup(
	team: Lineup,
	roundOf: (id: PlayerId) => PlayerRound,
	positionsOf: (id: PlayerId) => readonly Line[],
	rules: Pick<SeasonRules, "captainFactor">,
): TeamScore {
	const field = listFilledSlots(team.lineup, "field");
	const bench = listFilledSlots(team.bench, "bench");
	const utility: Slot = { area: "utility", line: null, index: 0 };
	const doubled = findDoubledPlayer(team, roundOf);

	const vacancies = field.filter(({ playerId }) => roundOf(playerId).state === "did-not-play");
	const emergencies = bench.filter(
		({ playerId }) => team.emergency.includes(playerId) && roundOf(playerId).state === "played",
	);
	const substitutions = coverVacancies(
		vacancies,
		emergencies.map(({ playerId }) => ({
			playerId,
			lines: positionsOf(playerId),
			points: roundOf(playerId).points,
		})),
	);
	const covers = new Map(substitutions.map((substitution) => [substitution.in, substitution.out]));
	const coveredBy = new Map(substitutions.map((substitution) => [substitution.out, substitution.in]));

	const entry = (slot: Slot, playerId: PlayerId, factor: number): ScoreEntry => {
		const { state, points } = roundOf(playerId);
		const relief = { covers: covers.get(playerId) ?? null, coveredBy: coveredBy.get(playerId) ?? null };
		return { slot, playerId, state, points, factor, counted: points * factor, ...relief };
	};
	const ledger = [
		...field.map(({ slot, playerId }) => entry(slot, playerId, playerId === doubled ? rules.captainFactor : 1)),
		...bench.map(({ slot, playerId }) => entry(slot, playerId, covers.has(playerId) ? 1 : 0)),
		...(isEmptySlot(team.utilityId) ? [] : [entry(utility, team.utilityId, 0)]),
	];
	return { points: ledger.reduce((sum, { counted }) => sum + counted, 0), substitutions, doubled, ledger };
}
