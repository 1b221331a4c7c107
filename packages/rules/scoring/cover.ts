import type { PlayerId, Points } from "../ids.ts";
import { LINES, type Line } from "../player.ts";

/** A slot that scores whose player, `playerId`, did not play. */
interface Vacancy {
	/** Null for the utility of a draft league, which an emergency of any position may cover. */
	readonly line: Line | null;
	readonly playerId: PlayerId;
}

/** An emergency who played and the lines she may cover. */
interface CoveringPlayer {
	readonly playerId: PlayerId;
	readonly lines: readonly Line[];
	readonly points: Points;
}

/** The emergency `in` covers the player on field `out`. */
export interface Substitution {
	readonly out: PlayerId;
	readonly in: PlayerId;
}

/** The emergency who covers each vacancy, in slot order; null if nobody does. */
type Assignment = readonly (CoveringPlayer | null)[];

/** Yields every assignment of emergencies to lines and the utility; slots within a line are equivalent. */
function* generateAssignments(
	vacancies: readonly Vacancy[],
	emergencies: readonly CoveringPlayer[],
): Generator<Assignment> {
	const [emergency, ...otherEmergencies] = emergencies;
	if (!emergency) {
		yield vacancies.map(() => null);
		return;
	}
	for (const assignment of generateAssignments(vacancies, otherEmergencies)) yield assignment;
	for (const line of [...LINES.filter((line) => emergency.lines.includes(line)), null]) {
		// Emergencies are sorted by id, so the lowest id takes the line's first vacancy.
		const index = vacancies.findIndex((vacancy) => vacancy.line === line);
		if (index < 0) continue;
		const otherVacancies = vacancies.filter((_, other) => other !== index);
		for (const assignment of generateAssignments(otherVacancies, otherEmergencies))
			yield assignment.toSpliced(index, 0, emergency);
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
 * Chooses which emergency covers which vacancy (docs/game-rules.md#cover). `vacancies` are in slot order. It tries
 * every assignment, which are few because the bench is small.
 */
export function coverVacancies(vacancies: readonly Vacancy[], emergencies: readonly CoveringPlayer[]): Substitution[] {
	const fitting = emergencies
		.filter(({ lines }) => vacancies.some(({ line }) => line === null || lines.includes(line)))
		.toSorted((a, b) => a.playerId - b.playerId);
	let best: Assignment = vacancies.map(() => null);
	if (fitting.length === 0) return [];
	for (const assignment of generateAssignments(vacancies, fitting))
		if (compareAssignments(assignment, best) < 0) best = assignment;
	return vacancies.flatMap(({ playerId }, index) => {
		const cover = best[index];
		return cover ? [{ out: playerId, in: cover.playerId }] : [];
	});
}
