import type { TeamId } from "@first-bounce/rules/ids";

/** Teams of an order sorted into groups, each still in that order: group g is `members` from starts[g] to starts[g + 1]. */
export interface Groups {
	readonly starts: Uint32Array;
	readonly members: Int32Array;
}

/** Two passes over all teams make every group of a kind at once: a counting sort that keeps the order. */
export function groupOrder(order: Int32Array, groupCount: number, groupOf: (teamId: TeamId) => number): Groups {
	const starts = new Uint32Array(groupCount + 1);
	for (const team of order) {
		const group = groupOf(team) + 1;
		starts[group] = (starts[group] ?? 0) + 1;
	}
	for (let group = 1; group <= groupCount; group++) starts[group] = (starts[group] ?? 0) + (starts[group - 1] ?? 0);
	const next = starts.slice(0, groupCount);
	const members = new Int32Array(order.length);
	for (const team of order) {
		const group = groupOf(team);
		const place = next[group] ?? 0;
		members[place] = team;
		next[group] = place + 1;
	}
	return { starts, members };
}
