import type { SquadRules } from "../draft/squad-rules.ts";
import type { PlayerId, Points } from "../ids.ts";
import { isNobody, type Lineup, type PlayersByLine, type Slot, type SlotArea } from "../lineup/lineup.ts";
import { LINES, type Line } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { coverVacancies, type Substitution } from "./cover.ts";
import type { PlayerRound } from "./player-round.ts";

/** What a player adds to a team's score: `counted` = `points` × `factor`. */
export interface ScoreEntry {
	readonly slot: Slot;
	readonly playerId: PlayerId;
	readonly state: PlayerRound["state"];
	readonly points: Points;
	/** 0 for a player who does not count, 1, or the captain's factor. */
	readonly factor: number;
	readonly counted: Points;
	readonly covers: PlayerId | null;
	readonly coveredBy: PlayerId | null;
}

/** A team's score in a round with its ledger, whose `counted` add up to `points`. */
export interface TeamScore {
	readonly points: Points;
	readonly substitutions: readonly Substitution[];
	/** The player whose points are doubled: the captain, the vice captain, or nobody. */
	readonly doubled: PlayerId | null;
	/** Every filled slot: field, bench, utility; a utility that scores comes before the bench. */
	readonly ledger: readonly ScoreEntry[];
}

interface FilledSlot {
	readonly slot: Slot;
	readonly playerId: PlayerId;
}

function listFilledSlots(players: PlayersByLine, area: SlotArea): FilledSlot[] {
	return LINES.flatMap((line) =>
		players[line]
			.map((playerId, index) => ({ slot: { area, line, index }, playerId }))
			.filter(({ playerId }) => !isNobody(playerId)),
	);
}

function findDoubledPlayer({ captainId, viceCaptainId }: Lineup, getPlayerRound: (id: PlayerId) => PlayerRound) {
	const holder = [captainId, viceCaptainId].find((id) => !isNobody(id) && getPlayerRound(id).state !== "did-not-play");
	return holder ?? null;
}

/** The numbers that scoring a line-up depends on; those of a draft league say whether its utility scores. */
export type LineupScoring = Pick<SeasonRules, "captainFactor"> & Partial<Pick<SquadRules, "utilityScores">>;

/**
 * A team's points in a round, live or final (docs/game-rules.md#points).
 *
 * @param getPlayerRound a player's score in the round; an unknown player did not play
 * @param getPositions the lines that an emergency may cover: her positions or, in a replay of historic teams, the line
 *   of her bench slot
 */
export function scoreLineup(
	team: Lineup,
	getPlayerRound: (id: PlayerId) => PlayerRound,
	getPositions: (id: PlayerId) => readonly Line[],
	{ captainFactor, utilityScores = false }: LineupScoring,
): TeamScore {
	const bench = listFilledSlots(team.bench, "bench");
	const utility: readonly FilledSlot[] = isNobody(team.utilityId)
		? []
		: [{ slot: { area: "utility", line: null, index: 0 }, playerId: team.utilityId }];
	const scoring = [...listFilledSlots(team.field, "field"), ...(utilityScores ? utility : [])];
	const doubled = captainFactor === 1 ? null : findDoubledPlayer(team, getPlayerRound);

	const vacancies = scoring
		.filter(({ playerId }) => getPlayerRound(playerId).state === "did-not-play")
		.map(({ slot: { line }, playerId }) => ({ line, playerId }));
	const emergencies = bench
		.map(({ playerId }) => ({ playerId, lines: getPositions(playerId), ...getPlayerRound(playerId) }))
		.filter(({ playerId, state }) => team.emergency.includes(playerId) && state === "played");
	const substitutions = coverVacancies(vacancies, emergencies);
	const covers = new Map(substitutions.map((substitution) => [substitution.in, substitution.out]));
	const coveredBy = new Map(substitutions.map((substitution) => [substitution.out, substitution.in]));

	const createEntry = (slot: Slot, playerId: PlayerId, factor: number): ScoreEntry => {
		const { state, points } = getPlayerRound(playerId);
		const coverage = { covers: covers.get(playerId) ?? null, coveredBy: coveredBy.get(playerId) ?? null };
		return { slot, playerId, state, points, factor, counted: points * factor, ...coverage };
	};
	const ledger = [
		...scoring.map(({ slot, playerId }) => createEntry(slot, playerId, playerId === doubled ? captainFactor : 1)),
		...bench.map(({ slot, playerId }) => createEntry(slot, playerId, covers.has(playerId) ? 1 : 0)),
		...(utilityScores ? [] : utility.map(({ slot, playerId }) => createEntry(slot, playerId, 0))),
	];
	return { points: ledger.reduce((sum, { counted }) => sum + counted, 0), substitutions, doubled, ledger };
}
