import fc from "fast-check";
import { expect, test } from "vitest";
import { buildContextAt } from "../../../testing/rules/context.ts";
import { buildSeason, getStartTime } from "../../../testing/rules/season-builder.ts";
import { arbitraryLegalLineup } from "../../../testing/rules/team-arbitrary.ts";
import { HOUR_MS } from "../durations.ts";
import type { PlayerId } from "../ids.ts";
import { listSlotIds } from "../lineup/slots.ts";
import { isVisibleToRivals, redactForRivals } from "../rivals/visible-to-rivals.ts";
import { listSquadMatches } from "../round/round.ts";
import { DID_NOT_PLAY, hasSquadFinished, TO_COME } from "../scoring/player-round.ts";
import { computeMatchUpChances, computePlayerOutlook } from "./live-outlook.ts";
import {
	computeHiddenEstimates,
	computeRivalOutlook,
	computeTypicalDeviation,
	getPublicRound,
} from "./rival-outlook.ts";

const season = buildSeason();
const { rules } = season;

test("a hidden player counts as a share of the cap (D1.2.143)", () => {
	// 10 + 0.8 × (15,500,000 − 5 × 300,000) ÷ 16 ÷ 12,000
	expect(computeHiddenEstimates([], rules).player).toBeCloseTo(68.33, 2);
	const createNamed = (estimate: number) => ({ estimate, chanceToPlay: 1, matchCount: 1 });
	const best = computeHiddenEstimates([createNamed(50), ...Array.from({ length: 16 }, () => createNamed(100))], rules);
	expect(best).toMatchObject({ captain: 100, bench: 30, chance: 1 });
	expect(computeHiddenEstimates([createNamed(50)], rules).captain).toBeCloseTo(68.33, 2);
	// Before teams are announced, a hidden player may be out like any other.
	const uncertain = { ...createNamed(50), chanceToPlay: 0.5 };
	expect(computeHiddenEstimates([createNamed(50), uncertain], rules).chance).toBe(0.75);
});

test("a hidden player plays as often as others in double weeks (D1.2.143)", () => {
	const unlocked = [
		{ estimate: 100, chanceToPlay: 1, matchCount: 1 },
		{ estimate: 90, chanceToPlay: 1, matchCount: 2 },
	];
	const { player, captain, bench } = computeHiddenEstimates(unlocked, rules);
	// 1.5 × 68.33, the average of 100 and 2 × 90, and 1.5 × 30
	expect(player).toBeCloseTo(102.5, 2);
	expect([captain, bench]).toEqual([140, 45]);
});

/** Round 2 some hours after its first match started, with every player's outlook in it. */
function buildRoundAt(hours: number) {
	const { rounds, getPlayer, now } = buildContextAt(season, getStartTime(2) + hours * HOUR_MS, 0);
	const round = rounds.find(({ id }) => id === 2);
	if (!round) throw new Error("no round 2");
	const getOutlook = (id: PlayerId) => {
		const squadId = getPlayer(id)?.squadId ?? 0;
		const matches = listSquadMatches(squadId, round);
		const state = hasSquadFinished(round, squadId) ? DID_NOT_PLAY : TO_COME;
		const hasStarted = matches.some(({ status }) => status !== "scheduled");
		const knownState = hasStarted ? ({ state: "played", points: id % 90 } as const) : state;
		return computePlayerOutlook({ result: knownState, estimate: 30 + (id % 71), chanceToPlay: 1, matches }, rules);
	};
	const getPositions = (id: PlayerId) => getPlayer(id)?.position ?? [];
	return { round, getPlayer, now, context: { getOutlook, getPositions, rules } };
}

test("a rival's outlook reads nothing about the players whom rivals cannot see (D1.2.143)", () => {
	let withHidden = 0;
	fc.assert(
		fc.property(arbitraryLegalLineup(season), fc.constantFrom(1, 4, 7), (lineup, hours) => {
			const { round, getPlayer, now, context } = buildRoundAt(hours);
			const visibleLineup = redactForRivals(lineup, round, { getPlayer, now, shape: rules });
			if (!visibleLineup || round.status !== "playing") return;
			const read = new Set<PlayerId>();
			const getOutlook = (id: PlayerId) => {
				read.add(id);
				return context.getOutlook(id);
			};
			const estimates = computeHiddenEstimates([{ estimate: 90, chanceToPlay: 1, matchCount: 1 }], rules);
			const outlook = computeRivalOutlook(visibleLineup, { ...context, getOutlook }, { estimates, side: 0 });
			for (const id of read) expect(isVisibleToRivals(getPlayer(id), round, now)).toBe(true);
			const hiddenOnField = listSlotIds(visibleLineup.lineup, rules)
				.slice(0, 16)
				.filter((id) => id === 0).length;
			expect(outlook.toCome).toBeGreaterThanOrEqual(hiddenOnField);
			withHidden += Number(hiddenOnField > 0);
		}),
		{ numRuns: 200 },
	);
	expect(withHidden).toBeGreaterThan(20);
});

test("hidden players of two teams never cancel each other out", () => {
	const { context } = buildRoundAt(1);
	const hidden = {
		lineup: {
			field: { DEF: [0, 0, 0, 0, 0], MID: [0, 0, 0, 0, 0], RUC: [0], FWD: [0, 0, 0, 0, 0] },
			bench: { DEF: [0], MID: [0], RUC: [0], FWD: [0] },
			utilityId: 0,
			captainId: 0,
			viceCaptainId: 0,
			emergency: [],
		},
		hidden: 21,
	};
	const estimates = { player: 60, captain: 90, bench: 30, chance: 1 };
	const [own, rival] = ([0, 1] as const).map((side) => computeRivalOutlook(hidden, context, { estimates, side }));
	if (!own || !rival) throw new Error("no outlooks");
	expect(own.projected).toBe(15 * 60 + 2 * 90);
	expect(own.toCome).toBe(16);
	const { win, loss, draw } = computeMatchUpChances(own, rival);
	expect(win).toBe(loss);
	expect(draw).toBeLessThan(0.01);
});

test("all teams' projected totals use nothing about a hidden player herself (D1.2.143)", () => {
	const estimates = { player: 68.3, captain: 95, bench: 30, chance: 1 };
	const expected = { chance: 1, points: 41.6, variance: 9, stage: "playing" } as const;
	expect(getPublicRound(expected, true, estimates)).toEqual({ state: "played", points: 42 });
	expect(getPublicRound({ ...expected, chance: 0 }, true, estimates)).toEqual(DID_NOT_PLAY);
	expect(getPublicRound(expected, false, estimates)).toEqual({ state: "played", points: 68 });
	expect(getPublicRound({ ...expected, chance: 0 }, false, estimates)).toEqual({ state: "played", points: 68 });
	expect(getPublicRound(expected, false, { ...estimates, chance: 0.5 })).toEqual({ state: "played", points: 51 });
});

test("an ordinary team's deviation shrinks to zero", () => {
	const computeDeviation = (...statuses: readonly ("scheduled" | "complete" | "called-off")[]) => {
		const createMatch = (clubId: number, status: (typeof statuses)[number]) => ({
			id: 1,
			roundId: 1,
			homeSquadId: clubId,
			awaySquadId: clubId + 1,
			startsAt: 0,
			status: status === "called-off" ? ("scheduled" as const) : status,
			isAbandoned: status === "called-off",
		});
		// The third match is a second one of the first two clubs.
		const matches = statuses.map((status, index) => createMatch(index === 1 ? 3 : 1, status));
		return computeTypicalDeviation({ matches }, rules);
	};
	// √(19 × 426.0), of which half the matches are left, and then none
	expect(computeDeviation("scheduled", "scheduled")).toBeCloseTo(90, 1);
	expect(computeDeviation("complete", "scheduled")).toBeCloseTo(63.6, 1);
	expect(computeDeviation("complete", "complete")).toBe(0);
	expect(computeDeviation("complete", "called-off")).toBe(0);
	expect(computeDeviation("scheduled", "called-off")).toBeCloseTo(90, 1);
	// Three matches of four clubs: √(1.5 × 19 × 426.0), and then half a match for each.
	expect(computeDeviation("scheduled", "scheduled", "scheduled")).toBeCloseTo(110.2, 1);
	expect(computeDeviation("complete", "complete", "scheduled")).toBeCloseTo(63.6, 1);
});
