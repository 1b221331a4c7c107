import fc from "fast-check";
import { expect, test } from "vitest";
import { listSlots } from "../lineup/slots.ts";
import { LINES, type Line } from "../player.ts";
import { countPlaced } from "./complete-squads.ts";
import { placeSquad } from "./place-squad.ts";
import type { PlayerWithSeasonPoints } from "./player-values.ts";
import { countNeeds, listOpenLines } from "./squad-needs.ts";
import { getSquadPreset, getSquadSize, type SquadRules } from "./squad-rules.ts";

const SMALL: SquadRules = {
	field: { DEF: 2, MID: 1, RUC: 1, FWD: 1 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 3, MID: 3, RUC: 1, FWD: 2 },
};

const createPlayer = (id: number, ...position: Line[]): PlayerWithSeasonPoints => ({ id, position, points: 100 - id });

const anyPlayers = fc
	.array(fc.tuple(fc.subarray([...LINES], { minLength: 1, maxLength: 2 }), fc.nat(100)), { maxLength: 12 })
	.map((players) => players.map(([position, points], index) => ({ id: index + 1, position, points })));

/** Takes one player after the other who still has a place. */
function keepPlaced(players: readonly PlayerWithSeasonPoints[]): readonly PlayerWithSeasonPoints[] {
	const squad: PlayerWithSeasonPoints[] = [];
	for (const player of players) if (countPlaced([...squad, player], SMALL) > squad.length) squad.push(player);
	return squad;
}

test("every player of a squad that fits gets a slot of hers", () => {
	fc.assert(
		fc.property(anyPlayers, (players) => {
			const squad = keepPlaced(players);
			const ids = placeSquad(squad, SMALL);
			expect(ids.filter((id) => id > 0).toSorted((a, b) => a - b)).toEqual(
				squad.map(({ id }) => id).toSorted((a, b) => a - b),
			);
			for (const [index, { line }] of listSlots(SMALL).entries()) {
				const player = squad.find(({ id }) => id === ids[index]);
				if (player && line) expect(player.position).toContain(line);
			}
		}),
	);
});

test("the best players are on field", () => {
	const squad = [createPlayer(1, "MID"), createPlayer(2, "MID"), createPlayer(3, "MID"), createPlayer(4, "DEF")];
	expect(placeSquad(squad, SMALL)).toEqual([4, 0, 1, 0, 0, 2, 3]);
});

test("a player without a place of her position takes any", () => {
	const squad = [createPlayer(1, "RUC"), createPlayer(2, "RUC"), createPlayer(3, "RUC")];
	expect(
		placeSquad(squad, SMALL)
			.filter((id) => id > 0)
			.toSorted(),
	).toEqual([1, 2, 3]);
});

test("needs and players add up to the size of a squad", () => {
	fc.assert(
		fc.property(anyPlayers, (players) => {
			const squad = keepPlaced(players);
			const needs = countNeeds(squad, SMALL);
			const open = Object.values(needs).reduce((sum, count) => sum + count, 0);
			expect(open).toBeGreaterThanOrEqual(getSquadSize(SMALL) - squad.length);
			expect(Object.values(needs).every((count) => count >= 0)).toBe(true);
		}),
	);
	expect(countNeeds([], getSquadPreset(10))).toEqual({ DEF: 5, MID: 5, RUC: 2, FWD: 5, utility: 1 });
	expect(listOpenLines([createPlayer(1, "RUC")], SMALL)).toEqual(["DEF", "MID", "FWD"]);
});
