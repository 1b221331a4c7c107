import { describe, expect, test } from "vitest";
import {
	buildContextBefore,
	buildContextDuring,
	buildTeam,
	expectAccepted,
	listViolatingPlayers,
	listViolationCodes,
} from "../../../testing/rules/context.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { changeCaptain, changeEmergencies } from "./change-roles.ts";

// In round 2, squad 2 (players 2 and 17) plays in the first match and squad 5 (all other players) in the second.
const season = buildPlainSeason({ 2: { squadId: 2 }, 17: { squadId: 2 } });
const team = buildTeam(PLAIN_LINEUP, season);
const playing = buildContextDuring(season, 2, 0);

describe("changing captains after the start round", () => {
	test("makes another player on field captain or vice captain", () => {
		expect(expectAccepted(changeCaptain(team, "captain", 3, playing)).lineup).toMatchObject({
			captainId: 3,
			viceCaptainId: 12,
		});
		expect(expectAccepted(changeCaptain(team, "viceCaptain", 3, playing)).lineup.viceCaptainId).toBe(3);
	});

	test("swaps the roles when the vice captain is made captain", () => {
		const exchanged = { captainId: 12, viceCaptainId: 6 };
		expect(expectAccepted(changeCaptain(team, "captain", 12, playing)).lineup).toMatchObject(exchanged);
		expect(expectAccepted(changeCaptain(team, "viceCaptain", 6, playing)).lineup).toMatchObject(exchanged);
	});

	test("is refused when the old or the new captain is locked", () => {
		expect(listViolatingPlayers(changeCaptain(team, "captain", 2, playing), "locked")).toEqual([2]);
		const lockedCaptain = { ...team, lineup: { ...PLAIN_LINEUP, captainId: 2 } };
		expect(listViolatingPlayers(changeCaptain(lockedCaptain, "captain", 3, playing), "locked")).toEqual([2]);
		expect(listViolatingPlayers(changeCaptain(lockedCaptain, "viceCaptain", 2, playing), "locked")).toEqual([2]);
		expect(listViolatingPlayers(changeCaptain(lockedCaptain, "captain", 12, playing), "locked")).toEqual([2]);
		expect(expectAccepted(changeCaptain(lockedCaptain, "viceCaptain", 3, playing)).lineup.viceCaptainId).toBe(3);
	});

	test("is refused for players who are not on field", () => {
		for (const id of [18, 21, 99, 0])
			expect(listViolationCodes(changeCaptain(team, "captain", id, playing)), String(id)).toEqual([
				"captain-not-on-field",
			]);
	});

	test("is refused before the start round is complete and after the season", () => {
		expect(listViolationCodes(changeCaptain(team, "captain", 3, buildContextDuring(season, 1, 0)))).toEqual([
			"team-not-started",
		]);
		expect(listViolationCodes(changeCaptain(team, "captain", 3, buildContextBefore(season, 2)))).toEqual([]);
		expect(listViolationCodes(changeCaptain(team, "captain", 3, buildContextBefore(season, 5)))).toEqual([
			"season-complete",
		]);
		expect(listViolationCodes(changeCaptain(null, "captain", 3, buildContextBefore(season, 2)))).toEqual([
			"no-line-up",
		]);
	});
});

describe("changing emergencies after the start round", () => {
	test("accepts any bench players, or an empty list for none", () => {
		expect(expectAccepted(changeEmergencies(team, [18, 17], buildContextBefore(season, 2))).lineup.emergency).toEqual([
			18, 17,
		]);
		expect(expectAccepted(changeEmergencies(team, [], buildContextBefore(season, 2))).lineup.emergency).toEqual([]);
	});

	test("cannot add or remove a locked player, but can change the others", () => {
		expect(listViolatingPlayers(changeEmergencies(team, [18], playing), "locked")).toEqual([17]);
		const without = { ...team, lineup: { ...PLAIN_LINEUP, emergency: [18] } };
		expect(listViolatingPlayers(changeEmergencies(without, [17, 18], playing), "locked")).toEqual([17]);
		expect(expectAccepted(changeEmergencies(team, [20, 17], playing)).lineup.emergency).toEqual([20, 17]);
	});

	test("is refused for players on field, the utility and duplicates", () => {
		expect(listViolationCodes(changeEmergencies(team, [1], buildContextBefore(season, 2)))).toEqual([
			"emergency-not-on-bench",
		]);
		expect(listViolationCodes(changeEmergencies(team, [21], buildContextBefore(season, 2)))).toEqual([
			"emergency-not-on-bench",
		]);
		expect(listViolationCodes(changeEmergencies(team, [18, 18], buildContextBefore(season, 2)))).toEqual([
			"duplicate-player",
		]);
	});
});
