import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Round, RoundStatus } from "../round/round.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import {
	computeLeagueSize,
	getLeagueLandingTab,
	getLeagueStatus,
	hasLeagueStarted,
	LEAGUE_PRIVACIES,
	LEAGUE_TYPES,
} from "./league.ts";
import {
	canActOn,
	canInvite,
	canRemoveMessage,
	computeLeaguePermissions,
	findWriteBan,
	hasRight,
	LEAGUE_RIGHTS,
	LEAGUE_ROLES,
	type LeagueSnapshot,
} from "./league-permissions.ts";

const HOUR = 3_600_000;

/** Rounds from 1 on; round n starts at n hours. */
const createRounds = (...statuses: RoundStatus[]): Round[] =>
	statuses.map((status, index) => ({
		id: index + 1,
		status,
		byeSquads: [],
		matches: [
			{ id: index + 1, roundId: index + 1, homeSquadId: 1, awaySquadId: 2, startsAt: (index + 1) * HOUR, status },
		],
	}));
const createLeagueFrom = (startId: number) => ({ startId });

describe("a league", () => {
	test("is scheduled until its start round plays, and complete with the season (D2.4.17, D2.4.18, D2.3.12)", () => {
		expect(getLeagueStatus(createLeagueFrom(2), createRounds("playing", "scheduled"))).toBe("scheduled");
		expect(getLeagueStatus(createLeagueFrom(2), createRounds("complete", "scheduled"))).toBe("scheduled");
		expect(getLeagueStatus(createLeagueFrom(2), createRounds("complete", "playing"))).toBe("playing");
		expect(getLeagueStatus(createLeagueFrom(1), createRounds("complete", "scheduled"))).toBe("playing");
		expect(getLeagueStatus(createLeagueFrom(1), createRounds("complete", "complete"))).toBe("complete");
	});

	test("has started once its round's first match is due (D2.4.18)", () => {
		const season = createRounds("complete", "scheduled");
		expect(hasLeagueStarted(createLeagueFrom(2), season, 2 * HOUR - 1)).toBe(false);
		expect(hasLeagueStarted(createLeagueFrom(2), season, 2 * HOUR)).toBe(true);
	});

	test("opens on the ladder once started, before on the fixture (D2.2.37, D2.2.38, D2.2.39)", () => {
		expect(getLeagueLandingTab("playing", true)).toBe("ladder");
		expect(getLeagueLandingTab("complete", false)).toBe("ladder");
		expect(getLeagueLandingTab("scheduled", true)).toBe("fixtures");
		expect(getLeagueLandingTab("scheduled", false)).toBe("about");
	});

	test("allows the season's sizes, and any number when open (D1.9.58, D2.9.26)", () => {
		const sizes = Array.from({ length: 23 }, (_, size) => size).filter(
			(size) => computeLeagueSize("h2h", size, 10, DEFAULT_SEASON_RULES) !== null,
		);
		expect(sizes).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
		expect(computeLeagueSize("open", 3, 10, DEFAULT_SEASON_RULES)).toBe(10_000);
	});

	test("of elimination has at most one team more than rounds [D2.1.71]", () => {
		const listSizes = (rounds: number) =>
			[1, 2, 3, 4, 10, 11, 12, 15, 16].filter((size) =>
				computeLeagueSize("elimination", size, rounds, DEFAULT_SEASON_RULES),
			);
		expect(listSizes(10)).toEqual([2, 3, 4, 10, 11]);
		expect(listSizes(14)).toEqual([2, 3, 4, 10, 11, 12, 15]);
		expect(listSizes(1)).toEqual([2]);
	});
});

const anyLeague: fc.Arbitrary<LeagueSnapshot> = fc
	.record({
		class: fc.constant("regular" as const),
		type: fc.constantFrom(...LEAGUE_TYPES),
		privacy: fc.constantFrom(...LEAGUE_PRIVACIES),
		size: fc.integer({ min: 2, max: 6 }),
		numTeams: fc.integer({ min: 1, max: 6 }),
		unmanagedTeams: fc.constant(0),
		startId: fc.constant(1),
		hasStarted: fc.boolean(),
		isDrafting: fc.constant(false),
		hasDraftStarted: fc.constant(false),
		isMock: fc.constant(false),
	})
	.map((league) => ({ ...league, numTeams: Math.min(league.numTeams, league.size) }));
const COMMISSIONER = "commissioner";
const DEPUTY = "deputy";
const MEMBER = "member";
const NON_MEMBER = null;

describe("permissions", () => {
	test("of a role are never more than its rights [D2.9.262]", () => {
		const anyRole = fc.constantFrom(...LEAGUE_ROLES, null);
		fc.assert(
			fc.property(anyLeague, anyRole, fc.boolean(), (league, role, isOwn) => {
				const { join, announce, changePrivacy, changeStart, invite, ...others } = computeLeaguePermissions(
					league,
					role,
				);
				const allowed = new Map<string, boolean>([
					...Object.entries(others),
					["edit", others.edit || changePrivacy || changeStart],
					["moderate", others.moderate || announce || (!isOwn && canRemoveMessage({ isOwn }, role))],
					[league.privacy === "public" ? "inviteToPublic" : "invite", invite],
				]);
				for (const [right, isAllowed] of allowed)
					if (isAllowed) expect(LEAGUE_RIGHTS[right as keyof typeof LEAGUE_RIGHTS]).toContain(role);
				expect(join && role !== null).toBe(false);
				if (findWriteBan({ isLocked: true }, { role, isMuted: false }) === null)
					expect(hasRight(role, "moderate")).toBe(true);
			}),
		);
	});

	test("give deputies all but what is the commissioner's alone [D2.9.262]", () => {
		const listRights = (role: (typeof LEAGUE_ROLES)[number]) =>
			Object.keys(LEAGUE_RIGHTS).filter((right) => hasRight(role, right as keyof typeof LEAGUE_RIGHTS));
		expect(listRights("deputy")).toEqual([
			"leave",
			"inviteToPublic",
			"invite",
			"edit",
			"removeUsers",
			"moderate",
			"runDraft",
		]);
		expect(listRights("commissioner")).toEqual([
			"inviteToPublic",
			"invite",
			"edit",
			"removeUsers",
			"moderate",
			"nameDeputies",
			"handOver",
			"webhooks",
			"publishHistory",
			"renew",
			"runDraft",
			"delete",
		]);
		expect(listRights("member")).toEqual(["leave", "inviteToPublic"]);
	});

	test("let only the commissioner remove or mute a deputy [D2.9.262]", () => {
		const listTargets = (role: (typeof LEAGUE_ROLES)[number]) =>
			LEAGUE_ROLES.filter((target) => canActOn(role, target));
		expect(listTargets("commissioner")).toEqual(["deputy", "member"]);
		expect(listTargets("deputy")).toEqual(["member"]);
	});

	test("let non-members only join, and only those who run it change settings", () => {
		fc.assert(
			fc.property(anyLeague, (league) => {
				const { join, ...others } = computeLeaguePermissions(league, NON_MEMBER);
				expect(Object.values(others)).not.toContain(true);
				expect(join).toBe(league.numTeams < league.size && !(league.type !== "open" && league.hasStarted));
				const member = computeLeaguePermissions(league, MEMBER);
				expect([member.edit, member.delete, member.removeUsers, member.join]).toEqual([false, false, false, false]);
				expect(member.leave).toBe(true);
				expect(computeLeaguePermissions(league, COMMISSIONER).leave).toBe(false);
			}),
		);
	});

	test("do not allow deleting, removing or moving once started", () => {
		fc.assert(
			fc.property(anyLeague, (league) => {
				const permissions = computeLeaguePermissions(league, COMMISSIONER);
				for (const allowed of [permissions.delete, permissions.removeUsers, permissions.changeStart])
					expect(allowed).toBe(!league.hasStarted);
			}),
		);
	});

	const league: LeagueSnapshot = {
		class: "regular",
		type: "h2h",
		privacy: "private",
		size: 4,
		numTeams: 2,
		unmanagedTeams: 0,
		startId: 1,
		hasStarted: false,
		isDrafting: false,
		hasDraftStarted: false,
		isMock: false,
	};

	test("of draft leagues allow joining before the draft [D2.9.355]", () => {
		const vacant: LeagueSnapshot = { ...league, class: "draft", numTeams: 4, unmanagedTeams: 1 };
		expect(computeLeaguePermissions(vacant, NON_MEMBER).join).toBe(true);
		expect(computeLeaguePermissions({ ...vacant, unmanagedTeams: 0 }, NON_MEMBER).join).toBe(false);
		const drafted: LeagueSnapshot = { ...vacant, hasStarted: true, hasDraftStarted: true };
		expect(computeLeaguePermissions(drafted, NON_MEMBER).join).toBe(false);
		expect(computeLeaguePermissions({ ...drafted, privacy: "public" }, MEMBER).invite).toBe(false);
		expect(computeLeaguePermissions(drafted, COMMISSIONER)).toMatchObject({
			invite: true,
			changeStart: false,
		});
	});

	test("of draft leagues end removals and deletion with the draft's start [D2.9.625, D2.9.628]", () => {
		const waiting: LeagueSnapshot = { ...league, class: "draft" };
		const check = (changes: Partial<LeagueSnapshot>) => {
			const { removeUsers, delete: mayDelete } = computeLeaguePermissions({ ...waiting, ...changes }, COMMISSIONER);
			return [removeUsers, mayDelete];
		};
		expect(check({})).toEqual([true, true]);
		expect(check({ isDrafting: true, hasDraftStarted: true })).toEqual([false, false]);
		expect(check({ hasDraftStarted: true })).toEqual([false, false]);
		expect(check({ hasDraftStarted: true, hasStarted: true })).toEqual([false, false]);
		expect(check({ hasDraftStarted: true, isMock: true })).toEqual([false, true]);
	});

	test.each([
		["the commissioner of an open league, full or not", { type: "open", numTeams: 4 }, COMMISSIONER, true],
		["a deputy of an open league, full or not", { type: "open", numTeams: 4 }, DEPUTY, true],
		["a deputy of a private league with free places", {}, DEPUTY, true],
		["a deputy of a full private league", { numTeams: 4 }, DEPUTY, false],
		["a member of a private open league", { type: "open" }, MEMBER, false],
		["a member of a public open league", { type: "open", privacy: "public" }, MEMBER, true],
		["the commissioner of a private league with free places", {}, COMMISSIONER, true],
		["a member of a private league with free places", {}, MEMBER, false],
		["the commissioner of a full private league", { numTeams: 4 }, COMMISSIONER, false],
		["a member of a public league with free places", { privacy: "public" }, MEMBER, true],
		["a non-member of a public league with free places", { privacy: "public" }, NON_MEMBER, false],
		["a member of a full public league", { privacy: "public", numTeams: 4 }, MEMBER, false],
		["the commissioner of a head-to-head league that has started", { hasStarted: true }, COMMISSIONER, false],
	] as const)("inviting: %s (D2.6.16, D2.6.17, D2.6.18, D2.6.19)", (_, changes, viewer, isAllowed) => {
		expect(canInvite({ ...league, ...changes }, viewer)).toBe(isAllowed);
	});

	test("let privacy change except in started private or joined public leagues (D2.5.23, D2.5.24)", () => {
		const canChangePrivacy = (changes: Partial<LeagueSnapshot>) =>
			computeLeaguePermissions({ ...league, ...changes }, COMMISSIONER).changePrivacy;
		expect(canChangePrivacy({})).toBe(true);
		expect(canChangePrivacy({ hasStarted: true })).toBe(false);
		expect(canChangePrivacy({ privacy: "public" })).toBe(false);
		expect(canChangePrivacy({ privacy: "public", numTeams: 1, hasStarted: true })).toBe(true);
	});
});
