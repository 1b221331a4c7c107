import { createLeague, updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { describe, expect, test } from "vitest";
import { buildFormerLeague, buildLeague } from "../../../../../testing/web/league-fakes.ts";
import { buildSeason, SATURDAY } from "../../../../../testing/web/player-season.ts";
import {
	buildCreateBody,
	buildDefaultForm,
	buildRecoveryForm,
	buildUpdateBody,
	getLeagueDetails,
	listAllowedSizes,
	listStartRounds,
} from "./league-form.ts";

const SIZES = DEFAULT_SEASON_RULES.leagues.h2hSizes;
const defaultForm = buildDefaultForm([3, 4], SIZES);
const former = buildFormerLeague();

describe("a new league's form", () => {
	test("defaults to private, size 2, finals, percentage and the first available round", () => {
		expect(defaultForm).toMatchObject({
			privacy: "private",
			size: 2,
			finals: true,
			h2hTiebreaker: "percentage",
			startId: 3,
			type: "open",
			name: "",
		});
	});

	test("offers only scheduled rounds whose first match has not started (D2.5.04)", () => {
		const { rounds } = buildSeason([]);
		expect(listStartRounds(rounds, SATURDAY - 1, 12)).toEqual([2]);
		expect(listStartRounds(rounds, SATURDAY, 12)).toEqual([]);
		expect(listStartRounds(rounds, SATURDAY - 1, 1)).toEqual([]);
	});

	test("chooses among the sizes 2 to 20 in steps of 2 (D2.5.09, D2.9.26, D1.9.58)", () => {
		expect(SIZES).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
	});

	test("is not sent without a name or a round to start in (D2.5.01)", () => {
		expect(buildCreateBody({ ...defaultForm, name: "  " }, null)).toBeNull();
		expect(buildCreateBody({ ...defaultForm, name: "Boots", startId: null }, null)).toBeNull();
		const body = buildCreateBody({ ...defaultForm, name: " Boots " }, null);
		expect(body).toMatchObject({ name: "Boots", startId: 3 });
		expect(createLeague.body.safeParse(body).success).toBe(true);
	});

	test("filled from last season keeps settings and sends its id", () => {
		const form = buildRecoveryForm(defaultForm, former, SIZES);
		const body = buildCreateBody(form, former.id);
		expect(body).toEqual({
			name: "Old Boots",
			type: "h2h",
			privacy: "public",
			size: 6,
			finals: false,
			h2hTiebreaker: "points_for",
			startId: 3,
			colour: "rose",
			leagueId: 77,
		});
		expect(createLeague.body.safeParse(body).success).toBe(true);
	});
});

describe("a league's update", () => {
	const league = buildLeague({ asCommissioner: true });
	const form = getLeagueDetails(league);

	test("contains the name and omits fields that may no longer change (D2.3.25)", () => {
		const body = buildUpdateBody(league, { ...form, name: " Bean Counters " });
		expect(body).toEqual({ leagueId: 5, name: "Bean Counters", startId: 3, privacy: "private", colour: "teal" });
		expect(updateLeague.body.safeParse(body).success).toBe(true);
		const started = buildLeague({ asCommissioner: true, may: { changeStart: false, changePrivacy: false } });
		expect(buildUpdateBody(started, form)).toEqual({ leagueId: 5, name: "Café Ruck", colour: "teal" });
	});

	test("can give a head-to-head league another size until it starts [D2.9.895]", () => {
		const season = buildSeason([]);
		const joined = { ...league, type: "h2h", size: 4, numTeams: 3 } as const;
		expect(listAllowedSizes(joined, season)).toEqual([4, 6, 8, 10, 12, 14, 16, 18, 20]);
		expect(buildUpdateBody(joined, { ...getLeagueDetails(joined), size: 6 })).toMatchObject({ size: 6 });
		expect(buildUpdateBody(joined, getLeagueDetails(joined))).not.toHaveProperty("size");
		expect(listAllowedSizes({ ...joined, type: "open" }, season)).toEqual([]);
		expect(listAllowedSizes({ ...joined, may: { ...joined.may, changeStart: false } }, season)).toEqual([]);
	});
});
