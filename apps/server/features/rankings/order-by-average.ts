import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";

/** How many rounds count for a team up to one; at least one. */
export const roundsCounted = (start: RoundId | null, upTo: RoundId): number => Math.max(1, upTo - (start ?? upTo) + 1);

/**
 * Teams by points a round, best first; equals stay in the order they came in, which is the overall one. Teams that
 * started together are in that order already, so a few sorted rows are merged and nothing is sorted.
 */
export function orderByAverage(
	overall: Int32Array,
	totalOf: (teamId: TeamId) => Points,
	roundsOf: (teamId: TeamId) => number,
): Int32Array {
	const groups = new Map<number, number[]>();
	for (let place = 0; place < overall.length; place++) {
		const rounds = roundsOf(overall[place] ?? 0);
		const group = groups.get(rounds);
		if (group) group.push(place);
		else groups.set(rounds, [place]);
	}
	const heads = [...groups].map(([rounds, places]) => ({ rounds, places, at: 0, average: 0 }));
	const look = (head: (typeof heads)[number]) => {
		head.average = totalOf(overall[head.places[head.at] ?? 0] ?? 0) / head.rounds;
	};
	for (const head of heads) look(head);
	const order = new Int32Array(overall.length);
	for (let place = 0; place < order.length; place++) {
		let best = heads.find(({ at, places }) => at < places.length);
		for (const head of heads) {
			if (!best || head.at >= head.places.length) continue;
			const isEarlier = (head.places[head.at] ?? 0) < (best.places[best.at] ?? 0);
			if (head.average > best.average || (head.average === best.average && isEarlier)) best = head;
		}
		if (!best) break;
		order[place] = overall[best.places[best.at] ?? 0] ?? 0;
		best.at++;
		if (best.at < best.places.length) look(best);
	}
	return order;
}
