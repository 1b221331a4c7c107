import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	buildContextAt,
	buildContextBefore,
	buildContextDuring,
	listViolatingPlayers,
	listViolationCodes,
} from "../../../testing/rules/context.ts";
import { buildSeason, getStartTime } from "../../../testing/rules/season-builder.ts";
import { buildTeamFrom } from "../../../testing/rules/team-arbitrary.ts";
import { arrangeLineup } from "../coach/arrange-lineup.ts";
import { HOUR_MS } from "../durations.ts";
import type { PlayerId, SeasonTime } from "../ids.ts";
import { checkLineup } from "../lineup/check-lineup.ts";
import { getRole, type Lineup } from "../lineup/lineup.ts";
import { buildLineupFromIds, listPlayerIds, listSlotIds } from "../lineup/slots.ts";
import { createLockCheck } from "../lockout/locked-players.ts";
import { getSquadStartTime } from "../round/round.ts";
import { applySwaps } from "../swaps/swap-players.ts";
import type { TeamState } from "../team/team-state.ts";
import { findAutopilotTime } from "./autopilot.ts";
import { checkLineupSave } from "./check-lineup-save.ts";
import { applyDraftRules, getSquadPreset } from "./squad-rules.ts";

const plain = buildSeason();
/** A season with the rules of a league of twelve: 18 places, of which the utility scores. */
const season = { ...plain, rules: applyDraftRules(plain.rules, { squad: getSquadPreset(12), captainDoubled: true }) };
const { rules } = season;
/** Three or so players of each club. */
const first = buildTeamFrom(
	season.players.toSorted((a, b) => (a.id % 100) - (b.id % 100) || a.id - b.id),
	season,
);
const squad = listPlayerIds(first);
const ids = listSlotIds(first, rules);

const buildTeam = (lineup: Lineup): TeamState => ({ lineup, bank: 0, startRoundId: 2, trades: [] });
const save = (lineup: Lineup, context = buildContextBefore(season, 2)) =>
	checkLineupSave(buildTeam(first), lineup, { ...context, squad });

/** The line-up with two players in each other's slots, without regard to rules; roles stay with the players. */
function exchange(lineup: Lineup, one: PlayerId, other: PlayerId): Lineup {
	const swapped = listSlotIds(lineup, rules).map((id) => (id === one ? other : id === other ? one : id));
	return buildLineupFromIds(swapped, rules, lineup);
}

describe("a save of a draft team's line-up", () => {
	test("takes the players of the squad in slots of their positions", () => {
		expect(squad).toHaveLength(18);
		expect(save(first).ok).toBe(true);
		const stranger = season.players.find(({ id, position }) => position[0] === "DEF" && !squad.includes(id))?.id ?? 0;
		const withStranger = buildLineupFromIds([stranger, ...ids.slice(1)], rules, first);
		expect(listViolatingPlayers(save(withStranger), "not-in-team")).toEqual([stranger]);
		const [defender = 0, , , , midfielder = 0] = ids;
		expect(listViolationCodes(save(exchange(first, defender, midfielder)))).toContain("wrong-position");
		expect(listViolationCodes(save({ ...first, field: { ...first.field, RUC: [] } }))).toEqual(["wrong-shape"]);
		const twice = buildLineupFromIds([ids[1] ?? 0, ...ids.slice(1)], rules, first);
		expect(listViolationCodes(save(twice))).toContain("duplicate-player");
	});

	test("allows empty slots if the squad is not full [D2.9.405]", () => {
		const [defender = 0, , , , midfielder = 0] = ids;
		const context = { ...buildContextBefore(season, 2), squad: squad.filter((id) => id !== defender) };
		const short = { ...buildLineupFromIds([0, ...ids.slice(1)], rules, first), captainId: midfielder };
		expect(checkLineupSave(buildTeam(short), short, context).ok).toBe(true);
		const two = buildLineupFromIds([0, 0, ...ids.slice(2)], rules, short);
		expect(listViolatingPlayers(checkLineupSave(buildTeam(short), two, context), "not-in-line-up")).toEqual([ids[1]]);
		// Nobody is captain if nobody was.
		const noCaptain = { ...short, captainId: 0 };
		expect(listViolationCodes(checkLineupSave(buildTeam(short), noCaptain, context))).toEqual(["captain-not-on-field"]);
		expect(checkLineupSave(buildTeam(noCaptain), noCaptain, context).ok).toBe(true);
		const noVice = { ...short, viceCaptainId: 0 };
		expect(listViolationCodes(checkLineupSave(buildTeam(short), noVice, context))).toEqual([
			"vice-captain-not-on-field",
		]);
		expect(checkLineupSave(buildTeam(noVice), noVice, context).ok).toBe(true);
	});

	test("allows the utility as captain where it scores", () => {
		const { utilityId } = first;
		expect(save({ ...first, captainId: utilityId }).ok).toBe(true);
		const silent = { ...season, rules: { ...rules, utilityScores: false } };
		const ruling = checkLineupSave(
			buildTeam(first),
			{ ...first, captainId: utilityId },
			{ ...buildContextBefore(silent, 2), squad },
		);
		expect(listViolationCodes(ruling)).toEqual(["captain-not-on-field"]);
	});

	test("is free until the league's start round begins, and then by match", () => {
		const { captainId, viceCaptainId } = first;
		const exchanged = { ...first, captainId: viceCaptainId, viceCaptainId: captainId };
		expect(save(exchanged, buildContextDuring(season, 1, 2)).ok).toBe(true);
		expect(save(exchanged, buildContextBefore(season, 2)).ok).toBe(true);
		// Both captains are of club 4, which plays in the second match.
		expect([captainId, viceCaptainId].map((id) => season.lookup(id)?.squadId)).toEqual([4, 4]);
		expect(save(exchanged, buildContextDuring(season, 2, 0)).ok).toBe(true);
		const locked = listViolatingPlayers(save(exchanged, buildContextDuring(season, 2, 1)), "locked");
		expect(locked.toSorted()).toEqual([captainId, viceCaptainId].toSorted());
		const after = buildContextAt(season, getStartTime(2, 1) + 4 * HOUR_MS);
		expect(save(exchanged, after).ok).toBe(true);
	});

	test("lets a player stay whose position has changed", () => {
		const [changed = 0, other = 0, , , midfielder = 0] = ids;
		const getPlayer = (id: PlayerId) => {
			const player = season.lookup(id);
			return player && id === changed ? { ...player, position: ["MID" as const] } : player;
		};
		const context = { ...buildContextBefore(season, 2), getPlayer, squad };
		const { captainId, viceCaptainId } = first;
		const saved = { ...first, captainId: changed, viceCaptainId: changed === captainId ? viceCaptainId : captainId };
		const roles = { ...saved, captainId: saved.viceCaptainId, viceCaptainId: changed };
		expect(checkLineupSave(buildTeam(saved), roles, context).ok).toBe(true);
		expect(listViolationCodes(checkLineupSave(buildTeam(first), exchange(first, changed, other), context))).toContain(
			"wrong-position",
		);
		expect(
			listViolatingPlayers(
				checkLineupSave(buildTeam(first), exchange(first, changed, midfielder), context),
				"wrong-position",
			),
		).toEqual([midfielder]);
	});
});

const pick = fc.nat(10_000);
const anySteps = fc.array(
	fc.record({
		hours: fc.oneof(
			{ weight: 9, arbitrary: fc.integer({ min: 0, max: 1 }) },
			{ weight: 1, arbitrary: fc.integer({ min: 150, max: 170 }) },
		),
		kind: fc.constantFrom("swap", "exchange", "captain", "vice", "emergencies", "best"),
		one: pick,
		other: pick,
	}),
	{ minLength: 5, maxLength: 40 },
);

test("no sequence of saves moves a locked player or breaks a line-up", () => {
	let acceptedWhileLocked = 0;
	fc.assert(
		fc.property(anySteps, (steps) => {
			let lineup = first;
			let now: SeasonTime = getStartTime(2) - 2 * HOUR_MS;
			for (const { hours, kind, one, other } of steps) {
				now += hours * HOUR_MS;
				const context = buildContextAt(season, now);
				const isLocked = createLockCheck(buildTeam(lineup), context);
				const [a = 0, b = 0] = [squad[one % squad.length], squad[other % squad.length]];
				const round = season.rounds[2];
				const propose = (): Lineup => {
					if (kind === "captain") return { ...lineup, captainId: a };
					if (kind === "vice") return { ...lineup, viceCaptainId: a };
					if (kind === "emergencies")
						return { ...lineup, emergency: squad.filter((_, index) => one & (1 << (index % 13))) };
					if (kind === "exchange") return exchange(lineup, a, b);
					if (kind === "swap") {
						const swapped = applySwaps(lineup, [[a, b]], { rules, getPlayer: season.lookup }, isLocked);
						return swapped.ok ? swapped.value : lineup;
					}
					const getExpectedPoints = (id: PlayerId) => (id * (one + 1)) % 101;
					const getStartTimeOf = (id: PlayerId) =>
						round ? getSquadStartTime(season.lookup(id)?.squadId ?? 0, round) : Number.POSITIVE_INFINITY;
					return arrangeLineup(lineup, {
						rules,
						getPlayer: season.lookup,
						isLocked,
						getExpectedPoints,
						getStartTime: getStartTimeOf,
					});
				};
				const proposed = propose();
				const ruling = checkLineupSave(buildTeam(lineup), proposed, { ...context, squad });
				// What the game itself proposes is always allowed.
				if (kind === "best" || kind === "swap")
					expect(listViolationCodes(ruling).filter((code) => code !== "season-complete")).toEqual([]);
				if (!ruling.ok) continue;
				const [before, after] = [listSlotIds(lineup, rules), listSlotIds(ruling.value, rules)];
				expect(checkLineup(ruling.value, rules, season.lookup)).toEqual([]);
				expect(after.toSorted()).toEqual(before.toSorted());
				for (const id of squad.filter(isLocked)) {
					expect(after.indexOf(id)).toBe(before.indexOf(id));
					expect(getRole(id, ruling.value)).toBe(getRole(id, lineup));
				}
				if (squad.some(isLocked) && after.join() !== before.join()) acceptedWhileLocked++;
				lineup = ruling.value;
			}
		}),
		{ numRuns: 150 },
	);
	expect(acceptedWhileLocked).toBeGreaterThan(20);
});

test("teams without a manager are due before each match", () => {
	const minutes = (count: number) => count * 60_000;
	const start = getStartTime(1);
	const find = (now: SeasonTime) => findAutopilotTime(buildContextAt(season, now).rounds, now);
	expect(find(start - 25 * HOUR_MS)).toBeNull();
	expect(find(start - minutes(11))).toBe(start - 24 * HOUR_MS + 6 * HOUR_MS);
	expect(find(start - minutes(10))).toBe(start - minutes(10));
	expect(find(start + HOUR_MS)).toBe(start - minutes(10));
	expect(find(start + 3 * HOUR_MS)).toBe(start + 3 * HOUR_MS - minutes(10));
	// The complete round is not due any more.
	expect(find(start + 48 * HOUR_MS)).toBeNull();
});
