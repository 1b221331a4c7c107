import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, file } from "../../../../../../testing/web/fake-api.ts";
import { buildSeasonFiles, buildSquad } from "../../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../../use-operator-texts.ts";
import { AvailabilityPreview } from "./availability-report.tsx";

const after = { status: "injured", note: "" } as const;
const candidates = [
	{ playerId: 1, name: "Ellie Blackburn", squadId: 1, isSimilar: true },
	{ playerId: 2, name: "Tea Meadow", squadId: 1, isSimilar: false },
];
const line = { text: "Elie Blakburn, Knee", after, problem: "unknown-player", candidates } as const;

const Preview = () => {
	useOperatorTexts();
	const unclear = [
		{ ...line, line: 2, candidates, decision: 1 },
		{ ...line, line: 3, candidates, decision: 2 },
		{ ...line, line: 4, candidates, decision: null },
	];
	return (
		<AvailabilityPreview report={{ changes: [], unchanged: 0, unclear, skipped: [] }} onDecide={() => undefined} />
	);
};

test("a line with another chosen name says so (D2.9.235)", async () => {
	const files = buildSeasonFiles(buildSquad());
	fakeApi({
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
	});
	renderAt("/operator/players", <Preview />);
	const warnings = await screen.findAllByText(/^Different name/);
	expect(warnings.map((warning) => [warning.textContent, warning.closest("li")?.textContent?.slice(0, 6)])).toEqual([
		["Different name: Tea Meadow", "Line 3"],
	]);
});
