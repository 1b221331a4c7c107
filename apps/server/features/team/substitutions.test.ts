import { listSlots } from "@first-bounce/rules/lineup/slots";
import type { Round } from "@first-bounce/rules/round/round";
import { DEFAULT_SEASON_RULES as rules } from "@first-bounce/rules/season-rules/season-rules";
import { expect, test } from "vitest";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { getSubstitutions as getSubstitutionsFrom } from "./substitutions.ts";
import type { LineupRow, TeamRow } from "./team-row.ts";

const places = listSlots(rules);
const slots = places.map((_, index) => index + 1);
/** A player unknown to the season, who therefore did not play, and the emergency who replaces her. */
const OUT = 1;
const IN = 1 + places.findIndex(({ area, line }) => area === "bench" && line === "DEF");

/** Builds a season with only the data that substitutions need. All other players play every round. */
function buildSeason(...statuses: readonly Round["status"][]): SeasonSnapshot {
	const scores = new Map(statuses.map((_, index) => [index + 1, 10]));
	const players = new Map(
		places.map(({ line }, index) => {
			const position = [line ?? "MID"];
			return [
				index + 1,
				{ position, positionHistory: { latest: position, previous: [] }, scores, squadId: 1 },
			] as const;
		}),
	);
	players.delete(OUT);
	const rounds = statuses.map((status, index) => ({ id: index + 1, status, matches: [], byeSquads: [] }));
	return { rules, players, rounds, squads: [{ id: 1 }] } as unknown as SeasonSnapshot;
}

const buildLineupRow = (roundId: number, emergency: readonly number[]): LineupRow => ({
	roundId,
	slots,
	captainId: 2,
	viceCaptainId: 3,
	emergency,
	bank: 0,
});
const buildTeamRow = (version: number, ...lineups: readonly LineupRow[]): TeamRow => ({
	id: 1,
	user_id: 1,
	version,
	start_round_id: 1,
	team_name: "Team",
	avatar_version: 0,
	supported_squad_id: null,
	is_active: true,
	data_version: 1,
	lineups,
	trades: [],
	scoreflow: {},
});
const getSubstitutions = (row: TeamRow, season: SeasonSnapshot) => getSubstitutionsFrom(row, season, 1);
const COVER = [{ out: OUT, in: IN }];
const NO_COVER: readonly unknown[] = [];

test("between two rounds, saving for the next round keeps the cached substitutions", () => {
	const season = buildSeason("complete", "scheduled");
	const before = getSubstitutions(buildTeamRow(1, buildLineupRow(1, [IN])), season);
	expect(before).toEqual({ 1: COVER });
	expect(getSubstitutions(buildTeamRow(2, buildLineupRow(1, [IN]), buildLineupRow(2, [])), season)).toBe(before);
});

test("saving during a round changes its substitutions", () => {
	const season = buildSeason("complete", "playing");
	expect(getSubstitutions(buildTeamRow(1, buildLineupRow(1, [IN])), season)).toEqual({ 1: COVER, 2: COVER });
	expect(getSubstitutions(buildTeamRow(2, buildLineupRow(1, [IN]), buildLineupRow(2, [])), season)).toEqual({
		1: COVER,
		2: NO_COVER,
	});
});

test("saving also changes substitutions of a round played early", () => {
	const season = buildSeason("complete", "scheduled", "complete");
	expect(getSubstitutions(buildTeamRow(1, buildLineupRow(1, [IN])), season)).toEqual({ 1: COVER, 3: COVER });
	expect(getSubstitutions(buildTeamRow(2, buildLineupRow(1, [IN]), buildLineupRow(2, [])), season)).toEqual({
		1: COVER,
		3: NO_COVER,
	});
});

test("substitutions are computed again for a new version of the season", () => {
	const row = buildTeamRow(1, buildLineupRow(1, [IN]));
	expect(getSubstitutions(row, buildSeason("scheduled"))).toEqual({});
	expect(getSubstitutions(row, buildSeason("complete"))).toEqual({ 1: COVER });
});

test("a team over the cap has none before its later start", () => {
	const season = buildSeason("complete", "playing");
	const row = buildTeamRow(1, buildLineupRow(1, [IN]));
	expect(getSubstitutionsFrom(row, season, 2)).toEqual({ 2: COVER });
	expect(getSubstitutionsFrom(row, season, null)).toEqual({});
});
