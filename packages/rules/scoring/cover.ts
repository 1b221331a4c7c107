import type { PlayerId, Points } from "../ids.ts";
import { LINES, type Line } from "../player.ts";

/** A slot on field whose player did not play. */
export interface Vacancy {
	readonly line: Line;
	readonly playerId: PlayerId;
}

/** An emergency who played and the lines she may cover. */
export interface CoveringPlayer {
	readonly playerId: PlayerId;
	readonly lines: readonly Line[];
	readonly points: Points;
}

/** `in` covers `out`. */
export interface Substitution {
	readonly out: PlayerId;
	readonly in: PlayerId;
}

/** The covering player of each vacancy; null where it stays empty. */
type Assignment = readonly (CoveringPlayer | null)[];

/** Every assignment, ignoring the order within a line, because the slots of a line are equivalent. */
function* generateAssignments(vacancies: readonly Vacancy[], covers: readonly CoveringPlayer[]): Generator<Assignment> {
	const [cover, ...rest] = covers;
	if (!cover) {
		yield vacancies.map(() => null);
		return;
	}
	for (const assignment of generateAssignments(vacancies, rest)) yield assignment;
	for (const line of LINES.filter((line) => cover.lines.includes(line))) {
		// Covers are sorted by id, so the lowest id takes the line's first vacancy.
		const index = vacancies.findIndex((vacancy) => vacancy.line === line);
		if (index < 0) continue;
		const others = vacancies.filter((_, other) => other !== index);
		for (const assignment of generateAssignments(others, rest)) yield assignment.toSpliced(index, 0, cover);
	}
}

/** Negative if `a` is better: more vacancies filled, higher total, earlier slots filled, lower ids in slot order. */
function compareAssignments(a: Assignment, b: Assignment): number {
	const listFilled = (assignment: Assignment) => assignment.filter((cover) => cover !== null);
	const computeTotal = (assignment: Assignment) => listFilled(assignment).reduce((sum, cover) => sum + cover.points, 0);
	const byValue = listFilled(b).length - listFilled(a).length || computeTotal(b) - computeTotal(a);
	if (byValue !== 0) return byValue;
	for (const [index, cover] of a.entries()) {
		const bySlot = Number(cover === null) - Number(b[index] === null);
		if (bySlot !== 0) return bySlot;
	}
	for (const [index, cover] of a.entries()) {
		const byId = (cover?.playerId ?? 0) - (b[index]?.playerId ?? 0);
		if (byId !== 0) return byId;
	}
	return 0;
}

/**
 * Chooses which emergency covers which vacancy (docs/game-rules.md#cover). `vacancies` are in slot order. Tries every
 * assignment; there are few, with at most four players on the bench.
 */
export function coverVacancies(vacancies: readonly Vacancy[], covers: readonly CoveringPlayer[]): Substitution[] {
	const useful = covers
		.filter((cover) => vacancies.some((vacancy) => cover.lines.includes(vacancy.line)))
		.toSorted((a, b) => a.playerId - b.playerId);
	let best: Assignment = vacancies.map(() => null);
	if (useful.length === 0) return [];
	for (const assignment of generateAssignments(vacancies, useful))
		if (compareAssignments(assignment, best) < 0) best = assignment;
	return vacancies.flatMap(({ playerId }, index) => {
		const cover = best[index];
		return cover ? [{ out: playerId, in: cover.playerId }] : [];
	});
}
