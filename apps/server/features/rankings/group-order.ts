import type { TeamId } from "@first-bounce/rules/ids";

/** Teams of an order sorted into groups, each still in that order: group g is `members` from starts[g] to starts[g + 1]. */
export interface Groups {
	readonly starts: Uint32Array;
	readonly members: Int32Array;
	/** By team id, her place in her group from 1; 0 for a team that is in none. */
	readonly places: Int32Array;
}

/** Two passes over all teams make every group of a kind at once: a counting sort that keeps the order. */
export function groupOrder(order: Int32Array, groupCount: number, groupOf: (teamId: TeamId) => number): Groups {
	const starts = new Uint32Array(groupCount + 1);
	let greatest = 0;
	for (const team of order) {
		const group = groupOf(team) + 1;
		starts[group] = (starts[group] ?? 0) + 1;
		if (team > greatest) greatest = team;
	}
	for (let group = 1; group <= groupCount; group++) starts[group] = (starts[group] ?? 0) + (starts[group - 1] ?? 0);
	const counts = new Uint32Array(groupCount);
	const members = new Int32Array(order.length);
	const places = new Int32Array(greatest + 1);
	for (const team of order) {
		const group = groupOf(team);
		const place = counts[group] ?? 0;
		members[(starts[group] ?? 0) + place] = team;
		places[team] = place + 1;
		counts[group] = place + 1;
	}
	return { starts, members, places };
}
