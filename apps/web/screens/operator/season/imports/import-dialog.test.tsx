import type { SuccessOf } from "@first-bounce/contract/call";
import { listSeasons } from "@first-bounce/contract/operator/season";
import { listSeasonChanges } from "@first-bounce/contract/operator/season/season-changes";
import { showSeasonFetch } from "@first-bounce/contract/operator/season/season-fetch";
import { importSeasonFiles, previewSeason } from "@first-bounce/contract/operator/season/season-import";
import { listSeasonImports } from "@first-bounce/contract/operator/season/season-undo";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, success } from "../../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../../use-operator-texts.ts";
import { SeasonsSection } from "../seasons.tsx";
import { ImportDialog } from "./import-dialog.tsx";

const REPORT: SuccessOf<typeof previewSeason> = {
	isValid: true,
	problems: [],
	summary: ["Season 2027, League of 2027: new, the current season", "Dry run: nothing was written."],
	conflicts: [],
	ends: null,
};
const DEMO = { id: 2, name: "Southern Lights 2026", isDemo: true, openRound: 4, teams: 204, managers: 3, leagues: 12 };
const files = [{ name: "season.json" as const, text: "{}" }];

const Page = () => {
	useOperatorTexts();
	return <ImportDialog files={files} onClose={() => undefined} />;
};

/** Opens the preview of an import and gives a reason. */
async function openPreview(report: SuccessOf<typeof previewSeason>) {
	const api = fakeApi({
		"/operator/seasons/preview": () => success(previewSeason, report),
		"/operator/seasons/import": () => success(importSeasonFiles, report),
	});
	renderAt("/operator/seasons", <Page />);
	fireEvent.click(await screen.findByRole("button", { name: "Preview" }));
	fireEvent.change(await screen.findByRole("textbox", { name: /^Reason/ }), {
		target: { value: "the fixture is out" },
	});
	return api;
}
const getImportButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Import" });

test("an import that ends the demo waits until its name is ticked (D2.9.222)", async () => {
	const { posted } = await openPreview({ ...REPORT, ends: DEMO });
	expect(
		screen.getByText(
			/the demo Southern Lights 2026 ends\. Its round 4 is not complete\. .*Teams: 204, registered managers among their owners: 3, leagues: 12\. .*cannot be undone/,
		),
	).toBeDefined();
	expect(getImportButton().disabled).toBe(true);
	fireEvent.click(screen.getByRole("checkbox", { name: "End Southern Lights 2026" }));
	expect(getImportButton().disabled).toBe(false);
	fireEvent.click(getImportButton());
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(posted[1]).toMatchObject({ path: "/operator/seasons/import", body: { endDemo: true } });
});

test("an import that does not end the demo needs no confirmation (D2.9.222)", async () => {
	await openPreview(REPORT);
	expect(screen.queryByRole("checkbox", { name: /^End / })).toBeNull();
	expect(getImportButton().disabled).toBe(false);
});

const SeasonsPage = () => {
	useOperatorTexts();
	return <SeasonsSection />;
};

/** Shows the page with these seasons; nothing was imported yet, and no fetch can be compared. */
function renderSeasons(seasons: SuccessOf<typeof listSeasons>["seasons"], hasProblems = false): void {
	fakeApi({
		"/operator/seasons": () => success(listSeasons, { seasons }),
		"/operator/season-changes": () =>
			success(listSeasonChanges, { season: 2027, fetchedAt: null, hasProblems, changes: [], finals: [] }),
		"/operator/season-imports": () => success(listSeasonImports, { imports: [] }),
		"/operator/season-fetch": () => success(showSeasonFetch, { isAvailable: false, fetch: null }),
	});
	renderAt("/operator/seasons", <SeasonsPage />);
}

test.each([
	[true, /^The last fetch cannot be compared/],
	[false, /^This season has not been fetched yet/],
])("why no fetch is compared, if its files have problems: %s", async (hasProblems, text) => {
	renderSeasons(
		[{ id: 2027, name: "2027", status: "open", rounds: 12, teams: 204, isCurrent: true, isDemo: false }],
		hasProblems,
	);
	expect(await screen.findByText(text)).toBeTruthy();
});

test("an ended demo is shown as closed, and cannot start", async () => {
	const season = { status: "open", rounds: 12, teams: 204 } as const;
	renderSeasons([
		{ ...season, id: 2027, name: "League of 2027", isCurrent: true, isDemo: false },
		{ ...season, id: 2, name: "Southern Lights 2026", isCurrent: false, isDemo: true },
	]);
	const row = (await screen.findByText("Southern Lights 2026")).closest("tr");
	expect(row?.textContent).toContain("Closed");
	expect(screen.queryByRole("button", { name: "Start the season" })).toBeNull();
});

test("before a season starts, the page says what will be closed (D2.9.222)", async () => {
	const current = { status: "open", rounds: 12, isCurrent: true, isDemo: true } as const;
	renderSeasons([
		{ ...current, id: 2027, name: "League of 2027", isCurrent: false, isDemo: false, teams: 0 },
		{ ...current, id: 2, name: "Southern Lights 2026", teams: 204 },
	]);
	fireEvent.click(await screen.findByRole("button", { name: "Start the season" }));
	expect(
		screen.getByText("Southern Lights 2026 is closed, with 204 teams. All its rounds must be complete."),
	).toBeDefined();
	expect(screen.getByText(/^The demo ends: its accounts are deactivated/)).toBeDefined();
});
