import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildTeam, buildViewContext } from "../../../../../testing/web/team-builders.ts";
import { useStatusText } from "./use-status-text.ts";

/** Captain 6, vice captain 7. Round 2's first match, in which the captain's club played, is complete. */
const buildSeasonWhereOnlyThesePlayed = (ids: readonly number[]) =>
	buildSeason(
		buildSquad((id) => ({ stats: { scores: ids.includes(id) ? { 1: 80, 2: 70 } : { 1: 80 } } })),
		"playing",
		["complete", "scheduled"],
	);
const everyone = listPlayerIds(buildLineup());

type Board = Parameters<typeof useStatusText>[0];

const StatusText = ({ board }: { readonly board: Board }) => {
	const { tone, text } = useStatusText(board);
	return (
		<p role="status" data-tone={tone}>
			{text}
		</p>
	);
};

function getStatus({
	season = buildSeason(buildSquad()),
	team = buildTeam(1, buildLineup()),
	locked = [] as readonly number[],
	emptySlots = [] as Board["editor"]["emptySlots"],
	draft = null as Board["draft"],
}) {
	const lineup = buildLineup();
	const context = buildViewContext(season, { lineup, isLocked: (id) => locked.includes(id) });
	const { unmount } = renderAt(
		"/team",
		<StatusText board={{ season, team, lineup, context, mode: "edit", draft, editor: { emptySlots } }} />,
	);
	const { textContent: text, dataset } = screen.getByRole("status");
	unmount();
	return { text, tone: dataset.tone };
}

describe("the status strip of a team without alerts", () => {
	test("asks the manager to fill an incomplete team", () => {
		const slot = { area: "field", line: "DEF", index: 0 } as const;
		expect(getStatus({ team: buildTeam(0, null), emptySlots: [slot] })).toEqual({
			text: "Fill all 21 spots to enter.",
			tone: "info",
		});
	});

	test("says what an open spot of a draft team means [D2.9.645]", () => {
		const slot = { area: "field", line: "DEF", index: 0 } as const;
		expect(getStatus({ draft: {}, emptySlots: [slot] })).toEqual({
			text: "1 open spot scores nothing: add or claim a player.",
			tone: "info",
		});
	});

	test("says that everyone is expected to play before the first lock", () => {
		expect(getStatus({})).toEqual({
			text: "You're set. Pat Player6 is captain.",
			tone: "good",
		});
	});

	test("says that no changes are needed once some players are locked", () => {
		expect(getStatus({ season: buildSeasonWhereOnlyThesePlayed([1, 6]), locked: [1, 6] })).toEqual({
			text: "No changes needed. Pat Player6 scores double.",
			tone: "good",
		});
	});

	test("once locked, names who doubles and who lacks cover", () => {
		const rest = everyone.filter((id) => id !== 1 && id !== 2 && id !== 6);
		expect(getStatus({ season: buildSeasonWhereOnlyThesePlayed(everyone), locked: everyone })).toEqual({
			text: "Your whole team is locked until the round is complete. Pat Player6 scores double.",
			tone: "locked",
		});
		expect(getStatus({ season: buildSeasonWhereOnlyThesePlayed(rest), locked: everyone }).text).toMatch(
			/^No cover for Pat Player[12]. Your whole team .* Pat Player7 scores double.$/,
		);
		expect(
			getStatus({ season: buildSeasonWhereOnlyThesePlayed(rest.filter((id) => id !== 7)), locked: everyone }).text,
		).toContain("Nobody scores double.");
		const field = everyone.slice(0, 16);
		expect(getStatus({ season: buildSeasonWhereOnlyThesePlayed(field), locked: field })).toEqual({
			text: "Everyone on field is locked until the round is complete. Pat Player6 scores double.",
			tone: "locked",
		});
	});

	test("names the round of the start, or the season's end", () => {
		expect(getStatus({ team: { ...buildTeam(1, buildLineup()), startRoundId: 3 } }).text).toBe(
			"Your team starts in Round 3. Nobody in it locks until then.",
		);
		expect(getStatus({ season: buildSeason(buildSquad(), "complete", ["complete", "complete"]) }).text).toBe(
			"The season is complete. No more changes.",
		);
	});
});
