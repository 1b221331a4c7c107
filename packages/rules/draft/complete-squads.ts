import { LINES, type Line, mapLines, type Player } from "../player.ts";
import { countLinePlaces, getSquadSize, type SquadRules } from "./squad-rules.ts";

export type DraftPlayer = Pick<Player, "id" | "position">;
type Positions = readonly Line[];

/** A flow network. `capacities` has the remaining capacity of each edge, by its two nodes. */
class FlowNetwork {
	private readonly capacities: Map<number, number>[] = [];

	addNode(): number {
		return this.capacities.push(new Map()) - 1;
	}

	addEdge(from: number, to: number, capacity: number): void {
		this.addCapacity(from, to, capacity);
		this.addCapacity(to, from, 0);
	}

	/** Adds as much flow as possible to what flows already, and returns how much it has added. */
	send(source: number, sink: number): number {
		let sent = 0;
		for (let flow = this.sendOnce(source, sink, Infinity, new Set()); flow > 0; ) {
			sent += flow;
			flow = this.sendOnce(source, sink, Infinity, new Set());
		}
		return sent;
	}

	private addCapacity(from: number, to: number, by: number): void {
		const edges = this.capacities[from];
		edges?.set(to, (edges.get(to) ?? 0) + by);
	}

	/** Adds flow along one path, which depth-first search finds; returns 0 if there is none. */
	private sendOnce(node: number, sink: number, limit: number, visited: Set<number>): number {
		if (node === sink) return limit;
		visited.add(node);
		for (const [next, capacity] of this.capacities[node] ?? []) {
			if (capacity === 0 || visited.has(next)) continue;
			const flow = this.sendOnce(next, sink, Math.min(limit, capacity), visited);
			if (flow === 0) continue;
			this.addCapacity(node, next, -flow);
			this.addCapacity(next, node, flow);
			return flow;
		}
		return 0;
	}
}

function countByPositions(players: readonly DraftPlayer[]): Map<Positions, number> {
	const groups = new Map<string, { readonly positions: Positions; count: number }>();
	for (const { position } of players) {
		const key = position.join();
		const group = groups.get(key) ?? { positions: position, count: 0 };
		group.count += 1;
		groups.set(key, group);
	}
	return new Map([...groups.values()].map(({ positions, count }) => [positions, count]));
}

/** Adds a team's places to a network; returns the node of each line, which leads to its places and the utility. */
function addPlaces(network: FlowNetwork, sink: number, rules: SquadRules): Readonly<Record<Line, number>> {
	const utility = network.addNode();
	network.addEdge(utility, sink, 1);
	const lines = mapLines(() => network.addNode());
	for (const line of LINES) {
		const count = countLinePlaces(rules, line);
		network.addEdge(lines[line], sink, count);
		if (rules.limits[line] > count) network.addEdge(lines[line], utility, 1);
	}
	return lines;
}

/** Adds players of a source, grouped by positions; returns the node of each group. */
function addPlayers(network: FlowNetwork, source: number, players: readonly DraftPlayer[]): Map<Positions, number> {
	const groups = new Map<Positions, number>();
	for (const [positions, count] of countByPositions(players)) {
		const node = network.addNode();
		network.addEdge(source, node, count);
		groups.set(positions, node);
	}
	return groups;
}

function connect(network: FlowNetwork, groups: Map<Positions, number>, lines: Readonly<Record<Line, number>>): void {
	for (const [positions, node] of groups) for (const line of positions) network.addEdge(node, lines[line], Infinity);
}

/** Counts the players who fit into one team at the same time. */
export function countPlaced(players: readonly DraftPlayer[], rules: SquadRules): number {
	const network = new FlowNetwork();
	const [source, sink] = [network.addNode(), network.addNode()];
	connect(network, addPlayers(network, source, players), addPlaces(network, sink, rules));
	return network.send(source, sink);
}

/** Counts the players who have no place in their team, because others take those of their positions. */
export const countUnplaced = (players: readonly DraftPlayer[], rules: SquadRules): number =>
	players.length - countPlaced(players, rules);

/** Returns a check that runs once for all players with the same positions. Its result may depend on nothing else of a player. */
export function cacheByPositions<Result>(check: (player: DraftPlayer) => Result): (player: DraftPlayer) => Result {
	const results = new Map<string, { readonly result: Result }>();
	return (player) => {
		const key = player.position.join();
		const known = results.get(key) ?? { result: check(player) };
		results.set(key, known);
		return known.result;
	};
}

/**
 * Counts the places of all teams that can be filled at the same time with their own players and free ones, within the limits of
 * the lines (docs/game-rules.md#legal-picks). Own players are placed first. For each of them who has no place, because positions
 * have changed since the pick, the team has one pick less. The count is exact: it is the maximum flow from players to places.
 *
 * @param squads the players of each team, in any order
 */
export function countFillable(
	squads: readonly (readonly DraftPlayer[])[],
	free: readonly DraftPlayer[],
	rules: SquadRules,
): number {
	const network = new FlowNetwork();
	const [owned, unowned, sink] = [network.addNode(), network.addNode(), network.addNode()];
	const freeGroups = addPlayers(network, unowned, free);
	for (const squad of squads) {
		const team = network.addNode();
		network.addEdge(team, sink, getSquadSize(rules) - countUnplaced(squad, rules));
		const lines = addPlaces(network, team, rules);
		connect(network, addPlayers(network, owned, squad), lines);
		connect(network, freeGroups, lines);
	}
	// The second flow may move owned players between places, but never out of the team.
	return network.send(owned, sink) + network.send(unowned, sink);
}

/** Whether every team can fill all of its places, and has a place for each of its own players. */
export const canCompleteSquads = (
	squads: readonly (readonly DraftPlayer[])[],
	free: readonly DraftPlayer[],
	rules: SquadRules,
): boolean => countFillable(squads, free, rules) === squads.length * getSquadSize(rules);
