import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSeason2023Players, readSeason2023Positions } from "../../../testing/rules/season-2023.ts";
import { canCompleteSquads, countPlaced, type DraftPlayer } from "./complete-squads.ts";
import { DRAFT_KINDS } from "./draft-order.ts";
import {
	buildKeeperBoard,
	type CarriedPlayer,
	checkKeepers,
	chooseKeepers,
	countYearsLeft,
	getKeeperRound,
	type KeeperRules,
	type KeeperTeam,
	listOwnedTurns,
	type OwnedTurn,
	placeKeepers,
	type TradedPick,
} from "./keepers.ts";
import { getSquadPreset, getSquadSize, type SquadRules } from "./squad-rules.ts";

const KEEPER: KeeperRules = { format: "keeper", maxKeepers: 3, maxYears: 2, minDelists: 3 };
const DYNASTY: KeeperRules = { ...KEEPER, format: "dynasty" };
/** Five players a team. */
const PLACES: SquadRules = {
	field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
	utilityScores: true,
	limits: { DEF: 2, MID: 3, RUC: 1, FWD: 2 },
};
const ORDER = [11, 12, 13, 14];
const draft = { rounds: 5, kind: "snake" as const };
const PLAYERS: DraftPlayer[] = [1, 2, 3, 4, 5, 6].map((id) => ({ id, position: ["DEF", "MID", "FWD"] }));
const carry = (playerId: number, pickedRound: number | null, yearsKept = 0): CarriedPlayer => ({
	playerId,
	pickedRound,
	yearsKept,
});
const createTeam = (squad: readonly CarriedPlayer[], traded: readonly TradedPick[] = []): KeeperTeam => ({
	squad,
	turns: listOwnedTurns(ORDER, draft, traded).filter(({ teamId }) => teamId === 11),
	players: PLAYERS,
});
const listRounds = (turns: readonly OwnedTurn[], teamId: number) =>
	turns.filter((turn) => turn.teamId === teamId).map(({ round }) => round);

describe("what a keeper costs", () => {
	test("is her last round less one, the last round if undrafted", () => {
		expect(getKeeperRound(carry(1, 4), KEEPER, 5)).toBe(3);
		expect(getKeeperRound(carry(1, null), KEEPER, 5)).toBe(5);
		expect(getKeeperRound(carry(1, 1), KEEPER, 5)).toBeNull();
		// The league has fewer rounds than last season.
		expect(getKeeperRound(carry(1, 9), KEEPER, 5)).toBe(5);
		expect(getKeeperRound(carry(1, 4), DYNASTY, 5)).toBeNull();
	});

	test("moves up to the next earlier pick on a collision", () => {
		const { turns } = createTeam([]);
		const { placed } = placeKeepers([carry(1, 5), carry(2, 5), carry(3, 4)], turns, KEEPER, 5);
		expect(placed.map(({ round, playerId }) => [round, playerId])).toEqual([
			[2, 2],
			[3, 3],
			[4, 1],
		]);
	});

	test("in the example of the rules moves up past a traded pick", () => {
		const rounds = 18;
		const place = (traded: readonly TradedPick[]) => {
			const turns = listOwnedTurns(ORDER, { rounds, kind: "snake" }, traded).filter(({ teamId }) => teamId === 11);
			const [ada, cleo, dot] = [carry(1, 4), carry(2, 5), carry(3, null)];
			return placeKeepers([ada, cleo, dot], turns, KEEPER, rounds).placed.map(({ playerId, round }) => [
				playerId,
				round,
			]);
		};
		expect(place([])).toEqual([
			[1, 3],
			[2, 4],
			[3, 18],
		]);
		expect(place([{ round: 4, originalTeamId: 11, teamId: 12 }])).toEqual([
			[2, 2],
			[1, 3],
			[3, 18],
		]);
	});

	test("is paid with traded picks, the later one of two in a round", () => {
		const traded = [
			{ round: 3, originalTeamId: 11, teamId: 12 },
			{ round: 2, originalTeamId: 12, teamId: 11 },
		];
		const { turns } = createTeam([], traded);
		expect(turns.map(({ overall, round }) => [overall, round])).toEqual([
			[1, 1],
			[7, 2],
			[8, 2],
			[16, 4],
			[17, 5],
		]);
		const { placed } = placeKeepers([carry(1, 4), carry(2, 3)], turns, KEEPER, 5);
		expect(placed.map(({ overall, playerId }) => [overall, playerId])).toEqual([
			[7, 1],
			[8, 2],
		]);
	});
});

describe("a choice of keepers", () => {
	const check = (squad: readonly CarriedPlayer[], ids: readonly number[], rules = KEEPER) =>
		checkKeepers(ids, createTeam(squad), rules, PLACES).problems;

	test("is refused with every reason", () => {
		const squad = [carry(1, 1), carry(2, 3, 2), carry(3, 4), carry(4, null), carry(5, 5)];
		expect(check(squad, [3, 4, 5])).toEqual([]);
		expect(check(squad, [1, 2, 3, 9])).toEqual([
			{ code: "first-round", playerId: 1 },
			{ code: "years", playerId: 2, most: 2 },
			{ code: "not-owned", playerId: 9 },
			{ code: "too-many", most: 3 },
		]);
		expect(check(squad, [3, 3])).toEqual([{ code: "not-owned", playerId: 3 }]);
		expect(check([carry(3, 2), carry(4, 2)], [3, 4])).toEqual([{ code: "no-pick", playerId: 4, round: 1 }]);
	});

	test("needs a place for everyone", () => {
		const players: DraftPlayer[] = [1, 2, 3].map((id) => ({ id, position: ["RUC"] }));
		const squad = [carry(1, 3), carry(2, 4), carry(3, 5)];
		const team = { ...createTeam(squad), players };
		expect(checkKeepers([1], team, KEEPER, PLACES).problems).toEqual([]);
		expect(checkKeepers([1, 2], team, KEEPER, PLACES).problems).toEqual([{ code: "no-place", playerId: 2 }]);
	});

	test("in a dynasty league leaves the delisted, who cost nothing", () => {
		const squad = [carry(1, 1, 7), carry(2, 2), carry(3, 3), carry(4, null), carry(5, 5)];
		expect(check(squad, [1, 2], DYNASTY)).toEqual([]);
		expect(check(squad, [1, 2, 3], DYNASTY)).toEqual([{ code: "too-many", most: 2 }]);
		const { placed } = checkKeepers([1, 4], createTeam(squad), DYNASTY, PLACES);
		expect(placed.map(({ round, playerId }) => [round, playerId])).toEqual([
			[4, 1],
			[5, 4],
		]);
		expect([countYearsLeft(carry(1, 1, 7), DYNASTY), countYearsLeft(carry(1, 3, 1), KEEPER)]).toEqual([null, 1]);
	});

	test("of a team that has not chosen takes the biggest gains", () => {
		const squad = [carry(1, 1), carry(2, 3), carry(3, 5), carry(4, null), carry(5, 4)];
		// Picks of team 11: 1, 8, 9, 16 and 17.
		const ranking = [1, 7, 8, 3, 9, 5, 10, 12, 2, 13, 14, 15, 16, 17, 18, 19, 20, 4];
		expect(chooseKeepers(createTeam(squad), ranking, KEEPER, PLACES)).toEqual([3, 5]);
		expect(chooseKeepers(createTeam(squad), ranking, DYNASTY, PLACES)).toEqual([1, 3]);
	});
});

describe("the board of the next draft", () => {
	test("evens out traded picks at its end", () => {
		const traded = [
			{ round: 1, originalTeamId: 11, teamId: 12 },
			{ round: 2, originalTeamId: 11, teamId: 12 },
		];
		const turns = listOwnedTurns(ORDER, draft, traded);
		expect(listRounds(turns, 11)).toEqual([3, 4, 5, 4, 5].toSorted((a, b) => a - b));
		expect(listRounds(turns, 12)).toEqual([1, 1, 2, 2, 3]);
	});

	test("is complete and legal, and has nobody twice, whoever is kept", () => {
		const positions = readSeason2023Positions();
		const players = readSeason2023Players().map(({ id }) => ({ id, position: positions.get(id) ?? [] }));
		fc.assert(
			fc.property(
				fc.record({
					teams: fc.integer({ min: 4, max: 14 }),
					kind: fc.constantFrom(...DRAFT_KINDS),
					format: fc.constantFrom("keeper" as const, "dynasty" as const),
					seed: fc.integer({ min: 1, max: 9_999 }),
					trades: fc.array(fc.tuple(fc.nat(20), fc.nat(13), fc.nat(13)), { maxLength: 12 }),
				}),
				({ teams, kind, format, seed, trades }) => {
					const places = getSquadPreset(teams);
					const rounds = getSquadSize(places);
					const order = Array.from({ length: teams }, (_, index) => index + 1);
					const traded = trades.map(([round, from, to]) => ({
						round: (round % rounds) + 1,
						originalTeamId: (from % teams) + 1,
						teamId: (to % teams) + 1,
					}));
					const turns = listOwnedTurns(order, { rounds, kind }, traded);
					expect(turns.map(({ overall }) => overall)).toEqual(turns.map((_, index) => index + 1));
					for (const teamId of order) expect(listRounds(turns, teamId)).toHaveLength(rounds);
					const rules = { ...KEEPER, format };
					const ranking = players.toSorted((a, b) => ((a.id * seed) % 9_973) - ((b.id * seed) % 9_973));
					const squads = order.map((teamId) =>
						ranking
							.filter((_, index) => index % teams === teamId - 1)
							.slice(0, rounds)
							.map(({ id }, index) => carry(id, index % 4 === 3 ? null : index + 1, index % 3)),
					);
					const placed = squads.flatMap((squad, index) => {
						const own = turns.filter(({ teamId }) => teamId === index + 1);
						const team = { squad, turns: own, players };
						const ids = chooseKeepers(
							team,
							ranking.map(({ id }) => id),
							rules,
							places,
						);
						const result = checkKeepers(ids, team, rules, places);
						expect(result.problems).toEqual([]);
						expect(result.placed).toHaveLength(ids.length);
						return result.placed;
					});
					const board = buildKeeperBoard(turns, placed, squads.flat());
					const kept = board.flatMap(({ playerId }) => playerId ?? []);
					expect(kept).toHaveLength(placed.length);
					expect(new Set(kept).size).toBe(kept.length);
					const keptSquads = order.map((teamId) =>
						board.flatMap((pick) =>
							pick.teamId === teamId ? (players.find(({ id }) => id === pick.playerId) ?? []) : [],
						),
					);
					for (const squad of keptSquads) expect(countPlaced(squad, places)).toBe(squad.length);
					const free = players.filter(({ id }) => !kept.includes(id));
					expect(canCompleteSquads(keptSquads, free, places)).toBe(true);
				},
			),
			{ numRuns: 60 },
		);
	});
});
